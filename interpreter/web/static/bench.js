// The workbench: the text on the left; the game and figures of it on the right.

import { usePatterns } from "./colouring.js";
import { element, put } from "./drawing.js";
import { Editor } from "./editor.js";
import { drawChanges, drawExamples, drawOdds, drawSimulation } from "./results.js";
import { drawRulebook } from "./rulebook.js";
import { drawSweep } from "./sweeping.js";

const find = id => document.getElementById(id);
const PAUSE = 200;  // milliseconds without a key before a text is checked

const LONGEST = 1_300_000;  // characters of a message: longer ones end the connection

let socket = null;
let lostSave = "";     // what to say of a save that had no answer
let tries = 0;
let lastId = 0;
const waiting = new Map();  // what is done with the answers, by the id of the message

let file = null;       // { name, text as it was opened or saved, writable, mark }
let shownTab = "game";
let timer = 0;
let isChecking = false;
let isStale = false;
let played = "";       // the text by which the game beside it is played
const filled = {};     // under each tab that was filled: the text it is about, and what is drawn there
let templates = [];    // { name, title, text }, to begin a new file with
let offered = null;    // the words that are offered: { start, words, at }

const editor = new Editor(find("text"), find("colours"), find("line-numbers"), textChanged);

// ---- talking to the server

function connect() {
  socket = new WebSocket(`ws://${location.host}${location.pathname}/socket`);
  socket.onopen = () => { tries = 0; find("connection").textContent = lostSave; start(); };
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    const known = waiting.get(message.id);
    if (message.trouble) find("connection").textContent = message.trouble;
    if (known) known(message);
    if (message.last) waiting.delete(message.id);
  };
  socket.onclose = event => {
    const isCrowded = event.code === 4001;
    find("connection").textContent = isCrowded ? "This workbench is open in too many places. Copy your text, then load the page again."
      : lostSave || "Not connected. Your text is kept here; trying again ...";
    const lost = [...waiting.values()];
    waiting.clear();
    for (const known of lost) known({ last: true, lost: true });
    if (!isCrowded) setTimeout(connect, Math.min(5000, 200 * 2 ** tries++));
  };
}

// Every question has an answer: if it cannot be sent, or the connection is lost before, that is `lost`.
function ask(message, answer) {
  if (socket.readyState !== WebSocket.OPEN) return answer({ last: true, lost: true });
  const id = ++lastId;
  const sent = JSON.stringify({ id, ...message });
  if (sent.length > LONGEST) {
    find("connection").textContent = "This text is too long for the workbench.";
    return answer({ last: true, trouble: "This text is too long for the workbench." });
  }
  waiting.set(id, answer);
  socket.send(sent);
}

const askAbout = (what, answer, more = {}) => ask({ do: what, name: file.name, text: editor.text, ...more }, answer);

// ---- files

function start() {
  ask({ do: "list" }, found => {
    if (!found.files) return;
    usePatterns(found.patterns);
    drawFiles(found.files);
    templates = found.templates;
    if (file) { check(); showTab(shownTab); }
    else if (location.search.startsWith("?open=")) openFile(location.search.slice(6));
    else if (location.hash.length > 1) openShared();
    else openFirst(found.files.find(each => each.name.startsWith("own/")));
  });
}

// A file of one's own; where there is none, something short to play with.
function openFirst(own) {
  if (own) return openFile(own.name);
  begin(templates[0].name, templates[0].text);
  file.text = editor.text;
}

function begin(name, text) {
  showFile({ name: `own/${name}`, text, writable: true, mark: "" });
  file.text = "";
  drawSaveButton();
}

function drawFiles(files) {
  for (const [id, place] of [["own-files", "own/"], ["shipped-files", "shipped/"]]) {
    put(find(id), files.filter(each => each.name.startsWith(place)).map(each => {
      const button = element("button", { type: "button", "data-name": each.name, text: each.title || each.name.slice(place.length) });
      button.onclick = () => openFile(each.name);
      return element("li", {}, [button]);
    }));
  }
}

const isChanged = () => file && editor.text !== file.text;

function openFile(name) {
  if (isChanged() && !confirm("Your changes are not saved. Open another file anyway?")) return;
  ask({ do: "open", name }, found => {
    if (found.text === undefined) return;
    showFiles(false);
    showFile(found);
  });
}

function showFile(found) {
  file = found;
  editor.show(found.text);
  find("file-name").textContent = found.name.replace(/^own\//, "") + (found.writable ? "" : " (included: save it under your own name)");
  for (const button of document.querySelectorAll("#files li button")) {
    button.setAttribute("aria-current", String(button.dataset.name === found.name));
  }
  drawSaveButton();
  find("marks-title").textContent = "Not checked yet";
  put(find("marks"), []);
  for (const tab of Object.keys(filled)) delete filled[tab];
  played = "";
  put(find("panel"), []);
  check();
  showTab(shownTab);
}

function drawSaveButton() {
  find("save").disabled = !file.writable || !isChanged();
}

function save(name = file.name, mark = file.mark) {
  const text = editor.text;
  ask({ do: "save", name, text, mark }, found => {
    if (found.lost) find("connection").textContent = lostSave = "Not saved: the connection was lost. Save again.";
    const saved = found.saved || (found.download && name);
    if (!saved) return;
    const isNew = found.saved && found.saved !== file.name;
    file = { name: saved, text, writable: true, mark: found.mark || "" };
    lostSave = "";
    find("connection").textContent = found.download ? "Your browser keeps it with its downloads." : "Saved.";
    find("file-name").textContent = file.name.replace(/^own\//, "");
    drawSaveButton();
    if (isNew) ask({ do: "list" }, listed => listed.files && drawFiles(listed.files));
  });
}

function askName(title, usual, choices = []) {
  return new Promise(answer => {
    find("ask-name-title").textContent = title;
    find("templates").hidden = !choices.length;
    put(find("templates"), [element("legend", { text: "Begin with" }), ...choices.map(drawTemplate)]);
    find("new-name").value = usual;
    find("ask-name").returnValue = "";
    find("ask-name").onclose = () => answer(find("ask-name").returnValue ? find("new-name").value.trim() : "");
    find("ask-name").showModal();
  });
}

function drawTemplate({ name, title }, at) {
  const button = element("input", { type: "radio", name: "template", value: name, id: `template-${at}`, ...(at ? {} : { checked: "" }) });
  button.onchange = () => { find("new-name").value = name || "my_game.rules"; };
  return element("div", {}, [button, element("label", { for: `template-${at}`, text: title })]);
}

function showFiles(shown) {
  document.body.classList.toggle("choosing", shown);
  find("show-files").setAttribute("aria-expanded", String(shown));
}

// ---- a link that holds a whole text: nothing of it is sent to anybody

async function openShared() {
  try {
    const packed = Uint8Array.from(atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), each => each.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const { name, text } = JSON.parse(await new Response(stream).text());
    begin(name, text);
  } catch {
    find("connection").textContent = "This link is cut short: copy all of it.";
  }
}

async function makeLink() {
  const data = JSON.stringify({ name: file.name.split("/").pop(), text: editor.text });
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const each of packed) letters += String.fromCharCode(each);
  return `${location.origin}${location.pathname}#${btoa(letters).replaceAll("+", "-").replaceAll("/", "_")}`;
}

// ---- while one writes

function textChanged() {
  drawSaveButton();
  drawStale();
  closeOffers();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

// One check at a time: what was typed meanwhile is checked after it.
function check() {
  if (isChecking) { isStale = true; return; }
  isChecking = true;
  const text = editor.text;
  askAbout("check", found => {
    if (found.marks && editor.text === text) {
      editor.setMarks(found.marks, found.hints);
      drawMarks(found.marks);
      document.body.dataset.checked = String(Number(document.body.dataset.checked || 0) + 1);
      if (found.sound && FRESH.includes(shownTab)) fillTab(shownTab);
    }
    if (!found.last) return;
    isChecking = false;
    if (isStale) { isStale = false; check(); }
  });
}

function drawMarks(marks) {
  const errors = marks.filter(mark => mark.error).length;
  const count = (number, word) => (number === 1 ? `1 ${word}` : `${number} ${word}s`);
  find("marks-title").textContent = errors ? count(errors, "mistake") : marks.length ? `No mistakes, ${count(marks.length, "warning")}` : "No problems";
  put(find("marks"), marks.map(drawMark));
}

function drawMark(mark) {
  const where = element("button", { type: "button", class: "where", text: `line ${mark.line}` });
  where.onclick = () => editor.goTo(mark.start, mark.end);
  const item = element("li", {}, [where, element("strong", { text: mark.message })]);
  if (mark.help) item.append(element("p", { text: mark.help }));
  if (mark.fix) {
    const fix = element("button", { type: "button", class: "fix", text: mark.fix.title });
    fix.onclick = () => editor.replace(mark.fix.start, mark.fix.end, mark.fix.text);
    item.append(fix);
  }
  return item;
}

const USE_OF_BUTTONS = "At the cursor, “Explain” says what a word means, and “Complete” lists the words that fit there.";

function describe(isAsked) {
  const at = editor.field.selectionStart;
  askAbout("describe", found => {
    if (found.text !== undefined) describeIn(found.text || (isAsked ? "There is nothing to explain here. Put the cursor on a word." : USE_OF_BUTTONS));
  }, { at });
}

// Passages of rules stand in fences, and what stands out between stars or backquotes.
function describeIn(text) {
  const words = part => part.split(/\*\*([^*]+)\*\*|`([^`]+)`/).filter(each => each !== undefined);
  const drawn = text.split(/```\w*\n([\s\S]*?)```/).map((part, at) => (at % 2 ? element("pre", { text: part.trimEnd() }) : part.trim() && element("p", { text: words(part.trim()).join("") })));
  put(find("described"), drawn);
}

function offerWords() {
  const at = editor.field.selectionStart;
  askAbout("complete", found => {
    if (!found.offered) return;
    if (!found.offered.length) { describeIn("No word fits where the cursor stands."); return; }
    offered = { start: found.start, end: at, words: found.offered, at: 0 };
    drawOffers();
  }, { at });
}

function drawOffers() {
  const list = find("offers-of-words");
  list.hidden = !offered;
  if (!offered) return put(list, []);
  put(list, offered.words.map((word, at) => {
    const item = element("li", { role: "option", id: `word-${at}`, "aria-selected": String(at === offered.at), text: word.detail ? `${word.text}  (${word.detail})` : word.text });
    item.onmousedown = event => { event.preventDefault(); takeWord(at); };
    return item;
  }));
  list.children[offered.at].scrollIntoView({ block: "nearest" });
  editor.field.setAttribute("aria-activedescendant", `word-${offered.at}`);
}

function closeOffers() {
  offered = null;
  editor.field.removeAttribute("aria-activedescendant");
  drawOffers();
}

function takeWord(at) {
  const { start, end, words } = offered;
  closeOffers();
  editor.replace(start, end, words[at].text);
}

function keyPressed(event) {
  if (offered) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const count = offered.words.length;
      offered.at = (offered.at + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      return drawOffers();
    }
    if (event.key === "Enter" && !event.ctrlKey) { event.preventDefault(); return takeWord(offered.at); }
    if (event.key === "Escape") return closeOffers();
  }
  if (event.ctrlKey && event.key === " ") { event.preventDefault(); offerWords(); }
  if (event.ctrlKey && event.key === "Enter") { event.preventDefault(); describe(true); }
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    if (!find("save").disabled) save();
  }
}

// ---- results

const FRESH = ["game", "rulebook", "changes"];  // what is made again after each check

// What the text is compared with: as it was opened, if it is another now. (House rules are compared with their game.)
const baseline = () => (isChanged() && file.text ? { before: file.text } : {});

// Ask for what stands under a tab. Trouble is shown above what has arrived so far.
function fill(tab, draw, more = {}, what = tab) {
  const text = editor.text;
  filled[tab] = { text, drawn: filled[tab] ? filled[tab].drawn : [] };
  const own = filled[tab];
  drawStale();
  askAbout(what, found => {
    if (own !== filled[tab]) return;
    const trouble = found.trouble || (found.lost && "Connection lost while loading. Run it again.");
    if (!trouble && found.last) return;
    own.drawn = trouble ? [element("p", { role: "status", text: trouble }), ...own.drawn] : draw(found);
    if (tab === shownTab) put(find("panel"), own.drawn);
  }, more);
}

const TABS = {
  game: () => play(),
  rulebook: () => fill("rulebook", found => found.book ? drawRulebook(found.book)
    : [element("p", { text: "The rulebook appears once the mistakes are fixed." })]),
  changes: () => fill("changes", found => drawChanges(found.against, found.changes), baseline()),
  examples: () => fill("examples", found => drawExamples(found.examples)),
  simulate: () => fill("simulate", drawSimulation, baseline()),
  odds: () => fill("odds", found => drawOdds(found.means)),
  sweep: () => fill("sweep", found => drawSweep(
    found,
    (chosen, answer) => askAbout("sweep", answer, chosen),
    () => ask({ do: "stop" }, () => {}),
  ), {}, "axes"),
};

// The game goes on by the text as it stands now: with the same dice, and the same answers as far as they are offered.
function play(anew = false) {
  const text = editor.text;
  if (text === played && !anew) return;
  played = text;
  filled.game = filled.game || { text, drawn: [] };
  filled.game.text = text;
  askAbout("play", found => {
    const table = find("table");
    if (found.trouble && table) { find("game-trouble").textContent = found.trouble; played = ""; return; }
    if (found.trouble || found.lost) filled.game.drawn = [element("p", { text: found.trouble || "Connection lost." })];
    if (!found.url) { if (found.trouble) played = ""; return drawPanel(); }
    if (table && table.getAttribute("src") === found.url) { find("game-trouble").textContent = ""; return; }
    filled.game.drawn = drawGame(found.url);
    drawPanel();
  }, { anew });
}

function drawGame(url) {
  const begin = element("button", { type: "button", id: "begin", text: "Start again" });
  begin.onclick = () => play(true);
  return [
    element("iframe", { src: url, title: "The game", id: "table" }),
    element("div", { class: "heading" }, [
      begin,
      element("a", { href: url, target: "_blank", rel: "noopener", text: "Open in a new tab" }),
      element("span", { id: "game-trouble", role: "status" }),
    ]),
  ];
}

function drawPanel() {
  const shown = filled[shownTab];
  put(find("panel"), shown && shown.drawn.length ? shown.drawn : [element("p", { text: "Working ...", role: "status" })]);
}

// Tabs whose figures are those of an earlier text say so.
function drawStale() {
  for (const tab of document.querySelectorAll("#tabs [role=tab]")) {
    const name = tab.dataset.show;
    const isOld = !FRESH.includes(name) && name in filled && filled[name].text !== editor.text;
    tab.classList.toggle("stale", isOld);
    tab.title = isOld ? "Out of date" : "";
    if (name === shownTab) find("stale").hidden = !isOld;
  }
}

function fillTab(name) {
  if (file && TABS[name]) TABS[name]();
}

function showTab(name) {
  shownTab = name;
  for (const tab of document.querySelectorAll("#tabs [role=tab]")) {
    const isShown = tab.dataset.show === name;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
  find("panel").setAttribute("aria-labelledby", `tab-${name}`);
  drawPanel();
  drawStale();
  if (FRESH.includes(name) || !(name in filled)) fillTab(name);
}

function tabKeyPressed(event) {
  const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  showTab(next.dataset.show);
}

// ---- what people do

for (const tab of document.querySelectorAll("#tabs [role=tab]")) tab.onclick = () => showTab(tab.dataset.show);
find("tabs").onkeydown = tabKeyPressed;
find("text").onkeydown = keyPressed;
find("text").onclick = () => describe(false);
find("offer-words").onclick = () => { editor.field.focus(); offerWords(); };
find("describe").onclick = () => describe(true);
find("refresh").onclick = () => fillTab(shownTab);
find("show-files").onclick = () => showFiles(!document.body.classList.contains("choosing"));
find("share").onclick = async () => {
  find("share-link").value = await makeLink();
  find("link").showModal();
  find("share-link").select();
};
find("copy-link").onclick = async () => {
  await navigator.clipboard.writeText(find("share-link").value);
  find("copy-link").textContent = "Copied";
};
find("save").onclick = () => save();
find("save-as").onclick = async () => {
  const name = await askName("Save as", file.name.split("/").pop());
  if (name) save(`own/${name}`, "");
};
find("new-file").onclick = async () => {
  if (isChanged() && !confirm("Your changes are not saved. Begin another file anyway?")) return;
  const choices = [...templates, { name: "", title: "An empty file", text: "" }];
  const name = await askName("New file", choices[0].name || "my_game.rules", choices);
  if (!name) return;
  const chosen = find("templates").querySelector("input:checked").value;
  begin(name, choices.find(each => each.name === chosen).text);
  editor.field.focus();
};
find("lay-out").onclick = () => askAbout("lay_out", found => {
  if (found.text) editor.replace(0, editor.text.length, found.text);
});
window.onbeforeunload = event => { if (isChanged()) event.preventDefault(); };

connect();
