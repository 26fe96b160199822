// Elements of the page and shapes of pictures. All text goes in as text: nothing from a ruleset becomes markup.

export const range = count => [...Array(count).keys()];

// What is written on a colour.
export const INK = colour => (colour === "yellow" || colour === "white" ? "#2b2000" : "#fff");

export const element = (tag, attributes = {}, children = []) => fill(document.createElement(tag), attributes, children);

export const shape = (tag, attributes = {}, children = []) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// What is null, undefined or false is left out, among attributes as among children.
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "style") for (const [property, set] of Object.entries(value)) made.style.setProperty(property, set);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...[children].flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return made;
}

export function put(parent, children) {
  parent.replaceChildren(...children.filter(Boolean));
}
