// Cards and dice, and elements in general. All text goes in as text: nothing from a ruleset becomes markup.

const SVG = "http://www.w3.org/2000/svg";

const PIPS = {
  1: [[16, 16]],
  2: [[9, 9], [23, 23]],
  3: [[9, 9], [16, 16], [23, 23]],
  4: [[9, 9], [23, 9], [9, 23], [23, 23]],
  5: [[9, 9], [23, 9], [16, 16], [9, 23], [23, 23]],
  6: [[9, 8], [23, 8], [9, 16], [23, 16], [9, 24], [23, 24]],
};

export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function put(parent, children) {
  parent.replaceChildren(...children);
}

// Dice by what they show: with spots, or with a word or a sign on each face.
export function drawDice(kind, faces) {
  return faces.map(face => drawDie(face, kind === "dice"));
}

function drawDie(face, hasSpots) {
  const pips = hasSpots && PIPS[face];
  if (!pips) return element("span", { class: "die word", text: face });
  const die = document.createElementNS(SVG, "svg");
  die.setAttribute("viewBox", "0 0 32 32");
  die.setAttribute("class", "die");
  die.setAttribute("aria-hidden", "true");
  die.append(shape("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 6, class: "body" }));
  for (const [x, y] of pips) die.append(shape("circle", { cx: x, cy: y, r: 3, class: "pip" }));
  return die;
}

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function drawCard(card, isLarge = false) {
  const made = element("span", { class: `card${card.red ? " red" : ""}${isLarge ? " large" : ""}`, "aria-hidden": "true" });
  if (card.suit) made.append(element("b", { text: card.rank }), element("span", { class: "suit", text: card.suit }));
  else made.append(element("span", { class: "name", text: card.name }));
  made.title = card.name;
  return made;
}
