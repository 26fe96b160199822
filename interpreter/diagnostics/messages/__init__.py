"""The words of all diagnostics, one function per code: facts in, words out."""
