// Stands in for the server: the same messages go to a worker in which the interpreter itself runs.

const worker = new Worker(new URL("playground-worker.js", import.meta.url), { type: "module" });

class Socket {
  static OPEN = 1;

  constructor() {
    this.readyState = 0;
    worker.onmessage = event => this.take(event.data);
  }

  take(data) {
    if (data === "ready") {
      this.readyState = Socket.OPEN;
      this.onopen();
      return;
    }
    const message = JSON.parse(data);
    if (message.loading) {
      document.getElementById("connection").textContent = message.loading;
      return;
    }
    if (message.download) download(message.download, message.text);
    this.onmessage({ data });
  }

  send(text) { worker.postMessage(text); }
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

globalThis.WebSocket = Socket;

// A game to read while everything else is loading.
fetch("first.rules").then(found => found.text()).then(text => {
  const field = document.getElementById("text");
  if (!field.value) { field.value = text; document.getElementById("colours").textContent = text; }
});
