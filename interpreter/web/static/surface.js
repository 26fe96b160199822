// What lies on the table, and where: hands at the edge, boards and cards in the middle, sheets and charts at the side.

import { drawBoard } from "./boards.js";
import { drawHand, drawPile, drawRow, drawTrick } from "./cards.js";
import { drawDice } from "./dice.js";
import { element, put } from "./drawing.js";
import { drawOther, drawSeat } from "./seats.js";
import { drawChart, drawCount, drawLamps, drawScores, drawSheet, findHidden, showBeside } from "./sheets.js";

const DRAWINGS = {
  board: drawBoardBox,
  hand: drawHand, pile: drawPile, row: drawRow, trick: drawTrick, dice: drawDice, sheet: drawSheet,
  score: (thing, taps, seats) => drawScores(thing, seats),
  chart: drawChart, lamps: drawLamps, count: drawCount,
};

function drawBoardBox(thing, taps, seats) {
  const board = drawBoard(thing, taps, seats);
  return element("div", { class: `board-box form-${thing.shape.form}`, style: board.measures }, [board, thing.title && element("p", { class: "label", text: thing.title })]);
}

// In which part of the table a thing lies. `isAtSeat` says whether it lies before whose it is.
function findPart(thing, kinds, isAtSeat) {
  if (isAtSeat(thing)) return "seat";
  if (thing.kind === "hand") return "own";
  if (thing.kind === "sheet" || thing.kind === "chart") return "side";
  if (thing.kind === "dice" && kinds.has("board") && !kinds.has("hand")) return "side";
  if (thing.kind === "score" || (["lamps", "count"].includes(thing.kind) && kinds.has("score"))) return "over";
  if (thing.kind === "board" || thing.kind === "trick") return "center";
  return thing.kind === "lamps" && thing.of <= 5 && !kinds.has("board") && !kinds.has("pile") ? "below" : "under";
}

// `isNew` says of a thing with dice whether they have just been thrown.
export function drawSurface(surface, scene, taps, isNew = () => false) {
  const seats = Object.fromEntries(scene.seats.map(seat => [seat.id, seat]));
  // A side, in the colours of its first player.
  for (const seat of scene.seats) if (seat.of) seats[seat.of] ??= { ...seat, mine: scene.seats.some(each => each.mine && each.of === seat.of) };
  const kinds = new Set(scene.things.map(thing => thing.kind));
  const isRound = scene.round || kinds.has("hand");
  const me = scene.seats.find(seat => seat.mine);
  const near = me || scene.seats.find(seat => isRound && seat.side === "bottom");
  // The hand that is played from is a fan; what else is mine lies in rows.
  const hands = scene.things.filter(thing => thing.kind === "hand");
  const fan = hands.find(hand => hand.cards.some(card => taps.offers(card.id))) || hands[0];
  const shown = scene.things.filter(thing => DRAWINGS[thing.kind]).map(thing => (thing.kind === "hand" && thing !== fan ? { ...thing, kind: "row" } : thing));
  // Before the first roll, the place of the dice is kept free.
  if (scene.throws && !kinds.has("dice") && (kinds.has("board") || kinds.has("sheet"))) shown.push({ id: "dice", kind: "dice", dice: [] });
  const isAtSeat = thing => isRound && ["pile", "row"].includes(thing.kind) && scene.seats.some(seat => seat.id === thing.of);
  const isTwin = thing => !isAtSeat(thing) && shown.some(other => other !== thing && other.name === thing.name && other.of !== thing.of);
  for (const thing of shown.filter(each => seats[each.of] && isTwin(each))) thing.called = `${thing.name}, ${seats[thing.of].name}`;
  for (const thing of shown) if (thing.called && thing.kind !== "dice") thing.name = thing.called;
  const draw = thing => DRAWINGS[thing.kind](thing, taps, thing.kind === "dice" ? isNew(thing) : seats);
  const part = name => shown.filter(thing => findPart(thing, kinds, isAtSeat) === name).map(draw);
  const boards = part("center");
  const box = (name, children, more = {}) => (children.flat().filter(Boolean).length ? element("div", { class: name, ...more }, children) : null);
  const lain = seat => box("lain", shown.filter(thing => isAtSeat(thing) && thing.of === seat.id).map(draw), { role: "group", "aria-label": `Before ${seat.name}` });
  const others = scene.seats.filter(seat => seat !== near);
  const look = (id, seat) => showBeside(surface, id) || taps.explain(id, seat);
  const word = seat => (findHidden(surface, seat.id) ? `Show ${seat.name} on the sheet` : "Why?");
  const covered = scene.things.some(thing => (thing.kind === "sheet" && scene.seats.every(seat => thing.columns.includes(seat.id))) || (thing.kind === "score" && scene.seats.length < 3));
  const isCrowded = others.length > 3;
  surface.className = `surface ${scene.surface || "felt"} ${isRound ? "round" : "open"} n${scene.seats.length}${isCrowded ? " crowded" : ""}${covered ? " covered" : ""} ${[...kinds].map(kind => `has-${kind}`).join(" ")}${scene.throws ? " throws" : ""}`;
  const sides = isRound ? ["left", "top", "right"].map(side => box(`others ${side}`, others.filter(seat => (isCrowded ? "top" : seat.side || "top") === side).map(seat => drawOther(seat, taps.explain, lain(seat))))) : [];
  put(surface, [
    ...sides,
    isRound ? null : box("rail", scene.seats.map(seat => drawSeat(seat, look, word))),
    box("middle", [
      box("center", [box("over", part("over")), boards.length > 1 ? box("boards", boards) : boards, box("under", part("under")), box("below", part("below")), drawCaptions(scene.things)]),
      box("side", part("side")),
    ]),
    isRound && box("own", [near && (me ? drawSeat : drawOther)(near, taps.explain, lain(near)), part("own"), me && lain(me)]),
  ]);
}

// ---- lines of text

// Whether signs and spaces are set out as on a board, so that every letter has to be equally wide.
const isDrawnInText = lines => lines.some(line => line.startsWith("  ") || /(?:(?:^| )\S){4}(?: |$)/.test(line))
  || lines.filter(line => / {2}/.test(line)).length > 2;

function drawCaptions(things) {
  const captions = things.filter(thing => thing.kind === "caption");
  const groups = [...Map.groupBy(captions, caption => caption.id.replace(/\.\d+$/, "").replaceAll("_", " "))];
  return groups.map(([name, those]) => {
    const lines = those.flatMap(caption => String(caption.text).split("\n"));
    const longest = Math.max(1, ...lines.map(line => line.length));
    return element("div", { class: `captions${isDrawnInText(lines) ? " drawn-in-text" : ""}`, role: "group", "aria-label": name || "Notes", style: { "--longest": longest } },
      lines.map(text => element("p", { text: text || "\u00a0" })));
  });
}
