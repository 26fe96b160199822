// Cards: their faces, hands, piles, rows and tricks.

import { PIPS } from "./dice.js";
import { element, range, shape } from "./drawing.js";

const SUITS = {
  "♥": "M10 17.8C3.5 12.8 1.5 9.8 1.5 6.9 1.5 4.3 3.4 2.6 5.7 2.6 7.5 2.6 9.1 3.7 10 5.4 10.9 3.7 12.5 2.6 14.3 2.6 16.6 2.6 18.5 4.3 18.5 6.9 18.5 9.8 16.5 12.8 10 17.8Z",
  "♦": "M10 1.2C12 4.9 14.4 7.7 17 10 14.4 12.3 12 15.1 10 18.8 8 15.1 5.6 12.3 3 10 5.6 7.7 8 4.9 10 1.2Z",
  "♠": "M10 1.3C11 5 18 8.2 18 12.2 18 14.6 16.2 15.9 14.4 15.9 12.8 15.9 11.6 15.1 10.9 14 11 16 11.6 17.5 12.9 18.7H7.1C8.4 17.5 9 16 9.1 14 8.4 15.1 7.2 15.9 5.6 15.9 3.8 15.9 2 14.6 2 12.2 2 8.2 9 5 10 1.3Z",
  "♣": "M10 1.6a3.9 3.9 0 0 1 3.2 6.1A3.9 3.9 0 1 1 10.9 14C11 16 11.7 17.6 12.9 18.7H7.1C8.3 17.6 9 16 9.1 14A3.9 3.9 0 1 1 6.8 7.7 3.9 3.9 0 0 1 10 1.6Z",
};

const CROWNS = {
  K: "M-13 6V-5L-7 1 0-9 7 1 13-5V6ZM-13 9H13V12H-13Z",
  Q: "M-12 6-14-4-6 1 0-7 6 1 14-4 12 6ZM-12 9H12V12H-12Z",
  J: "M-12 4C-8-6 6-8 13-3L9 5ZM-12 8H10V11H-12Z",
};

// Where the signs of the suit are on a card of 100 by 140: [x, y], the lower half upside down.
const LEFT_RIGHT = (...rows) => rows.flatMap(y => [[35, y], [65, y]]);
const SPOTS = {
  2: [[50, 30], [50, 110]],
  3: [[50, 30], [50, 70], [50, 110]],
  4: LEFT_RIGHT(30, 110),
  5: [...LEFT_RIGHT(30, 110), [50, 70]],
  6: LEFT_RIGHT(30, 70, 110),
  7: [...LEFT_RIGHT(30, 70, 110), [50, 50]],
  8: [...LEFT_RIGHT(30, 70, 110), [50, 50], [50, 90]],
  9: [...LEFT_RIGHT(27, 55.5, 84.5, 113), [50, 70]],
  10: [...LEFT_RIGHT(27, 55.5, 84.5, 113), [50, 42], [50, 98]],
};

const drawSuit = (suit, x, y, size) => shape("path", {
  d: SUITS[suit], transform: `translate(${x} ${y})${y > 70 ? " rotate(180)" : ""} scale(${size / 20}) translate(-10 -10)`,
});

function drawFace({ rank, suit }) {
  const wide = rank.length > 1;
  const drawCorner = turn => shape("g", { transform: turn }, [
    shape("text", { x: 14, y: 26, "font-size": wide ? 23 : 27, "text-anchor": "middle", "letter-spacing": wide ? -3 : 0, text: rank }),
    drawSuit(suit, 14, 39, 16),
  ]);
  return shape("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, [drawCorner(), drawCorner("rotate(180 50 70)"), drawMiddle(rank, suit)]);
}

function drawMiddle(rank, suit) {
  if (SPOTS[rank]) return SPOTS[rank].map(([x, y]) => drawSuit(suit, x, y, 18));
  if (!CROWNS[rank]) return drawSuit(suit, 50, 70, 46);
  return [
    shape("rect", { x: 28, y: 15, width: 44, height: 110, rx: 7, fill: "currentColor", opacity: 0.08 }),
    shape("rect", { x: 28, y: 15, width: 44, height: 110, rx: 7, fill: "none", stroke: "currentColor", "stroke-width": 1.3 }),
    shape("path", { d: "M50 40 66 70 50 100 34 70Z", opacity: 0.13 }),
    shape("path", { d: CROWNS[rank], transform: "translate(50 33)" }),
    shape("path", { d: CROWNS[rank], transform: "rotate(180 50 70) translate(50 33)" }),
    shape("text", { x: 50, y: 83, "font-size": 38, "text-anchor": "middle", text: rank }),
    drawSuit(suit, 37, 55, 10),
    drawSuit(suit, 63, 85, 10),
  ];
}

// A bone with two ends of pips, such as 4-6.
const drawBone = ends => shape("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, [
  shape("path", { d: "M14 70H86", stroke: "currentColor", "stroke-width": 2 }),
  ends.map((end, half) => (PIPS[end] || []).map(at => shape("circle", { cx: 27 + 23 * (at % 3), cy: 15 + 20 * Math.floor(at / 3) + 70 * half, r: 6.5 }))),
]);

// A card as a picture; `isNamed` if what is around it says already which one it is.
export function drawCard(card, isNamed = false, name = card.name) {
  const label = isNamed ? { "aria-hidden": "true" } : { role: "img", "aria-label": card.turned ? `${name}, turned` : name };
  const ends = /^([0-6])-([0-6])$/.exec(card.name)?.slice(1);
  if (card.turned) ends?.reverse();
  const isPrinted = card.suit in SUITS || ends;
  return element("span", { class: `card ${card.red ? "red" : "black"}${ends ? " bone" : isPrinted ? "" : " worded"}${card.turned && !ends ? " turned" : ""}`, ...label }, [
    ends ? drawBone(ends) : isPrinted ? drawFace(card) : element("span", { text: card.name }),
  ]);
}

export const drawBacks = (count, label, tiles) => element("span", { class: tiles ? "backs tiles" : "backs", role: "img", "aria-label": label },
  range(Math.min(count, 13)).map(at => element("i", { class: "back", style: { "--i": at - (Math.min(count, 13) - 1) / 2 } })));

const keyed = card => (card.id ? { "data-key": card.id } : {});

// A fan of cards. `taps` says of each whether it is offered, and makes what it needs to be tapped.
export function drawHand(hand, taps) {
  const isFull = hand.cards.length > 6;
  const cards = hand.cards.map((card, at) => {
    const says = card.tag || (card.new ? "new" : "");
    const tag = says && element("span", { class: card.tag ? "tag" : "tag new", "aria-hidden": "true", text: says });
    const label = `${card.name}${says ? `, ${says}` : ""}${taps.isOpen && !taps.offers(card.id) ? ", not now" : ""}`;
    return element("button", {
      ...taps.make(card.id, card.name), ...keyed(card), type: "button",
      style: { "--i": at - (hand.cards.length - 1) / 2, "--bend": isFull ? "2.1deg" : "4deg", "--sag": isFull ? "0.9px" : "2.4px" },
    }, [element("span", { class: "hidden", text: label }), tag, drawCard(card, true)]);
  });
  const name = hand.name || "Your hand";
  return element("div", { class: "hand" }, [element("div", {
    class: isFull ? "fan full" : "fan", role: "group", "aria-label": name, "data-group": "", style: { "--gaps": Math.max(1, cards.length - 1) },
  }, cards)]);
}

// A card on the table: a button if it is an answer, else a picture.
function drawLying(card, taps, name = card.name) {
  if (!taps.offers(card.id)) return element("span", keyed(card), [drawCard(card, false, name)]);
  return element("button", { ...taps.make(card.id, card.name), ...keyed(card), type: "button", "aria-label": name }, [drawCard(card, true)]);
}

// Where cards lie that an answer takes, if it is the only one: a tap there gives it.
function drawSource({ id }, says, taps, attributes, children) {
  const answer = taps.from?.get(id);
  if (!answer) return element("span", attributes, children);
  const tap = { type: "button", role: null, class: `${attributes.class} can`, "aria-label": `${says}. ${answer.long}`, title: answer.long };
  return element("button", { ...attributes, ...tap, "data-from": id, onclick: () => taps.say(answer.say) }, children);
}

export function drawPile(pile, taps) {
  const below = Math.min(3, pile.top ? pile.count - 1 : pile.count);
  const says = pile.top ? `${pile.name}: ${pile.top.name}` : `${pile.name}: ${pile.count || "no cards"}`;
  const backs = range(Math.max(0, below)).map(at => element("i", { class: "back big", style: { "--k": at } }));
  const top = pile.top && element("span", { style: { "--k": below } }, [drawLying(pile.top, taps)]);
  const isEmpty = !pile.count && !pile.top;
  return element("div", { class: "pile", "data-thing": pile.id }, [
    drawSource(pile, says, taps, { class: `stack${isEmpty ? " empty" : ""}${pile.tiles ? " tiles" : ""}`, ...(pile.top ? {} : { role: "img", "aria-label": says }) }, [backs, top]),
    element("p", { class: "label", text: pile.count > 1 && !pile.top ? `${pile.name}, ${pile.count}` : pile.name }),
  ]);
}

export function drawRow(row, taps, seats) {
  const name = card => (card.by && seats[card.by] ? `${card.name}, from ${seats[card.by].name}` : card.name);
  return element("div", { class: "pile", "data-thing": row.id, style: { "--gaps": Math.max(0, row.cards.length - 1) } }, [
    drawSource(row, row.name, taps, { class: "row", role: "group", "aria-label": row.name, "data-group": "" },
      row.cards.length ? row.cards.map(card => drawLying(card, taps, name(card))) : [element("span", { class: "stack empty" })]),
    element("p", { class: "label", text: row.name }),
  ]);
}

// A trick: each card before whoever played it, and several on one side beside each other.
export function drawTrick(trick, taps, seats) {
  const sides = trick.cards.map((card, at) => (seats[card.by] || {}).side || ["bottom", "left", "top", "right"][at % 4]);
  const shift = at => sides.slice(0, at).filter(side => side === sides[at]).length - (sides.filter(side => side === sides[at]).length - 1) / 2;
  const cards = trick.cards.map((card, at) => element("div", { "data-side": sides[at], class: card.best ? "best" : "", style: { "--shift": shift(at) } },
    [drawLying(card, taps, card.by && seats[card.by] ? `${seats[card.by].name}: ${card.name}` : card.name)]));
  return [
    element("div", { class: "trick", role: "group", "aria-label": trick.name, "data-thing": trick.id }, cards),
    trick.title && element("p", { class: "label", "aria-hidden": "true", text: trick.title }),
  ];
}
