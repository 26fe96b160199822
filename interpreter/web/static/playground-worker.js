// Runs the interpreter in Pyodide. What it reads lies beside this file: nothing comes from anywhere else.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const START = `
import json, os, sys
os.environ["GROUNDRULES_CACHE"] = "off"
sys.path.insert(0, "/packages")
from interpreter.desk.playground import Playground
playground = Playground()

def answer(text, post):
    for each in playground.answer(json.loads(text)):
        post(json.dumps(each))
`;

async function start() {
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const packages = await (await fetch(new URL("packages.zip", import.meta.url))).arrayBuffer();
  pyodide.unpackArchive(packages, "zip", { extractDir: "/packages" });
  await pyodide.runPythonAsync(START);
  postMessage("ready");
  return pyodide.globals.get("answer");
}

const started = start();

onmessage = async event => {
  const answer = await started;
  try {
    answer(event.data, text => postMessage(text));
  } catch (error) {
    const { id } = JSON.parse(event.data);
    postMessage(JSON.stringify({ id, last: true, trouble: `This is a bug in groundrules, not in your text: ${error}` }));
  }
};
