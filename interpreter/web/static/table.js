// The page of one place at a table. The server sends how the game stands, whole; the page draws it and sends lines.

import { closeBubble, openBubble } from "./bubble.js";
import { drawEnding, shareReplay } from "./ending.js";
import { element, put, shape } from "./drawing.js";
import { drawHost } from "./host.js";
import { hasSound, markMoved, measure, moveFrom, pairPieces, play, switchSound } from "./motion.js";
import { Asking } from "./question.js";
import { drawLines, drawReasons, drawRefusal } from "./reasons.js";
import { drawRulebook } from "./rulebook.js";
import { drawSurface } from "./surface.js";

const find = id => document.getElementById(id);
const SLOWEST_RETRY = 5000;
const UNTIL_TAPPED = 2 ** 31 - 1;
const SHORT_SAID = 84;  // letters for which a phone has room

let socket = null;
let tries = 0;
let shown = null;      // the state that is drawn
let asking = new Asking(null);
let anchor = null;     // what a question was asked about; the answer appears beside it
let canRepeat = false; // whether another game can be begun here
let given = null;      // the things of the last answer from here, and what an undo of it is called
let host = null;       // links and games, on the host's page
let toldMoments = [];  // the lines of the story that are drawn, as text
let waiting = [];      // pictures and states that are drawn after the picture that is held up
let holding = 0;       // the timer of that picture
let lost = null;       // what had the focus before nothing could have it

// ---- talking to the server

function connect() {
  socket = new WebSocket(`ws://${location.host}${location.pathname}/socket`);
  socket.onopen = () => { tries = 0; askForName.given = null; find("connection").textContent = ""; };
  socket.onmessage = event => take(JSON.parse(event.data));
  socket.onclose = event => {
    if (event.code === 4001) return find("connection").textContent = "This link is open in too many places. To use it here, load the page again.";
    find("connection").textContent = "Not connected. Trying again ...";
    setTimeout(connect, Math.min(SLOWEST_RETRY, 200 * 2 ** tries++));
  };
}

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function say(line) {
  closeBubble();
  if (line === "undo") given = null;
  send({ say: line });
}

function answer(line) {
  if (holding) return showNext();
  given = { ids: [...asking.chosen], undo: null };
  say(line);
}

function askAbout(thing, message) {
  anchor = thing;
  stopTimer();
  send(message);
}

function take(message) {
  if (message.state) waiting.push(...(shown && message.pictures || []), message.state);
  if (message.state && !shown && message.pictures?.length) send({ looked: true });
  if (message.state && !holding) showNext();
  if (message.trouble) find("connection").textContent = message.trouble;
  if (message.said) openBubble(drawLines(message.said), anchor);
  if (message.naming) find("name-said").textContent = message.naming.join(" ");
  if (message.reasons) openBubble(drawReasons(message), anchor);
  if (message.ahead && message.number === shown.number) asking.learn(message.ahead);
  if (message.picked && message.number === shown.number) asking.learnPicks(message);
  if (message.refused) openBubble(drawRefusal(message.refused), anchor);
  if (message.rules) put(find("rules-text"), drawRulebook(message.rules));
  if (message.absent) drawAbsent(message.absent);
  if (message.links) host = message;
  if (message.links && shown) drawHost(find("seats"), host, shown, send);
  if (message.replay && message.replay.text) shareReplay(message.replay).then(text => openBubble([element("p", { text })], null));
  if (message.again) canRepeat = true;
  if (message.home) { find("home").href = message.home; find("home-picture").alt = "All games"; }
}

// ---- the state

// What lay on the table in the middle of a move is held up, for a while or until a tap, before what came of it.
function showNext(all = false) {
  const wasHeld = holding;
  clearTimeout(holding);
  holding = 0;
  if (all) waiting = waiting.filter(next => !next.lines);
  while (waiting.length && !holding) {
    const next = waiting.shift();
    if (next.lines) holding = setTimeout(showNext, next.for ?? UNTIL_TAPPED);
    drawState(next.lines ? { ...shown, said: [], ...next, question: { kind: "held", text: next.large.map(at => next.lines[at]).join(" "), for: next.for } } : next);
  }
  if (wasHeld && !holding) send({ looked: true });
}

// Who asks about a picture has as long as they like to look at it.
function stopTimer() {
  if (!holding || !shown.question.for) return;
  clearTimeout(holding);
  holding = setTimeout(showNext, UNTIL_TAPPED);
  shown.question.for = null;
  find("go").classList.remove("timed");
}

function drawState(state) {
  const before = shown;
  shown = before ? { ...state, seats: state.seats.map(seat => ({ ...seat, added: findAdded(seat, before) })) } : state;
  state = shown;
  const isMine = Boolean(state.question && state.question.mine);
  document.title = isMine ? `Your turn: ${state.title}` : state.title;
  find("title").textContent = state.title;
  find("place").textContent = state.place.player ? "" : state.place.name;
  askForName(state);
  const isAskedAnew = differs(before, state, "question");
  if (isAskedAnew || differs(before, state, "seats") || differs(before, state, "things")) drawTable(before, state, isAskedAnew);
  if (isAskedAnew) drawQuestion(state);
  if (isAskedAnew && (isMine || holding)) closeBubble();
  if (isAskedAnew) openMore(false);
  if (!before && host && (!state.place.player || (state.nameless && !isAlone(state)))) openDrawer("links", false);
  find("open-links").hidden = !host;
  if (host && differs(before, state, "chairs")) drawHost(find("seats"), host, state, send);
  drawUndo(state.undo);
  for (const button of document.querySelectorAll("[data-say=odds]")) button.hidden = !state.odds;
  document.querySelector("[data-say=redo]").hidden = !state.redo;
  drawProposal(state.proposal);
  const [heard, ...earlier] = state.said;
  find("heard").textContent = heard || "";
  find("heard-before").textContent = earlier.reverse().map(text => `${text} ·`).join(" ");
  find("heard").parentElement.classList.toggle("short", state.said.join(" ").length < SHORT_SAID);
  drawStory(state.story);
  if (differs(before, state, "result")) drawEnding(find("ending"), state, canRepeat, send);
  if (before && isMine && !(before.question && before.question.mine)) play("turn");
  if (before && state.result && !before.result) { openDrawer(""); closeBubble(); play("end"); }
  document.body.dataset.number = state.number;
}

// The points that a seat has got since it was drawn last.
function findAdded({ id, points }, before) {
  const old = before.seats.find(seat => seat.id === id);
  return old && Number.isInteger(points) && Number.isInteger(old.points) ? points - old.points : 0;
}

const differs = (before, after, key) => !before || JSON.stringify(before[key]) !== JSON.stringify(after[key]);

function drawTable(before, state, isAskedAnew) {
  const surface = find("surface");
  const places = measure(surface);
  const focused = noteFocus();
  const chosen = isAskedAnew ? [] : asking.chosen;
  asking = new Asking(tieAnswers(state), answer, refuse, (why, seat) => askAbout(seat, { why }), says => send({ ahead: says }), says => send({ picked: says }));
  if (chosen.length) asking.chosen = chosen.filter(id => asking.offers(id));
  else if (isAskedAnew) asking.hold(state.things.flatMap(thing => thing.dice || []).filter(die => die.held).map(die => die.id));
  markMoved(before, state);
  const old = before ? Object.fromEntries(before.things.map(thing => [thing.id, thing])) : {};
  const isThrown = thing => Boolean(before) && thing.moment !== undefined && (old[thing.id] || {}).moment !== thing.moment;
  drawSurface(surface, state, asking, isThrown);
  asking.settle();
  restoreFocus(focused);
  if (!before) return;
  const placed = id => id.replace(/\.\d+$/, "");
  if (given) for (const [now, old] of pairPieces(places, surface)) given.ids = given.ids.map(id => (placed(id) === placed(old) ? now : id));
  const moved = moveFrom(places, surface, state.moved);
  if (state.things.some(thing => thing.kind === "dice" && isThrown(thing))) play("die");
  else if (moved.length) play(moved[0] instanceof SVGElement ? "man" : "card");
}

// An answer that no thing is tied to belongs to the pieces that name it.
function tieAnswers({ question, things }) {
  const pieces = things.flatMap(thing => thing.pieces || []).filter(piece => piece.say !== undefined);
  if (!question || !question.answers || !pieces.length) return question;
  const answers = question.answers.map(answer => {
    const those = pieces.filter(piece => piece.say === answer.say);
    for (const piece of those) piece.answer = those[0].id;
    return those.length && !answer.on.length ? { ...answer, on: [those[0].id] } : answer;
  });
  return { ...question, answers };
}

// What has the focus by keys keeps it when it is drawn anew; if it is gone, the button takes its place, as soon as there is one.
function noteFocus() {
  const now = document.activeElement;
  if (!now || now === document.body) return lost;
  if (!now.closest("#surface, #offers, #go") || !now.matches(":focus-visible")) return null;
  return now.dataset.key || now.dataset.on || now.id || "gone";
}

function restoreFocus(focused) {
  lost = null;
  if (!focused) return;
  const name = CSS.escape(focused);
  const again = document.querySelector(`[data-key="${name}"], [data-on="${name}"], #${name}`);
  const next = [again, find("go"), find("offers").querySelector("button"), document.querySelector("#surface .can")].find(each => each && !each.hidden && !each.disabled);
  if (next) next.focus({ preventScroll: true });
  else lost = focused;
}

function drawQuestion(state) {
  const question = state.question;
  const isMine = Boolean(question && question.mine);
  find("ask").classList.toggle("mine", isMine);
  find("question").textContent = question ? wordQuestion(question.text, state.seats.find(seat => seat.mine)) : "The game is over.";
  find("question").parentElement.classList.toggle("told-last", Boolean(holding) && shown.large.includes(shown.lines.length - 1));
  find("hint").textContent = holding ? shown.lines.filter((_, at) => !shown.large.includes(at)).join(" · ") : asking.answers.some(answer => answer.then) ? "Or tap a box to fill it now." : isMine && document.querySelector("#surface .cannot") ? "Tap a grey one to see why not." : "";
  const isTyped = isMine && (question.kind === "throw" || question.kind === "card");
  if (isTyped) openLine();
  else if (find("line-form").dataset.typed) find("line-form").hidden = true;
  find("line-form").dataset.typed = isTyped ? "yes" : "";
}

// On my own page there is no need to say that I am asked.
function wordQuestion(text, me) {
  const rest = me && text.startsWith(`${me.name}: `) ? text.slice(me.name.length + 2) : text;
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

// The button says what it takes back.
function drawUndo(what) {
  find("undo").hidden = !what;
  find("undo").title = what;
  find("undo").setAttribute("aria-label", `Undo: ${what}`);
  for (const old of document.querySelectorAll(".undo-here")) old.remove();
  if (given && given.undo === null) Object.assign(given, { undo: what, onto: findGoal(given.ids) });
  const things = what && given && given.undo === what && !shown.answered ? [...given.ids.map(findAgain), given.onto && document.querySelector(`#surface [data-thing="${CSS.escape(given.onto)}"]:has(.back)`)] : [];
  const thing = things.find(each => each && !each.closest("button, [role=button], [role=img]"));
  if (thing) thing.append(drawUndoAt(thing, what));
}

// Where a thing went that cannot be seen there: a card that was laid away face down.
function findGoal(ids) {
  const move = shown.moved.find(each => ids.some(id => id.startsWith(`${each.from}/`)));
  return move && move.to;
}

// A thing that was an answer, wherever it lies now.
function findAgain(id) {
  const [whole, name] = [CSS.escape(id), CSS.escape(id.replace(/^.*\//, "/"))];
  return document.querySelector(`#surface :is([data-key="${whole}"], [data-own="${whole}"], [data-key$="${name}"])`);
}

function drawUndoAt(thing, what) {
  const act = { class: "undo-here", "aria-label": `Undo: ${what}`, onclick: () => say("undo") };
  if (!(thing instanceof SVGElement)) return element("button", { ...act, type: "button", title: what, text: "↶" });
  const box = thing.getBBox();
  return shape("g", { ...act, role: "button", tabindex: 0, transform: `translate(${box.x + box.width} ${box.y})` }, [
    shape("circle", { r: 11 }), shape("text", { y: 5, "font-size": 15, "text-anchor": "middle", text: "↶" }),
  ]);
}

function drawProposal(proposal) {
  find("proposal").hidden = !proposal;
  find("proposal-text").textContent = proposal ? proposal.text : "";
  for (const button of find("proposal").querySelectorAll("button")) button.hidden = !(proposal && proposal.mine);
}

// Lines are added, not drawn anew, so that a screen reader reads only what is new.
function drawStory(story) {
  const texts = story.map(told => `${told.moment} ${told.kind} ${told.text}`);
  const list = find("told");
  const isLonger = toldMoments.every((text, at) => text === texts[at]);
  if (!isLonger) list.replaceChildren();
  const first = isLonger ? toldMoments.length : 0;
  for (const told of story.slice(first)) {
    const line = element("button", { class: "told", type: "button", text: told.text, title: "Why?", onclick: event => askAbout(event.currentTarget, { why: told.moment, at: told.at }) });
    list.append(element("li", { class: told.kind }, [line]));
  }
  if (texts.length !== toldMoments.length || !isLonger) find("story").scrollTop = find("story").scrollHeight;
  toldMoments = texts;
}

// ---- names

const NAME = `name ${location.pathname}`;
const LAST_NAME = "name";

// A name is asked for once: the page keeps one that was taken, and gives it again to a server that was started again.
// What somebody was called last is offered, and is used at once where nobody else plays here.
function askForName({ nameless, seats }) {
  const me = seats.find(seat => seat.mine);
  const isAsked = nameless && me && self === top && !askForName.declined;
  if (isAsked && find("name-form").hidden) find("name").value = keep(LAST_NAME) || "";
  find("name-form").hidden = !isAsked;
  if (!nameless && askForName.given) {
    for (const key of [NAME, LAST_NAME]) keep(key, askForName.given);
    askForName.given = null;
  }
  if (!isAsked) return;
  find("name-now").textContent = `You are ${me.place || me.name}.`;
  const kept = keep(NAME) || (isAlone({ seats }) && keep(LAST_NAME));
  if (kept && kept !== askForName.given) send({ name: askForName.given = kept });
}

const isAlone = ({ seats }) => seats.every(seat => seat.mine || seat.bot);

// What this browser keeps.
function keep(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    return localStorage.getItem(key);
  } catch {
    return null;  // a browser that keeps nothing
  }
}

// ---- answers

// A thing that is no answer was tapped.
const refuse = (name, thing, there) => askAbout(thing, { refused: name, there });

function drawAbsent({ names: all, text }) {
  const seen = Object.values(asking.names);
  const names = asking.isOpen ? all.filter(name => seen.includes(name)) : all;
  if (!names.length) return openBubble([element("p", { text: "You can choose everything that you see." })], anchor);
  const buttons = names.map(name => element("button", { class: "plain", type: "button", text: name, onclick: () => send({ refused: name }) }));
  openBubble([element("p", { text }), element("div", { class: "offers" }, buttons)], anchor);
}

// ---- drawers, of which one is open at a time

function openDrawer(name, takesFocus = true) {
  for (const button of document.querySelectorAll("[data-drawer]")) {
    const isOpen = button.dataset.drawer === name;
    button.setAttribute("aria-expanded", String(isOpen));
    find(button.dataset.drawer).hidden = !isOpen;
  }
  if (!name) return;
  if (name === "rules" && !find("rules-text").children.length) {
    put(find("rules-text"), [element("p", { text: "One moment ..." })]);
    send({ rules: true });
  }
  if (name === "log") find("story").scrollTop = find("story").scrollHeight;
  if (takesFocus) find(`${name}-title`).focus();
}

function closeDrawer(drawer) {
  openDrawer("");
  find(`open-${drawer.id}`).focus();
}

for (const button of document.querySelectorAll("[data-drawer]")) {
  button.onclick = () => (find(button.dataset.drawer).hidden ? openDrawer(button.dataset.drawer) : closeDrawer(find(button.dataset.drawer)));
}
for (const drawer of document.querySelectorAll(".drawer")) drawer.querySelector(".close").onclick = () => closeDrawer(drawer);

// ---- what people do

function openLine() {
  find("line-form").hidden = false;
  find("line").focus();
}

function openMore(isOpen) {
  if (isOpen) closeBubble();
  find("more").hidden = !isOpen;
  find("open-more").setAttribute("aria-expanded", String(isOpen));
}

// Why and odds are answered beside what they are about: the dice that are to be thrown, else the button.
const ASKED = {
  why: thing => askAbout(thing, { why: true }),
  odds: thing => askAbout(document.querySelector("#surface .tray") || thing, { say: asking.chosen.length && asking.meant.length === 1 && !asking.meant[0].then ? `odds ${asking.meant[0].say}` : "odds" }),
  "?": thing => openHelp(thing),
};

function openHelp(thing) {
  const help = find("help").content.cloneNode(true);
  for (const part of help.querySelectorAll("[data-say=odds]")) part.hidden = !shown.odds;
  openBubble([...help.children], thing);
}

function ask(words, thing) {
  openMore(false);
  if (ASKED[words]) return ASKED[words](thing);
  anchor = thing;
  say(words);
}

for (const button of document.querySelectorAll("button[data-say]")) button.onclick = () => ask(button.dataset.say, button.closest("#more") ? find("open-more") : button);
// A tap beside a bubble closes it, and does nothing else.
let isClosing = false;
find("surface").addEventListener("click", event => { if (holding || isClosing) { event.stopPropagation(); if (!isClosing) showNext(); } }, true);
document.addEventListener("click", event => {
  isClosing = holding && !find("bubble").hidden && !event.target.closest("#bubble");
  if (!event.target.closest("#bubble")) closeBubble();
  if (!event.target.closest("#more, #open-more")) openMore(false);
}, true);
document.querySelector(".said").onclick = () => openDrawer("log", false);
find("go").onclick = () => asking.confirm();
find("close-bubble").onclick = closeBubble;
find("open-more").onclick = () => openMore(find("more").hidden);
find("open-line").onclick = () => { openMore(false); openLine(); };
find("open-absent").onclick = () => { openMore(false); askAbout(find("open-more"), { absent: true }); };
find("sound").onclick = () => {
  switchSound();
  find("sound").setAttribute("aria-pressed", String(hasSound()));
  play("man");
};
find("name-form").onsubmit = event => {
  event.preventDefault();
  const name = find("name").value.trim();
  if (!name) return;
  send({ name: askForName.given = name });
};
find("no-name").onclick = () => { askForName.declined = true; find("name-form").hidden = true; };
find("line-form").onsubmit = event => {
  event.preventDefault();
  anchor = null;
  say(find("line").value);
  find("line").value = "";
};

const WORDS = { u: "undo", w: "why", o: "odds", "?": "?" };

// Arrows go through the things of a group; digits choose; Enter confirms what is chosen.
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return escape(event);
  if (event.target.closest("input, summary, [role=log]")) return;
  const isOnButton = event.target.closest("button, a, [role=button]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) moveFocus(event, step);
  else if (/^[1-9]$/.test(event.key)) asking.pickNumber(Number(event.key));
  else if (event.key === "/") { event.preventDefault(); openLine(); }
  else if (WORDS[event.key]) ask(WORDS[event.key], null);
  else if (event.key === "Enter" && !isOnButton) asking.confirm();
  else if ((event.key === "Enter" || event.key === " ") && event.target.closest("svg [role=button]")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
});

function escape(event) {
  const drawer = event.target.closest(".drawer") || document.querySelector(".drawer:not([hidden])");
  if (!find("bubble").hidden) closeBubble();
  else if (!find("more").hidden) openMore(false);
  else if (drawer) closeDrawer(drawer);
  else if (holding) showNext(true);
  else if (!find("line-form").hidden && !find("line-form").dataset.typed) find("line-form").hidden = true;
}

function moveFocus(event, step) {
  const group = event.target.closest("[data-group]") || document.querySelector("#surface [data-group]:has(.can)");
  const found = group ? [...group.querySelectorAll("button, [role=button]")] : [];
  const ahead = found.filter(each => each.matches(".ahead"));
  const all = ahead.length ? [...found.filter(each => each.matches(".chosen")).slice(0, 1), ...ahead] : found;
  if (!all.length) return;
  event.preventDefault();
  const at = all.indexOf(event.target);
  (at < 0 ? all.find(each => each.classList.contains("can")) || all[0] : all[(at + step + all.length) % all.length]).focus();
}

connect();
