// What comes of a text, drawn: examples, simulations, odds.

import { element } from "./drawing.js";

const SVG = "http://www.w3.org/2000/svg";

const STATES = { new: "new", gone: "gone", changed: "" };

export function drawChanges(against, changes) {
  if (!against) return [element("p", { text: "The text is as it was opened." })];
  if (!changes.length) return [element("p", { text: "Nothing that is played differs." })];
  return [element("p", { text: `Beside ${against}:` }), ...changes.flatMap(drawChange)];
}

function drawChange(change) {
  const title = [change.word, change.name, STATES[change.state]].filter(Boolean).join(" ");
  const rows = change.cells.map(cell => element("tr", {}, [
    element("th", { scope: "row", text: cell.what }),
    element("td", {}, cell.before ? [element("del", { text: cell.before })] : []),
    element("td", {}, cell.after ? [element("ins", { text: cell.after })] : []),
  ]));
  const parts = [element("h3", { text: title })];
  if (rows.length) parts.push(element("table", {}, [element("tbody", {}, rows)]));
  if (change.lines.length) parts.push(element("pre", { text: change.lines.join("\n"), tabindex: "0" }));
  return parts;
}

export function drawExamples(examples) {
  if (!examples.length) return [element("p", { text: "There are no examples that can be run." })];
  const failed = examples.filter(each => !each.passed);
  const summary = failed.length ? `${failed.length} of ${examples.length} fail.` : `All ${examples.length} pass.`;
  const parts = [element("p", { text: summary, role: "status" })];
  for (const each of [...failed, ...examples.filter(one => one.passed)]) {
    const told = element("details", {}, [element("summary", { class: each.passed ? "passed" : "failed", text: each.title })]);
    if (!each.passed) told.setAttribute("open", "");
    for (const failure of each.failures) told.append(element("pre", { text: failure, tabindex: "0" }));
    told.append(element("ol", {}, each.events.map(text => element("li", { text }))));
    parts.push(told);
  }
  return parts;
}

export function drawSimulation(found) {
  const parts = [
    element("p", { role: "status", text: `${found.games.toLocaleString("en")} games${wordBaseline(found)}` }),
    element("progress", { value: String(found.games), max: String(found.of || 1), "aria-label": "How far the simulation is" }),
  ];
  if (!found.now) return [element("p", { text: "Fix the mistakes to play." })];
  if (found.now.broken) parts.push(element("p", { text: "A game could not go on; the figures are for those before it." }));
  const before = name => found.before && found.before.figures.find(each => each.name === name);
  for (const figure of found.now.figures) {
    const old = before(figure.name);
    parts.push(
      element("h3", { text: figure.name }),
      element("p", { text: wordFigure(figure) + (old ? `, before ${wordFigure(old)}` : "") }),
    );
    if (figure.bars.length > 1) parts.push(drawBars(figure, old), drawEnds(figure.bars));
  }
  if (found.now.winners.length) {
    const rows = found.now.winners.map(each => element("tr", {}, [
      element("th", { scope: "row", text: each.name }),
      element("td", { class: "number", text: `${(100 * each.share).toFixed(1)} %` }),
    ]));
    parts.push(element("h3", { text: "Who wins" }), element("table", {}, [element("tbody", {}, rows)]));
  }
  return parts;
}

const wordBaseline = found => (!found.before ? "" : found.house ? ", beside the game without house rules" : ", beside the text as it was opened");

const wordFigure = figure => `${figure.mean.toFixed(4)}${figure.error === null ? "" : ` ± ${figure.error.toFixed(4)}`}`;

function drawBars(figure, old) {
  const picture = document.createElementNS(SVG, "svg");
  const bars = figure.bars;
  const oldShares = new Map(old ? old.bars : []);
  const highest = Math.max(...bars.map(([, share]) => share), ...oldShares.values(), 0.001);
  picture.setAttribute("viewBox", `0 0 ${bars.length * 10} 100`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("class", "bars");
  picture.setAttribute("role", "img");
  const most = bars.reduce((best, bar) => (bar[1] > best[1] ? bar : best));
  picture.setAttribute("aria-label", `${figure.name}: from ${bars[0][0]} to ${bars.at(-1)[0]}, most often ${most[0]}`);
  bars.forEach(([value, share], at) => {
    picture.append(drawBar("now", at * 10 + 1, 8, 100 * share / highest, `${value}: ${(100 * share).toFixed(2)} %`));
    if (oldShares.has(value)) picture.append(drawBar("before", at * 10 + 1, 8, 100 * oldShares.get(value) / highest, ""));
  });
  return picture;
}

const drawEnds = bars => element("p", { class: "ends", "aria-hidden": "true" }, [
  element("span", { text: bars[0][0] }), element("span", { text: bars.at(-1)[0] }),
]);

function drawBar(kind, x, width, height, title) {
  const bar = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y: 100 - height, width, height, class: kind })) bar.setAttribute(name, value);
  if (title) {
    const told = document.createElementNS(SVG, "title");
    told.textContent = title;
    bar.append(told);
  }
  return bar;
}

export function drawOdds(means) {
  if (!means.length) {
    return [element("p", { text: "No figure of this game is found at once. The command `groundrules odds` looks further." })];
  }
  const rows = means.map(each => element("tr", {}, [
    element("th", { scope: "row", text: each.name.replaceAll("_", " ") }),
    element("td", { class: "number", text: each.mean.toFixed(9) }),
    element("td", { text: each.exact && each.exact.length < 60 ? each.exact : "" }),
  ]));
  const head = ["measure", "mean", "as a fraction"].map(text => element("th", { scope: "col", text }));
  return [
    element("p", { text: "Exact means by the default strategy, from the rules themselves:" }),
    element("table", {}, [element("thead", {}, [element("tr", {}, head)]), element("tbody", {}, rows)]),
  ];
}
