// The socket to the table: it comes back when it is lost, and hands each message to the part of the page that wants it.
import { unbroken } from "./speech.js";

const VERSION = 1;
const FINAL = new Set([1003, 1008, 1009, 4001, 4002, 4003, 4004]);
const SOONEST = 500;
const LONGEST_PAUSE = 5000;
const TICK = 5000;
// Browsers let the clocks of hidden pages tick once a minute.
const ASLEEP = 75000;
const SILENCE = 800;
const hearers = {};
let socket = null, pause = SOONEST, retry = 0, silence = 0, ticked = Date.now();
let greeting = () => ({}), gone = () => {}, asking = () => {};

// A part of the page hears the messages of one type.
export function hear(type, hearer) { hearers[type] = hearer; }

// What to say first, and how to tell of the connection: `gone` hears "needs-link", "connecting" or "lost", or a final code.
// `asks` sends something that is always answered.
export function open(greets, goes, asks) {
  [greeting, gone, asking] = [greets, goes, asks];
  window.addEventListener("hashchange", connect);
  window.addEventListener("online", connect);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  document.addEventListener("resume", wake);
  setInterval(tick, TICK);
  connect();
}

function tick() {
  const slept = Date.now() - ticked;
  ticked = Date.now();
  if (slept > (document.hidden ? ASLEEP : 3 * TICK)) wake();
}

// A telephone that has slept may not notice that its connection is dead: if nothing is heard on it, it gets a new one.
function wake() {
  if (retry) connect();
  else if (socket?.readyState === WebSocket.OPEN) {
    asking();
    clearTimeout(silence);
    silence = setTimeout(connect, SILENCE);
  }
}

export function send(type, parts = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ version: VERSION, type, ...parts }));
}

export function connect() {
  clearTimeout(retry);
  clearTimeout(silence);
  retry = 0;
  if (socket) { socket.onclose = null; socket.close(); }
  const link = location.hash.slice(1);
  if (!link) { gone("needs-link"); return; }
  gone("connecting");
  const here = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  socket = here;
  // After a sleep, the network may not be there yet.
  silence = setTimeout(connect, LONGEST_PAUSE);
  here.onopen = () => {
    clearTimeout(silence);
    send("hello", { link, ...greeting() });
  };
  here.onmessage = (event) => {
    if (socket !== here) return;
    clearTimeout(silence);
    const message = JSON.parse(event.data, unbroken);
    if (message.type === "table") pause = SOONEST;
    hearers[message.type]?.(message);
  };
  here.onclose = (event) => { if (socket === here) lost(event.code); };
}

function lost(code) {
  clearTimeout(silence);
  gone("lost", FINAL.has(code) ? code : 0);
  if (FINAL.has(code)) return;
  retry = setTimeout(connect, pause);
  pause = Math.min(LONGEST_PAUSE, pause * 2);
}
