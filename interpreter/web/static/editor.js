// An editor: a plain text field over a coloured copy of its text. What the browser gives stays: undo, selection,
// input methods, screen readers. Only lines that can be seen are coloured, so that long texts are as quick as short ones.

import { colourLine } from "./colouring.js";
import { element } from "./drawing.js";

const MARGIN = 20;  // lines above and below what can be seen

export class Editor {
  constructor(field, copy, numbers, onEdit) {
    this.field = field;
    this.copy = copy;
    this.numbers = numbers;
    this.marks = [];
    this.hints = [];
    field.addEventListener("input", () => { this.shiftMarks(); this.draw(); onEdit(); });
    field.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(field);
    this.before = "";
  }

  get text() { return this.field.value; }

  show(text) {
    this.field.value = text;
    this.field.scrollTop = 0;
    this.field.setSelectionRange(0, 0);
    this.before = text;
    this.setMarks([], []);
  }

  setMarks(marks, hints) {
    this.marks = marks;
    this.hints = hints;
    this.before = this.text;
    this.draw();
  }

  // Until the next check, marks move along with what is typed before them.
  shiftMarks() {
    const now = this.text;
    const grown = now.length - this.before.length;
    let same = 0;
    while (same < now.length && same < this.before.length && now[same] === this.before[same]) same++;
    const move = place => (place > same ? Math.max(same, place + grown) : place);
    this.marks = this.marks.map(mark => ({ ...mark, start: move(mark.start), end: move(mark.end) }));
    this.hints = this.hints.map(hint => ({ ...hint, at: move(hint.at) }));
    this.before = now;
  }

  // Replace a part of the text in a way that the browser can undo.
  replace(start, end, text) {
    this.field.focus();
    this.field.setSelectionRange(start, end);
    if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
      this.field.setRangeText(text, start, end, "end");
      this.field.dispatchEvent(new Event("input"));
    }
  }

  goTo(start, end) {
    this.field.focus();
    this.field.setSelectionRange(start, end);
    const line = this.text.slice(0, start).split("\n").length - 1;
    this.field.scrollTop = Math.max(0, (line - 5) * this.lineHeight());
    this.draw();
  }

  lineHeight() {
    return parseFloat(getComputedStyle(this.field).lineHeight);
  }

  draw() {
    const height = this.lineHeight();
    const lines = this.text.split("\n");
    const first = Math.max(0, Math.floor(this.field.scrollTop / height) - MARGIN);
    const last = Math.min(lines.length, Math.ceil((this.field.scrollTop + this.field.clientHeight) / height) + MARGIN);
    let offset = 0;
    for (let at = 0; at < first; at++) offset += lines[at].length + 1;
    const drawn = [element("span", { text: "\n".repeat(first) })];
    const numbers = [element("span", { text: "\n".repeat(first) })];
    for (let at = first; at < last; at++) {
      drawn.push(...this.drawLine(lines[at], offset), "\n");
      numbers.push(element("span", { class: this.markOf(offset, lines[at].length), text: `${at + 1}\n` }));
      offset += lines[at].length + 1;
    }
    this.copy.replaceChildren(...drawn);
    this.numbers.replaceChildren(...numbers);
    for (const column of [this.copy, this.numbers]) {
      column.style.setProperty("padding-bottom", `${(lines.length - last + 2) * height}px`);
      column.scrollTop = this.field.scrollTop;
    }
    this.copy.scrollLeft = this.field.scrollLeft;
  }

  // How the number of a line is shown: whether a mistake or a warning begins there.
  markOf(offset, length) {
    const marks = this.marks.filter(mark => mark.start >= offset && mark.start <= offset + length);
    return marks.some(mark => mark.error) ? "has-mistake" : marks.length ? "has-warning" : "";
  }

  drawLine(line, offset) {
    const found = [];
    let at = offset;
    const marks = this.marks.filter(mark => mark.end > offset && mark.start < offset + line.length + 1);
    for (const { text, sort } of colourLine(line)) {
      for (const [from, to, mark] of cut(at, at + text.length, marks)) {
        const kind = mark ? (mark.error ? "wrong" : "doubtful") : "";
        found.push(element("span", { class: `${sort} ${kind}`.trim(), text: text.slice(from - at, to - at) }));
      }
      at += text.length;
    }
    const beyond = marks.find(mark => mark.start >= offset + line.length);
    if (beyond) found.push(element("span", { class: beyond.error ? "wrong" : "doubtful", text: " " }));
    const hint = this.hints.find(each => each.at >= offset && each.at <= offset + line.length);
    if (hint) found.push(element("span", { class: "hint", text: hint.text }));
    return found;
  }
}

// A stretch cut where marks begin and end: [from, to, mark or nothing].
function* cut(from, to, marks) {
  const places = new Set([from, to]);
  for (const mark of marks) {
    for (const place of [mark.start, mark.end]) if (place > from && place < to) places.add(place);
  }
  const sorted = [...places].sort((one, other) => one - other);
  for (let at = 0; at + 1 < sorted.length; at++) {
    yield [sorted[at], sorted[at + 1], marks.find(mark => mark.start <= sorted[at] && mark.end > sorted[at])];
  }
}
