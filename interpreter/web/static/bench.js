// The workbench: files on the left, the text in the middle, what comes of it on the right.

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
let shownTab = "rulebook";
let timer = 0;
let isChecking = false;
let isStale = false;
let tableHere = "";    // where the game is played, if on a page within this one
let offered = null;    // the words that are offered: { start, words, at }

const editor = new Editor(find("text"), find("colours"), textChanged);

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
    if (file) { check(); showTab(shownTab); }
    else if (location.hash.length > 1) openShared();
    else openFile((found.files.find(each => each.name.startsWith("own/")) || { name: "shipped/two_dice.rules" }).name);
  });
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
  if (isChanged() && !confirm("What you have changed is not saved. Open another file all the same?")) return;
  ask({ do: "open", name }, found => {
    if (found.text === undefined) return;
    showFile(found);
  });
}

function showFile(found) {
  file = found;
  editor.show(found.text);
  find("file-name").textContent = found.name.replace(/^own\//, "") + (found.writable ? "" : " (to be saved under another name)");
  for (const button of document.querySelectorAll("#files li button")) {
    button.setAttribute("aria-current", String(button.dataset.name === found.name));
  }
  drawSaveButton();
  find("marks-title").textContent = "Not checked yet";
  put(find("marks"), []);
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

function askName(usual) {
  return new Promise(answer => {
    find("new-name").value = usual;
    find("ask-name").returnValue = "";
    find("ask-name").onclose = () => answer(find("ask-name").returnValue ? find("new-name").value.trim() : "");
    find("ask-name").showModal();
  });
}

// ---- a link that holds a whole text: nothing of it is sent to anybody

async function openShared() {
  try {
    const packed = Uint8Array.from(atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), each => each.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const { name, text } = JSON.parse(await new Response(stream).text());
    showFile({ name: `own/${name}`, text, writable: true, mark: "" });
    file.text = "";
    drawSaveButton();
  } catch {
    find("connection").textContent = "This link does not hold a whole text.";
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
      if (found.sound && (shownTab === "rulebook" || shownTab === "changes")) showTab(shownTab);
    }
    if (!found.last) return;
    isChecking = false;
    if (isStale) { isStale = false; check(); }
  });
}

function drawMarks(marks) {
  const errors = marks.filter(mark => mark.error).length;
  const words = count => (count === 1 ? "1 mistake" : `${count} mistakes`);
  find("marks-title").textContent = errors ? words(errors) : marks.length ? "No mistakes, and something to look at" : "Nothing is wrong";
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

function describe(isAsked) {
  const at = editor.field.selectionStart;
  askAbout("describe", found => {
    if (found.text !== undefined) find("described").textContent = found.text.replaceAll("**", "") || (isAsked ? "Nothing is known of what stands here." : "");
  }, { at });
}

function offerWords() {
  const at = editor.field.selectionStart;
  askAbout("complete", found => {
    if (!found.offered) return;
    if (!found.offered.length) { find("described").textContent = "Nothing is offered here."; return; }
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

// ---- what comes of it

// What the text is held against: as it was opened, if it is another now. (House rules are held against their game.)
const baseline = () => (isChanged() && file.text ? { before: file.text } : {});

// Ask for what stands under a tab. What goes wrong is told there, above what has come so far.
function fill(tab, what, draw, more = {}) {
  askAbout(what, found => {
    const trouble = found.trouble || (found.lost && "The connection was lost before all was there.");
    if (!trouble) return found.last || showIn(tab, draw(found));
    if (tab !== shownTab) return;
    if (find("working")) find("working").remove();
    find("panel").prepend(element("p", { role: "status", text: trouble }));
  }, more);
}

const TABS = {
  rulebook: () => fill("rulebook", "rulebook", found => found.book ? drawRulebook(found.book)
    : [element("p", { text: "There is no rulebook until nothing is wrong with the text." })]),
  changes: () => fill("changes", "changes", found => drawChanges(found.against, found.changes), baseline()),
  examples: () => fill("examples", "examples", found => drawExamples(found.examples)),
  simulate: () => fill("simulate", "simulate", drawSimulation, baseline()),
  odds: () => fill("odds", "odds", found => drawOdds(found.means)),
  sweep: () => fill("sweep", "axes", found => drawSweep(
    found,
    (chosen, answer) => askAbout("sweep", answer, chosen),
    () => ask({ do: "stop" }, () => {}),
  )),
  play: () => {
    const button = element("button", { type: "button", id: "begin", text: "Begin a game with this text" });
    button.onclick = () => askAbout("play", found => {
      if (found.url) {
        window.open(found.url, "_blank", "noopener");
        showIn("play", [element("a", { href: found.url, target: "_blank", rel: "noopener", id: "table-link", text: "The game is in another tab" })]);
      }
      if (found.here) { tableHere = found.here; showTab("play"); }
      const trouble = found.trouble || (found.lost && "The connection was lost. Try again.");
      if (trouble) showIn("play", [element("p", { text: trouble })]);
    });
    const share = element("button", { type: "button", id: "share", text: "Make a link that holds this text" });
    share.onclick = async () => {
      const link = await makeLink();
      showIn("play", [
        element("p", { text: "Whoever opens this link in a workbench of their own has the text; nobody else gets it." }),
        element("textarea", { readonly: "", rows: "4", "aria-label": "Link", id: "share-link", text: link }),
      ]);
      find("share-link").value = link;
      find("share-link").select();
    };
    const game = tableHere ? [
      element("iframe", { src: tableHere, title: "The game", id: "table" }),
      element("p", {}, [element("a", { href: tableHere, target: "_blank", rel: "noopener", text: "See the game in a tab of its own" })]),
    ] : [];
    showIn("play", [element("p", {}, [button]), ...game, element("p", {}, [share])]);
  },
};

function showIn(tab, children) {
  if (tab === shownTab) put(find("panel"), children);
}

function showTab(name) {
  const isNew = name !== shownTab;
  shownTab = name;
  for (const tab of document.querySelectorAll("#tabs [role=tab]")) {
    const isShown = tab.dataset.show === name;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
  }
  find("panel").setAttribute("aria-labelledby", `tab-${name}`);
  if (isNew) put(find("panel"), [element("p", { text: "Working ...", role: "status", id: "working" })]);
  if (file) TABS[name]();
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
find("save").onclick = () => save();
find("save-as").onclick = async () => {
  const name = await askName(file.name.split("/").pop());
  if (name) save(`own/${name}`, "");
};
find("new-file").onclick = async () => {
  if (isChanged() && !confirm("What you have changed is not saved. Begin another file all the same?")) return;
  const name = await askName("my_game.rules");
  if (name) { showFile({ name: `own/${name}`, text: "", writable: true, mark: "" }); editor.field.focus(); }
};
find("lay-out").onclick = () => askAbout("lay_out", found => {
  if (found.text) editor.replace(0, editor.text.length, found.text);
});
window.onbeforeunload = event => { if (isChanged()) event.preventDefault(); };

connect();
