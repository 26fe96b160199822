// The page of one place at a table. The server sends how the game stands, whole; the page draws it and sends lines.

import { drawCard, drawDice, element, put } from "./drawing.js";
import { drawRulebook } from "./rulebook.js";

const find = id => document.getElementById(id);
const SLOWEST_RETRY = 5000;

let socket = null;
let tries = 0;
let shown = null;      // the state that is drawn
let toldMoments = [];  // the lines of the story that are drawn, as text

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

const say = line => send({ say: line });

function take(message) {
  if (message.state) drawState(message.state);
  if (message.trouble) find("connection").textContent = message.trouble;
  if (message.said) drawSaid(message.said);
  if (message.naming) find("name-said").textContent = message.naming.join(" ");
  if (message.why) drawWhy(message.why);
  if (message.rules) drawRules(message.rules);
  if (message.absent) drawAbsent(message.absent);
  if (message.links) drawLinks(message.links);
}

// ---- the state

function drawState(state) {
  const before = shown;
  shown = state;
  document.title = state.question && state.question.mine ? `Your turn: ${state.title}` : state.title;
  find("title").textContent = state.title;
  find("place").textContent = state.place.name;
  find("people").textContent = state.people.length ? `Players: ${state.people.join(", ")}` : "";
  askForName(state);
  if (differs(before, state, "question") || differs(before, state, "ending")) drawQuestion(state);
  if (differs(before, state, "views")) put(find("views"), state.views.map(drawView));
  if (differs(before, state, "dice")) drawLastRoll(state.dice);
  find("board").hidden = !state.dice && !state.views.length;
  drawProposal(state.proposal);
  drawStory(state.story);
  document.body.dataset.number = state.number;
}

const differs = (before, after, key) => !before || JSON.stringify(before[key]) !== JSON.stringify(after[key]);

function drawQuestion(state) {
  const question = state.question;
  find("ask").classList.toggle("mine", Boolean(question && question.mine));
  find("question").textContent = question ? question.text : "The game is over.";
  find("talk-title").textContent = question && question.mine ? "Ask, or answer in words" : "Ask";
  if (!question) return put(find("offers"), state.ending.length ? [element("pre", { text: state.ending.join("\n"), tabindex: "0" })] : []);
  if (!question.mine) return put(find("offers"), []);
  const offers = question.kind === "roll"
    ? [{ say: "", label: "Roll the dice", usual: true }]
    : question.offers || [];
  if (question.kind === "throw" || question.kind === "card") find("line").focus();
  drawOffers(offers, question.more);
}

function drawOffers(offers, more) {
  const buttons = isInParts(offers) ? drawParts(offers, more) : offers.map(drawOffer);
  if (more) buttons.push(element("p", { text: `and ${more} more, which can be typed below` }));
  put(find("offers"), buttons);
}

// Many answers that consist of several things are chosen thing by thing.
const FEW_OFFERS = 12;

const isInParts = offers => offers.length > FEW_OFFERS && offers.every(offer => offer.parts && offer.parts.length > 1);

function drawParts(offers, more) {
  const first = [...new Set(offers.map(offer => offer.parts[0]))];
  return first.map(part => {
    const those = offers.filter(offer => offer.parts[0] === part);
    const isUsual = those.some(offer => offer.usual);
    const button = element("button", { class: isUsual ? "offer usual" : "offer", type: "button", text: `${part} ...` });
    button.onclick = () => drawSecondPart(part, those, () => drawOffers(offers, more));
    return button;
  });
}

const drawRest = offer => drawOffer({ ...offer, label: offer.parts.slice(1).join(", ") });

function drawSecondPart(part, offers, goBack) {
  const back = element("button", { class: "offer", type: "button", text: "Back" });
  back.onclick = () => {
    goBack();
    find("offers").querySelector("button").focus();
  };
  put(find("offers"), [element("p", { class: "part", text: `${part}, ...` }), ...offers.map(drawRest), back]);
  (find("offers").querySelector("button.usual") || find("offers").querySelector("button")).focus();
}

function drawOffer(offer) {
  const button = element("button", { class: offer.usual ? "offer usual" : "offer", type: "button" });
  if (offer.card) {
    button.classList.add("has-card");
    button.append(drawCard(offer.card, true));
    button.setAttribute("aria-label", offer.label);
  } else {
    button.textContent = offer.label;
  }
  if (offer.usual && !offer.card) button.title = "What is usually chosen";
  button.onclick = () => say(offer.say);
  return button;
}

function drawView(view) {
  const box = element("div", { class: "view", role: "group", "aria-label": view.name });
  const plain = view.lines.filter(parts => parts.every(part => typeof part === "string")).map(parts => parts.join(""));
  box.classList.toggle("drawn-in-text", isDrawnInText(plain));
  box.style.setProperty("--longest", Math.max(...plain.map(line => line.length), 1));
  const lines = view.lines.map(parts => {
    const line = element("div", { class: "line" });
    for (const part of parts) line.append(typeof part === "string" ? part : drawThings(part));
    if (!parts.length) line.append("\u00a0");
    return line;
  });
  box.append(...lines);
  return box;
}

// Whether signs and spaces are set out as on a board, so that every letter has to be equally wide.
const isDrawnInText = lines => lines.some(line => line.startsWith("  ") || /(?:(?:^| )\S){4}(?: |$)/.test(line))
  || lines.filter(line => / {2}/.test(line)).length > 2;

function drawThings(part) {
  if (part.kind === "cards" && part.cards.length) {
    return element("span", { class: "cards", role: "img", "aria-label": part.text }, part.cards.map(card => drawCard(card)));
  }
  if (part.faces && part.faces.length) {
    return element("span", { class: "dice", role: "img", "aria-label": part.text }, drawDice(part.kind, part.faces));
  }
  return part.text;
}

function drawLastRoll(dice) {
  if (!dice) return put(find("dice"), []);
  const name = `${dice.who ? `${dice.who}: ` : ""}${dice.called} ${dice.faces.join(" and ")}`;
  const faces = element("span", { class: "dice big", role: "img", "aria-label": name }, drawDice(dice.kind, dice.faces));
  put(find("dice"), [faces, element("span", { class: "whose", text: [dice.who, dice.called].filter(Boolean).join(", ") })]);
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
    const line = element("button", { class: "told", type: "button", text: told.text, title: "Why?" });
    line.onclick = () => send({ why: told.moment });
    list.append(element("li", { class: told.kind }, [line]));
  }
  if (texts.length !== toldMoments.length || !isLonger) find("story").scrollTop = find("story").scrollHeight;
  toldMoments = texts;
}

// ---- names

const NAME = `name ${location.pathname}`;

// A name is asked for once: the page keeps it, and gives it again to a server that was started again.
function askForName(state) {
  find("name-form").hidden = !state.nameless;
  if (!state.nameless) return;
  const kept = keepName();
  if (kept && kept !== askForName.given) send({ name: askForName.given = kept });
}

function keepName(name) {
  try {
    if (name) localStorage.setItem(NAME, name);
    return localStorage.getItem(NAME);
  } catch {
    return null;  // a browser that keeps nothing
  }
}

// ---- answers

function drawSaid(said) {
  const lines = said.lines.map(line => element("p", { text: line }));
  const rows = said.rows.map(row => element("tr", {}, row.map(cell => element("td", { text: cell.trim() }))));
  put(find("said"), rows.length ? [...lines, element("table", {}, [element("tbody", {}, rows)])] : lines);
}

function drawWhy(why) {
  drawSaid({ lines: why.lines, rows: [] });
}

// The rules stand beside the game: nothing is covered, and a section that was closed stays so.
function drawRules(book) {
  if (!find("rules-text").children.length) put(find("rules-text"), drawRulebook(book));
  find("rules").hidden = false;
  find("open-rules").setAttribute("aria-expanded", "true");
  find("rules").scrollIntoView({ block: "nearest" });
  find("rules-title").focus();
}

function closeRules() {
  find("rules").hidden = true;
  find("open-rules").setAttribute("aria-expanded", "false");
  find("open-rules").focus();
}

function drawAbsent({ names, text }) {
  const buttons = names.map(name => {
    const button = element("button", { type: "button", text: name });
    button.onclick = () => say(`why not ${name}`);
    return button;
  });
  put(find("said"), [element("p", { text }), element("div", { class: "offers" }, buttons)]);
}

function drawLinks(links) {
  find("links").hidden = false;
  put(find("seats"), links.map(link => element("li", {}, [
    element("a", { href: link.url, target: "_blank", rel: "noopener", text: link.name }),
    element("img", { src: `${location.pathname}/code/${link.key}`, alt: `QR code of the link for ${link.name}`, width: 160, height: 160 }),
  ])));
}

// ---- what people do

for (const button of document.querySelectorAll("button[data-say]")) button.onclick = () => say(button.dataset.say);
find("open-rules").onclick = () => find("rules").hidden ? send({ rules: true }) : closeRules();
find("close-rules").onclick = closeRules;
find("rules").onkeydown = event => { if (event.key === "Escape") closeRules(); };
find("open-absent").onclick = () => send({ absent: true });
find("name-form").onsubmit = event => {
  event.preventDefault();
  if (find("name").value.trim()) send({ name: askForName.given = keepName(find("name").value) || find("name").value });
};
find("line-form").onsubmit = event => {
  event.preventDefault();
  say(find("line").value);
  find("line").value = "";
};

connect();
