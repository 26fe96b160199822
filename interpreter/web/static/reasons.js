// Why something is so, in the words of the game; the rules behind it are folded, and open with a click.

import { element } from "./drawing.js";
import { drawText } from "./rulebook.js";

const fold = (title, children) => element("details", {}, [element("summary", { text: title }), ...children]);

export function drawReasons({ asked, reasons, trace, text }) {
  const led = reasons.map(drawReason);
  return [
    text && element("p", { text }),
    ...(asked ? drawAsked(asked) : []),
    ...(asked && led.length ? [fold("What led to this", led)] : led),
    drawTrace(trace),
  ];
}

const drawTrace = lines => lines.length > 0 && fold("Trace", [element("pre", { text: lines.join("\n") })]);

const drawRules = rules => rules.length > 0 && fold(rules.length > 1 ? "The rules" : "The rule", rules.map(drawRule));

const drawWords = words => words.map(text => element("p", {}, drawText(text)));

// Why a question comes: what the rules say of it, what may be chosen, and why the rest may not.
const drawAsked = ({ text, words, choose, barred, rules }) => [
  element("p", { class: "because" }, [element("b", { text })]),
  ...drawWords(words),
  choose && element("p", { text: choose }),
  ...barred.map(each => element("p", {}, [element("b", { text: `Not ${each.names}. ` }), ...each.words.flatMap(drawText)])),
  drawRules(rules),
];

const drawReason = ({ text, details, rules }) => element("div", { class: "reason" }, [
  element("p", { class: "because" }, [element("b", { text }), details.length > 0 && ` ${details.map(each => each.replace(/: (\S+)$/, " $1")).join(", ")}`]),
  drawRules(rules),
]);

const drawRule = rule => element("div", { class: "rule" }, [
  element("p", { class: "title", text: rule.title.slice(0, 1).toUpperCase() + rule.title.slice(1) }),
  drawWords(rule.words),
  rule.cited && element("p", { class: "aside", text: rule.cited }),
]);

// Why something is no answer now: what the rules say of it, and what may be chosen instead.
export const drawRefusal = ({ text, words, choose, rules, trace }) => [
  element("p", { class: "because" }, [element("b", { text })]),
  ...drawWords(words),
  choose && element("p", { text: choose }),
  drawRules(rules),
  drawTrace(trace),
];

// Lines and rows; a row that begins with a percentage shows it as a bar.
export function drawLines({ lines, rows }) {
  const table = rows.map(row => {
    const share = /^\s*([\d.]+) %$/.exec(row[0]);
    return element("tr", {}, row.map((cell, at) => element("td", at || !share ? { text: cell.trim() } : { text: cell.trim(), class: "share", style: { "--share": `${share[1]}%` } })));
  });
  return [...lines.map(line => element("p", { text: line })), table.length > 0 && element("table", {}, [element("tbody", {}, table)])];
}
