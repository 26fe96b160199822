// Everybody at the table: a plate with the name, the score and what is theirs.

import { drawBacks } from "./cards.js";
import { element } from "./drawing.js";

const YOU = "You";  // what people without a name are called on their own page

// How a seat is called beside its name.
export const drawName = seat => (seat.called === YOU ? [YOU] : [seat.name, seat.mine && element("small", { text: " (you)" })]);

export const drawSign = seat => element("span", { class: `face ${seat.colour}`, "aria-hidden": "true", text: seat.sign || seat.name[0] });

export const colourOf = seat => ({ "--c": `var(--${seat.colour})` });

// `ask` says why what stands at a seat is so, or does what `word` says of a tap on the seat.
export function drawSeat(seat, ask = null, word = () => "Why?") {
  const notes = [seat.mine && seat.called !== YOU && "you", seat.place, seat.note, seat.bot && (seat.bot === "bot" ? "bot" : `bot (${seat.bot})`)].filter(Boolean).join(", ");
  const turn = seat.turn && element("span", { class: notes ? "roomy" : "", text: notes ? ", to play" : "to play" });
  const isAsked = ask && (seat.points ?? seat.note ?? null) !== null;  // what stands there can be explained
  const title = event => { event.currentTarget.title = word(seat); };
  const tap = isAsked ? { type: "button", onpointerenter: title, onfocus: title, onclick: event => { ask(seat.id, event.currentTarget); title(event); } } : {};
  return element(isAsked ? "button" : "div", { ...tap, class: `seat${seat.turn ? " turn" : ""}${seat.mine ? " mine" : ""}`, "data-seat": seat.id, style: colourOf(seat) }, [
    drawSign(seat),
    element("span", { class: "who" }, [element("b", { text: seat.called || seat.name }), (notes || turn) && element("span", {}, [notes, turn])]),
    seat.points !== undefined && seat.points !== null && element("span", { class: "points num", text: seat.points }),
    Boolean(seat.added) && element("span", { class: "added num", text: `${seat.added > 0 ? "+" : "−"}${Math.abs(seat.added)}` }),
  ]);
}

// A seat across the table, with the backs of the cards that are held there, and what lies before it.
export const drawOther = (seat, ask, lain) => element("div", { class: "other" }, [
  drawSeat(seat, ask),
  seat.backs ? drawBacks(seat.backs, `${seat.name} holds ${seat.backs} ${seat.backs === 1 ? "card" : "cards"}`, seat.tiles) : null,
  lain,
]);
