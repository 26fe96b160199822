"""An editor that talks to the language server over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATIENCE = 60
"""The seconds after which the server will say no more: many, for machines that have much to do."""

SERVER = (sys.executable, "-m", "interpreter", "lsp")


class Editor(LanguageClient):
    """Keeps what the server said last of each file, and every message for the user, and the edits last asked for."""

    def __init__(self) -> None:
        super().__init__("an-editor", "1")
        self.marks: dict[str, list[types.Diagnostic]] = {}
        self.messages: list[str] = []
        self.edits: dict[Path, list[types.TextEdit]] = {}
        self._said = asyncio.Condition()
        self._versions: dict[str, int] = {}
        self._rounds: dict[str, int] = {}

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def take(params: types.PublishDiagnosticsParams) -> None:
            await self._take_marks(params)

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            found = (params.edit.changes or {}).items()
            self.edits = {Path(uri.removeprefix("file://")): list(edits) for uri, edits in found}
            return types.ApplyWorkspaceEditResult(applied=True)

    async def _take_marks(self, params: types.PublishDiagnosticsParams) -> None:
        async with self._said:
            self.marks[params.uri] = list(params.diagnostics)
            self._rounds[params.uri] = self._rounds.get(params.uri, 0) + 1
            self._said.notify_all()

    async def write(self, place: Path | str, text: str) -> list[types.Diagnostic]:
        """Open a text, or change it to this; gives what the server says of it, under the very address."""
        uri = place if isinstance(place, str) else place.as_uri()
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        before = self._rounds.get(uri, 0)
        if version == 1:
            item = types.TextDocumentItem(uri, "groundrules", version, text)
            self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        else:
            identifier = types.VersionedTextDocumentIdentifier(version, uri)
            change = types.TextDocumentContentChangeWholeDocument(text)
            self.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        async with self._said:
            await asyncio.wait_for(self._said.wait_for(lambda: self._rounds.get(uri, 0) > before), PATIENCE)
        return self.marks[uri]


@asynccontextmanager
async def editing(folder: Path, command: Sequence[str] = SERVER) -> AsyncIterator[Editor]:
    """An editor with a server of its own, working in a folder. The server ends without an error."""
    editor = Editor()
    await editor.start_io(*command)
    server = editor._server
    assert server is not None
    about = types.InitializeParams(types.ClientCapabilities(), root_uri=folder.as_uri())
    await editor.initialize_async(about)
    editor.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        await editor.shutdown_async(None)
        editor.exit(None)
        ended = await asyncio.wait_for(server.wait(), PATIENCE)
        await editor.stop()
    assert ended == 0


def position(text: str, marked: str) -> types.Position:
    """The place of `^` in some part of a text that occurs once, for characters that are one unit each."""
    part = marked.replace("^", "")
    assert text.count(part) == 1, part
    offset = text.index(part) + marked.index("^")
    return types.Position(text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1))
