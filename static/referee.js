// What HTML cannot do at the table: keep what was not sent, say what is lost, stay awake.
// The forms work without it.
"use strict";
const page = document.documentElement;
const MOVED = "referee.moved"; // the seat of this page was taken
const QUIET = 45000; // milliseconds; beats come every 20 s

// the outbox: answers that the server has not acknowledged, kept over a reload

const BOX = "referee.outbox";
const kept = () => { try { return JSON.parse(localStorage.getItem(BOX)) || []; } catch { return []; } };
const keep = (list) => { try { localStorage.setItem(BOX, JSON.stringify(list)); } catch { /* full or forbidden */ } };
const drop = (id) => keep(kept().filter((entry) => entry.id !== id));
const table = () => document.getElementById("table");
let sending = false, wait = 1000, timer = null, told = [], flying = 0, missed = "";

function line(...what) { // the line under the band: not sent, trying again, saved; it outlives a swap
  told = what;
  const net = document.getElementById("net"), [state, more] = what;
  if (!net) return;
  const text = [net.dataset[state], more].filter(Boolean).join(" ");
  if (net.textContent !== text) net.textContent = text;
  net.dataset.state = state || "";
  net.hidden = !state;
}
const showing = () => (kept().length ? null : line());

document.addEventListener("htmx:before:request", (event) => {
  const ctx = event.detail.ctx;
  if (ctx.sourceElement === live()) started = true;
  if (ctx.request.method !== "POST" || !ctx.request.body || ctx.target?.id !== "table") return;
  const button = ctx.request.submitter;
  const body = String(ctx.request.body);
  ctx.kept = { id: body, url: ctx.request.action, body, said: [button?.closest(".pick")?.querySelector("b"), button].map((part) => part?.textContent.trim()).filter(Boolean).join(": ") };
  if (!kept().some((entry) => entry.id === body)) keep([...kept(), ctx.kept]);
  flying += 1;
  button?.setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:after:request", (event) => {
  const { kept: entry, response } = event.detail.ctx;
  if (!entry || !response) return;
  if (response.status < 500) { drop(entry.id); showing(); } else later(entry);
});
document.addEventListener("htmx:finally:request", (event) => { if (event.detail.ctx?.kept && !(flying -= 1) && missed) { show(missed, 200, live()); missed = ""; } });
document.addEventListener("htmx:error", (event) => { if (event.detail.ctx?.kept) later(event.detail.ctx.kept); });

function unbusy() {
  for (const busy of document.querySelectorAll("[aria-busy=true]")) busy.removeAttribute("aria-busy");
}

function later(entry) {
  unbusy();
  line("lost", entry.said);
  clearTimeout(timer);
  timer = setTimeout(flush, wait);
  wait = Math.min(wait * 2, 15000);
}

async function flush() { // in order, with the same uid: sent twice it counts once
  if (sending) return;
  sending = true;
  try {
    for (const entry of kept()) {
      const here = entry.url.startsWith(location.pathname + "/") && table();
      const reply = await fetch(entry.url, {
        method: "POST", body: entry.body, signal: AbortSignal.timeout?.(15000),
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
      });
      if (reply.status >= 500) throw new Error("not now");
      // Refused elsewhere: asked again, and told, at its table.
      if (!reply.ok && !here && reply.status !== 403 && reply.status !== 404) continue;
      const text = await reply.text();
      drop(entry.id);
      if (reply.ok) { line("saved", entry.said); setTimeout(() => told[0] === "saved" && line(), 3000); } else showing();
      if (here) await show(text, reply.status);
    }
    wait = 1000;
  } catch { later(kept()[0] || {}); } finally { sending = false; }
}

// what the server sends: never an older state over a newer one

const version = (text) => Number(/ data-version="(\d+)"/.exec(text)?.[1] ?? -1);

async function show(text, status = 200, sourceElement = document.body) {
  if (!text) return;
  if (text.includes('id="table"')) return htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement });
  if (status === 403 || status === 404) return location.reload();
  const words = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]");
  if (words && status < 500) { unbusy(); line("refused", words.textContent); }
}

let held = null; // what a late phone is asked stays until it answers, whatever is said meanwhile
document.addEventListener("htmx:before:swap", (event) => {
  const { text, target, sourceElement, response } = event.detail.ctx;
  if (target !== table() && target?.id !== "table") return;
  const known = Number(table()?.dataset.version ?? -1), streamed = sourceElement === live();
  if (!text.includes('id="table"')) { event.preventDefault(); show(text, response?.status); return; }
  if (version(text) < known || (streamed && version(text) === known)) { event.preventDefault(); return; }
  // Not under a finger, nor before the reply that is under way: shown after it.
  if (streamed && flying) { missed = text; event.preventDefault(); return; }
  held = streamed ? document.getElementById("late")?.cloneNode(true) : null;
});
document.addEventListener("htmx:after:swap", () => {
  const place = document.querySelector("#table main .top, #table main");
  if (held && place && !document.getElementById("late")) { place.prepend(held); htmx.process(held); }
  held = null;
  look();
});

// the stream: a page that may be old says so, and asks

let heard = Date.now(), stream = null, phones = null, started = false;
const live = () => document.getElementById("live");
const alive = () => { heard = Date.now(); delete page.dataset.net; };
const lost = () => { if (live()) page.dataset.net = "lost"; };

function count() { // newer than in a fragment
  const n = document.getElementById("phones");
  if (n && phones !== null && n.textContent !== phones) n.textContent = phones;
}

function connect() {
  if (live()?.hasAttribute("hx-sse:connect") && !started) htmx.ajax("GET", live().getAttribute("hx-sse:connect"), { source: live() });
}

async function refresh() {
  if (!live()) return;
  lost();
  try {
    const reply = await fetch(location.href, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout?.(15000) });
    if (reply.status >= 500) return;
    await show(await reply.text(), reply.status, live());
    alive();
    flush();
    started = started && !!stream; // the very first connection is not tried again by itself
    connect();
  } catch { /* still away */ }
}

document.addEventListener("htmx:sse:after:connection", (event) => { stream = event.detail.connection; alive(); flush(); });
document.addEventListener("htmx:sse:after:message", alive);
document.addEventListener("htmx:sse:close", () => { stream = null; });
document.addEventListener("htmx:sse:error", (event) => { // 404: no longer at this table
  if (event.detail.status === 404) refresh(); else lost();
});
document.addEventListener("phones", (event) => { phones = event.detail.data; count(); });
document.addEventListener("moved", () => { sessionStorage.setItem(MOVED, "1"); location.reload(); });
addEventListener("online", refresh);
addEventListener("offline", lost);
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) return; refresh(); awake(); });
setInterval(() => {
  if (!live() || document.hidden || (stream && Date.now() - heard < QUIET)) return;
  lost();
  if (stream?.reader) stream.reader.cancel();
  else refresh();
}, 5000);

// at the table: a tick under the finger, a screen that stays on, the reader's own clock

let asked = null, lock = null, locking = false;
async function awake() {
  if (document.querySelector("[data-stage=over]") || !table()) { lock?.release(); lock = null; return; }
  if (lock || locking || !navigator.wakeLock || document.hidden) return;
  locking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /* low battery */ } finally { locking = false; }
  if (document.querySelector("[data-stage=over]")) awake();
}
function tick(pattern) { // wants a finger first
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(pattern);
}
function look() {
  const now = table()?.dataset.asked;
  const mine = live()?.dataset.me !== undefined && now === live().dataset.me;
  if (mine && now !== asked) tick([30, 60, 30]);
  asked = now;
  line(...told);
  count();
  settle();
  awake();
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
// The rest of a double tap must not fall on the next question.
let tap = { at: -9e9 }, settling = null;
const asking = () => [...new Set([...document.querySelectorAll("#table [name=answer]")].map((b) => b.value.split("=")[0]))].join();
function settle() {
  const now = asking();
  if (performance.now() - tap.at > 2000 || tap.asking === now) return;
  tap.asking = now;
  page.style.pointerEvents = "none";
  clearTimeout(settling);
  settling = setTimeout(() => { page.style.pointerEvents = ""; }, 300);
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#table button");
  if (button) tap = { at: performance.now(), asking: button.name === "answer" ? asking() : null };
  if (event.target.closest(".ans button")) tick(10);
});
addEventListener("DOMContentLoaded", () => {
  setTimeout(connect, 100); // where the stream's script came after htmx had looked at the page
  if (kept().length) { line("lost"); flush(); }
  const moved = sessionStorage.getItem(MOVED);
  sessionStorage.removeItem(MOVED);
  if (moved && live()?.dataset.me === undefined) line("moved");
  look();
});
