// What is asked: which things are answers, what is chosen so far, and what the button does with it.

import { element, put } from "./drawing.js";

const find = id => document.getElementById(id);
const FEW = 12;  // answers beyond this number are a list that can be searched
const MOST_AHEAD = 12;  // answers of which the boards show where they lead
const SHORT = 4, FEW_SHORT = 40;  // of answers with no more letters, such as bids, more stand side by side

const capitalise = text => text.slice(0, 1).toUpperCase() + text.slice(1);

export class Asking {
  // `say` sends an answer; `refuse` says why a thing is none, `explain` why something stands at a seat, `foresee` asks
  // where answers lead, and `follow` what can be picked after some of several.
  constructor(question, say, refuse, explain, foresee, follow) {
    this.question = question;
    this.say = say;
    this.refuse = refuse;
    this.explain = explain;
    this.foresee = foresee;
    this.follow = follow;
    this.follows = {};  // after some picks, how many more are needed, and which can be next; null while that is asked
    this.ahead = {};  // which pieces stand where after an answer; null while that is asked
    this.marks = {};  // what is written elsewhere than now after it
    const isOpen = question && question.mine;
    this.answers = isOpen ? (question.answers || []).map(answer => ({ ...answer, on: answer.on || [] })) : [];
    this.from = new Map(this.answers.filter(answer => answer.from).map(answer => [answer.from, answer]));  // the answers that take from a pile
    this.alike = question && question.takes && question.takes.alike || {};  // of dice that show the same, the first of them
    this.ids = new Set(this.answers.flatMap(answer => answer.on));
    for (const [id, first] of Object.entries(this.alike)) if (this.ids.has(first)) this.ids.add(id);
    // Things that are picked one by one and confirmed together.
    this.takes = question && question.takes && question.takes.max > 1 && this.answers.every(answer => answer.on.length < 2) ? question.takes : null;
    // Several things are one answer, and there are answers with more of them; one may have none.
    const least = isOpen && !this.takes && question.takes && question.takes.min === 0 ? 0 : 1;
    const isPart = answer => this.answers.some(other => other.on.length > answer.on.length && this.holds(other, answer.on) && other.on.length > least && !other.to);
    const isSets = this.answers.some(isPart);
    this.isMany = Boolean(this.takes) || isSets;
    this.tied = this.answers.filter(answer => answer.on.length || (isSets && isPart(answer)));
    this.loose = this.answers.filter(answer => !this.tied.includes(answer));
    this.chosen = this.tied.length === 1 && this.answers.length === 1 ? [...this.tied[0].on] : [];
    this.names = {};
    this.parts = [];
  }

  get isOpen() { return this.tied.length > 0; }

  offers(id) { return this.ids.has(id); }

  // What an element needs to be tapped. One that is no answer says why not, and who else is `there`.
  make(id, name, there) {
    this.names[id] = name;
    const isOffered = this.offers(id);
    if (!isOffered) return { class: this.isOpen ? "cannot" : "still", "aria-disabled": "true", title: this.isOpen && "Why not?", onclick: this.isOpen ? event => this.refuse(name, event.currentTarget, there) : null };
    return { class: "offered", "data-on": id, "aria-pressed": "false", onclick: () => this.pick(id), ...this.makePointed(id) };
  }

  // What an element does when it is pointed at or has the focus by keys, but not by a tap: the boards show where its answers lead.
  makePointed(id) {
    const point = () => this.lookAhead(this.fits([...this.chosen, id]).length ? this.fits([...this.chosen, id]) : this.fits([id]));
    const leave = () => this.lookAhead(this.open);
    const focus = event => event.target.matches(":focus-visible") && point();
    const enter = event => event.pointerType === "mouse" && point();
    return { onpointerenter: enter, onfocus: focus, onpointerleave: leave, onblur: leave };
  }

  // ---- where answers lead

  // The answers that are still possible with what is chosen.
  get open() { return this.chosen.length ? this.fits() : []; }

  lookAhead(answers) {
    this.inView = this.isMany || answers.length > MOST_AHEAD ? [] : answers;
    const mayLead = document.querySelector("#surface .board") ? this.inView : [];
    const unknown = mayLead.filter(answer => this.ahead[answer.say] === undefined).map(answer => answer.say);
    for (const say of unknown) this.ahead[say] = null;
    if (unknown.length) this.foresee(unknown);
    this.showAhead();
  }

  learn(ahead) {
    for (const [say, leads] of Object.entries(ahead)) this.marks[say] = leads.filter(lead => lead.mark);
    for (const say of Object.keys(this.ahead)) this.ahead[say] ??= (ahead[say] || []).filter(lead => !lead.mark);
    this.showAhead();
    this.drawButton();
    this.drawOffers();
  }

  // A piece where only one answer leads that is possible now can be tapped.
  showAhead() {
    const leads = (this.inView || []).flatMap(answer => (this.ahead[answer.say] || []).map(piece => ({ piece, answer })));
    const those = Map.groupBy(leads, ({ piece }) => `${piece.board} ${piece.at}`);
    for (const [, [lead, other]] of those) lead.tap = !other && this.open.includes(lead.answer) && (() => this.say(lead.answer.say));
    const shown = this.inView && this.isAhead(this.inView) ? leads : [...those.values()].map(([lead]) => lead);
    const [answer, other] = this.inView || [];
    const marks = answer && !other ? this.marks[answer.say] || [] : [];
    for (const board of document.querySelectorAll("#surface .board")) board.showAhead(shown.filter(({ piece }) => piece.board === board.dataset.thing), marks.filter(mark => mark.board === board.dataset.thing));
  }

  // The words of an answer: of one in two parts, where it leads.
  word({ say, parts, long, label }) {
    const [only, other] = this.ahead[say] || [];
    const isMove = only && !other && parts && parts.length === 2 && only.place;
    return isMove ? capitalise(`${this.question.takes.verb.toLowerCase()} ${parts[0]} to ${only.place}`.trim()) : capitalise(long || label);
  }

  // Whether each of some answers can be tapped where it leads, or is about to be.
  isAhead(answers) {
    if (answers.length && new Set(answers.map(answer => answer.to).filter(Boolean)).size === answers.length) return true;
    const places = answers.map(({ say }) => this.ahead[say] && this.ahead[say].map(piece => `${piece.board} ${piece.at}`));
    const isAlone = (place, at) => places.every((others, other) => other === at || !others || !others.includes(place));
    return places.every((those, at) => those === null || (those && those.some(place => isAlone(place, at))));
  }

  // ---- choosing

  // Whether an answer takes these things, or as many that are alike.
  holds(answer, ids) {
    const first = id => this.alike[id] || id;
    const left = answer.on.map(first);
    return ids.every(id => left.includes(first(id)) && left.splice(left.indexOf(first(id)), 1));
  }

  fits(ids = this.chosen) { return this.tied.filter(answer => this.holds(answer, ids)); }

  // The answers that what is chosen stands for.
  get meant() {
    const fits = this.fits();
    const exact = fits.filter(answer => answer.on.length === this.chosen.length);
    if (exact.length || !this.chosen.length || this.isMany) return exact;
    return fits.length === 1 ? fits : [];
  }

  sayOf(id) { return this.tied.find(answer => this.holds(answer, [id])).say; }

  // What can follow on the picks so far, as far as it is known.
  get following() { return this.takes && this.chosen.length ? this.follows[this.chosen.map(id => this.sayOf(id))] : undefined; }

  askFollowing() {
    const says = this.chosen.map(id => this.sayOf(id));
    if (!this.takes || !says.length || this.follows[says] !== undefined) return;
    this.follows[says] = null;
    this.follow(says);
  }

  learnPicks({ picked, more, next }) {
    this.follows[picked] = { more, next };
    this.settle();
  }

  pick(id) {
    if (this.chosen.includes(id)) {
      if (!this.isMany && this.meant.length === 1) return this.confirm();
      this.chosen = this.chosen.filter(other => other !== id);
    } else if (this.takes) {
      const isAnother = this.following && !this.following.next.includes(this.sayOf(id));
      if (this.chosen.length < this.takes.max) this.chosen = isAnother ? [id] : [...this.chosen, id];
    } else {
      this.chosen = this.fits([...this.chosen, id]).length ? [...this.chosen, id] : [id];
      if (this.chosen.length > 1 && this.meant.length === 1 && this.meant[0].to === id) return this.confirm();
    }
    this.settle();
  }

  // Dice that were kept stay so unless they are tapped.
  hold(ids) {
    if (!this.takes && this.isMany && ids.every(id => this.offers(id))) this.chosen = ids;
  }

  // Choose by number, in the order of the answers.
  pickNumber(number) {
    if (this.isMany) return [...this.ids][number - 1] && this.pick([...this.ids][number - 1]);
    const answer = this.answers[number - 1];
    if (!answer) return;
    if (!answer.on.length) {
      const buttons = [...find("offers").querySelectorAll(".offer:not(.back)")];
      const named = buttons.find(button => button.textContent.split(" ")[0] === String(number));
      return (named || buttons[number - 1] || find("go")).click();
    }
    this.chosen = [...answer.on];
    this.settle();
  }

  confirm() {
    if (["roll", "held"].includes(this.question.kind)) return this.say("");
    if (this.takes) {
      const named = this.chosen.map(id => this.sayOf(id));
      return this.wordButton()[0] && this.say(named.length ? `${named.join(", ")},` : this.takes.enough || "");
    }
    if (this.meant.length === 1) return this.say(this.meant[0].say);
    const usual = this.answers.find(answer => answer.usual);
    if (usual && !this.chosen.length) { this.chosen = [...usual.on]; this.settle(); }
  }

  // Whether an element should show that it can be tapped now.
  isReady(id) {
    if (this.takes && this.chosen.length && !this.chosen.includes(id)) return Boolean(this.following && this.following.next.includes(this.sayOf(id)));
    if (this.isMany || this.chosen.includes(id)) return true;
    const isNext = (answer, chosen) => answer.on.includes(id) && (answer.on[chosen.length] === id || answer.on.filter(other => !chosen.includes(other)).length === 1);
    return this.fits().some(answer => isNext(answer, this.chosen)) || this.tied.some(answer => isNext(answer, []));
  }

  // ---- drawing

  // Show on the things what is chosen, and on the button what it does.
  settle() {
    this.askFollowing();
    for (const each of document.querySelectorAll("[data-on]")) {
      const isChosen = this.chosen.includes(each.dataset.on);
      each.classList.toggle("chosen", isChosen);
      each.classList.toggle("can", this.isReady(each.dataset.on));
      each.setAttribute("aria-pressed", String(isChosen));
    }
    this.lookAhead(this.open);
    this.drawButton();
    this.drawOffers();
  }

  drawButton() {
    const { kind, mine } = this.question || {};
    const go = find("go");
    go.hidden = kind !== "held" && (!mine || !(kind === "roll" || this.isOpen));
    if (go.hidden) return;
    const [isReady, long, brief] = this.wordButton();
    go.disabled = !isReady;
    go.classList.toggle("timed", kind === "held" && Boolean(this.question.for));
    if (kind === "held") go.style.setProperty("--for", `${this.question.for || 0}ms`);
    put(go, [element("span", { class: "long", text: long }), element("span", { class: "brief", text: brief || long })]);
  }

  // Whether the button can be pressed, and its words, also in short.
  wordButton() {
    const { kind, text, verb, noun } = { ...this.question, ...this.question.takes };
    if (kind === "held") return [true, "Go on"];
    if (kind === "roll") return [true, this.question.long || `Roll ${/: roll (.*)\.$/.exec(text)?.[1] || "the dice"}`, "Roll"];
    const count = this.chosen.length;
    const things = number => (number === 1 ? noun.replace(/s$/, "") : noun);
    const more = this.following ? this.following.more : this.takes && this.takes.min - count;
    if (this.takes && more < 0 && this.following) return [false, "Not these"];
    if (this.takes && more > 0) return [false, `${verb || "Choose"} ${more} ${count ? "more" : noun ? things(more) : "of them"}`];
    if (this.takes) return [this.following !== null, `${verb || "Choose"} ${verb ? count : `these ${count}`}${noun ? ` ${things(count)}` : ""}`];
    const [answer, other] = this.meant;
    if (other) return [false, this.isAhead(this.meant) ? "Choose where" : "Choose how"];
    if (answer) return [true, this.word(answer), answer.brief && !(answer.parts || []).length && capitalise(verb && (answer.on.length || answer.brief === "none") ? `${verb} ${answer.brief}` : answer.brief)];
    if (this.isMany && count) return [false, "Not these"];
    if (count && this.isAhead(this.open)) return [false, "Choose where"];
    return [false, this.question.choose || (count ? "Choose another" : "Choose one")];
  }

  // What belongs to no thing, and several answers that belong to the same: buttons, or a list to search.
  drawOffers() {
    const loose = this.meant.length > 1 ? (this.isAhead(this.meant) ? [] : this.meant) : this.loose.filter(answer => !this.takes || this.takes.min || answer.say !== this.takes.enough);
    const rest = loose.filter(answer => this.parts.every((part, at) => answer.parts && answer.parts[at] === part));
    const depth = this.parts.length;
    const [inParts, whole] = [true, false].map(is => rest.filter(answer => is === Boolean(answer.parts && answer.parts.length > depth + 1)));
    const isInParts = rest.length > FEW && inParts.length > 0 && whole.length < 2;
    const parts = isInParts ? [...new Set(inParts.map(answer => answer.parts[depth]))] : [];
    const buttons = [...(isInParts ? whole : rest).map(answer => this.drawAnswer(answer, depth)), ...parts.map(part => this.drawPart(part))];
    if (depth) buttons.push(this.drawBack());
    const more = this.question && this.question.more && element("p", { text: `and ${this.question.more} more, which can be typed` });
    const isShort = buttons.every(button => button.textContent.length <= SHORT);
    const isLong = buttons.length > (isShort ? FEW_SHORT : FEW);
    find("offers").classList.toggle("long-list", isLong);
    find("offers").classList.toggle("short", isShort);
    find("offers").hidden = !buttons.length;
    put(find("offers"), [isLong && drawSearch(), depth > 0 && element("p", { class: "part", text: `${this.parts.join(", ")}, ...` }), ...buttons, more]);
  }

  drawAnswer(answer, depth) {
    const isFirst = answer.usual && !this.isOpen;
    const text = capitalise(depth ? answer.parts.slice(depth).join(", ") : this.word(answer));
    return element("button", { class: isFirst ? "offer go" : "offer plain", type: "button", text, onclick: () => this.say(answer.say) });
  }

  drawPart(part) {
    return element("button", { class: "offer plain", type: "button", text: `${part} ...`, onclick: () => this.takePart([...this.parts, part]) });
  }

  drawBack() {
    return element("button", { class: "offer plain back", type: "button", text: "Back", onclick: () => this.takePart(this.parts.slice(0, -1)) });
  }

  takePart(parts) {
    this.parts = parts;
    this.drawOffers();
    (find("offers").querySelector("input") || find("offers").querySelector("button")).focus();
  }
}

function drawSearch() {
  const field = element("input", { type: "search", id: "search", placeholder: "Search", "aria-label": "Search the answers", autocomplete: "off" });
  field.oninput = () => {
    const wanted = field.value.trim().toLowerCase();
    for (const button of find("offers").querySelectorAll(".offer:not(.back)")) button.hidden = !button.textContent.toLowerCase().includes(wanted);
  };
  field.onkeydown = event => {
    const first = [...find("offers").querySelectorAll(".offer")].find(button => !button.hidden);
    if (event.key === "Enter" && first) { event.preventDefault(); first.click(); }
  };
  return field;
}
