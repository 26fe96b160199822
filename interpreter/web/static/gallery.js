// The gallery: what can be played here, and how a game is begun.

import { drawBoard } from "./boards.js";
import { drawHand, drawPile, drawRow } from "./cards.js";
import { drawDice } from "./dice.js";
import { element, put, range, shape } from "./drawing.js";

const find = id => document.getElementById(id);
const UNTIED = { isOpen: false, offers: () => false, make: () => ({ class: "still", disabled: "" }) };
const FEW_GOING = 3;  // games under way that are shown until one looks for more
const GROUPS = { all: "All", solo: "For one", two: "For two", more: "For many" };
const LUCK = ["all skill", "mostly skill", "half luck", "mostly luck", "all luck"];

const LOST = "The connection was lost. Try again.";

let socket = null;
let tries = 0;
let lastId = 0;
let games = [];
let bench = "";
let group = "all";
let going = [];         // the games under way, the latest first
let isGoingOpen = false;
const waiting = new Map();  // what is done with the answer, by the id of the message
const pictures = new Map();  // the table of each game, drawn small

// ---- talking to the server

function connect() {
  socket = new WebSocket(`ws://${location.host}${location.pathname}/socket`);
  socket.onopen = () => { tries = 0; find("connection").textContent = ""; ask({ do: "gallery" }, draw); };
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.last) waiting.delete(message.id);
    else if (waiting.has(message.id)) waiting.get(message.id)(message);
  };
  socket.onclose = () => {
    find("connection").textContent = "Not connected. Trying again ...";
    const lost = [...waiting.values()];
    waiting.clear();
    lost.forEach(answer => answer({ trouble: LOST }));
    setTimeout(connect, Math.min(5000, 200 * 2 ** tries++));
  };
}

function ask(message, answer) {
  if (socket.readyState !== WebSocket.OPEN) return answer({ trouble: LOST });
  waiting.set(++lastId, answer);
  socket.send(JSON.stringify({ id: lastId, ...message }));
}

// ---- tiles

function draw(found) {
  if (found.trouble) find("connection").textContent = found.trouble;
  if (!found.games) return;
  games = found.games;
  bench = found.bench;
  put(find("groups"), Object.entries(GROUPS).map(([key, text]) => element("button", {
    type: "button", text, "aria-pressed": String(key === group), onclick: () => { group = key; draw(found); },
  })));
  find("greeting").textContent = `${games.length} games. Play a bot, send a friend a link, or change the rules.`;
  going = found.tables;
  drawGoing();
  put(find("foot"), [
    element("span", { text: "Your own:" }),
    ...found.own.map(name => element("button", { class: "plain", type: "button", text: `Play ${name.slice(4).replace(/\.rules$/, "")}`, "data-own": "", onclick: event => begin({ file: name }, false, event.currentTarget) })),
    element("a", { href: found.bench, text: "Write a new game in the workbench" }),
  ]);
  drawTiles();
}

const suits = ([least, most]) => ({ all: true, solo: least === 1, two: least <= 2 && most >= 2, more: most > 2 })[group];

function drawTiles() {
  const wanted = find("search").value.trim().toLowerCase();
  const those = games.filter(game => suits(game.players) && `${game.title} ${game.about}`.toLowerCase().includes(wanted));
  const isNamed = game => game.title.toLowerCase().includes(wanted);
  put(find("tiles"), [...those.filter(isNamed), ...those.filter(game => !isNamed(game))].map(drawTile));
  for (const own of find("foot").querySelectorAll("[data-own]")) own.hidden = !own.textContent.toLowerCase().includes(wanted);
  find("none").textContent = those.length ? "" : "No game is called that.";
}

function begin(game, friends, button) {
  const text = button.textContent;
  const place = button.closest(".text, #foot");
  const said = place.querySelector(".said") || place.appendChild(element("p", { class: "said", role: "status" }));
  said.textContent = "";
  Object.assign(button, { textContent: "Opening ...", disabled: true });
  ask({ do: "begin", name: game.file, friends }, ({ url, trouble }) => {
    if (url) return location.assign(url);
    Object.assign(button, { textContent: text, disabled: false });
    said.textContent = trouble;
  });
}

function drawTile(game) {
  const [least, most] = game.players;
  const players = least === most ? `${least} ${least === 1 ? "player" : "players"}` : `${least} to ${most}`;
  const picture = element("div", { class: "picture leather", "aria-hidden": "true", inert: "", "data-game": game.file }, [element("b", { text: game.title })]);
  drawPicture(picture);
  return element("li", { class: "tile" }, [picture, element("div", { class: "text" }, [
    element("h2", { text: game.title }),
    element("p", { class: "facts" }, [
      element("span", { text: players }), game.minutes && element("span", { text: `${game.minutes} min` }), typeof game.luck === "number" && drawLuck(game.luck),
    ]),
    element("p", { class: "one", text: game.about || "" }),
    element("div", { class: "acts" }, [
      element("button", { class: "go", type: "button", text: most > 1 ? "Play a bot" : "Play", "aria-label": most > 1 ? `Play a bot: ${game.title}` : `Play: ${game.title}`, onclick: event => begin(game, false, event.currentTarget) }),
      most > 1 && element("button", { class: "plain", type: "button", text: "With friends", "aria-label": `With friends: ${game.title}`, onclick: event => begin(game, true, event.currentTarget) }),
      element("a", { class: "plain", href: `${location.pathname}/rules/${game.file}`, text: "Read the rules", "aria-label": `Read the rules: ${game.title}` }),
      element("a", { class: "plain", href: `${bench}?open=${game.file}`, text: "Change them", "aria-label": `Change them: the rules of ${game.title}` }),
    ]),
  ])]);
}

function drawLuck(luck) {
  const steps = 1 + Math.round(luck * 4);
  const bars = range(5).map(at => shape("rect", { x: at * 11.5, y: 0, width: 9.5, height: 8, rx: 2, fill: at < steps ? "currentColor" : "var(--line)" }));
  return element("span", { class: "luck" }, [shape("svg", { viewBox: "0 0 56 8", "aria-hidden": "true" }, bars), LUCK[steps - 1]]);
}

function drawGoing() {
  const wanted = find("search").value.trim().toLowerCase();
  const those = going.filter(table => table.title.toLowerCase().includes(wanted));
  const shown = isGoingOpen || wanted ? those : those.slice(0, FEW_GOING);
  find("going").hidden = !those.length;
  put(find("going"), [
    ...shown.map(table => element("div", { class: "going" }, [
      element("p", {}, [element("b", { text: table.title }), table.said]),
      element("a", { class: "plain", href: table.url, text: "Go on", "aria-label": `Go on with ${table.title}` }),
    ])),
    shown.length < those.length && element("button", { class: "plain", type: "button", text: `${those.length - shown.length} more to go on with`, onclick: () => { isGoingOpen = true; drawGoing(); } }),
  ]);
}

// ---- pictures: the table of each game as it begins, asked for when its tile comes into sight, one after another, so
// that a game that is begun waits for one of them at most

const unasked = [];
let isAsking = false;

function askPicture() {
  if (isAsking || !unasked.length) return;
  const target = unasked.shift();
  const file = target.dataset.game;
  isAsking = true;
  ask({ do: "picture", name: file }, found => {
    isAsking = false;
    if (found.things) { pictures.set(file, found); fillPicture(target, found); }
    askPicture();
  });
}

const watcher = new IntersectionObserver(seen => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    unasked.push(target);
  }
  askPicture();
}, { rootMargin: "200px" });

function drawPicture(picture) {
  const known = pictures.get(picture.dataset.game);
  if (known) fillPicture(picture, known);
  else watcher.observe(picture);
}

function fillPicture(picture, { surface, things, seats }) {
  const owners = Object.fromEntries(seats.map(seat => [seat.id, seat]));
  const first = kind => things.find(thing => thing.kind === kind && (!thing.cards || thing.cards.length));
  const [board, hand, dice] = [first("board"), first("hand"), first("dice")];
  picture.className = `picture ${surface}`;
  const isBare = !board && !hand && !dice;
  const lying = things.filter(thing => isBare && (thing.kind === "pile" || thing.kind === "row")).slice(0, 3);
  put(picture, [
    ...lying.map(thing => (thing.kind === "pile" ? drawPile(thing, UNTIED) : drawRow(thing, UNTIED, owners))),
    board && element("span", { class: `board-box form-${board.shape.form}` }, [drawBoard(board, UNTIED, owners)]),
    !board && hand && drawHand({ ...hand, cards: hand.cards.slice(0, 5).map(card => ({ ...card, tag: null, new: false })) }, UNTIED),
    !board && dice && drawDice({ ...dice, called: "", who: "", dice: dice.dice.slice(0, 6) }, UNTIED, false),
  ]);
}

find("search").oninput = () => { drawTiles(); drawGoing(); };
connect();
