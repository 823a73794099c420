// The socket to the table: it comes back when it is lost, and hands each message to the part of the page that wants it.
import { unbroken } from "./speech.js";

const VERSION = 1;
const FINAL = new Set([1003, 1008, 1009, 4001, 4002, 4003, 4004]);
const SOONEST = 500;
const LONGEST_PAUSE = 5000;
const TICK = 5000;
// Browsers let the clocks of hidden pages tick once a minute.
const ASLEEP = 75000;
const hearers = {};
let socket = null, pause = SOONEST, retry = 0, ticked = Date.now(), greeting = () => ({}), gone = () => {};

// A part of the page hears the messages of one type.
export function hear(type, hearer) { hearers[type] = hearer; }

// What to say first, and how to tell of the connection: `gone` hears "needs-link", "connecting" or "lost", or a final code.
export function open(greets, goes) {
  greeting = greets;
  gone = goes;
  window.addEventListener("hashchange", connect);
  window.addEventListener("online", connect);
  document.addEventListener("visibilitychange", () => wake(!document.hidden && retry));
  setInterval(wake, TICK, false);
  connect();
}

// A telephone that has slept may not notice that its connection is dead.
function wake(wanted) {
  const slept = Date.now() - ticked > ASLEEP;
  ticked = Date.now();
  if (slept || wanted) connect();
}

export function send(type, parts = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ version: VERSION, type, ...parts }));
}

export function connect() {
  clearTimeout(retry);
  retry = 0;
  if (socket) { socket.onclose = null; socket.close(); }
  const link = location.hash.slice(1);
  if (!link) { gone("needs-link"); return; }
  gone("connecting");
  const here = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  socket = here;
  here.onopen = () => send("hello", { link, ...greeting() });
  here.onmessage = (event) => {
    if (socket !== here) return;
    const message = JSON.parse(event.data, unbroken);
    if (message.type === "table") pause = SOONEST;
    hearers[message.type]?.(message);
  };
  here.onclose = (event) => { if (socket === here) lost(event.code); };
}

function lost(code) {
  gone("lost", FINAL.has(code) ? code : 0);
  if (FINAL.has(code)) return;
  retry = setTimeout(connect, pause);
  pause = Math.min(LONGEST_PAUSE, pause * 2);
}
