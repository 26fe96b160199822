// Runs the interpreter in Pyodide. What it reads lies beside this file: nothing comes from anywhere else.
// The workbench talks to it by messages, the page of a game through a channel whose name stands in its address.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const START = `
import json, os, sys
os.environ["GROUNDRULES_CACHE"] = "off"
sys.path.insert(0, "/packages")
from interpreter.desk.playground import Playground
playground = Playground()

def answer(text):
    return map(json.dumps, playground.answer(json.loads(text)))

def answer_table(text):
    return map(json.dumps, playground.answer_table(json.loads(text)))
`;

const makeNumber = () => crypto.getRandomValues(new Uint32Array(1))[0];
const tableName = `table-${makeNumber()}-${makeNumber()}`;
const table = new BroadcastChannel(tableName);

async function start() {
  const tell = text => postMessage(JSON.stringify({ loading: text }));
  tell("Loading Python: about 15 MB, once ...");
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  tell("Loading the games ...");
  const packages = await (await fetch(new URL("packages.zip", import.meta.url))).arrayBuffer();
  pyodide.unpackArchive(packages, "zip", { extractDir: "/packages" });
  tell("Starting ...");
  await pyodide.runPythonAsync(START);
  postMessage("ready");
  return { bench: pyodide.globals.get("answer"), table: pyodide.globals.get("answer_table") };
}

const started = start();

// Post the answers one by one; between two of them, other messages have their turn.
async function post(answers, take) {
  for (const text of answers) {
    const message = JSON.parse(text);
    take(message);
    await new Promise(done => setTimeout(done, message.wait || 0));
  }
  answers.destroy();
}

const wordBug = error => `This is a bug in groundrules, not in your text: ${error}`;

onmessage = async event => {
  const answer = (await started).bench;
  const message = JSON.parse(event.data);
  if (message.do === "play") message.seed = makeNumber() % 1000000;
  try {
    await post(answer(JSON.stringify(message)), each => {
      postMessage(JSON.stringify(each.table ? { ...each, url: `table.html#${tableName}` } : each));
    });
    if (message.do === "play") await answerTable("all", JSON.stringify({ join: true }));
  } catch (error) {
    postMessage(JSON.stringify({ id: message.id, last: true, trouble: wordBug(error) }));
  }
};

table.onmessage = event => answerTable(event.data.from, event.data.text);

async function answerTable(from, text) {
  const answer = (await started).table;
  try {
    await post(answer(text), each => table.postMessage({ to: each.state ? "all" : from, data: JSON.stringify(each) }));
  } catch (error) {
    table.postMessage({ to: "all", data: JSON.stringify({ trouble: wordBug(error) }) });
  }
}
