"""Syntax trees of every shape, for property tests: what the parser could have made of some text.

Values are built level by level as the grammar has them, so that no parentheses are missing. Names mean nothing;
such trees are for printing and parsing, not for checking.
"""

from __future__ import annotations

from itertools import chain

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from interpreter import syntax
from interpreter.characters import UNSEEN
from interpreter.formatter import format_node

NAMES = ["a", "b", "left_of", "first", "game", "table", "count_of", "größe", "x2", "start", "given"]
NAMES += ["lesser", "right"]
"""Names that are words of the language elsewhere are tried one by one in the tests of the parser: `a of next in b`
reads otherwise than it was made."""
PREPOSITIONS = ["by", "for", "to", "from", "at", "on", "against"]


ORDERED = st.sampled_from(["sum", "highest", "lowest"])


def maybe(strategy: SearchStrategy) -> SearchStrategy:
    return st.none() | strategy


def several(strategy: SearchStrategy, most: int = 3, least: int = 1) -> SearchStrategy:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


names = st.sampled_from(NAMES).map(syntax.Name)
called = st.sampled_from([name for name in NAMES if name not in ("game", "table")]).map(syntax.Name)
"""What can be called. `game of` and the like are fine, but `game over` would read as a declaration gone astray."""
letters = st.characters(codec="utf-8", exclude_characters='"', exclude_categories=["C", "Z"])
texts = st.text(letters, max_size=8).filter(lambda text: not UNSEEN.search(text))
texts = (texts | st.sampled_from(["", "It is {a}.", "# not a comment", " two  spaces "])).map(syntax.Text)
templates = texts.filter(lambda text: not set("{}") & set(text.text)).map(
    lambda text: syntax.Template(text.text, (text.text,), ())
)
numbers = st.integers(0, 99)
number = numbers.map(syntax.Number)
ids = st.sampled_from(["AB-1", "AB-O2", "X9-03"])
id_ranges = several(st.builds(syntax.IdRange, ids, maybe(ids)))
cites = st.builds(syntax.Cite, texts, id_ranges | st.just(())) | st.builds(syntax.Cite, st.none(), id_ranges)
marks = several(cites | st.builds(syntax.Open, id_ranges), most=2, least=0)


# ---- values, tightest first

leaves = st.one_of(
    number,
    st.booleans().map(syntax.YesNo),
    st.just(syntax.Nobody()),
    names.map(syntax.Everything),
    names.map(lambda name: syntax.Reference(name.text)),
    st.builds(syntax.Column, names, names),
)
patterns = st.one_of(
    several(numbers, least=2).map(syntax.Faces),
    numbers.map(syntax.OrMore),
    numbers.map(syntax.OrLess),
    st.just(syntax.Anything()),
    texts.map(syntax.Quoted),
)


def keep_from_in(value: syntax.Expression) -> syntax.Expression:
    """In parentheses where a name with `in` behind it would be a word of the language: going round a set."""
    return syntax.Grouped(value) if format_node(value).split()[-1] in ("next", "last") else value


def keep_from_or(value: syntax.Expression) -> syntax.Expression:
    """In parentheses where `or` before it would say that something may be nothing."""
    return syntax.Grouped(value) if format_node(value).startswith("none") else value


def make_compared(comparator: str, left: syntax.Expression, right: syntax.Expression) -> syntax.Compared:
    return syntax.Compared(comparator, keep_from_in(left) if comparator == "in" else left, right)


def make_key(value: syntax.Expression, within: syntax.Expression | None) -> syntax.Key:
    """With parentheses where a name with `by` or the like behind it would begin `the ... in ...`."""
    if within is None:
        return syntax.Key(value, None)
    is_named_the = format_node(within).split()[-1] == "the"
    return syntax.Key(keep_from_in(value), syntax.Grouped(within) if is_named_the else within)


def larger(values: SearchStrategy) -> SearchStrategy:
    """Values with the given ones inside, at every level of the grammar."""
    many = number | names.map(lambda name: syntax.Reference(name.text)) | values.map(syntax.Grouped)
    tops = st.builds(syntax.TopOf, maybe(many), names, maybe(leaves))
    bare = leaves | tops | st.builds(syntax.Of, names, leaves)
    bare = bare | st.builds(syntax.Applied, names, several(values, most=2))
    bare = bare | st.builds(syntax.Column, names, names, several(values, most=2))
    bare = bare | st.builds(syntax.LesserOrGreater, st.sampled_from(["lesser", "greater"]), leaves, leaves)
    bare = bare | st.builds(syntax.Neighbour, st.booleans(), leaves, leaves)
    operand = bare | st.builds(syntax.Of, names, bare) | values.map(syntax.Grouped)
    operand = operand | st.builds(syntax.Tuple, several(values, least=2, most=3))
    signed = st.builds(syntax.Minus, operand)
    ranges = st.builds(syntax.Range, number | number.map(syntax.Minus) | operand, operand)
    unary = operand | patterns | signed | ranges
    product = unary | st.builds(syntax.Arithmetic, st.sampled_from(["*", "/", "mod"]), operand, operand)
    plus = st.sampled_from(["+", "-", "with", "without"])
    total = product | st.builds(syntax.Arithmetic, plus, operand, operand)
    comparator = st.sampled_from(["is", "is not", "<", "<=", ">", ">=", "in", "not in"])
    compared = total | st.builds(make_compared, comparator, operand, operand)
    # Before a minus `holds` is a name: `holds - 1` is a number less one.
    not_signed = st.builds(syntax.Range, number | operand, operand)
    held = operand | not_signed | st.builds(syntax.Pattern, st.sampled_from(["alike", "in_a_row"]), many)
    compared = compared | st.builds(syntax.Compared, st.just("holds"), operand, held)
    negation = compared | st.builds(syntax.Negated, compared)
    joined = st.lists(compared.map(keep_from_or), min_size=2, max_size=3).map(tuple)
    quantifiers = st.sampled_from(["some", "no", "count", "those"])
    chosen = st.builds(syntax.Quantified, quantifiers, names, operand, compared, st.booleans())
    chosen = chosen | st.builds(syntax.Summed, operand, names, operand, maybe(compared), st.booleans(), ORDERED)
    extremes = st.sampled_from(["most", "least"])
    chosen = chosen | st.builds(
        syntax.Best, st.booleans(), names, operand, maybe(compared), extremes, operand, st.booleans()
    )
    first = st.builds(syntax.Best, st.just(False), names, operand, compared, st.just(""), st.none(), st.booleans())
    many = number | st.sampled_from(["a", "b", "first"]).map(syntax.Reference)
    chosen = chosen | first
    chosen = chosen | st.builds(
        syntax.Best, st.just(False), names, operand, maybe(compared), extremes, operand, st.just(False), many
    )
    disjunction = negation | chosen | st.builds(syntax.AllOf, joined) | st.builds(syntax.AnyOf, joined)
    return disjunction | st.builds(syntax.Conditional, compared, compared, disjunction)


values = st.recursive(leaves | patterns, larger, max_leaves=6)
operands = leaves | st.builds(syntax.Of, names, leaves) | values.map(syntax.Grouped)
sums = operands | st.builds(syntax.Range, number, number)
limits = sums | patterns.filter(lambda pattern: not isinstance(pattern, syntax.Quoted))
types = st.recursive(
    st.just(syntax.YesNoType()) | limits.map(syntax.ValuesType), lambda inner: inner.map(syntax.SetType), max_leaves=2
) | limits.map(syntax.ValuesType).map(syntax.OrNoneType) | st.builds(
    syntax.InPartsType, limits, names
) | st.builds(
    syntax.SetType, limits.map(syntax.ValuesType), st.lists(limits, min_size=1, max_size=2).map(tuple)
)
literals = (numbers | st.booleans() | st.sampled_from(NAMES)).map(syntax.Literal)


# ---- statements and clauses


@st.composite
def calls(draw: st.DrawFn) -> syntax.Call:
    bare = draw(maybe(operands | values))
    labelled = draw(several(st.builds(syntax.Argument, operands, st.sampled_from(PREPOSITIONS)), least=0, most=2))
    first = () if bare is None else (syntax.Argument(bare),)
    plain = isinstance(bare, (syntax.Number, syntax.Reference, syntax.Everything, syntax.Column, syntax.Of))
    if labelled or plain:
        return syntax.Call(draw(called), first + labelled)
    return syntax.Call(draw(called), (syntax.Argument(syntax.Reference("a")),))


items = values | calls()
places = st.builds(syntax.Place, names, maybe(operands))
so_many = number | values.map(syntax.Grouped)
how_many = number | names.map(lambda name: syntax.Reference(name.text)) | values.map(syntax.Grouped)
targets = st.builds(syntax.Target, places, st.booleans())
statements = st.one_of(
    items,
    st.builds(syntax.Shuffle, places),
    st.builds(syntax.Deal, maybe(how_many), places, targets),
    st.builds(syntax.Put, maybe(operands), places, targets),
    st.builds(syntax.Swap, places, places),
    templates.map(syntax.Say),
    st.builds(syntax.Roll, places, maybe(operands), maybe(so_many)),
    st.builds(syntax.Roll, places, maybe(operands), st.none(), operands),
    st.builds(
        syntax.Roll, places, maybe(operands), maybe(so_many), st.none(),
        several(st.builds(syntax.AlsoRolled, places, st.none(), maybe(so_many)), most=2),
    ),
    st.builds(syntax.Choose, names, operands, several(values, most=2, least=0)),
    st.builds(syntax.Do, names, several(values, most=2, least=0)),
    st.builds(syntax.Assign, places, values),
    st.builds(syntax.Add, values, places, st.booleans()),
    st.builds(syntax.Let, names, values),
    st.builds(syntax.Repeat, calls() | names.map(lambda name: syntax.Reference(name.text)), maybe(values)),
    st.builds(syntax.End, names, st.booleans()),
    maybe(operands).map(syntax.Win),
    st.just(syntax.Nothing()),
)
actions = st.one_of(
    templates.map(syntax.Say),
    st.builds(syntax.Roll, places, maybe(operands), maybe(so_many)),
    st.builds(syntax.Do, names, several(values, most=2, least=0)),
    st.builds(syntax.End, names, st.booleans()),
    st.just(syntax.Nothing()),
)
statements = statements | st.builds(syntax.Either, actions, operands, actions | calls())
lets = several(st.builds(syntax.Let, names, values), least=0)
sequences = several(statements, most=2).map(syntax.Sequence)


@st.composite
def bodies(draw: st.DrawFn, clauses: SearchStrategy) -> tuple[tuple[syntax.Clause, ...], bool]:
    if draw(st.booleans()):
        return (draw(sequences),), True
    return draw(several(clauses)), False


@st.composite
def whens(draw: st.DrawFn, clauses: SearchStrategy) -> syntax.When:
    conditions = [*draw(several(values)), *draw(st.sampled_from([(), (None,)]))]
    return syntax.When(tuple(syntax.Branch(condition, *draw(bodies(clauses))) for condition in conditions))


@st.composite
def for_eaches(draw: st.DrawFn, clauses: SearchStrategy) -> syntax.ForEach:
    order, start = draw(st.sampled_from(["", "highest", "lowest", "right"])), None
    if order in ("", "right"):
        start = draw(operands if order else maybe(operands))
    repeated = draw(st.booleans())
    until = draw(maybe(values)) if repeated else None
    body, condition = draw(bodies(clauses)), draw(maybe(values))
    return syntax.ForEach(draw(names), draw(values), order, *body, start, condition, repeated, until)


@st.composite
def whiles(draw: st.DrawFn, clauses: SearchStrategy) -> syntax.When:
    return syntax.When((syntax.Branch(draw(values), *draw(bodies(clauses))),), repeated=True)


def repeats(clauses: SearchStrategy) -> SearchStrategy:
    step = st.builds(syntax.Repeat, several(sequences, most=1), st.none(), how_many, st.just(True))
    return step | st.builds(syntax.Repeat, several(clauses), maybe(values), maybe(how_many))


clauses = st.recursive(
    sequences,
    lambda inner: whens(inner) | whiles(inner) | for_eaches(inner) | repeats(inner),
    max_leaves=5,
)


# ---- declarations


@st.composite
def parameters(draw: st.DrawFn) -> tuple[syntax.Parameter, ...]:
    first = draw(st.integers(0, 2))
    labels = [*[None] * first, *draw(st.lists(st.sampled_from(PREPOSITIONS), max_size=2))]
    return tuple(syntax.Parameter(draw(names), draw(types), label) for label in labels)


plain_parameters = several(st.builds(syntax.Parameter, names, types, st.none()), most=2, least=0)
members = several(st.builds(syntax.Member, names, maybe(texts)))
products = st.builds(syntax.Arithmetic, st.sampled_from(["*", "mod", "+", "with"]), operands, operands)
keys = st.builds(make_key, operands | products, maybe(sums))
cells = several(sequences, most=2).map(syntax.Cell)
sights = st.sampled_from(["up", "down"]).map(syntax.Sight) | st.builds(syntax.Sight, st.just("owner"), names)
keeps = st.builds(syntax.Keep, names, several(names, least=0, most=3), types, values, marks, maybe(sights))


@st.composite
def counts(draw: st.DrawFn) -> syntax.Count:
    limit = draw(maybe(values))
    consequence = None if limit is None else draw(sequences)
    return syntax.Count(draw(names), limit, consequence, draw(marks), draw(maybe(sights)))


@st.composite
def phases(draw: st.DrawFn) -> syntax.Phase:
    state = draw(several(keeps | counts(), least=0))
    body = draw(several(clauses, least=0 if state else 1))
    return syntax.Phase(draw(names), draw(parameters()), draw(maybe(names)), state, body, draw(marks))


rows = st.builds(syntax.Row, several(cells), maybe(cells), marks)
headings = st.builds(syntax.Heading, several(cells), marks)


@st.composite
def tables(draw: st.DrawFn) -> syntax.Table:
    heading, chart = draw(maybe(headings)), draw(maybe(texts))
    if chart is not None:
        shape = draw(plain_parameters), draw(several(keys)), draw(maybe(keys)), draw(several(names, least=0))
        return syntax.Table(draw(names), *shape, None, (), draw(marks), chart=chart)
    return syntax.Table(
        draw(names),
        draw(plain_parameters),
        draw(several(keys)),
        draw(maybe(keys)),
        draw(several(names, least=0)),
        heading,
        draw(several(rows, least=0 if heading else 1)),
        draw(marks),
    )


passing = st.builds(syntax.Passing, texts, maybe(values))
picked = st.builds(syntax.Picked, names, st.booleans(), limits) | st.builds(
    syntax.Picked, names, st.just(False), limits, how_many, maybe(how_many)
)


@st.composite
def choices(draw: st.DrawFn) -> syntax.Choice:
    pick = draw(maybe(st.builds(syntax.Pick, several(picked, most=2), maybe(values), maybe(passing))))
    offers = draw(several(st.builds(syntax.Offer, names, texts, maybe(values)), least=0))
    default = draw(maybe(values) if pick or offers else values)
    secret = draw(maybe(st.builds(syntax.Secret)))
    given = draw(plain_parameters)
    return syntax.Choice(draw(names), draw(maybe(templates)), pick, offers, default, draw(marks), secret, given)


odds = st.builds(syntax.Odds, how_many, how_many)
preferences = st.builds(syntax.Preference, maybe(values), values, maybe(odds))
advice = st.builds(syntax.Advice, names, several(preferences))
measures = st.one_of(
    st.builds(syntax.Measure, names, names, values, st.just(()), st.none(), marks),
    st.builds(syntax.Measure, names, names, st.none(), several(names), st.none(), marks, maybe(values)),
    st.builds(syntax.Measure, names, names, st.none(), st.just(()), names, marks),
)
options = st.builds(
    syntax.Option,
    names,
    literals,
    maybe(limits),
    maybe(texts),
    maybe(texts),
    several(st.builds(syntax.Alternative, literals, texts), least=0),
    marks,
)
rolled = st.one_of(
    numbers.map(syntax.Rolled),
    several(numbers, least=2).map(lambda faces: syntax.Rolled(None, faces)),
    several(names, least=1).map(lambda words: syntax.Rolled(None, (), words)),
    st.builds(syntax.Rolled, numbers, st.just(()), st.just(()), names),
)
expectations = st.one_of(
    values.map(syntax.Holds),
    st.builds(syntax.Did, names, st.booleans()),
    st.builds(syntax.Ended, names, st.booleans(), st.just(False)),
    st.builds(syntax.Ended, names, st.just(False), st.just(True)),
    st.builds(syntax.Asked, names, st.booleans()),
    st.builds(syntax.Said, texts, st.booleans()),
    st.builds(syntax.Won, st.builds(syntax.Grouped, values), st.just(False)),
    st.builds(syntax.Won, st.none(), st.booleans()),
)
scripted = st.one_of(
    rolled,
    st.builds(syntax.Drawn, operands, st.booleans()),
    st.builds(syntax.Chosen, names, values, st.booleans()),
    names.map(syntax.StopAt),
)
entries = st.tuples(scripted) | st.tuples(expectations, expectations, scripted)
"""What comes next in a script, perhaps with what has to hold before it."""


@st.composite
def examples(draw: st.DrawFn) -> syntax.Example:
    return syntax.Example(
        draw(texts),
        draw(id_ranges | st.just(())),
        draw(several(st.builds(syntax.WithOption, names, literals), least=0)),
        draw(maybe(numbers.map(syntax.WithPlayers))),
        draw(maybe(names.map(syntax.Start))),
        draw(several(st.builds(syntax.GivenValue, places, values), least=0)),
        tuple(chain(*draw(several(entries, least=0)))),
        draw(several(expectations)),
        draw(several(names, least=0)),
    )


words_of_things = st.sampled_from(["hand", "pile", "dice", "count"]).map(syntax.Name) | names
thing_parts = st.one_of(
    templates.map(lambda text: syntax.ThingPart("", text)),
    several(names).map(lambda found: syntax.ThingPart("by", found)),
    names.map(lambda name: syntax.ThingPart("in", (name,))),
    st.builds(syntax.ThingPart, st.sampled_from(["to", "at", "after", "answers", "best", "turned"]), sums),
)
things = st.builds(
    syntax.Thing, words_of_things, operands | templates, st.just(False), several(thing_parts, least=0)
) | st.builds(syntax.Thing, words_of_things, operands, st.just(True), several(thing_parts, least=0))
plain_view_lines = templates.map(syntax.ViewLine) | st.builds(syntax.ViewLine, things)
orders = maybe(st.just("highest"))
view_lines = st.recursive(
    plain_view_lines,
    lambda inner: (
        st.builds(syntax.ViewLine, things, several(inner))
        | st.builds(syntax.ViewEach, names, sums, maybe(values), orders, several(inner), st.just(False))
        | st.builds(syntax.ViewEach, names, sums, maybe(values), orders, st.tuples(inner), st.just(True))
    ),
    max_leaves=4,
)
layouts = st.builds(
    syntax.Layout,
    names,
    maybe(sums),
    names,
    st.sampled_from([(), (10,), (10, 9)]),
    several(names, least=0),
    st.just(()),
    marks,
) | st.builds(
    syntax.Layout,
    names,
    maybe(sums),
    st.none(),
    st.just(()),
    st.just(()),
    several(st.builds(syntax.MapRow, maybe(names), texts)),
    marks,
)
headers = st.builds(
    syntax.Header,
    st.sampled_from(["game", "library"]),
    names,
    texts,
    several(texts, least=0),
    several(names, least=0),
    about=several(texts, least=0),
    needs=several(texts, least=0),
) | st.builds(
    syntax.Header,
    st.just("house_rules"),
    names,
    texts,
    several(texts, least=0),
    st.just(()),
    several(names),
    several(names, least=0),
)
kinds = st.builds(syntax.Kind, st.just("kind"), names, members, marks, st.booleans()) | st.builds(
    syntax.Kind, st.just("sides"), st.just(syntax.Name("side")), members, marks
)
tiles = st.just(syntax.CardsOf(syntax.Name("0..6"), syntax.Name("0..6"), True))
card = tiles | st.builds(syntax.CardsOf, names, names) | st.builds(syntax.Member, names, maybe(texts))
cards = several(card)


def _repeat_cards(
    name: syntax.Name, card: syntax.CardsOf | syntax.Member, number: int, marks: tuple[syntax.Mark, ...]
) -> syntax.Cards:
    return syntax.Cards(name, (card, card), (number, 1), marks)


zone_words = st.sampled_from(["pile", "hand"])
expects = st.builds(
    syntax.Expects,
    st.sampled_from(["dice", "phase", "rule", "table", "choice", "define"]),
    names,
    maybe(names),
    maybe(texts),
)
routines = st.sampled_from(["rule", "phase"])
others = st.builds(syntax.Branch, st.none(), several(clauses), st.just(False)) | st.builds(
    syntax.Branch, st.none(), sequences.map(lambda one: (one,)), st.just(True)
)


@st.composite
def row_changes(draw: st.DrawFn) -> syntax.RowChange:
    row = syntax.Row(draw(several(cells)), draw(cells), draw(marks))
    removed = draw(st.booleans())
    return syntax.RowChange(row, None if removed else draw(maybe(cells)), removed)


@st.composite
def changed_choices(draw: st.DrawFn) -> syntax.ChangedChoice:
    choice = draw(choices())
    lines = syntax.Choice(choice.name, choice.question, choice.pick, choice.offers, choice.default, ())
    return syntax.ChangedChoice(choice.name, lines, draw(several(names, least=0)))


taken = st.builds(syntax.TakenTable, names, maybe(names), names, marks)
aims = st.builds(syntax.Aim, st.sampled_from(["most", "least"]), names, marks)
removable = st.sampled_from(
    ["dice", "option", "phase", "rule", "define", "table", "choice", "strategy", "measure", "view"]
)
verbs = st.sampled_from(["", "roll", "choose", "do", "set", "add to", "take from", "deal from", "end", "repeat"])
disjunctions = values.map(lambda value: syntax.Grouped(value))
changes = st.one_of(
    taken,
    st.builds(syntax.Removed, removable, names),
    st.builds(syntax.Removed, st.just("example"), texts, several(names, least=0)),
    st.builds(syntax.Around, st.sampled_from(["before", "after"]), routines, names, several(clauses)),
    st.builds(syntax.BesideStep, st.sampled_from(["before", "after"]), verbs, names, names, several(clauses)),
    st.builds(syntax.BesideStep, st.sampled_from(["before", "after"]), st.just("say"), texts, names, several(clauses)),
    st.builds(syntax.BesideStep, st.just("replace"), verbs, names, names, several(clauses)),
    st.builds(syntax.BesideStep, st.just("remove"), verbs, names, names, st.just(())),
    st.builds(syntax.ChangedDefine, names, st.sampled_from(["+", "-", "with", "without", "and", "or"]), disjunctions),
    st.builds(syntax.OnlyWhen, routines, names, values, maybe(others)),
    st.builds(syntax.OnlyWhen, st.just("define"), names, disjunctions, maybe(values)),
    st.builds(syntax.ChangedTable, names, several(row_changes())),
    changed_choices(),
    st.builds(syntax.ChangedPhase, names, several(keeps | counts())),
    st.builds(syntax.ChangedExample, examples(), maybe(texts)),
    st.builds(syntax.ChangedExamples, several(st.builds(syntax.WithOption, names, literals)), several(names, least=0)),
    (taken | phases() | tables() | choices() | measures | aims | examples()).map(syntax.Replaced),
)
declarations = st.one_of(
    changes,
    headers,
    kinds,
    st.builds(syntax.Players, values, maybe(maybe(texts).map(syntax.Bank)), st.just(()) | members, marks),
    st.builds(
        syntax.Dice, names, st.integers(1, 9), st.integers(1, 20), marks, st.just(()), maybe(names), maybe(sights)
    ),
    several(numbers, least=2).flatmap(
        lambda sides: st.builds(syntax.Dice, names, st.integers(1, 9), st.just(len(sides)), marks, st.just(sides))
    ),
    several(names, least=1).flatmap(
        lambda words: st.builds(
            syntax.Dice,
            *(names, st.integers(1, 9), st.just(len(words)), marks),
            *(st.just(()), st.none(), st.none(), st.just(words)),
        )
    ),
    st.builds(syntax.Cards, names, cards, st.just(()), marks),
    st.builds(_repeat_cards, names, card, st.integers(2, 9), marks),
    st.builds(syntax.Zone, zone_words, names, maybe(names), names, sights, maybe(names), marks),
    expects,
    st.builds(syntax.Note, id_ranges, texts),
    options,
    phases(),
    st.builds(syntax.Rule, names, parameters(), several(clauses), marks),
    st.builds(syntax.Define, names, plain_parameters, values, marks, lets),
    tables(),
    choices(),
    st.builds(syntax.Strategy, names, maybe(texts), several(advice), maybe(names)),
    measures,
    aims,
    st.builds(syntax.View, names, maybe(names), maybe(values), several(view_lines)),
    layouts,
    examples(),
)
files = several(declarations, most=4).map(syntax.File)
