// What the host does with the seats: hand out links, give a seat to a bot or take it back, rename, begin another game.

import { element, put } from "./drawing.js";

const LEVELS = { human: "A person", easy: "Easy bot", fair: "Fair bot", strong: "Strong bot" };

export function drawHost(list, { links, games }, state, send) {
  const opened = list.querySelector("details[open]")?.dataset.key;
  put(list, [
    ["127.0.0.1", "localhost"].includes(new URL(links.spectators).hostname) && element("li", { class: "aside", text: `These links work on this computer only. For friends on other devices in your network, stop groundrules and type: groundrules web ${(games.find(game => game.title === state.title) || { name: "GAME" }).name} --host 0.0.0.0` }),
    ...state.chairs.map(chair => drawChair({ ...chair, isMine: state.place.player && chair.name === state.place.name }, links[chair.key], send, opened === chair.key)),
    element("li", {}, [drawLink("Spectators", links.spectators)]),
    state.counts.length > 1 && element("li", {}, [element("label", {}, ["How many play", element("select", {
      id: "players", onchange: event => send({ players: Number(event.target.value) }),
    }, state.counts.map(count => element("option", { value: count, text: count, selected: count === state.seats.length ? "" : null })))])]),
    element("li", { class: "game" }, [
      element("button", { class: "plain", type: "button", text: "Start again", onclick: () => send({ again: "again" }) }),
      element("label", {}, ["Another game", element("select", { id: "another" }, games.map(game => element("option", { value: game.name, text: game.title })))]),
      element("button", { class: "plain", type: "button", text: "Play it here", onclick: () => send({ game: document.getElementById("another").value }) }),
    ]),
  ]);
}

function drawChair({ seat, key, name, taker, isMine }, url, send, isOpen) {
  const levels = taker in LEVELS ? LEVELS : { ...LEVELS, [taker]: `Bot ${taker}` };
  const select = element("select", { onchange: event => send({ seat, taker: event.target.value }) },
    Object.entries(levels).map(([value, text]) => element("option", { value, text, selected: value === taker ? "" : null })));
  const field = element("input", { maxlength: 24, autocomplete: "off", "aria-label": `New name of ${name}` });
  const rename = element("form", { onsubmit: event => { event.preventDefault(); if (field.value.trim()) send({ seat, name: field.value }); } }, [
    field, element("button", { class: "plain", text: "Rename" }),
  ]);
  return element("li", {}, [
    element("label", {}, [element("b", { text: isMine ? `${name} (you)` : name }), select]),
    taker === "human" && !isMine && drawLink(name, url),
    taker === "human" && element("details", { "data-key": key, open: isOpen ? "" : null }, [
      element("summary", { text: "QR code and name" }),
      element("img", { src: `${location.pathname}/code/${key}`, alt: `QR code of the link for ${name}`, width: 160, height: 160, loading: "lazy" }), rename,
    ]),
  ]);
}

const drawLink = (name, url) => element("span", { class: "link" }, [
  element("a", { href: url, target: "_blank", rel: "noopener", text: `Link for ${name}` }),
  navigator.clipboard && element("button", { class: "plain", type: "button", text: "Copy", "aria-label": `Copy the link for ${name}`, onclick: event => {
    const button = event.currentTarget;
    navigator.clipboard.writeText(url).then(() => { button.textContent = "Copied"; });
  } }),
]);
