// Runs the extension in the folder given, in the place of VS Code. Prints what the extension gives to the client of its
// language server; with `whole`, the true client is loaded as well.

const Module = require("node:module");
const path = require("node:path");

const [folder, whole] = process.argv.slice(2);
const about = require(path.join(folder, "package.json"));
const settings = about.contributes.configuration.properties;

const anything = new Proxy(function () {}, { get: (target, name) => (name === "prototype" ? target[name] : anything) });
const vscode = { workspace: { getConfiguration: (part) => ({ get: (name) => settings[`${part}.${name}`].default }) } };

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options });
  }

  start() {
    console.log(JSON.stringify(this));
  }
}

const load = Module._load;
let inside = false;
Module._load = (name, ...rest) => {
  if (name === "vscode") return inside ? anything : vscode;
  if (name !== "vscode-languageclient/node") return load(name, ...rest);
  if (whole) {
    inside = true;
    if (typeof load(name, ...rest).LanguageClient !== "function") throw new Error("no client");
    inside = false;
  }
  return { LanguageClient };
};

require(path.join(folder, about.main)).activate();
