// Dice, with spots or with words on their faces.

import { INK, element, shape } from "./drawing.js";

export const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// A die as a picture. One without spots bears its word, smaller where that is long.
export function drawDie(face, hasSpots = true) {
  const text = String(face);
  const pips = hasSpots && PIPS[text];
  const print = pips
    ? pips.map(at => shape("circle", {
      cx: 25 + 25 * (at % 3), cy: 23 + 25 * Math.floor(at / 3), r: pips.length === 1 ? 12 : 9.5, class: pips.length === 1 ? "ace" : "pip",
    }))
    : shape("text", { x: 50, y: 48, "font-size": Math.min(52, 150 / text.length), "text-anchor": "middle", "dominant-baseline": "central", text });
  return shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, [
    shape("rect", { x: 1, y: 1, width: 98, height: 98, rx: 21, class: "side" }),
    shape("rect", { x: 1, y: 1, width: 98, height: 94, rx: 21, class: "top" }),
    shape("circle", { cx: 50, cy: 48, r: 41, class: "shine" }),
    print,
  ]);
}

export function drawDice(thing, taps, isNew) {
  const said = [thing.who, thing.called].filter(Boolean).join(", ");
  const dice = thing.dice.map((die, at) => {
    const isOffered = taps.offers(die.id);
    const style = die.colour && { "--face": `var(--${die.colour})`, "--edge": `color-mix(in srgb, var(--${die.colour}) 75%, #000)`, "--print": INK(die.colour) };
    const made = { "data-key": die.id, style, class: `die${die.held ? " held" : ""}${die.used ? " used" : ""}${isNew && !die.held ? " tumble" : ""}` };
    const picture = drawDie(die.face, thing.spots);
    if (!isOffered) return element("span", { ...made, role: "img", "aria-label": `${die.face}${die.used ? ", used" : ""}${die.held ? ", held" : ""}` }, [picture]);
    const tap = taps.make(die.id, `die ${at + 1}: ${die.face}`);
    return element("button", { ...made, ...tap, class: `${made.class} ${tap.class}`, type: "button" }, [
      element("span", { class: "hidden", text: `Die ${at + 1}: ${die.face}` }), picture,
      element("span", { class: "tag held", "aria-hidden": "true", text: "held" }),
    ]);
  });
  return element("div", { class: "tray", "data-thing": thing.id }, [
    element("div", { class: `dice${dice.length > 6 ? " many" : ""}`, role: "group", "aria-label": thing.name || said, "data-group": "" }, dice),
    element("p", { class: "label", text: said || "\u00a0" }),
  ]);
}
