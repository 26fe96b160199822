// The end of a game: who won, how it was scored, how the points went, and what to do next.

import { element, put, shape } from "./drawing.js";
import { colourOf, drawSign } from "./seats.js";
import { drawScores, drawSheet } from "./sheets.js";

const UNTIED = { offers: () => false };

export function drawEnding(section, state, canRepeat, send) {
  const result = state.result;
  section.hidden = !result;
  if (!result) return put(section, []);
  const seats = Object.fromEntries(state.seats.map(seat => [seat.id, seat]));
  for (const seat of state.seats) if (seat.of) seats[seat.of] ??= seat;
  const act = (text, message, kind = "plain") => element("button", { class: kind, type: "button", text, onclick: () => send(message) });
  const look = element("button", { class: "plain", type: "button", text: "Look at the table", onclick: () => showBehind(section) });
  const me = state.seats.find(seat => seat.mine);
  const isMine = me && state.seats.length > 1 && result.winners.includes(me.id);
  const points = state.seats.filter(seat => seat.points !== undefined && seat.points !== null);
  const sheets = result.sheets || [];
  const tables = result.tables || [];
  put(section, [element("div", { class: "result" }, [
    element("p", { class: "winners" }, state.seats.filter(seat => result.winners.includes(seat.id)).map(seat => element("span", { class: "winner", style: colourOf(seat) }, [drawSign(seat)]))),
    element("h2", { id: "ending-title", tabindex: "-1", text: isMine ? result.text.replace(/^.* wins?\b/, "You win") : result.text }),
    !sheets.length && points.length > 1 && element("p", { class: "num", text: points.map(seat => `${seat.name} ${seat.points}`).join(", ") }),
    drawLead(result.lead || {}, seats),
    element("div", { class: "next" }, [
      canRepeat && act("Play again", { again: "again" }, "go"),
      canRepeat && state.seats.length > 1 && act("Swap seats", { again: "swap" }),
      result.replay && act("Share the replay", { replay: true }),
      look,
    ]),
    ...sheets.map(thing => (thing.kind === "sheet" ? drawSheet(thing, UNTIED, seats) : drawScores(thing, seats))),
    tables.length > 0 && element("details", { class: "figures", open: !sheets.length && tables.flat().length < 9 ? "" : null }, [element("summary", { text: "How it was scored" }), ...tables.map(drawTable)]),
  ])]);
}

// The table as it was left; a button leads back to the end.
function showBehind(section) {
  const offers = document.getElementById("offers");
  const show = isEnd => { section.hidden = !isEnd; offers.hidden = isEnd; };
  put(offers, [element("button", { class: "offer go", type: "button", text: "Show the result", onclick: () => show(true) })]);
  show(false);
}

function drawTable([head, ...rows]) {
  if (head.length === 1) return element("p", { text: [head, ...rows].join(" ") });
  return element("div", { class: "wide", role: "group", "aria-label": head[0] || "Scores", tabindex: "0" }, [element("table", { class: "figure num" }, [
    element("thead", {}, [element("tr", {}, head.map(text => element(text ? "th" : "td", { scope: text ? "col" : null, text })))]),
    element("tbody", {}, rows.map(([name, ...cells]) => element("tr", {}, [element("th", { scope: "row", text: name }), ...cells.map(text => element("td", { text }))]))),
  ])]);
}

const [WIDE, HIGH] = [320, 80];

// How the points of all went, from the beginning to the end: a line for each seat, or for each side.
function drawLead(lead, seats) {
  const lines = Object.entries(lead).filter(([id, points]) => seats[id] && points.length > 2 && seats[seats[id].of || id] === seats[id]);
  const all = lines.flatMap(([, points]) => points);
  const [least, most] = [Math.min(0, ...all), Math.max(...all)];
  if (!lines.length || most === least) return null;
  const place = (value, at, length) => `${WIDE * at / (length - 1)},${HIGH - HIGH * (value - least) / (most - least)}`;
  const said = lines.map(([id, points]) => `${seats[id].name} ${points.at(-1)}`).join(", ");
  return shape("svg", { class: "lead", viewBox: `-3 -4 ${WIDE + 34} ${HIGH + 8}`, role: "img", "aria-label": `The points from the beginning to the end: ${said}` }, [
    shape("path", { d: `M0 ${HIGH}H${WIDE}`, class: "even" }),
    ...lines.map(([id, points]) => shape("g", { style: colourOf(seats[id]) }, [
      shape("polyline", { points: points.map((value, at) => place(value, at, points.length)).join(" ") }),
      shape("text", { x: WIDE + 5, y: HIGH - HIGH * (points.at(-1) - least) / (most - least) + 4, text: seats[id].sign }),
    ])),
  ]);
}

// The game as a file: handed on where the device can do that, else saved.
export async function shareReplay({ name, text }) {
  const file = new File([text], name, { type: "text/plain" });
  if (navigator.canShare && navigator.canShare({ files: [file] })) return navigator.share({ files: [file] }).then(() => "Shared.", () => "Not shared.");
  const link = element("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
  return `Saved as ${name} in your downloads: the whole game, for anybody who has Ground Rules.`;
}
