"""`python -m interpreter`: the same as the command `groundrules`."""

from interpreter.cli import command

if __name__ == "__main__":
    command()
