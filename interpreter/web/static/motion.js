// What moved is moved from where it was; what changed is heard. Sound is made here, and off until it is switched on.

const MOVE = 260;  // milliseconds

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export function measure(root) {
  const places = new Map();
  for (const each of root.querySelectorAll("[data-key]")) places.set(each.dataset.key, each.getBoundingClientRect());
  for (const each of root.querySelectorAll("[data-seat], [data-thing]")) places.set(`at ${each.dataset.seat || each.dataset.thing}`, each.getBoundingClientRect());
  return places;
}

// What others did on the boards since the last answer from here: how many pieces came to stand where, by board, place and
// owner, and which places have another mark. What is drawn of it says so.
let trail = new Map();

export function markMoved(before, state) {
  if (!before || !before.question || before.question.mine) trail = new Map();
  else for (const [key, more] of compareBoards(before, state)) trail.set(key, Math.max(0, (trail.get(key) || 0) + more));
  for (const thing of state.things.filter(each => each.kind === "board")) {
    thing.moved = thing.places.map(place => place.id).filter(id => trail.get(`${thing.id} ${id}`));
    for (const [key, those] of groupPieces(thing)) {
      const count = trail.get(key) || 0;
      for (const piece of count ? those.slice(-count) : []) piece.moved = true;
    }
  }
}

const groupPieces = thing => Map.groupBy(thing.pieces.filter(piece => !piece.past), piece => `${thing.id} ${piece.at} ${piece.of}`);

// How many pieces more stand where than before; another mark counts as one.
function compareBoards(before, state) {
  const [old, now] = [before, state].map(({ things }) => new Map(things.filter(each => each.kind === "board").flatMap(thing => [
    ...[...groupPieces(thing)].map(([key, those]) => [key, those.length]),
    ...thing.marks.flatMap(mark => mark.at.map(id => [`${thing.id} ${id}`, mark.text])),
  ])));
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(key => old.get(key) !== now.get(key));
  return changed.map(key => [key, typeof (now.get(key) ?? old.get(key)) === "string" ? 1 : (now.get(key) || 0) - (old.get(key) || 0)]);
}

// Move everything to its new place from where it was, or from where `moved` says that it came. Returns what moved.
export function moveFrom(before, root, moved = []) {
  const origins = new Map([...moved.filter(each => each.id).map(each => [each.id, `at ${each.from}`]), ...pairPieces(before, root)]);
  const went = [];
  for (const each of root.querySelectorAll("[data-key]")) {
    const from = before.get(each.dataset.key) || before.get(origins.get(each.dataset.key));
    const to = each.getBoundingClientRect();
    if (!from || !to.width || (Math.abs(from.x - to.x) < 3 && Math.abs(from.y - to.y) < 3)) continue;
    went.push(each);
    if (isStill.matches) mark(each); else slide(each, from, to);
  }
  return went;
}

// A piece is called by whose it is and where it stands (`p1@a3.1`): those that stand somewhere new came from where one
// of the same owner stands no more. By their keys now, what they were called before.
export function pairPieces(before, root) {
  const owner = key => key.split("@")[0];
  const keys = [...root.querySelectorAll("[data-key*='@']")].map(each => each.dataset.key);
  const gone = [...before.keys()].filter(key => key.includes("@") && !keys.includes(key));
  const pairs = new Map();
  for (const key of keys.filter(each => !before.has(each))) {
    const at = gone.findIndex(old => owner(old) === owner(key));
    if (at >= 0) pairs.set(key, gone.splice(at, 1)[0]);
  }
  return pairs;
}

function slide(each, from, to) {
  const unit = each instanceof SVGElement && each.getScreenCTM ? each.getScreenCTM().a || 1 : 1;
  const [x, y] = [(from.x + from.width / 2 - to.x - to.width / 2) / unit, (from.y + from.height / 2 - to.y - to.height / 2) / unit];
  const bow = `${x / 2}px ${y / 2 - Math.min(24, Math.hypot(x, y) / 8)}px`;
  each.animate({ translate: [`${x}px ${y}px`, bow, "0px 0px"] }, { duration: MOVE, easing: "cubic-bezier(.2, .8, .2, 1)" });
}

function mark(each) {
  each.classList.add("changed");
  setTimeout(() => each.classList.remove("changed"), 1000);
}

// ---- sound

const SOUNDS = {
  card: [[1800, 0.04, "noise"]],
  die: [[900, 0.02, "noise"], [1200, 0.02, "noise", 0.06], [700, 0.03, "noise", 0.13]],
  man: [[180, 0.09, "sine"]],
  turn: [[523, 0.12, "sine"], [659, 0.16, "sine", 0.13]],
  end: [[392, 0.28, "sine"], [494, 0.28, "sine"], [587, 0.28, "sine"]],
};

let audio = null;

export const hasSound = () => audio !== null;

export function switchSound() {
  if (audio) audio.close();
  audio = audio ? null : new AudioContext();
}

export function play(name) {
  if (!audio) return;
  for (const [pitch, length, kind, delay = 0] of SOUNDS[name]) {
    const start = audio.currentTime + delay;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    volume.connect(audio.destination);
    const source = kind === "noise" ? makeNoise(pitch, volume) : Object.assign(audio.createOscillator(), { type: kind });
    if (kind !== "noise") { source.frequency.value = pitch; source.connect(volume); }
    source.start(start);
    source.stop(start + length);
  }
}

function makeNoise(pitch, volume) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const filter = Object.assign(audio.createBiquadFilter(), { type: "bandpass" });
  filter.frequency.value = pitch;
  filter.connect(volume);
  const source = Object.assign(audio.createBufferSource(), { buffer });
  source.connect(filter);
  return source;
}
