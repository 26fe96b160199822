// Stands in for the server on the page of a game: the game is played by the worker of the playground.

const channel = new BroadcastChannel(location.hash.slice(1));
const own = String(crypto.getRandomValues(new Uint32Array(2)));

const PATIENCE = 3000;  // milliseconds until a playground that says nothing is taken for closed

class Socket {
  static OPEN = 1;

  constructor() {
    this.readyState = 0;
    channel.onmessage = event => this.take(event.data);
    channel.postMessage({ from: own, text: JSON.stringify({ join: true }) });
    setTimeout(() => {
      if (this.readyState === 0) this.onclose();
    }, PATIENCE);
  }

  take({ to, data }) {
    if (to !== "all" && to !== own) return;
    if (this.readyState === 0) {
      this.readyState = Socket.OPEN;
      this.onopen();
    }
    this.onmessage({ data });
  }

  send(text) { channel.postMessage({ from: own, text }); }
}

globalThis.WebSocket = Socket;
