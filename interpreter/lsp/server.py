"""The handlers of an editor's requests.

Requests are answered in one thread, one after the other. Examples and simulations, which take long, run beside it on a
frozen model. A text is checked when nothing has been typed for a moment.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Protocol

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from interpreter.diagnostics import Rejected
from interpreter.files import resolve
from interpreter.loader import FileSource
from interpreter.lsp.answers import LEGEND, make_completions, make_diagnostic, make_symbols, make_tokens
from interpreter.lsp.places import Ruler, find_path
from interpreter.model import Model
from interpreter.source import Span
from interpreter.workshop import Checkup, Workshop
from interpreter.workshop.completion import complete
from interpreter.workshop.hints import list_hints
from interpreter.workshop.hovering import describe
from interpreter.workshop.limits import at_most, bound_memory
from interpreter.workshop.mending import is_restatable, lay_out, list_mends
from interpreter.workshop.naming import CannotRename, Place, find_definitions, find_references, find_use, rename
from interpreter.workshop.outline import list_folds, list_symbols

DELAY_SECONDS = 0.25
"""The seconds after the last key when a text is checked."""

MOST_SECONDS = 20
"""How long a check may take. The text is then marked as not checked, and is checked again when it has changed."""

START = types.Range(types.Position(0, 0), types.Position(0, 1))

RUN_EXAMPLE, SIMULATE = "groundrules.runExample", "groundrules.simulate"
RESTATE, RESTATING = "groundrules.restateExamples", "restate the game's examples"


class Pointing(Protocol):
    """A question about a place in a text."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class RulesServer(LanguageServer):
    """The server, with the texts that the editor has open."""

    def __init__(self) -> None:
        super().__init__("groundrules", "1", text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.workshop = Workshop()
        self._waiting: asyncio.Task[None] | None = None
        self._addresses: dict[str, Path] = {}
        self._marked: set[str] = set()
        self._stopped: dict[Path, tuple[FileSource, str]] = {}

    @property
    def ruler(self) -> Ruler:
        encoding = self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        return Ruler(encoding, self._addresses)

    # ---- texts

    def take(self, uri: str, delay: float) -> None:
        """Take a text as it is now, and check it soon."""
        self._addresses[uri] = resolve(find_path(uri))
        self.workshop.change(find_path(uri), self.workspace.get_text_document(uri).source)
        self.check_soon(delay)

    def give_back(self, uri: str) -> None:
        """A document is closed. Its file stays open if another document leads to it."""
        path = self._addresses.pop(uri, None)
        if path is not None and path not in self._addresses.values():
            self.workshop.close(path)
        self.check_soon(0)

    def check_soon(self, delay: float) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.ensure_future(self._check_after(delay))

    async def _check_after(self, delay: float) -> None:
        await asyncio.sleep(delay)
        self.mark_all()

    def mark_all(self) -> None:
        """Publish the diagnostics of the open texts and of the files that they need; clear those of other files."""
        checked = {path: self.check(path) for path in self.workshop.open_paths}
        checkups = {path: checkup for path, checkup in checked.items() if checkup is not None}
        found = {
            path: [types.Diagnostic(START, why, types.DiagnosticSeverity.Warning, source="groundrules")]
            for path, (_, why) in self._stopped.items()
            if path in checked.keys() - checkups.keys()
        } | {
            path: [make_diagnostic(each, checkup.source, self.ruler) for each in checkup.own]
            for path, checkup in checkups.items()
        }
        for each in (each for checkup in checkups.values() for each in checkup.diagnostics):
            source = each.span.source if each.span is not None else None
            if isinstance(source, FileSource) and (path := resolve(source.path)) not in checkups:
                found.setdefault(path, []).append(make_diagnostic(each, source, self.ruler))
        shown = {uri: marks for path, marks in found.items() for uri in self.ruler.find_uris(path)}
        for uri, marks in {**{cleared: [] for cleared in self._marked}, **shown}.items():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, marks))
        self._marked = {uri for uri, marks in shown.items() if marks}

    def look_up(self, uri: str) -> Checkup | None:
        """The checkup of an open text, or of a file."""
        return self.check(find_path(uri))

    def check(self, path: Path) -> Checkup | None:
        """The checkup of a text; None if it cannot be read, or its check had to be stopped."""
        path = resolve(path)
        try:
            source = self.workshop.read(path)
            if path in self._stopped and self._stopped[path][0] is source:
                return None
            with at_most(MOST_SECONDS):
                return self.workshop.check(path)
        except Rejected:
            return None
        except (TimeoutError, MemoryError):
            why = "This text takes too long to check, or too much memory. It is checked again when you change it."
        except Exception as error:  # one text must not keep the others from being checked
            why = f"This is a bug in groundrules, not in your text: {error!r}"
        self._stopped[path] = source, why
        self.workshop.forget()
        return None

    def locate(self, place: Place) -> types.Location:
        where = self.ruler.find_range_of(place, self.workshop.read(place.path))
        return types.Location(self.ruler.find_uris(place.path)[0], where)

    def model_of(self, uri: str) -> Model | None:
        sound = self.workshop.find_sound(find_path(uri)) if self.look_up(uri) is not None else None
        return sound.model if sound is not None else None

    def find_place(self, params: Pointing) -> tuple[Checkup, Path, int] | None:
        """The text, the file, and the character that are asked about."""
        checkup = self.look_up(params.text_document.uri)
        if checkup is None:
            return None
        return checkup, find_path(params.text_document.uri), self.ruler.find_offset(checkup.source, params.position)


server = RulesServer()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def _opened(params: types.DidOpenTextDocumentParams) -> None:
    server.take(params.text_document.uri, 0)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def _changed(params: types.DidChangeTextDocumentParams) -> None:
    server.take(params.text_document.uri, DELAY_SECONDS)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def _closed(params: types.DidCloseTextDocumentParams) -> None:
    server.give_back(params.text_document.uri)


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def _files_changed(_: object) -> None:
    server.check_soon(0)


# ---- looking


@server.feature(types.TEXT_DOCUMENT_HOVER)
def _hover(params: types.HoverParams) -> types.Hover | None:
    at = server.find_place(params)
    found = describe(server.workshop, at[1], at[2]) if at is not None else None
    if found is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.text), server.ruler.find_range(found.span))


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def _definition(params: types.DefinitionParams) -> list[types.Location]:
    at = server.find_place(params)
    places = (server.ruler.find_location(each) for each in find_definitions(at[0], at[2])) if at is not None else ()
    return [each for each in places if each is not None]


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def _references(params: types.ReferenceParams) -> list[types.Location]:
    at = server.find_place(params)
    return [server.locate(each) for each in find_references(server.workshop, at[1], at[2])] if at is not None else []


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def _highlights(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    at = server.find_place(params)
    use = find_use(at[0], at[2]) if at is not None else None
    if at is None or use is None:
        return []
    here = (each for each in at[0].uses if each.declared == use.declared and each.name == use.name)
    return [types.DocumentHighlight(server.ruler.find_range(each.span)) for each in here]


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def _symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    checkup = server.look_up(params.text_document.uri)
    return make_symbols(list_symbols(checkup), server.ruler) if checkup is not None else []


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def _folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    checkup = server.look_up(params.text_document.uri)
    return [types.FoldingRange(first - 1, last - 1) for first, last in list_folds(checkup)] if checkup else []


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
def _tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
    checkup = server.look_up(params.text_document.uri)
    return types.SemanticTokens(make_tokens(checkup, server.ruler) if checkup is not None else [])


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def _hints(params: types.InlayHintParams) -> list[types.InlayHint]:
    checkup = server.look_up(params.text_document.uri)
    if checkup is None:
        return []
    places = (
        (server.ruler.find_position(checkup.source, each.offset), each.text)
        for each in list_hints(server.workshop, checkup.source.path)
    )
    shown = params.range
    return [
        types.InlayHint(place, text, padding_left=True)
        for place, text in places
        if shown.start.line <= place.line <= shown.end.line
    ]


# ---- writing


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", '"', "["]))
def _completions(params: types.CompletionParams) -> types.CompletionList:
    at = server.find_place(params)
    if at is None:
        return types.CompletionList(is_incomplete=False, items=[])
    found = complete(server.workshop, at[1], at[2])
    return make_completions(found.offered, server.ruler.find_range(Span(at[0].source, found.start, at[2])))


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def _prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
    at = server.find_place(params)
    use = find_use(at[0], at[2]) if at is not None else None
    return server.ruler.find_range(use.span) if use is not None else None


@server.feature(types.TEXT_DOCUMENT_RENAME)
def _rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
    at = server.find_place(params)
    if at is None:
        return None
    try:
        edits = rename(server.workshop, at[1], at[2], params.new_name)
    except CannotRename as refusal:
        server.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(refusal)))
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for each in edits:
        location = server.locate(each.place)
        changes.setdefault(location.uri, []).append(types.TextEdit(location.range, each.text))
    return types.WorkspaceEdit(changes)


@server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
def _code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
    checkup = server.look_up(params.text_document.uri)
    if checkup is None:
        return []
    start, end = (server.ruler.find_offset(checkup.source, each) for each in (params.range.start, params.range.end))
    actions = []
    for mend in list_mends(checkup, start, end):
        where = server.locate(mend.edit.place)
        edit = types.WorkspaceEdit({where.uri: [types.TextEdit(where.range, mend.edit.text)]})
        mended = [make_diagnostic(mend.diagnostic, checkup.source, server.ruler)]
        kind = types.CodeActionKind.QuickFix
        actions.append(types.CodeAction(mend.title, kind, mended, is_preferred=True, edit=edit))
    if is_restatable(checkup, start, end):
        command = types.Command(RESTATING, RESTATE, arguments=[params.text_document.uri])
        actions.append(types.CodeAction(RESTATING, types.CodeActionKind.RefactorRewrite, command=command))
    return actions


@server.command(RESTATE)
async def _restate(uri: str) -> dict[str, object] | None:
    from interpreter.workshop.trying import restate

    restated = restate(server.workshop, find_path(uri)) if server.look_up(uri) is not None else None
    if restated is None:
        return None
    if restated.edit is not None:
        where = server.locate(restated.edit.place)
        edit = types.WorkspaceEdit({where.uri: [types.TextEdit(where.range, restated.edit.text)]})
        await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, RESTATING))
    if restated.edit is None or restated.advice:
        said = "\n".join(restated.advice) or "every example of the game shows what it did"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, said))
    return {"changed": restated.edit is not None, "advice": restated.advice}


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def _format(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    checkup = server.look_up(params.text_document.uri)
    text = lay_out(checkup) if checkup is not None else None
    if checkup is None or text is None:
        return None
    return [types.TextEdit(server.ruler.find_range(Span(checkup.source, 0, len(checkup.source.text))), text)]


# ---- trying out


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def _lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
    uri, checkup = params.text_document.uri, server.look_up(params.text_document.uri)
    if checkup is None or not checkup.is_sound:
        return []
    lenses = []
    for symbol in list_symbols(checkup):
        where = server.ruler.find_range(symbol.at)
        if symbol.word == "example":
            command = types.Command("run example", RUN_EXAMPLE, arguments=[uri, symbol.name])
            lenses.append(types.CodeLens(where, command))
        elif symbol.word in ("game", "house_rules"):
            lenses.append(types.CodeLens(where, types.Command("simulate", SIMULATE, arguments=[uri])))
    return lenses


@server.command(RUN_EXAMPLE)
async def _run_example(uri: str, title: str) -> dict[str, object] | None:
    from interpreter.workshop.trying import try_example

    model = server.model_of(uri)
    trial = await asyncio.to_thread(try_example, model, title) if model is not None else None
    if trial is None:
        return None
    kind = types.MessageType.Info if trial.passed else types.MessageType.Error
    said = f'"{title}" passed' if trial.passed else "\n\n".join(trial.failures)
    server.window_show_message(types.ShowMessageParams(kind, said))
    return {"passed": trial.passed, "failures": trial.failures, "events": trial.events}


@server.command(SIMULATE)
async def _simulate(uri: str) -> dict[str, object] | None:
    from interpreter.workshop.trying import GAMES, sample_measures

    model = server.model_of(uri)
    if model is None:
        return None
    lines = await asyncio.to_thread(sample_measures, model)
    said = "\n".join([f"{GAMES:,} games of {model.title}:", *lines])
    server.window_show_message(types.ShowMessageParams(types.MessageType.Info, said))
    return {"games": GAMES, "measures": lines}


def serve() -> None:
    """Answer an editor on standard input and output, until it says that it is enough."""
    bound_memory()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as own:  # which is closed at the end, and no other
        server.start_io(stdout=own)
