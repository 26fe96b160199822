"""House rules written from an empty file with nothing but what the workshop offers, shows and mends."""

from __future__ import annotations

from pathlib import Path

from interpreter.workshop.completion import complete
from interpreter.workshop.hovering import describe
from interpreter.workshop.mending import lay_out, list_mends
from interpreter.workshop.naming import apply_edits
from tests.support.desk import Desk, small_desk


class Writer:
    """Somebody who writes in one file: names and words only if they are offered, else only what he makes up himself."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name, self.text = desk, name, ""
        self.path = desk.write(name, "")

    def make_up(self, text: str) -> None:
        """Signs, numbers, a new name or a text, which nobody else can know."""
        self.text += text
        self.desk.write(self.name, self.text)

    def take(self, *words: str) -> None:
        """Words one after the other, each of which is offered where it comes, with a letter of it typed, too."""
        for word in words:
            for begun in ("", word[0]):
                self.desk.write(self.name, self.text + begun)
                offered = complete(self.desk.workshop, self.path, len(self.text + begun))
                assert offered.start == len(self.text)
                assert word in [each.text for each in offered.offered], (word, self.text)
            self.make_up(word + " ")

    def read(self, marked: str) -> str:
        found = describe(self.desk.workshop, *self.desk.find(self.name, marked))
        assert found is not None
        return found.text

    def mend(self) -> None:
        """Take the first mend that is offered anywhere."""
        mends = list_mends(self.desk.workshop.check(self.path), 0, len(self.text))
        self.text = apply_edits(self.text, [mends[0].edit])
        self.desk.write(self.name, self.text)


def test_a_house_rule_from_an_empty_file(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    writer = Writer(desk, "low.rules")
    writer.take("house_rules")
    writer.make_up('low "Low throws count" ')
    writer.take("for", "small")
    writer.make_up("\n\n")
    writer.take("change", "table", "hits")
    assert "| 2..6 | out | 15/36 | 41.67% |" in writer.read("change table ^hits")
    writer.make_up("\n  ")
    writer.take("2")
    writer.text = writer.text.rstrip()
    writer.make_up("..6 : ")
    writer.take("hit", "for", "thrower")
    writer.text = writer.text.rstrip() + "\n"
    desk.write("low.rules", writer.text)
    assert [each.code for each in desk.workshop.check(writer.path).own] == ["house-was-missing"]
    writer.mend()
    assert desk.workshop.check(writer.path).own == ()
    assert "| 2..6 | hit for thrower | 15/36 | 41.67% | low |" in writer.read("change table ^hits")
    laid_out = lay_out(desk.workshop.check(writer.path))
    assert laid_out == (
        'house_rules low "Low throws count" for small\n\nchange table hits\n  2..6 : hit for thrower was out\n'
    )
