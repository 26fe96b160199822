// A sweep: how a figure changes with an option, as a plot and as a table, both of which grow.

import { element, put } from "./drawing.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 240;
const EDGE = { left: 58, right: 12, top: 12, bottom: 34 };

let axes = [];
let runs = 0;  // answers to an earlier one, or to one that was stopped, are not drawn
let wanted = { over: "", from: "", to: "", figure: "" };  // what was chosen last

// What stands under the tab: `begin(request, answer)` asks for a sweep, `stop()` ends it.
export function drawSweep(found, begin, stop) {
  if (!found.axes) return [element("p", { text: "Fix the mistakes to play." })];
  axes = found.axes;
  if (!axes.length) return [element("p", { text: "This game has no options, and always the same number of players." })];
  const axis = axes.find(each => each.name === wanted.over) || axes[0];
  const form = element("form", { id: "sweep-form" });
  const result = element("div", { id: "sweep-result" });
  const over = choose("sweep-over", "Option", axes.map(each => [each.name, each.question || each.name.replaceAll("_", " ")]), axis.name);
  const range = element("div", { class: "fields" });
  const start = element("button", { id: "sweep-start", text: "Start" });
  const halt = element("button", { id: "sweep-stop", type: "button", text: "Stop", disabled: "" });
  const status = element("p", { id: "sweep-status", role: "status" });
  const drawRange = () => {
    const shown = axes.find(each => each.name === over.field.value);
    const kept = shown.name === wanted.over ? wanted : shown;
    put(range, [["sweep-from", "From", kept.from], ["sweep-to", "To", kept.to]].flatMap(each => makeEnd(shown, ...each)));
  };
  over.field.onchange = drawRange;
  drawRange();
  halt.onclick = () => {
    runs++;
    stop();
    start.focus();
    halt.disabled = true;
    start.disabled = false;
    status.textContent += " Stopped.";
  };
  form.onsubmit = event => {
    event.preventDefault();
    wanted = { ...wanted, over: over.field.value, from: form.querySelector("#sweep-from").value, to: form.querySelector("#sweep-to").value };
    start.disabled = true;
    halt.disabled = false;
    put(result, []);
    status.textContent = "Playing ...";
    const run = ++runs;
    begin({ over: wanted.over, from: wanted.from, to: wanted.to }, answer => {
      if (run !== runs) return;
      if (answer.points) drawPoints(answer, result, status);
      if (answer.trouble) status.textContent = answer.trouble;
      else if (answer.lost) status.textContent = "Connection lost while loading. Start it again.";
      if (!answer.last) return;
      if (document.activeElement === halt) start.focus();
      start.disabled = false;
      halt.disabled = true;
    });
  };
  form.append(element("div", { class: "fields" }, [over.label]), range, element("p", { class: "fields" }, [start, halt]));
  return [form, status, result];
}

function choose(id, text, choices, chosen) {
  const field = element("select", { id }, choices.map(([value, shown]) => element("option", { value, text: shown })));
  field.value = chosen;
  return { field, label: element("label", {}, [element("span", { text }), field]) };
}

function makeEnd(axis, id, text, value) {
  if (axis.values.length) return [choose(id, text, axis.values.map(each => [each, each.replaceAll("_", " ")]), value).label];
  const [min, max] = axis.ends;
  const field = element("input", { id, type: "number", min, max, required: "", value });
  return [element("label", {}, [element("span", { text: `${text} (${min} to ${max})` }), field])];
}

// ---- what there is so far

function drawPoints(found, result, status) {
  const points = found.points;
  const played = points.filter(each => each.games >= found.stage).length;
  status.textContent = played < points.length
    ? `${found.stage.toLocaleString("en")} games for each value: ${played} of ${points.length} values.`
    : found.stage < found.of ? `${found.stage.toLocaleString("en")} games for each value, and more to come.`
      : `${found.of.toLocaleString("en")} games for each value. Done.`;
  const names = [...new Set(points.flatMap(each => Object.keys(each.figures)))];
  if (!names.length) return;
  if (!names.includes(wanted.figure)) wanted.figure = names[0];
  let field = result.querySelector("#sweep-figure");
  if (!field || field.options.length !== names.length) {
    const figure = choose("sweep-figure", "Figure", names.map(each => [each, each]), wanted.figure);
    field = figure.field;
    put(result, [element("p", { class: "fields" }, [figure.label]), element("div", { id: "sweep-plot" }), element("div", { id: "sweep-table" })]);
  }
  const draw = () => {
    wanted.figure = field.value;
    put(result.querySelector("#sweep-plot"), [drawPlot(found, field.value)]);
    put(result.querySelector("#sweep-table"), [drawTable(found, field.value)]);
  };
  field.onchange = draw;
  draw();
}

function drawTable(found, name) {
  const rows = found.points.map(each => {
    const figure = each.figures[name];
    const told = each.broken ? "a game could not go on" : each.value === found.usual ? "as it is" : "";
    return element("tr", {}, [
      element("th", { scope: "row", text: each.value.replaceAll("_", " ") }),
      element("td", { class: "number", text: each.games.toLocaleString("en") }),
      element("td", { class: "number", text: figure ? figure.mean.toFixed(4) : each.games ? "never" : "" }),
      element("td", { class: "number", text: figure && figure.error !== null ? `± ${figure.error.toFixed(4)}` : "" }),
      element("td", { text: told }),
    ]);
  });
  const head = [found.axis.replaceAll("_", " "), "games", "mean", "error", ""].map((text, at) => element(text ? "th" : "td", { ...(text ? { scope: "col" } : {}), text, ...(at > 0 && at < 4 ? { class: "number" } : {}) }));
  return element("table", {}, [
    element("caption", { text: name }),
    element("thead", {}, [element("tr", {}, head)]),
    element("tbody", {}, rows),
  ]);
}

function drawPlot(found, name) {
  const width = Math.max(260, Math.min(700, document.getElementById("sweep-plot").clientWidth || 400));
  const points = found.points.map((each, at) => ({ ...each, at, ...each.figures[name] })).filter(each => each.mean !== undefined);
  const spread = each => 2 * (each.error || 0);
  let low = Math.min(...points.map(each => each.mean - spread(each)));
  let high = Math.max(...points.map(each => each.mean + spread(each)));
  if (!(high > low)) { low -= 0.5; high += 0.5; }
  const ticks = listTicks(low, high);
  low = Math.min(low, ticks[0]);
  high = Math.max(high, ticks.at(-1));
  const isNumber = found.points.every(each => /^\d+$/.test(each.value));
  const place = each => (isNumber ? Number(each.value) : each.at);
  const [first, last] = [place({ ...found.points[0], at: 0 }), place({ ...found.points.at(-1), at: found.points.length - 1 })];
  const room = width - EDGE.left - EDGE.right - (isNumber ? 0 : 40);
  const x = each => EDGE.left + (isNumber ? 0 : 20) + (last > first ? room * (place(each) - first) / (last - first) : room / 2);
  const y = value => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (high - value) / (high - low);
  const picture = make("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, class: "plot", role: "img" });
  picture.setAttribute("aria-label", wordPlot(found, name, points));
  for (const tick of ticks) {
    picture.append(make("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(tick), y2: y(tick) }));
    picture.append(write(formatTick(tick, ticks), { x: EDGE.left - 6, y: y(tick) + 4, "text-anchor": "end" }));
  }
  const every = Math.ceil(found.points.length / Math.max(2, Math.floor(room / (isNumber ? 36 : 84))));
  found.points.forEach((each, at) => {
    if (at % every) return;
    const text = each.value.replaceAll("_", " ");
    const label = write(text.length > 13 && found.points.length > 1 ? `${text.slice(0, 12)}…` : text, { x: x({ ...each, at }), y: HEIGHT - EDGE.bottom + 18, "text-anchor": "middle" });
    picture.append(label);
  });
  if (isNumber) picture.append(make("polyline", { class: "line", points: points.map(each => `${x(each)},${y(each.mean)}`).join(" ") }));
  for (const each of points) {
    const bar = { class: "error", x1: x(each), x2: x(each), y1: y(each.mean - spread(each)), y2: y(each.mean + spread(each)) };
    picture.append(make("line", bar));
    const dot = make("circle", { class: each.value === found.usual ? "dot usual" : "dot", cx: x(each), cy: y(each.mean), r: each.value === found.usual ? 5 : 3.5 });
    const told = make("title", {});
    told.textContent = `${each.value}: ${each.mean.toFixed(4)}`;
    dot.append(told);
    picture.append(dot);
  }
  return picture;
}

function wordPlot(found, name, points) {
  if (!points.length) return `${name}: nothing yet`;
  const [least, most] = [Math.min, Math.max].map(pick => points.find(each => each.mean === pick(...points.map(one => one.mean))));
  const word = each => `${each.mean.toFixed(4)} at ${each.value}`;
  return `${name} by ${found.axis.replaceAll("_", " ")}: from ${word(least)} to ${word(most)}; all figures stand in the table`;
}

// Four to nine round numbers that reach from the lowest to the highest.
function listTicks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough);
  const ticks = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step); at++) ticks.push(at * step);
  return ticks;
}

const formatTick = (tick, ticks) => tick.toFixed(Math.max(0, Math.min(6, -Math.floor(Math.log10(ticks[1] - ticks[0] + 1e-12) + 1e-9))));

function make(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function write(text, attributes) {
  const made = make("text", attributes);
  made.textContent = text;
  return made;
}
