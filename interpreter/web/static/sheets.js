// What is written down: score sheets, scoreboards, charts, lamps and counts.

import { element, range, shape } from "./drawing.js";
import { colourOf, drawName, drawSign } from "./seats.js";

let beside = null;  // whose column stands beside my own where there is room for two

export function drawSheet(sheet, taps, seats) {
  const columns = sheet.columns.map(id => seats[id] || { id, name: id, colour: "black" });
  const mine = columns.findIndex(seat => seat.mine);
  const near = columns.find(seat => seat.id === beside && !seat.mine) || (columns.length > 1 && columns[(mine + 1) % columns.length]);
  const kind = seat => `${seat.mine ? "mine" : "theirs"}${seat === near ? " beside" : ""}${seat.turn ? " turn" : ""}`;
  const head = columns.map(seat => element("th", { scope: "col", class: kind(seat), style: colourOf(seat), "data-of": seat.id }, [drawSign(seat), element("span", {}, columns.length > 1 ? drawName(seat) : [seat.name])]));
  const rows = sheet.rows.map(row => element("tr", { class: row.sum ? "sum" : "" }, [
    element("th", { scope: "row", text: row.name }),
    columns.map(seat => element("td", { class: kind(seat), "data-of": seat.id, "data-own": seat.mine ? row.id : null }, [drawCell(row, (row.cells || {})[seat.id], seat.mine || columns.length === 1 ? taps : null)])),
  ]));
  const own = columns.some(seat => seat.mine) || columns.length === 1;
  return element("table", { class: `sheet num${own && taps.make ? " has-own" : ""}${near ? " has-two" : ""}${rows.length > 7 ? " long-sheet" : ""}`, "data-thing": sheet.id, style: { "--half": Math.ceil(rows.length / 2) } }, [
    element("caption", { class: "hidden", text: sheet.name }),
    element("thead", {}, [element("tr", {}, [element("td"), head])]),
    element("tbody", {}, rows),
  ]);
}

// The column of a seat for which there is no room.
export function findHidden(surface, id) {
  const column = [...surface.querySelectorAll(`.sheet [data-of="${id}"]`)];
  return column.length && !column[0].offsetParent ? column : null;
}

// Show such a column beside my own; whether it was not there before.
export function showBeside(surface, id) {
  const column = findHidden(surface, id);
  if (!column) return false;
  for (const cell of surface.querySelectorAll(".sheet .beside")) cell.classList.remove("beside");
  for (const cell of column) cell.classList.add("beside");
  beside = id;
  return true;
}

function drawCell(row, cell, taps) {
  if (!cell) return "";
  const isOffered = taps && taps.offers(row.id);
  const would = cell.would === undefined || cell.would === null ? "" : String(cell.would);
  if (!isOffered) return drawBarred(row, would || String(cell.text ?? ""), would ? "would" : "", taps);
  const label = `${row.name}${would ? `: would score ${would}` : ""}${cell.best ? ", the most" : ""}`;
  const tap = taps.make(row.id, row.name);
  return element("button", { ...tap, type: "button", class: `would ${tap.class}${cell.best ? " best" : ""}`, "aria-label": label, text: would || cell.text || "·" });
}

// A box that may not be filled now says why, to whoever is asked something.
function drawBarred(row, text, kind, taps) {
  const isAsked = taps && taps.question && taps.question.mine && !row.sum && text;
  if (!isAsked) return kind ? element("span", { class: kind, text }) : text;
  return element("button", { type: "button", class: `${kind} barred`, "aria-label": `${row.name}: ${kind ? "would score " : ""}${text}`, title: "Why not?", onclick: event => taps.refuse(row.name, event.currentTarget), text });
}

export function drawScores(scores, seats) {
  const rows = scores.rows.map(row => {
    const seat = seats[row.of] || seats[row.seat] || row;
    const totals = row.totals || [];
    return element("tr", {}, [
      element("th", { scope: "row", style: colourOf({ colour: row.colour || seat.colour || "black" }) }, [element("i", { class: "dot" }), ...(row.name ? [row.name, seat.mine && element("small", { text: " (you)" })] : drawName(seat))]),
      row.cells.map((text, at) => element("td", { class: scores.now === at && row.now !== false ? "now" : "", text: text ?? "" })),
      totals.map(text => element("td", { class: "sum", text: text ?? "" })),
    ]);
  });
  return element("div", { class: "wide", role: "group", "aria-label": scores.name, tabindex: scores.columns.length > 8 ? "0" : null }, [
    element("table", { class: "scores", "data-thing": scores.id }, [
      element("thead", {}, [element("tr", {}, [element("td", { class: "corner" }), scores.columns.map(text => element("th", { scope: "col", text }))])]),
      element("tbody", {}, rows),
    ]),
  ]);
}

export function drawChart(chart) {
  const rows = chart.rows.map(row => element("tr", { class: row.hot ? "hit" : "" }, [row.when, row.what, row.odds].map(text => element("td", { text: text ?? "" }))));
  return element("details", { class: "chart-box", open: matchMedia("(min-width: 40.01rem)").matches ? "" : null, "data-thing": chart.id }, [
    element("summary", { text: chart.name.slice(0, 1).toUpperCase() + chart.name.slice(1) }),
    element("table", { class: "chart num" }, [element("caption", { class: "hidden", text: chart.name }), element("tbody", {}, rows)]),
  ]);
}

export function drawLamps(lamps, taps) {
  const says = { "aria-label": `${lamps.name}: ${lamps.value} of ${lamps.of}`, "data-thing": lamps.id };
  const tap = taps.offers(lamps.id) ? taps.make(lamps.id, lamps.name) : null;
  return element(tap ? "button" : "p", tap ? { ...tap, ...says, class: `lamps ${tap.class}`, type: "button" } : { ...says, class: "lamps", role: "img" }, [
    element("span", { text: lamps.name }), range(lamps.of).map(at => element("i", { class: at < lamps.value ? "on" : "" })),
  ]);
}

const AROUND = 2 * Math.PI * 43;

export function drawCount(count) {
  const circle = attributes => shape("circle", { cx: 50, cy: 50, r: 43, "stroke-width": 8, ...attributes });
  const part = count.of ? Math.max(0, Math.min(1, count.value / count.of)) : 0;
  const says = `${count.name}: ${count.value}${count.of ? ` of ${count.of}` : ""}`;
  return element("div", { class: "pile", "data-thing": count.id }, [
    element("div", { class: "gauge", role: "img", "aria-label": says }, [
      shape("svg", { viewBox: "0 0 100 100" }, [
        circle({ fill: "#0003", stroke: "#fff3" }),
        part > 0 && circle({ fill: "none", stroke: "var(--on-table)", "stroke-linecap": "round", "stroke-dasharray": `${AROUND * part} ${AROUND}`, transform: "rotate(-90 50 50)" }),
      ]),
      element("b", { class: "num", text: count.value }), count.of ? element("span", { text: `of ${count.of}` }) : null,
    ]),
    element("p", { class: "label", text: count.name }),
  ]);
}
