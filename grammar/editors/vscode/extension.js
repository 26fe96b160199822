// Starts the language server for rulesets, and for house rules in TOML that lie in a folder `house`.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration("groundrules").get("server");
  client = new LanguageClient(
    "groundrules",
    "Ground Rules",
    { command, args },
    { documentSelector: [{ language: "groundrules" }, { scheme: "file", pattern: "**/house/*.toml" }] },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
