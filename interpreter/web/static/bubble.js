// A bubble beside the thing that it speaks of.

import { put } from "./drawing.js";

const find = id => document.getElementById(id);
const [GAP, EDGE] = [14, 10];  // from the thing, and from the edge of the window

export function openBubble(children, anchor) {
  const spoken = anchor && anchor.isConnected ? anchor : find("question");
  put(find("said"), children);
  find("bubble").hidden = false;
  place(find("bubble"), spoken);
  for (const fold of find("said").querySelectorAll("details")) fold.ontoggle = () => place(find("bubble"), spoken);
}

export function closeBubble() {
  find("bubble").hidden = true;
  put(find("said"), []);
}

// Above the thing if there is room, else below it.
function place(bubble, anchor) {
  const [box, own] = [anchor.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const middle = Math.min(Math.max(box.x + box.width / 2, EDGE), innerWidth - EDGE);
  const left = Math.max(EDGE, Math.min(middle - own.width / 2, innerWidth - EDGE - own.width));
  const isAbove = box.top - own.height - GAP >= EDGE || box.top > innerHeight - box.bottom;
  const top = isAbove ? box.top - own.height - GAP : box.bottom + GAP;
  bubble.dataset.tail = isAbove ? "down" : "up";
  bubble.style.setProperty("--tail", `${middle - left}px`);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - own.height))}px`;
}
