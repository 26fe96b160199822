"""`groundrules web`: a game in the browser, with a link for each seat; and a workbench for rulesets."""

from __future__ import annotations

import argparse
import errno
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.arguments import PLAYING
from interpreter.cli.autosave import find_games_folder
from interpreter.cli.command_line import INTERRUPTED, JSON, NAME, SHOWING, add_options, misuse_at, whole_number
from interpreter.cli.game_loop import GameRun, format_farewell, print_header, refuse_failure
from interpreter.cli.new_game import SEATING, begin_game, follow_game, keep_game
from interpreter.cli.saved_games import resume_game
from interpreter.cli.terminal.console import aside, strong
from interpreter.diagnostics.messages import usage
from interpreter.files import SECRET_BYTES, read_or_make_secret

if TYPE_CHECKING:
    from interpreter.party import Party
    from interpreter.web import Links, Opening, Site

USUAL_HOST, USUAL_PORT = "127.0.0.1", 8137

ANY_HOST = ("0.0.0.0", "::")

NOT_OURS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""What the system says of an address that this computer does not have."""

PACE = 0.6
"""The seconds between what bots and dice do, if `--pace` says nothing else."""

SECRET = "web-secret"
"""The file from which links are made, beside the folder of saved games."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", **NAME["name"])
    parser.add_argument(
        *("--resume",),
        metavar="FILE",
        nargs="?",
        const="",
        help="continue a saved game: the latest unfinished one if no FILE is named",
    )
    add_options(parser, {name: each for name, each in (PLAYING | SEATING).items() if name not in JSON})
    parser.add_argument(
        "--host", metavar="ADDRESS", default=USUAL_HOST, help=f"listen at this address (default: {USUAL_HOST})"
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number("a port", 1, 65_535),
        help=f"listen at this port (default: {USUAL_PORT}, or another if that is in use)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    add_options(parser, {name: each for name, each in SHOWING.items() if name in ("--no-undo", "--pace")})
    parser.set_defaults(pace=PACE)


def run(arguments: argparse.Namespace) -> int:
    return _serve_game(arguments) if arguments.name or arguments.resume is not None else _serve_bench(arguments)


def _serve_game(arguments: argparse.Namespace) -> int:
    from interpreter.party import Party
    from interpreter.web import Hall, Site

    with ExitStack() as stack:
        opening, listening = _listen(arguments)
        stack.enter_context(listening)
        if arguments.resume is not None:
            resumed = stack.enter_context(resume_game(arguments.resume or None, arguments))
            resumed.print_changes()
            game_run = resumed.make_run(arguments, ["web", "--resume", *filter(None, [arguments.resume])])
        else:
            game_run = keep_game(begin_game(arguments), arguments, "web", "--resume")
        party, runs = Party(game_run.make_table()), [game_run]
        site = Site(opening, _find_secret(game_run))
        name = str(Path(game_run.save_file.path).resolve()) if game_run.save_file is not None else ""
        hall = Hall(party, arguments.pace, lambda other: runs.append(follow_game(runs[-1], other, arguments)))
        links = site.add_table(hall, name)
        try:
            _serve(site, listening, lambda: _announce(game_run, party, links, opening, arguments))
        finally:
            for each in runs:
                if each.save_file is not None:
                    each.save_file.close()
        print(f"\n{format_farewell(runs[-1])}")
        refuse_failure(runs[-1])
    return 0 if runs[-1].session.over else INTERRUPTED


def _serve_bench(arguments: argparse.Namespace) -> int:
    """A workbench for the folder that one is in."""
    from interpreter.web import Bench, Folder, Site
    from interpreter.web.server import open_browser
    from interpreter.web.site import BENCH, GALLERY

    if arguments.host != USUAL_HOST:
        misuse_at(arguments, arguments.host, usage.bench_for_others())
    opening, listening = _listen(arguments)
    folder = Folder(Path.cwd())
    site = Site(opening, secrets.token_bytes(SECRET_BYTES), Bench(folder))
    links = {key: opening.make_link(token) for key, token in site.bench_links.tokens.items()}

    def announce() -> None:
        print(f"{strong('Gallery')}: {links[GALLERY]}")
        print(f"{strong('Workbench')} for {folder.path}: {links[BENCH]}")
        print(aside("Only this computer can open them. Ctrl-C stops both; what is not saved is lost."), flush=True)
        if not arguments.no_browser:
            open_browser(links[GALLERY])

    with listening:
        _serve(site, listening, announce)
    return 0


def _serve(site: Site, listening: socket.socket, on_start: Callable[[], None]) -> None:
    from interpreter.web import Server, serve

    with suppress(KeyboardInterrupt):
        serve(Server(site, on_start), listening)


def _find_secret(game_run: GameRun) -> bytes:
    """What the links are made from: the same every time for a game that is kept."""
    if game_run.save_file is None:
        return secrets.token_bytes(SECRET_BYTES)
    return read_or_make_secret(find_games_folder().parent / SECRET)


# ---- where


def _listen(arguments: argparse.Namespace) -> tuple[Opening, socket.socket]:
    """A socket that listens, and how it is reached. Raises `UsageError` for an address that cannot be used."""
    from interpreter.web.server import find_own_address, listen
    from interpreter.web.site import Opening

    host, port = arguments.host, arguments.port
    try:
        try:
            listening = listen(host, port or USUAL_PORT)
        except OSError:
            if port is not None:
                raise
            listening = listen(host, 0)
    except OSError as error:
        if isinstance(error, socket.gaierror) or error.errno in NOT_OURS:
            misuse_at(arguments, host, usage.address_elsewhere(host))
        port = port or USUAL_PORT
        taken = error.errno == errno.EADDRINUSE
        found = usage.port_taken(port) if taken else usage.port_unusable(port, error.strerror or str(error))
        misuse_at(arguments, str(port), found)
    address = find_own_address() if host in ANY_HOST else host
    return Opening(host, address, listening.getsockname()[1]), listening


def _announce(game_run: GameRun, party: Party, links: Links, opening: Opening, arguments: argparse.Namespace) -> None:
    from interpreter.web.links import format_code
    from interpreter.web.server import open_browser

    print_header(game_run.model, game_run.session, game_run.takers)
    reachable = opening.listens != USUAL_HOST
    for place in party.places.values():
        url = opening.make_link(links.tokens[place.key])
        print(f"\n{strong(place.name)}: {url}")
        if reachable and place.is_player and sys.stdout.isatty():
            print(format_code(url))
    print(f"\n{aside(_tell_reach(opening))}")
    print(aside("Ctrl-C stops the server." + " The game is kept." * (game_run.save_file is not None)), flush=True)
    if not arguments.no_browser:
        players = [place for place in party.places.values() if place.is_player]
        first = players[0] if len(players) == 1 else party.places["host"]
        open_browser(opening.make_link(links.tokens[first.key]))


def _tell_reach(opening: Opening) -> str:
    if opening.listens == USUAL_HOST:
        return "Only this computer can open these links; `--host 0.0.0.0` lets in others in your network."
    return (
        "Whoever can reach this computer and has a link can use it. Nothing that is sent is encrypted: use it only in "
        "a network that you trust."
    )
