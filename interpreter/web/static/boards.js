// Boards: places that lie somewhere, what is drawn under them, and what stands there.

import { INK, put, range, shape } from "./drawing.js";

const SQUARE = 44;  // the side of a square, in the units of the picture
const MOST_SEEDS = 12;  // of a heap that is drawn seed by seed
const rect = (x, y, width, height, more) => shape("rect", { x, y, width, height, ...more });
const circle = (cx, cy, r, more) => shape("circle", { cx, cy, r, ...more });

// ---- the ground of each form: what it draws, and how large a piece is there

const FORMS = {
  diamond: drawDiamond,
  cross: places => ({ ground: [drawPlate(places, "var(--board)"), drawCorners(places), drawPath(places, true), places.map(drawSpot)], size: 17.5 }),
  ring: places => ({ ground: [drawPlate(places, "var(--board)"), drawPath(places, true), places.map(drawSpot)], size: 15 }),
  track: drawTrack,
  grid: places => ({ ground: [drawPlate(places, "var(--plank-b)", 12), places.map(drawTile)], size: 13, isTiled: true }),
  points: drawPoints,
  map: places => ({ ground: places.filter(isDrawn).map(drawStone), size: 15, isTiled: true }),
};

const isDrawn = place => place.role !== "beside" && place.role !== "plate";

function findBounds(places, margin = 0.5) {
  const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
  const [left, top] = [Math.min(...xs) - margin * SQUARE, Math.min(...ys) - margin * SQUARE];
  return [left, top, Math.max(...xs) + margin * SQUARE - left, Math.max(...ys) + margin * SQUARE - top];
}

function drawPlate(places, fill, rim = 10) {
  const [x, y, width, height] = findBounds(places);
  return rect(x - rim, y - rim, width + 2 * rim, height + 2 * rim, { rx: 20, fill, stroke: "var(--plank-b)", "stroke-width": 8 });
}

// The yards of a cross are framed in the colour of whose they are.
function drawCorners(places) {
  const yards = Map.groupBy(places.filter(place => place.role === "yard" && place.of), place => place.of);
  return [...yards].map(([colour, yard]) => {
    const [x, y, width, height] = findBounds(yard, 0.6);
    const frame = { rx: 20, fill: `var(--${colour})` };
    return [rect(x, y, width, height, { ...frame, opacity: 0.22 }), rect(x, y, width, height, { ...frame, fill: "none", stroke: `var(--${colour})`, "stroke-width": 4 })];
  });
}

function drawPath(places, isClosed) {
  const path = places.filter(place => !place.role || place.role === "square" || place.role === "start");
  const points = path.map(place => `${place.x} ${place.y}`).join("L");
  return shape("path", { d: `M${points}${isClosed ? "Z" : ""}`, fill: "none", stroke: "var(--board-line)", "stroke-width": 5, "stroke-linejoin": "round" });
}

function drawSpot(place) {
  if (!isDrawn(place)) return null;
  const colour = place.of && `var(--${place.of})`;
  const strength = { start: 0.85, lane: 0.5, home: 0.75, yard: 0.3 }[place.role] ?? 0.6;
  return [
    circle(place.x, place.y, 17.5, { fill: "#fffdf4", stroke: colour || "var(--board-line)", "stroke-width": 2.5 }),
    colour && circle(place.x, place.y, 17.5, { fill: colour, "fill-opacity": strength }),
    !colour && /^\d{1,3}$/.test(place.name) && shape("text", { x: place.x, y: place.y + 4, "font-size": 11, "text-anchor": "middle", fill: "#6b5b38", text: place.name }),
  ];
}

// Where somebody's men begin: a broken ring, which is no man.
function drawStart({ colour }, { x, y }) {
  return circle(x, y, 13.5, { fill: `var(--${colour})`, "fill-opacity": 0.25, stroke: `var(--${colour})`, "stroke-width": 4, "stroke-dasharray": "6 4.6" });
}

function drawTile(place, at) {
  const [x, y] = [place.x - SQUARE / 2, place.y - SQUARE / 2];
  const isDark = Math.round((place.x + place.y) / SQUARE) % 2;
  return [
    rect(x, y, SQUARE, SQUARE, { fill: isDark ? "var(--board)" : "#fffdf4", stroke: "var(--board-line)", "stroke-width": 0.7 }),
    place.name && place.name.length > 3
      ? shape("text", { x: place.x, y: y + 35, "font-size": Math.min(9, 60 / place.name.length), "text-anchor": "middle", fill: "#4d3f25", text: place.name })
      : shape("text", { x: x + 4, y: y + 12, "font-size": 10, fill: "#4d3f25", text: place.name || at + 1 }),
  ];
}

function drawStone(place) {
  const frame = { rx: 7, fill: place.of ? `color-mix(in srgb, var(--${place.of}) 25%, var(--board))` : "var(--board)", stroke: "var(--plank-b)", "stroke-width": 3 };
  const isSigned = place.print.length < 4;
  const isHeap = place.seeds !== null && place.seeds <= MOST_SEEDS;
  const print = isHeap
    ? { x: place.x + 15.5, y: place.y + 16, "font-size": 11, "font-weight": 600, "text-anchor": "end" }
    : { x: place.x, y: place.y + (place.number ? 11 : isSigned ? 5 : 16), "font-size": place.number ? 22 : isSigned ? 14 : Math.min(8.5, 72 / place.print.length), "text-anchor": "middle" };
  return [
    rect(place.x - SQUARE / 2 + 1.5, place.y - SQUARE / 2 + 1.5, SQUARE - 3, SQUARE - 3, frame),
    place.moved && rect(place.x - SQUARE / 2 + 4, place.y - SQUARE / 2 + 4, SQUARE - 8, SQUARE - 8, { rx: 5, class: "moved" }),
    isHeap && range(place.seeds).map(at => drawSeed(place, at)),
    shape("text", { ...print, fill: "#4d3f25", text: place.print }),
    place.number && shape("text", { x: place.x - 17, y: place.y - 10, "font-size": 8, fill: "#6b5b38", text: place.number }),
  ];
}

// The seeds of a heap lie as in a sunflower; their keys let each be seen to move.
function drawSeed({ id, x, y }, at) {
  const [angle, away] = [at * 2.4, 4 * Math.sqrt(at + 0.3) - 1];
  const spot = { cx: x + away * Math.cos(angle), cy: y - 1 + away * Math.sin(angle) };
  return shape("circle", { class: "seed", "data-key": `seed@${id}.${at}`, ...spot, r: 3.3 });
}

// The points of a backgammon board, its bar, the trays of those who are home, and whose way is which. Each point has the
// number of who sits before the board at its edge, and at its tip that of the other, who counts from the other end.
function drawPoints(places) {
  const [left, top, width, height] = findBounds(places);
  const [middle, length] = [top + height / 2, height * 0.42];
  const isUp = place => place.y > middle;
  const baseOf = place => place.y + (isUp(place) ? SQUARE : -SQUARE) / 2;
  const label = (place, text) => shape("text", { class: "number", x: place.x, y: baseOf(place) + (isUp(place) ? 21 : -9), text });
  const column = (place, more) => rect(place.x - 21, isUp(place) ? baseOf(place) - length : baseOf(place), 42, length, more);
  const homes = places.filter(place => place.role === "home");
  const points = places.filter(place => !place.role).length;
  const bar = places.find(place => place.role === "bar");
  const edges = bar ? [top, top + height].map(y => ({ ...bar, y: y + (y > middle ? -SQUARE : SQUARE) / 2 })) : [];
  const ground = [
    rect(left - 10, top - 28, width + 20, height + 56, { rx: 20, fill: "var(--plank-b)" }),
    places.filter(place => !place.role).map((place, at) => [
      shape("path", { d: `M${place.x - 20} ${baseOf(place)}h40L${place.x} ${baseOf(place) + (isUp(place) ? -length : length)}Z`, fill: at % 2 ? "#a8553f" : "var(--board)" }),
      label(place, place.name),
      homes.length === 2 && /^\d+$/.test(place.name) && shape("text", { class: "theirs", x: place.x, y: baseOf(place) + (isUp(place) ? -length - 3 : length + 10), text: points + 1 - place.name }),
    ]),
    homes.map((home, at) => drawWay(home, at ? 7 : 19, [left + 14, middle, isUp(home)])),
    bar && rect(bar.x - 20, top, 40, height, { fill: "var(--plank-a)" }), edges.map(edge => label(edge, "bar")),
    homes.map(home => [column(home, { rx: 5, fill: "var(--plank-a)", stroke: `var(--${home.of})`, "stroke-width": 2.5 }), label(home, "home")]),
  ];
  return { ground, size: 19, stacks: true, margin: 0.8, drawHit: place => column(place, { fill: "transparent" }) };
}

// The way of those who go home here: along the other row, round, and back along this one.
function drawWay({ x, owner, of: colour }, away, [left, middle, isUp]) {
  const [first, last] = isUp ? [middle - away, middle + away] : [middle + away, middle - away];
  const [start, end] = [x - SQUARE * 0.75, left + 24 - away];
  return shape("g", { class: "way", style: { "--c": `var(--${colour})` } }, [
    shape("path", { d: `M${start} ${first}H${end + away}A${away} ${away} 0 0 ${isUp ? 0 : 1} ${end + away} ${last}H${start}m-8 -5 8 5-8 5` }),
    shape("text", { x: end + SQUARE * 2, y: last + 4, "font-size": 13, text: owner }),
  ]);
}

// A pegboard: each party has a row of holes of its own, so that no peg hides another. Holes stand in groups of five.
function drawTrack(places, seats) {
  const parties = [...Map.groupBy(Object.values(seats), seat => seat.of || seat.id)].map(([party, [seat]]) => ({ party, colour: `var(--${seat.colour})` }));
  const rows = Math.max(1, parties.length);
  const lane = party => (parties.findIndex(each => each.party === party) - (rows - 1) / 2) * SQUARE * 0.75;
  for (const place of places) [place.x, place.y] = [place.x + Math.floor(place.x / SQUARE / 5) * SQUARE * 0.6, place.y * (rows * 0.75 + 0.5)];
  const holes = parties.map(({ party, colour }) => places.filter(isDrawn).map(place => circle(place.x, place.y + lane(party), SQUARE * 0.15, { fill: "var(--hole)", stroke: colour, "stroke-width": 3 })));
  const margin = rows * 0.375 + 0.5;
  const [x, y, width, height] = findBounds(places, margin);
  return {
    ground: [rect(x, y, width, height, { rx: SQUARE, fill: "var(--plank-a)", stroke: "var(--plank-b)", "stroke-width": 6 }), holes],
    size: SQUARE * 0.34, rise: lane(parties[0]?.party) - SQUARE * 0.15, margin, lane: piece => (parties.length ? lane((seats[piece.of] || {}).of || piece.of) : 0),
  };
}

// A ball field, laid under its four bases.
function drawDiamond(places) {
  const bases = places.filter(isDrawn);
  const by = (key, most) => bases.reduce((best, place) => ((place[key] - best[key]) * most > 0 ? place : best));
  const [plate, second, first] = [by("y", 1), by("y", -1), by("x", 1)];
  const unit = Math.max(plate.y - second.y, first.x - plate.x) / 270;
  const fan = "M320 520 -14 186A472 472 0 0 1 654 186Z";  // the foul lines pass along the bags
  const field = shape("g", { transform: `translate(${plate.x} ${plate.y}) scale(${unit}) translate(-320 -500)` }, [
    shape("clipPath", { id: "fan" }, [shape("path", { d: fan })]),
    shape("g", { "clip-path": "url(#fan)" }, [
      rect(-20, 0, 680, 560, { fill: "var(--turf-a)" }),
      range(5).map(at => circle(320, 520, 190 + 62 * at, { fill: "none", stroke: "var(--turf-b)", "stroke-width": 31 })),
      circle(320, 384, 196, { fill: "var(--dirt)" }),
      shape("path", { d: "M320 258 427 365 320 472 213 365Z", fill: "var(--turf-a)", stroke: "var(--turf-a)", "stroke-width": 26, "stroke-linejoin": "round" }),
      circle(320, 506, 44, { fill: "var(--dirt)" }), circle(320, 372, 23, { fill: "var(--dirt)" }), rect(311, 369, 18, 5, { fill: "#fff" }),
      circle(320, 520, 463, { fill: "none", stroke: "var(--dirt)", "stroke-width": 16 }),
    ]),
    shape("path", { d: fan, fill: "none", stroke: "#10301a", "stroke-opacity": 0.5, "stroke-width": 6 }),
    shape("path", { d: "M306 506-14 186M334 506 654 186", stroke: "#fffdf4", "stroke-width": 4 }),
    shape("path", { d: "M306 494h28v12l-14 13-14-13Z", fill: "#fff" }),
  ]);
  const bags = bases.filter(place => place !== plate).map(({ x, y }) => rect(x - 14 * unit, y - 14 * unit, 28 * unit, 28 * unit, { rx: 3 * unit, fill: "#fff", stroke: "#00000040", transform: `rotate(45 ${x} ${y})` }));
  const [left, top] = [plate.x - 340 * unit, plate.y - 452 * unit];
  return { ground: [field, bags], size: 25 * unit, box: [left, top, 680 * unit, 506 * unit] };
}

// ---- links and marks

function drawLink({ from, to, dress }, at) {
  const [start, end] = [at[from], at[to]];
  if (!start || !end) return null;
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  if (dress === "slide") {
    const bend = (part, side) => `${start.x + dx * part + nx * side} ${start.y + dy * part + ny * side}`;
    return [
      shape("path", { d: `M${start.x} ${start.y}C${bend(0.3, 32)} ${bend(0.65, -32)} ${end.x} ${end.y}`, class: "slide" }),
      circle(start.x, start.y, 7.5, { class: "slide-head" }),
    ];
  }
  const rungs = range(Math.max(1, Math.round(length / 16) - 1)).map((_, step, all) => {
    const part = (step + 1) / (all.length + 1);
    return shape("path", { "stroke-width": 3, d: `M${start.x + dx * part - nx * 7} ${start.y + dy * part - ny * 7}l${nx * 14} ${ny * 14}` });
  });
  const rails = [-7, 7].map(side => shape("path", { d: `M${start.x + nx * side} ${start.y + ny * side}L${end.x + nx * side} ${end.y + ny * side}` }));
  return shape("g", { class: "ladder" }, [rails, rungs]);
}

// A sign stands in the middle of its place, words above it.
const drawMark = ({ at: ids, text }, at, { size, rise = 0, isTiled, bounds }) => [ids].flat().filter(id => at[id]).map(id => {
  const { x, y } = at[id];
  if (isTiled && text !== "*" && text.length < 3) return shape("text", { fill: "#4d3f25", x, y: y + 12, "font-size": 34, "text-anchor": "middle", text });
  const [isFirst, isLast] = [x - bounds[0] < SQUARE * 2, bounds[0] + bounds[2] - x < SQUARE * 2];
  if (rise) return [
    shape("path", { class: "mark-line", d: `M${x - SQUARE / 2} ${y + rise - 4}V${y - rise + 4}` }),
    shape("text", { class: "mark", x: x + (isFirst ? -SQUARE / 2 : isLast ? 8 : 0), y: y + rise - 8, "font-size": 38, "text-anchor": isFirst ? "start" : isLast ? "end" : "middle", text }),
  ];
  if (text !== "*") return shape("text", { class: "mark", x, y: y - size - 3, "font-size": Math.max(9, size * 0.7), "text-anchor": "middle", text });
  return range(4).map(turn => shape("ellipse", { cx: x, cy: y, rx: 16, ry: 5, fill: "#b4483d", opacity: 0.8, transform: `rotate(${45 * turn} ${x} ${y})` }));
});

// ---- pieces

// Where several pieces of one place stand: side by side, or on each other from the edge of the board.
function spread(pieces, place, form, middle) {
  const count = pieces.length;
  if (form.stacks) {
    const isBar = place.role === "bar";
    const step = Math.min(2.05, (isBar ? 6 : 8.6) / Math.max(1, count - 1)) * form.size * (place.y > middle === isBar ? 1 : -1);
    return pieces.map((piece, at) => ({ piece: count > 5 && at === count - 1 ? { ...piece, count } : piece, x: place.x, y: place.y + step * at, size: form.size }));
  }
  if (form.lane) return pieces.map(piece => ({ piece, x: place.x, y: place.y + form.lane(piece), size: form.size }));
  if (count === 1) return [{ piece: pieces[0], x: place.x, y: place.y, size: form.size }];
  const around = count === 2 ? 0 : Math.PI / 4;
  const away = form.size * (count > 4 ? 0.85 : 0.62);
  return pieces.map((piece, at) => {
    const angle = around + 2 * Math.PI * at / count;
    return { piece, x: place.x + away * Math.cos(angle), y: place.y + away * Math.sin(angle), size: form.size * (count > 4 ? 0.5 : 0.72) };
  });
}

// What lies on several places: one shape round all of them.
function drawBody({ at: ids, colour, edge = "#fffdf4" }, at, more = {}) {
  const places = ids.map(id => at[id]).filter(Boolean);
  const isNext = (one, other) => Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < SQUARE * 1.1;
  const lines = places.flatMap(one => places.filter(other => isNext(one, other)).map(other => `M${one.x} ${one.y}L${other.x} ${other.y}`)).join("");
  const stroke = (width, paint) => shape("path", { d: lines, stroke: paint, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", fill: "none" });
  return shape("g", { class: "body", ...more }, [stroke(40, "#241902"), stroke(36, edge), stroke(30, `var(--${colour})`)]);
}

// A card that lies on a place; one without a rank has its name on it, word under word. A sign beside it stands below.
function drawCard({ card, sign, count, colour }, x, y) {
  const words = card && !card.rank ? card.name.replace(/^The /, "").split(" ") : [card ? card.rank + card.suit : sign];
  const size = Math.min(card && card.rank ? 17 : 20, 50 / Math.max(...words.map(word => word.length)), 30 / words.length);
  const fill = card && card.red ? "#a11f2c" : "#1a1d21";
  const below = card && sign && sign !== card.rank + card.suit ? sign : count > 1 ? `×${count}` : "";
  return [
    rect(x - 16, y - 20, 32, 40, { rx: 4, fill: "#00000050" }),
    rect(x - 17, y - 22, 34, 42, { rx: 4, fill: "#fffdf7", stroke: `var(--${colour || "board-line"})`, "stroke-width": colour ? 3 : 1 }),
    words.map((text, at) => shape("text", { x, y: y - 1 + (at - (words.length - 1) / 2) * size * 1.05 + size * 0.32 - (below ? 5 : 0), "font-size": size, "font-weight": 600, "text-anchor": "middle", fill, text })),
    below && shape("text", { x, y: y + 17, "font-size": 11, "font-weight": 700, "text-anchor": "middle", fill: "#565b62", text: below }),
  ];
}

// Of those that stand on each other, only the one on top is a button.
function drawPiece({ piece, x, y, size, place, isTop }, form, taps, name) {
  const fill = `var(--${piece.colour || "black"})`;
  const peg = [
    circle(x, y + 1.5, size, { fill: "#00000055" }),
    circle(x, y, size, { fill, stroke: "#fff", "stroke-width": size * 0.22, "fill-opacity": piece.past ? 0.75 : 1 }),
    circle(x - size * 0.25, y - size * 0.3, size * 0.3, { fill: "#fff", opacity: 0.75 }),
  ];
  const man = [
    shape("ellipse", { cx: x, cy: y + size * 0.3, rx: size * 1.02, ry: size * 0.95, fill: "#00000050" }),
    circle(x, y, size, { fill, stroke: piece.colour === "white" ? "#6b5b38" : "#fffdf4", "stroke-width": size * 0.12 }),
    circle(x, y, size * 0.66, { fill: "#000", opacity: 0.1 }),
    shape("path", { class: "gloss", "stroke-width": size * 0.13, d: `M${x - size * 0.6} ${y - size * 0.35}A${size * 0.7} ${size * 0.7} 0 0 1 ${x + size * 0.2} ${y - size * 0.68}` }),
    shape("text", { x, y: y + size * 0.34, "font-size": size * 0.95, "font-weight": 700, "text-anchor": "middle", fill: INK(piece.colour), text: piece.count > 1 ? piece.count : piece.sign || "" }),
  ];
  const look = piece.dress === "card" ? drawCard(piece, x, y) : form.lane || piece.dress === "peg" ? peg : man;
  const parts = [look, piece.moved && circle(x, y, size * 1.17, { class: "moved" })];
  const key = piece.id ? { "data-key": piece.id } : {};
  const answer = form.find(piece);
  if (!answer) return shape("g", { class: "piece", ...key }, parts);
  const tap = taps.make(answer, name);
  if (!isTop) return shape("g", { class: "piece", onclick: tap.onclick, ...key }, parts);
  return shape("g", { ...tap, ...key, class: `man ${tap.class}`, role: "button", tabindex: 0, "aria-label": name }, [
    form.drawHit && form.drawHit(place), circle(x, y, size * 1.35, { class: "ring-edge" }), circle(x, y, size * 1.35, { class: "ring" }), parts,
  ]);
}

// A place that is an answer itself, or where a chosen man would go: a ring of dashes.
function drawTarget(place, { size, tied, isTiled }, taps) {
  if (!tied[place.id]) return null;
  const draw = name => (isTiled ? rect(place.x - 20, place.y - 20, 40, 40, { rx: 5, class: name }) : circle(place.x, place.y, size * 1.25, { class: name }));
  const tap = taps.make(tied[place.id], place.name || place.id);
  return shape("g", { ...tap, class: `target ${tap.class}`, role: "button", tabindex: 0, "aria-label": place.name || place.id }, [
    draw("target-edge"), draw("target-ring"),
  ]);
}

// A piece where an answer would put it: behind those that stand there.
function drawAhead({ x, y, size, piece, lead, place }, form, name) {
  const colour = `var(--${piece.colour || "black"})`;
  const look = { class: "ahead-piece", fill: colour, stroke: colour };
  const tap = lead.tap && { onclick: lead.tap, role: "button", tabindex: 0, "aria-label": name };
  const made = { ...tap, class: `ahead${lead.tap ? " man can" : ""}` };
  if (form.isTiled) return shape("g", made, [rect(place.x - SQUARE / 2, place.y - SQUARE / 2, SQUARE, SQUARE, { fill: "transparent" })]);
  return shape("g", made, [
    lead.tap && form.drawHit && form.drawHit(place), lead.tap && circle(x, y, size * 1.35, { class: "ring-edge" }), lead.tap && circle(x, y, size * 1.35, { class: "ring" }),
    circle(x, y, size, look),
  ]);
}

// A place that is no answer, though others of its board are: a tap says why, and who else stands there.
function drawBarred(place, pieces, form, taps, seats) {
  if (form.tied[place.id] || !isDrawn(place) || !form.isAsked) return null;
  const [owner] = pieces.filter(piece => piece.at === place.id).map(piece => seats[piece.of]);
  const { onclick } = taps.make(place.id, place.name || place.id, owner && !owner.mine ? owner.name : "");
  const look = { class: "barred", onclick };
  return shape("g", look, [form.drawHit ? form.drawHit(place) : rect(place.x - SQUARE / 2, place.y - SQUARE / 2, SQUARE, SQUARE, { fill: "transparent" })]);
}

function wordPieces(pieces, at, seats) {
  const sides = Map.groupBy(pieces, piece => (seats[piece.of] || {}).name || piece.of || piece.colour);
  return [...sides].map(([side, those]) => `${side} at ${those.map(piece => (at[piece.at] || {}).name || piece.at).join(", ")}`).join("; ");
}

// A place in the units of the picture. One that belongs to somebody is called by what it is: a yard, a lane, home.
function dress(place, seats) {
  const owner = typeof place.of === "number" ? seats[`s${place.of + 1}`] || seats[`p${place.of + 1}`] : null;
  const role = place.role || (typeof place.of === "number" ? place.name : undefined);
  return { ...place, role, owner: owner && owner.name, of: owner ? owner.colour : typeof place.of === "string" ? place.of : undefined, x: place.x * SQUARE, y: place.y * SQUARE };
}

export function drawBoard(thing, taps, seats) {
  // What is written on the places of a map stands there instead of their names.
  const marks = thing.shape.form === "map" ? (thing.marks || []).filter(mark => mark.text !== "*") : [];
  const [written, seeds] = ["text", "times"].map(key => Object.fromEntries(marks.flatMap(mark => mark.at.map(id => [id, mark[key]]))));
  const number = thing.places.every(place => place.id in written) ? place => place.name : () => "";
  const places = thing.places.map(place => ({ ...dress(place, seats), print: marks.length ? written[place.id] || "" : place.name, number: number(place), seeds: seeds[place.id] ?? null, moved: (thing.moved || []).includes(place.id) }));
  const at = Object.fromEntries(places.map(place => [place.id, place]));
  const form = (FORMS[thing.shape.form] || FORMS.map)(places, seats);
  const [left, top, width, height] = form.box || findBounds(places, form.margin);
  form.bounds = [left, top, width, height];
  const margin = form.box ? 0 : 16;
  const [starts, pieces] = [true, false].map(is => (thing.pieces || []).filter(piece => at[piece.at] && is === (piece.dress === "start")));
  // The answer that a place is, whoever stands there.
  form.tied = Object.fromEntries(places.map(({ id }) => [id, [id, `${thing.id}/${id}`].find(each => taps.offers(each))]));
  const isTwin = (piece, other) => piece.at === other.at && piece.of === other.of && taps.offers(other.id);
  form.find = piece => [piece.id, piece.answer].find(each => taps.offers(each)) || (pieces.find(other => isTwin(piece, other)) || {}).id || form.tied[piece.at];
  const isTapped = form.find;
  form.isAsked = Object.values(form.tied).some(Boolean) || pieces.some(isTapped);
  const standing = [...Map.groupBy(pieces, piece => piece.at)].flatMap(([id, those]) => {
    const last = Object.fromEntries(those.map(piece => [form.find(piece), piece]));
    return spread(those, at[id], form, top + height / 2).map(each => ({ ...each, place: at[id], isTop: last[form.find(each.piece)] === each.piece }));
  });
  const name = piece => [(seats[piece.of] || {}).name || piece.of, (at[piece.at] || {}).name || piece.at].filter(Boolean).join(", ");
  const says = [thing.name, wordPieces([...starts, ...pieces], at, seats)].filter(Boolean).join(": ");
  const ahead = shape("g");
  const board = shape("svg", {
    class: Object.values(form.tied).filter(Boolean).length > 30 ? "board many" : "board", viewBox: [left - margin, top - margin, width + 2 * margin, height + 2 * margin].map(Math.round).join(" "),
    role: "group", "aria-label": says, "data-thing": thing.id, "data-group": "",
  }, [
    shape("g", { "aria-hidden": "true" }, [form.ground, (thing.links || []).map(link => drawLink(link, at)), starts.map(start => drawStart(start, at[start.at])), (thing.marks || []).filter(mark => !marks.includes(mark)).map(mark => drawMark(mark, at, form))]),
    shape("g", {}, [
      (thing.bodies || []).map(body => drawBody(body, at)),
      standing.filter(each => !isTapped(each.piece)).map(each => drawPiece(each, form, taps, name(each.piece))),
      places.map(place => drawBarred(place, pieces, form, taps, seats)),
      places.filter(place => !pieces.some(piece => piece.at === place.id)).map(place => drawTarget(place, form, taps)),
      standing.filter(each => isTapped(each.piece)).map(each => drawPiece(each, form, taps, name(each.piece))),
    ]),
    ahead,
  ]);
  board.measures = { "--squares": (width + 2 * margin) / SQUARE, "--ratio": (width + 2 * margin) / (height + 2 * margin) };
  // Show where answers lead, each with its piece, and what is written then.
  board.showAhead = (leads, marks) => {
    const key = JSON.stringify([...leads.map(({ piece, answer, tap }) => [piece, answer.say, Boolean(tap)]), ...marks]);
    if (key === (ahead.dataset.shown || "[]")) return;
    ahead.dataset.shown = key;
    const groups = Map.groupBy(leads.filter(({ piece }) => at[piece.at]), ({ piece }) => piece.at);
    const lying = Map.groupBy(form.isTiled ? leads : [], ({ answer }) => answer.say);
    const bodies = [...lying.values()].map(those => drawBody({ at: those.map(({ piece }) => piece.at), colour: those[0].piece.colour, edge: those.some(lead => lead.tap) ? "var(--accent)" : undefined }, at, { opacity: 0.6 }));
    const signs = marks.map(mark => shape("text", { class: "mark-ahead", x: at[mark.at].x + 18, y: at[mark.at].y - 8, text: `→${mark.mark}` }));
    put(ahead, [...bodies, ...signs, ...[...groups].flatMap(([id, those]) => {
      const there = pieces.filter(piece => piece.at === id);
      const all = spread([...there, ...those.map(lead => ({ ...lead.piece, lead }))], at[id], form, top + height / 2);
      return all.slice(there.length).map(each => drawAhead({ ...each, place: at[id], lead: each.piece.lead }, form, taps.word(each.piece.lead.answer)));
    })]);
  };
  return board;
}
