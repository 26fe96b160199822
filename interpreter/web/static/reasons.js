// Why something is so, in the words of the game; the rules behind it are folded, and open with a click.

import { element } from "./drawing.js";
import { drawText } from "./rulebook.js";

const fold = (title, children) => element("details", {}, [element("summary", { text: title }), ...children]);

export function drawReasons({ reasons, trace, text }) {
  return [
    text && element("p", { text }),
    ...reasons.map(drawReason),
    trace.length > 0 && fold("Trace", [element("pre", { text: trace.join("\n") })]),
  ];
}

const drawReason = ({ text, details, rules }) => element("div", { class: "reason" }, [
  element("p", { class: "because" }, [element("b", { text }), details.length > 0 && ` ${details.map(each => each.replace(/: (\S+)$/, " $1")).join(", ")}`]),
  rules.length > 0 && fold(rules.length > 1 ? "The rules" : "The rule", rules.map(drawRule)),
]);

const drawRule = rule => element("div", { class: "rule" }, [
  element("p", { class: "title", text: rule.title.slice(0, 1).toUpperCase() + rule.title.slice(1) }),
  rule.words.map(text => element("p", {}, drawText(text))),
  rule.cited && element("p", { class: "aside", text: rule.cited }),
]);

// Why something is no answer now: what the rules say of it, and below, the conditions that are not true.
export const drawRefusal = ({ text, words, lines }) => [
  element("p", { class: "because" }, [element("b", { text })]),
  ...words.map(each => element("p", {}, drawText(each))),
  lines.length > 0 && fold("In detail", lines.map(line => element("p", { text: line }))),
];

// Lines and rows; a row that begins with a percentage shows it as a bar.
export function drawLines({ lines, rows }) {
  const table = rows.map(row => {
    const share = /^\s*([\d.]+) %$/.exec(row[0]);
    return element("tr", {}, row.map((cell, at) => element("td", at || !share ? { text: cell.trim() } : { text: cell.trim(), class: "share", style: { "--share": `${share[1]}%` } })));
  });
  return [...lines.map(line => element("p", { text: line })), table.length > 0 && element("table", {}, [element("tbody", {}, table)])];
}
