"""The whole window: the table, what has happened, the question with its answers, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.cli.terminal.drawing.arranging import draw_table
from interpreter.cli.terminal.drawing.canvas import ACCENT, CHOSEN, DIM, STRONG, Canvas, draw_words, stack
from interpreter.cli.terminal.drawing.things import GAP, Data, Pen
from interpreter.data_classes import dataclass
from interpreter.diagnostics.rendering import measure_width

BROAD, SIDE_COLUMNS = 110, 44
"""From this number of columns, the play-by-play and the question stand at the right, at most this wide."""

FEWEST_COLUMNS, FEWEST_LINES = 24, 8
TOO_SMALL = "This window is too small for the table. Make it larger; `q` leaves."

NEWS, MOST_NEWS = 2, 8
"""The lines of the play-by-play under the table: at least in a window of 24 lines, and at most."""

Story = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Asked:
    """What is asked: the question, and each answer's number (empty if it is typed), name, and what it means; which of
    them is chosen, or, where answers are some dice or cards, which of these are held; and the reply to what was typed.
    """

    text: str
    offers: tuple[tuple[str, str, str], ...] = ()
    chosen: int = 0
    held: frozenset[str] | None = None
    reply: str = ""


def draw_page(title: str, scene: Data, asked: Asked, story: Story, width: int, height: int) -> Canvas:
    """The window but for its last line. `story` is the play-by-play, each line with its style."""
    if width < FEWEST_COLUMNS or height < FEWEST_LINES:
        return draw_words(TOO_SMALL, width)
    page, column = Canvas(), min(SIDE_COLUMNS, width // 4) if width >= BROAD else 0
    page.put(0, 0, title if measure_width(title) <= width else title.split(",")[0][:width], STRONG)
    if column:
        _put_beside(page, scene, asked, story, (width, height), column)
    else:
        _put_below(page, scene, asked, story, (width, height))
    return page


def _draw_question(asked: Asked, width: int) -> Canvas:
    reply = [draw_words(asked.reply, width, "yellow")] if asked.reply else []
    return stack([draw_words(asked.text, width, STRONG), *reply])


def _put_beside(page: Canvas, scene: Data, asked: Asked, story: Story, size: tuple[int, int], column: int) -> None:
    """The table at the left, and at the right the play-by-play over the question."""
    (width, height), question = size, _draw_question(asked, column)
    pen = _make_pen(scene, asked, width - column - len(GAP))
    table = draw_table(scene, pen, height - 2)
    answers, note = draw_answers(asked, scene, table.acts, column, height - 2 - question.height)
    rule = height - question.height - answers.height - 1
    lines = _draw_story(story, column, rule - 1)
    for y in range(1, height):
        page.put(pen.width + 1, y, "│", DIM)
    page.put(pen.width + 1, rule, "├" + "─" * (column + 1 - len(note)) + note, DIM)
    for part, x, y in (
        (table, (pen.width - table.width) // 2, 1 + (height - 1 - table.height) // 2),
        (lines, width - column, rule - lines.height),
        (question, width - column, rule + 1),
        (answers, width - column, rule + 1 + question.height),
    ):
        page.paste(part, x, y)


def _put_below(page: Canvas, scene: Data, asked: Asked, story: Story, size: tuple[int, int]) -> None:
    """The table, and under it the play-by-play and the question."""
    (width, height), question = size, _draw_question(asked, size[0])
    pen, news = _make_pen(scene, asked, width), NEWS if height >= 20 else 1
    free = height - 2 - question.height
    table = draw_table(scene, pen, free - 1 - news)
    most = max(2, free // 3, free - news - table.height)
    answers, note = draw_answers(asked, scene, table.acts, width, most)
    if table.height + answers.height + news > free:
        table = draw_table(scene, pen, free - answers.height - news)
        answers, note = draw_answers(asked, scene, table.acts, width, free - news - table.height)
    room = free - answers.height
    lines = _draw_story(story, width, min(room - table.height, MOST_NEWS))
    page.paste(lines, 0, 1 + room - lines.height)
    page.paste(table, (width - table.width) // 2, 1 + (room - table.height - lines.height) // 2)
    page.put(0, 1 + room, "─" * (width - len(note)) + note, DIM)
    page.paste(question, 0, 2 + room)
    page.paste(answers, 0, 2 + room + question.height)


def _make_pen(scene: Data, asked: Asked, width: int) -> Pen:
    """What clicks and digits do: with a thing that is one answer alone, or is typed as one, or that can be held."""
    answers, offered = scene.get("answers", ()), dict[str, int]()
    chosen = answers[asked.chosen] if 0 <= asked.chosen < len(answers) else {"on": (), "say": ""}
    if asked.held is not None:
        held = {name: str(at) for at, name in enumerate(list_holdable(scene), 1)}
        digits = {name: digit for name, digit in held.items() if len(digit) == 1}
        return Pen(width, {name: f"hold {name}" for name in held}, digits, asked.held, scene["seats"])
    for at, answer in enumerate(answers):
        offered |= {answer["say"]: at} | ({answer["on"][0]: at} if len(answer["on"]) == 1 else {})
    acts = {name: f"answer {at}" for name, at in offered.items()}
    digits = {name: asked.offers[at][0] for name, at in offered.items() if at < len(asked.offers)}
    marked = frozenset({*chosen["on"], *chosen.get("with", ()), chosen["say"]} - {""})
    return Pen(width, acts, digits, marked, scene["seats"])


def list_holdable(scene: Data) -> list[str]:
    """The dice or cards of which each answer is some, in order; none where answers are of one each."""
    answers, takes = scene.get("answers", ()), scene.get("takes", {"max": 1})
    if takes["max"] < 2 or "noun" in takes or sum(not each["on"] for each in answers) > 1:
        return []
    used = {name for each in answers for name in each["on"]}
    for thing in scene["things"]:
        names = [each["id"] for each in (*thing.get("dice", ()), *thing.get("cards", ()))]
        if used and used <= set(names):
            return names
    return []


def find_answer(scene: Data, held: frozenset[str]) -> int:
    """The answer that is these dice or cards, or others that show the same; -1 if there is none."""
    things = [each for thing in scene["things"] for each in (*thing.get("dice", ()), *thing.get("cards", ()))]
    shown = {each["id"]: str(each.get("face", each.get("name"))) for each in things}
    sought = sorted(shown[name] for name in held)
    alike = (at for at, each in enumerate(scene["answers"]) if sorted(shown[one] for one in each["on"]) == sought)
    return next(alike, -1)


def _draw_story(story: Story, width: int, height: int) -> Canvas:
    """The last lines of the play-by-play."""
    lines: list[Canvas] = []
    for text, style in reversed(story):
        words = draw_words(text, width, style)
        if sum(each.height for each in lines) + words.height > height:
            break
        lines.insert(0, words)
    return stack(lines)


# ---- answers


def draw_answers(asked: Asked, scene: Data, drawn: set[str], width: int, most: int) -> tuple[Canvas, str]:
    """The answers that are not drawn on the table, and the chosen one, in as many lines as they may have; and which of
    them are in sight, if not all are."""
    listed = [at for at in range(len(asked.offers)) if f"answer {at}" not in drawn or at == asked.chosen]
    if asked.held is not None:
        name = asked.offers[asked.chosen][1] if asked.chosen >= 0 else "these are no answer"
        words = f"{name}   (digits hold and put back)"
        return draw_words(words, width, ACCENT).restyle("", f"answer {asked.chosen}" * (asked.chosen >= 0)), ""
    briefs = [answer["brief"] for answer in scene.get("answers", ())]
    full = [_draw_answer(asked, at, asked.offers[at][1], asked.offers[at][2]) for at in listed]
    if all(each.width <= width for each in full) and len(full) <= most and any(label for _, _, label in asked.offers):
        return stack(full), ""
    names = [name for _, name, _ in asked.offers]
    short = [briefs[at] if at < len(briefs) and len(briefs[at]) < 4 else names[at] for at in listed]
    cells = [_draw_answer(asked, at, text, "") for at, text in zip(listed, short, strict=True)]
    column = max((each.width for each in cells), default=0) + 2
    columns = max((width + 2) // column, 1)
    if sum(each.width + 2 for each in cells) <= width + 2:
        return _lay_cells(cells, len(cells), 0), ""
    if column - 2 > width:
        cells = [_draw_answer(asked, at, text, "", width) for at, text in zip(listed, short, strict=True)]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    chosen = listed.index(asked.chosen) // columns if asked.chosen in listed else 0
    first, last = chosen, chosen + 1
    while first > 0 or last < len(rows):
        after = last < len(rows) and (last - chosen <= chosen - first or first == 0)
        grown = (first, last + 1) if after else (first - 1, last)
        if sum(max(each.height for each in row) for row in rows[slice(*grown)]) > most:
            break
        first, last = grown
    seen = [each for row in rows[first:last] for each in row]
    start = first * columns
    note = f" {start + 1} to {start + len(seen)} of {len(cells)}"
    note += ": the arrows show more" * (width > len(note) + 30)
    return _lay_cells(seen, columns, column), note if len(seen) < len(cells) else ""


def _lay_cells(cells: Sequence[Canvas], columns: int, wide: int) -> Canvas:
    canvas, x, y = Canvas(), 0, 0
    for at, cell in enumerate(cells):
        if at and at % columns == 0:
            x, y = 0, canvas.height
        canvas.paste(cell, x, y)
        x += wide or cell.width + 2
    return canvas


def _draw_answer(asked: Asked, at: int, name: str, label: str, width: int = 0) -> Canvas:
    number, act = asked.offers[at][0], f"answer {at}"
    style = CHOSEN if at == asked.chosen else ""
    if width:
        return draw_words(f"{number} {name}".strip(), width, style).restyle("", act)
    canvas = Canvas()
    x = canvas.put(0, 0, f"{number} " if number else "", style or ACCENT, act)
    x = canvas.put(x, 0, name, style, act)
    canvas.put(x + 2, 0, label, DIM, act)
    return canvas


# ---- keys


def draw_keys(keys: Sequence[tuple[str, str]], width: int) -> Canvas:
    """What keys do, the most important first: those that have room, and always the last."""
    canvas, x = Canvas(), 0
    *others, last = keys
    end = sum(map(measure_width, last)) + 1
    for key, about in [*others, last]:
        wide = measure_width(key) + measure_width(about) + 1
        if (key, about) != last and x + wide + 2 + end > width:
            continue
        canvas.put(x, 0, key, ACCENT, f"key {key}")
        x = 2 + canvas.put(x + measure_width(key) + 1, 0, about, DIM, f"key {key}")
    return canvas
