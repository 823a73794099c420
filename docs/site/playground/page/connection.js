// In the playground the table is in a worker of the page around this one: messages go there, and not to a socket.
import { unbroken } from "./speech.js";

const VERSION = 1;
const LEFT = 4004;
const hearers = {};
let greeting = () => ({}), gone = () => {}, away = false;

export function hear(type, hearer) { hearers[type] = hearer; }

export function open(greets, goes) {
  greeting = greets;
  gone = goes;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== parent || away) return;
    const message = JSON.parse(data, unbroken);
    hearers[message.type]?.(message);
  });
  connect();
}

export function send(type, parts = {}) {
  if (type === "leave") {
    away = true;
    gone("lost", LEFT);
  } else parent.postMessage(JSON.stringify({ version: VERSION, type, ...parts }), location.origin);
}

export function connect() {
  away = false;
  gone("connecting");
  send("hello", { link: "", ...greeting() });
}
