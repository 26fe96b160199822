"""The command line: `groundrules VERB ...`, a verb a file. The only part that talks to a terminal.

Each verb's module has `add_arguments(parser)`, which says what arguments it takes, and `run(arguments)`, which does it
and gives the exit code: 0 if all is well, 1 if a ruleset has problems; what the help says of it is in
`rulesets/commands.toml`. Here they are put together, and here everything ends that can go wrong on the way: a command
line that makes no sense (2), a ruleset that is not fit (1), a reader that has gone away (141), a full disk (74), Ctrl-C
(130), and at last a bug of our own (70), which says that it is one.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import io
import os
import sys
import threading
import tomllib
import traceback
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from typing import Any, NoReturn

from interpreter import cache, loader
from interpreter.cli.command_line import INTERRUPTED, PROGRAM, CommandLine, Parser, UsageError, misuse
from interpreter.cli.terminal.console import align_columns, can_use_screen, strong, write_diagnostics, write_rejected
from interpreter.cli.terminal.streams import open_closed_streams
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import usage

PROBLEMS, MISUSED, BUG, UNWRITABLE, READER_GONE = 1, 2, 70, 74, 141

GC_THRESHOLDS = (1_000_000, 20, 50)
"""The garbage collector runs rarely: trees and programs are large and live long, and visiting all of them again
and again would take as long as making them."""

EPILOG = """\
NAME is a ruleset that comes with the program (`groundrules list` names them) or the path of a file.
`groundrules COMMAND --help` says more about a command, with an example.

"""

BUG_MESSAGE = "this is a bug in groundrules, not in your ruleset; the lines above show where it happened"


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words of a command line say (those given to the program, if none are), and give the exit code."""
    _replace_unencodable((sys.stdin, sys.stdout, sys.stderr))
    try:
        try:
            code = _run(CommandLine(sys.argv[1:] if words is None else words))
        finally:
            sys.stdout.flush()
        if trouble := cache.take_trouble():
            write_diagnostics([usage.cache_unusable(trouble)], sys.stderr)
    except BrokenPipeError:
        _drop_output()
        return READER_GONE
    except OSError as error:
        _drop_output()
        with suppress(OSError):
            write_diagnostics([usage.output_failed(error.strerror or str(error))], sys.stderr)
        return UNWRITABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def command() -> NoReturn:
    """The program: run the command line, and end with its exit code. Memory is not cleaned up then, and machine code
    that is still being made in the background is not waited for."""
    gc.set_threshold(*GC_THRESHOLDS)
    open_closed_streams()
    if "_ARGCOMPLETE" in os.environ:
        _complete(os.environ.get("COMP_LINE", ""))
    code = main()
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _complete(typed: str) -> None:
    """Answer a shell that asks what can come next on a command line, and end."""
    import argcomplete

    words = typed.split()[1:]
    parser, own = _make_parsers(CommandLine(words), words[0] if words else "")
    for action in own._actions if own is not None else ():
        if action.metavar in ("NAME", "OTHER"):
            action.completer = lambda **_: loader.list_game_names()  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def _run(line: CommandLine) -> int:
    as_json = "--json" in line.words
    try:
        arguments = read_arguments(line)
        as_json = getattr(arguments, "json", False)
        return int(arguments.run(arguments))
    except UsageError as misused:
        write_diagnostics(misused.diagnostics, sys.stderr)
        return MISUSED
    except Rejected as rejected:
        write_rejected(rejected.diagnostics, as_json)
        return PROBLEMS
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            raise
        traceback.print_exc()
        print(f"\n{BUG_MESSAGE}", file=sys.stderr)
        return BUG


def _drop_output() -> None:
    """Discard output that is not written yet, so that ending the program does not try again."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_arguments(line: CommandLine) -> argparse.Namespace:
    """The verb, as `run`, and its arguments. Raises `UsageError` if they make no sense; `--help` ends the program."""
    at = next((at for at, word in enumerate(line.words) if not word.startswith("-")), len(line.words))
    verb = line.words[at] if at < len(line.words) else ""
    parser, own = _make_parsers(line, verb)
    parser.check_flags(line.words[:at])
    if not verb:
        parser.parse_args(line.words[:at])
        words = _choose_in_menu() if can_use_screen() else []
        return read_arguments(CommandLine(words)) if words else argparse.Namespace(run=greet)
    if own is None:
        misuse(usage.verb_unknown(line.span(verb), verb, tuple(read_commands()["verbs"])))
    own.check_flags(line.words[at + 1 :])
    arguments, rest = parser.parse_known_args(line.words)
    if rest:
        misuse(usage.word_unwanted(line.span(rest[0]), rest[0], verb))
    return arguments


def _choose_in_menu() -> list[str]:
    """What somebody chooses in the menu of games, as the words of a command line."""
    from interpreter.cli.terminal.menu import choose_in_menu

    def read_rules(name: str) -> str:
        with redirect_stdout(io.StringIO()) as text:
            main(["show", name])
        return text.getvalue()

    return choose_in_menu(read_rules)


def greet(_: argparse.Namespace) -> int:
    """Without a command, and without a screen for the menu: five things to try."""
    print(f"{strong('Ground Rules')}: table games whose rules you can read, play and change. Try one of these:\n")
    commands = read_commands()["greeting"]
    rows = [(f"{PROGRAM} {command}", purpose) for command, purpose in commands.items()]
    print("\n".join(f"  {line}" for line in align_columns(rows)))
    print("\n`groundrules --help` lists all commands.")
    return 0


def read_commands() -> dict[str, Any]:
    """What the help says: a `greeting`, examples for `all`, and of the `verbs`, by name, the `purpose` in a line, what
    they are `about`, and examples."""
    return tomllib.loads((loader.find_shipped_folder("rulesets") / "commands.toml").read_text(encoding="utf-8"))


def _make_parsers(line: CommandLine, verb: str) -> tuple[Parser, Parser | None]:
    """The parser of the whole line, and that of its verb, if there is one of this name. Only the module of that verb is
    loaded, so that the others cost no time."""
    about = "Write the rules of table games down, check them, play them, simulate them and solve them."
    commands = read_commands()
    known = commands["verbs"]
    parser = Parser(prog=PROGRAM, description=about, epilog=EPILOG + _format_examples(commands["all"]))
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {_find_version(line)}")
    parser.set_defaults(command_line=line)
    verbs = parser.add_subparsers(title="commands", dest="verb", metavar="COMMAND", parser_class=Parser)
    if verb not in known:
        for name, its in known.items():
            verbs.add_parser(name, help=its["purpose"])
        return parser, None
    module, own = import_module(f"interpreter.cli.verbs.{verb}"), known[verb]
    own_parser = verbs.add_parser(verb, help=own["purpose"], description=own["about"], epilog=_format_examples(own))
    module.add_arguments(own_parser)
    own_parser.set_defaults(run=module.run, command_line=line)
    return parser, own_parser


def _format_examples(of: dict[str, Any]) -> str:
    return "\n".join(["example:", *(f"  {PROGRAM} {each}" for each in of["examples"])])


def _find_version(line: CommandLine) -> str:
    """The installed version; looked up only when it is asked for."""
    if "--version" not in line.words:
        return ""
    python = ".".join(map(str, sys.version_info[:3]))
    place = loader.find_shipped_folder("rulesets").parent
    number = cache.find_number()
    return f"{number} with Python {python}, in {place}" if number else f"from {place}, not installed"


def _replace_unencodable(streams: Iterable[object]) -> None:
    """Replace characters that a stream cannot encode or decode, instead of failing."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
