// The rulebook of a game, drawn in the order in which it is printed.

import { element } from "./drawing.js";

const wording = name => name.replaceAll("_", " ");

const SECTIONS = [
  ["What is needed", book => drawList([
    ...book.dice.map(each => [each.name, each.dice, each.by]),
    ...book.cards.map(each => [each.name, `${each.number} cards`, book.changed[`cards ${each.name}`]]),
  ])],
  ["Tables", book => book.tables.flatMap(drawTable)],
  ["Options", book => book.options.flatMap(drawOption)],
  ["How it goes", book => book.phases.flatMap(drawPassage)],
  ["Rules", book => book.rules.flatMap(drawPassage)],
  ["Choices", book => book.choices.flatMap(drawPassage)],
  ["Definitions", book => book.definitions.flatMap(drawPassage)],
  ["Strategies", book => drawList(book.strategies.map(([name, text]) => [name, text, book.changed[`strategy ${name}`]]))],
  ["Notes", book => drawList(book.notes.map(([ids, text]) => ["", `${text} [${ids.join(", ")}]`]))],
];

export function drawRulebook(book) {
  const house = book.house_rules.map(([name]) => wording(name)).join(", ");
  const head = [
    element("h3", { text: book.title }),
    ...(house ? [element("p", { text: `Under the house rules: ${house}` })] : []),
    element("p", { text: `For ${book.players} players.` }),
    ...book.sources.map(source => element("p", { class: "aside", text: `Source: ${source}` })),
  ];
  if (book.page) {
    const source = element("details", {}, [
      element("summary", {}, [element("h4", { text: "The ruleset, line by line" })]), ...drawSections(book),
    ]);
    return [...drawPage(book.page), source];
  }
  return [...head, ...drawSections(book)];
}

function drawSections(book) {
  const sections = SECTIONS.map(([title, draw]) => [title, draw(book)]).filter(([, entries]) => entries.length);
  const drawn = sections.map(([title, entries]) => element("details", { open: "" }, [
    element("summary", {}, [element("h4", { text: title })]), ...entries,
  ]));
  return drawn;
}

// ---- the rules in prose

const drawPage = page => [
  element("h3", { text: page.title }),
  ...(page.about ? [element("p", { class: "about", text: page.about })] : []),
  drawGrid([], page.facts),
  ...page.sections.flatMap(each => [
    element("h4", { text: each.heading }), ...markHouse(each.house), ...each.blocks.flatMap(drawBlock),
  ]),
];

// Words between two stars stand out, those between single ones are in italics.
export const drawText = text => text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).map(part =>
  part.startsWith("**") ? element("b", { text: part.slice(2, -2) })
    : part.startsWith("*") && part.length > 1 ? element("i", { text: part.slice(1, -1) })
      : document.createTextNode(part));

function drawBlock(block) {
  if (block.steps) return [drawSteps(block.steps, block.numbered)];
  if (block.rows) return [drawGrid(block.head, block.rows)];
  return [element(block.box ? "blockquote" : "p", {}, drawText(block.box ?? block.text))];
}

const drawSteps = (steps, numbered) => element(numbered ? "ol" : "ul", {}, steps.map(each =>
  element("li", {}, [...drawText(each.text), ...(each.inside.length ? [drawSteps(each.inside, false)] : [])])));

const drawGrid = (head, rows) => element("div", { class: "wide", role: "group", "aria-label": head.join(", ") || "Table", tabindex: "0" }, [element("table", {}, [
  ...(head.length ? [element("thead", {}, [element("tr", {}, head.map(text => element("th", { scope: "col", text })))])] : []),
  element("tbody", {}, rows.map(([first, ...others]) => element("tr", {}, [
    element("th", { scope: "row" }, drawText(first)), ...others.map(text => element("td", {}, drawText(text))),
  ]))),
])]);

// What house rules changed or brought names them.
const markHouse = by => by ? [element("small", { class: "by", text: `house rule: ${by}` })] : [];

function drawList(entries) {
  const items = entries.map(([name, text, by]) => element("li", {}, [
    `${[wording(name), text].filter(Boolean).join(": ")} `, ...markHouse(by),
  ]));
  return items.length ? [element("ul", {}, items)] : [];
}

const drawPassage = each => [element("pre", { text: each.text, tabindex: "0" }), ...markHouse(each.by)];

function drawTable(table) {
  const hasOdds = table.rows.some(row => row.odds);
  const title = wording(table.name);
  const columns = table.columns.length ? table.columns.map(wording) : ["what happens"];
  const head = [wording(table.keys.join(", ")), ...(hasOdds ? ["odds"] : []), ...columns];
  const rows = table.rows.map(row => element("tr", {}, [
    element("th", { scope: "row", text: row.key }),
    ...(hasOdds ? [element("td", { class: "number", text: row.percent || row.odds })] : []),
    ...row.results.map(result => element("td", { text: result })),
    ...(row.by ? [element("td", {}, markHouse(row.by))] : []),
  ]));
  return [
    element("h5", { text: title }), ...markHouse(table.by),
    element("div", { class: "wide", role: "group", "aria-label": `Table ${title}`, tabindex: "0" }, [element("table", {}, [
      element("thead", {}, [element("tr", {}, head.map(text => element("th", { scope: "col", text })))]),
      element("tbody", {}, rows),
    ])]),
  ];
}

function drawOption(option) {
  const says = option.question || wording(option.name).replace(/^./, letter => letter.toUpperCase());
  const readings = option.alternatives.map(([name, text]) => element("li", { class: name === option.value ? "chosen" : "", text: text || wording(name) }));
  return [
    element("h5", {}, [`${says} `, ...markHouse(option.by)]),
    readings.length ? element("ul", {}, readings) : element("p", {}, [element("b", { text: wording(option.value) }), ` (any of ${option.range.replace("..", " to ")})`]),
  ];
}
