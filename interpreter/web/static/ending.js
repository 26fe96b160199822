// The end of a game: who won, how it was scored, how the lead went, and what to do next.

import { element, put, shape } from "./drawing.js";
import { colourOf, drawSign } from "./seats.js";

export function drawEnding(section, state, canRepeat, send) {
  const result = state.result;
  section.hidden = !result;
  if (!result) return put(section, []);
  const winners = state.seats.filter(seat => result.winners.includes(seat.id));
  const act = (text, message, kind = "plain") => element("button", { class: kind, type: "button", text, onclick: () => send(message) });
  const look = element("button", { class: "plain", type: "button", text: "Look at the table", onclick: () => { section.hidden = true; } });
  put(section, [element("div", { class: "result" }, [
    element("p", { class: "winners" }, winners.map(seat => element("span", { class: "winner", style: colourOf(seat) }, [drawSign(seat)]))),
    element("h2", { id: "ending-title", tabindex: "-1", text: result.text }),
    result.lead && drawLead(result.lead, state.seats),
    state.ending && state.ending.length > 1 && element("pre", { tabindex: "0", role: "group", "aria-label": "How it was scored", text: state.ending.slice(0, -1).join("\n") }),
    element("div", { class: "next" }, [
      canRepeat && act("Play again", { again: true }, "go"),
      look,
    ]),
  ])]);
}

const [WIDE, HIGH] = [320, 80];

// How far the first seat was ahead, from the beginning to the end.
function drawLead(lead, seats) {
  const most = Math.max(1, ...lead.map(Math.abs));
  const points = lead.map((value, at) => `${WIDE * at / Math.max(1, lead.length - 1)},${HIGH / 2 - HIGH / 2 * value / most}`);
  const first = seats[0].name;
  return shape("svg", { class: "lead", viewBox: `0 -4 ${WIDE} ${HIGH + 8}`, role: "img", "aria-label": `The lead of ${first}: at most ${Math.max(...lead)} ahead and ${-Math.min(...lead)} behind, ${lead.at(-1)} at the end` }, [
    shape("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "even" }),
    shape("polyline", { points: points.join(" ") }),
  ]);
}
