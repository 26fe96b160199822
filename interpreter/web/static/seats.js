// Everybody at the table: a plate with the name, the score and what is theirs.

import { drawBacks } from "./cards.js";
import { element } from "./drawing.js";

export const drawSign = seat => element("span", { class: `face ${seat.colour}`, "aria-hidden": "true", text: seat.sign || seat.name[0] });

export const colourOf = seat => ({ "--c": `var(--${seat.colour})` });

export function drawSeat(seat) {
  const notes = [seat.turn && "to play", seat.note, seat.bot && (seat.bot === "bot" ? "bot" : `bot, ${seat.bot}`)].filter(Boolean).join(", ");
  return element("div", { class: `seat${seat.turn ? " turn" : ""}${seat.mine ? " mine" : ""}`, "data-seat": seat.id, style: colourOf(seat) }, [
    drawSign(seat),
    element("span", { class: "who" }, [element("b", { text: seat.name }), notes && element("span", { text: notes })]),
    seat.points !== undefined && seat.points !== null && element("span", { class: "points num", text: seat.points }),
  ]);
}

// A seat across the table, with the backs of the cards that are held there.
export const drawOther = seat => element("div", { class: "other" }, [
  drawSeat(seat),
  seat.backs ? drawBacks(seat.backs, `${seat.name} holds ${seat.backs} ${seat.backs === 1 ? "card" : "cards"}`) : null,
]);
