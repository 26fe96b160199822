"""The language server as editors meet it: over its standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types

from interpreter.lsp import server
from interpreter.lsp.places import Ruler, find_path
from interpreter.lsp.server import RESTATE, RUN_EXAMPLE, SIMULATE
from interpreter.source import Source, Sources
from interpreter.workshop import texts
from tests.support.desk import GAME, LIBRARY
from tests.support.editor import Editor, editing, position


def edit(folder: Path, session: Callable[[Editor, Path], Awaitable[None]]) -> None:
    """A session with the small game and its library in a folder."""
    (folder / "library").mkdir()
    (folder / "library/turns.rules").write_text(LIBRARY, encoding="utf-8")
    (folder / "small.rules").write_text(GAME, encoding="utf-8")

    async def run() -> None:
        async with editing(folder) as editor:
            await session(editor, folder / "small.rules")

    asyncio.run(run())


def test_a_mistake_is_marked_explained_and_mended(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        assert await editor.write(path, GAME) == []
        wrong = GAME.replace("do hits(mover)", "do hitz(mover)")
        (mark,) = await editor.write(path, wrong)
        assert mark.code == "unknown-name"
        assert mark.range.start == position(wrong, "do ^hitz")
        assert "did you mean `hits`?" in mark.message
        assert mark.code_description is not None
        assert mark.code_description.href.endswith("grammar/diagnostics/unknown-name.md")
        document = types.TextDocumentIdentifier(path.as_uri())
        asked = types.CodeActionParams(document, mark.range, types.CodeActionContext([mark]))
        actions = await editor.text_document_code_action_async(asked)
        assert actions is not None
        (action,) = actions
        assert isinstance(action, types.CodeAction)
        assert action.title == "write `hits`"
        assert action.edit is not None
        assert action.edit.changes is not None
        (change,) = action.edit.changes[path.as_uri()]
        assert (change.range, change.new_text) == (mark.range, "hits")
        assert await editor.write(path, GAME) == []

    edit(tmp_path, session)


def test_a_mistake_in_a_library_is_marked_in_its_own_file_and_cleared(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        library = path.parent / "library/turns.rules"
        await editor.write(path, GAME)
        (mark,) = await editor.write(library, LIBRARY.replace(": turn", ": turning"))
        assert mark.code == "unknown-name"
        assert editor.marks[path.as_uri()] == []
        assert await editor.write(library, LIBRARY) == []

    edit(tmp_path, session)


def test_what_an_editor_asks_about_a_name_is_answered(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        await editor.write(path, GAME)
        document = types.TextDocumentIdentifier(path.as_uri())
        here = position(GAME, "do h^its(mover)")
        hover = await editor.text_document_hover_async(types.HoverParams(document, here))
        assert hover is not None
        assert "15/36" in str(hover.contents)
        places = await editor.text_document_definition_async(types.DefinitionParams(document, here))
        assert isinstance(places, list)
        assert [each.range.start for each in places if isinstance(each, types.Location)] == [
            position(GAME, "table ^hits")
        ]
        context = types.ReferenceContext(include_declaration=True)
        found = await editor.text_document_references_async(types.ReferenceParams(context, document, here))
        assert found is not None
        assert len(found) == 2
        lit = await editor.text_document_document_highlight_async(types.DocumentHighlightParams(document, here))
        assert lit is not None
        assert len(lit) == 2
        renamed = await editor.text_document_rename_async(types.RenameParams(document, here, "blows"))
        assert renamed is not None
        assert renamed.changes is not None
        assert [each.new_text for each in renamed.changes[path.as_uri()]] == ["blows", "blows"]
        assert await editor.text_document_rename_async(types.RenameParams(document, here, "out")) is None
        assert "declared twice" in editor.messages[-1]

    edit(tmp_path, session)


def test_what_an_editor_shows_of_a_text_is_there(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        await editor.write(path, GAME)
        document = types.TextDocumentIdentifier(path.as_uri())
        symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert symbols is not None
        assert {each.name for each in symbols} >= {"hits", "a hit", "turn"}
        folds = await editor.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert folds
        tokens = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert min(tokens.data) >= 0
        whole = types.Range(types.Position(0, 0), types.Position(100, 0))
        hints = await editor.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert hints is not None
        assert [each.label for each in hints] == ["15/36", "21/36"]
        edits = await editor.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        )
        assert edits is not None
        assert "2..6  : out" in edits[0].new_text
        offered = await editor.text_document_completion_async(
            types.CompletionParams(document, position(GAME, "  do ^hits(mover)"))
        )
        assert isinstance(offered, types.CompletionList)
        assert [each.label for each in offered.items] == ["hits"]

    edit(tmp_path, session)


def test_examples_are_run_and_games_simulated_by_a_click(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        measured = GAME + "\nmeasure points per player = score of player\n"
        wrong = measured.replace("player_1 is 7", "player_1 is 8")
        assert await editor.write(path, wrong) == []
        document = types.TextDocumentIdentifier(path.as_uri())
        lenses = await editor.text_document_code_lens_async(types.CodeLensParams(document))
        assert lenses is not None
        commands = {each.command.title: each.command for each in lenses if each.command is not None}
        assert set(commands) == {"run example", "simulate"}
        assert commands["run example"].command == RUN_EXAMPLE
        run = types.ExecuteCommandParams(RUN_EXAMPLE, commands["run example"].arguments)
        result = await editor.workspace_execute_command_async(run)
        assert result["passed"] is False
        assert "score of player_1 is 8" in editor.messages[-1]
        await editor.write(path, measured)
        result = await editor.workspace_execute_command_async(run)
        assert result["passed"] is True
        result = await editor.workspace_execute_command_async(
            types.ExecuteCommandParams(SIMULATE, commands["simulate"].arguments)
        )
        assert result["measures"][0].startswith("points ")

    edit(tmp_path, session)


def test_house_rules_say_what_the_games_examples_show_under_them(tmp_path: Path) -> None:
    house = 'house_rules low "Low" for small\n\nchange table hits\n  7..12 : out was hit for thrower\n'

    async def session(editor: Editor, path: Path) -> None:
        low = path.parent / "low.rules"
        await editor.write(path, GAME)
        assert await editor.write(low, house) == []
        document = types.TextDocumentIdentifier(low.as_uri())
        here = types.Range(position(house, "^low"), position(house, "^low"))
        asked = types.CodeActionParams(document, here, types.CodeActionContext([]))
        actions = await editor.text_document_code_action_async(asked)
        assert actions is not None
        assert [each.title for each in actions] == ["restate the game's examples"]
        run = types.ExecuteCommandParams(RESTATE, [low.as_uri()])
        assert (await editor.workspace_execute_command_async(run))["changed"]
        (change,) = editor.edits[low]
        text = house + change.new_text
        assert text.endswith('\nchange example "a hit"\n  then  score of player_1 is 0\n')
        await editor.write(low, text)
        assert not (await editor.workspace_execute_command_async(run))["changed"]
        assert editor.messages[-1] == "every example of the game shows what it did"
        toml = path.parent / "low.toml"
        rows = '[tables.hits]\n"7..12" = { was = "hit for thrower", now = "out" }\n'
        await editor.write(toml, f'house_rules = "low"\ntitle = "Low"\nfor = "small"\n\n{rows}')
        await editor.workspace_execute_command_async(types.ExecuteCommandParams(RESTATE, [toml.as_uri()]))
        assert 'change example "a hit"' in editor.edits[toml][0].new_text

    edit(tmp_path, session)


def test_no_text_ends_the_server(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        for text in ("", "\0", "game", 'game x "X"\n', "\u2028\r\n\t\N{GAME DIE}", "x" * 10_000):
            assert await editor.write(path, text)
            document = types.TextDocumentIdentifier(path.as_uri())
            start = types.Position(0, 0)
            await editor.text_document_hover_async(types.HoverParams(document, start))
            await editor.text_document_completion_async(types.CompletionParams(document, types.Position(5, 5)))
            await editor.text_document_document_symbol_async(types.DocumentSymbolParams(document))
            await editor.text_document_code_lens_async(types.CodeLensParams(document))
            tokens = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
            assert tokens is not None
            assert not tokens.data
        assert await editor.write(path, GAME) == []

    edit(tmp_path, session)


def test_marks_come_under_the_address_that_was_opened(tmp_path: Path) -> None:
    async def session(editor: Editor, path: Path) -> None:
        (path.parent / "link.rules").symlink_to(path)
        (path.parent / "loop.rules").symlink_to(path.parent / "loop.rules")
        folder = f"file://{path.parent}"
        for uri in ("untitled:Untitled-1", f"{folder}/a [b] (c).rules", f"{folder}/link.rules", f"{folder}/loop.rules"):
            (mark,) = await editor.write(uri, WRONG)
            assert mark.code == "unknown-name"
            asked = types.ReferenceParams(
                types.ReferenceContext(True), types.TextDocumentIdentifier(uri), position(WRONG, "phase ^game")
            )
            (found,) = await editor.text_document_references_async(asked) or ()
            assert found.uri == uri
        assert await editor.write(path, WRONG) == editor.marks[f"{folder}/link.rules"]

    edit(tmp_path, session)


@pytest.mark.parametrize("error", [None, MemoryError, KeyError])
def test_a_text_that_takes_too_much_is_marked_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception] | None
) -> None:
    asked, marks = server.RulesServer(), {}
    publish = "text_document_publish_diagnostics"
    monkeypatch.setattr(asked, publish, lambda each: marks.update({each.uri: each.diagnostics}))
    monkeypatch.setattr(server.RulesServer, "ruler", Ruler())
    bad, good = tmp_path / "bad.rules", tmp_path / "good.rules"

    def take_too_much(sources: Sources) -> None:
        while error is None:
            pass
        raise error

    asked.workshop.change(bad, f"# {error}, and not checked before\n{GAME}")
    with monkeypatch.context() as patch:
        if error is None:
            patch.setattr(server, "MOST_SECONDS", 0.01)
        patch.setattr(texts, "check_game", take_too_much)
        asked.mark_all()
    asked.workshop.change(good, WRONG)
    asked.mark_all()
    assert [each.code for each in marks[bad.as_uri()]] == [None]
    assert [each.code for each in marks[good.as_uri()]] == ["unknown-name"]
    asked.workshop.change(bad, GAME.replace("  use turns\n", ""))
    asked.mark_all()
    assert marks[bad.as_uri()][0].code


WRONG = 'game g "G"\n\nplayers 1\n\ndice d = 1d6\n\nphase game\n  roll e\n'

TEXT = "# caf\u00e9 \N{GAME DIE} x\nsecond\n"


@pytest.mark.parametrize(
    ("encoding", "units"),
    [
        (types.PositionEncodingKind.Utf8, 12),
        (types.PositionEncodingKind.Utf16, 9),
        (types.PositionEncodingKind.Utf32, 8),
    ],
)
def test_places_are_counted_as_the_editor_counts(encoding: types.PositionEncodingKind, units: int) -> None:
    source, ruler = Source("a.rules", TEXT), Ruler(encoding)
    offset = TEXT.index(" x")
    assert ruler.find_position(source, offset) == types.Position(0, units)
    for at in range(len(TEXT)):
        assert ruler.find_offset(source, ruler.find_position(source, at)) == at
    assert ruler.find_offset(source, types.Position(0, 99)) == TEXT.index("\n")
    assert ruler.find_offset(source, types.Position(99, 0)) == len(TEXT)


def test_a_text_that_is_in_no_file_has_a_path_of_its_own() -> None:
    assert find_path("untitled:Untitled-1") != find_path("untitled:Untitled-2")
    assert find_path("file:///a/b.rules") == Path("/a/b.rules")
