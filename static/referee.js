// What plain HTML cannot do at the table: keep what was not sent, say what is lost, stay awake.
// Every part may be missing; the forms work without it.
"use strict";
const page = document.documentElement;
const QUIET = 45000; // milliseconds without a sign of life (beats come every 20 s)

// -- the outbox: answers that the server has not acknowledged, kept over a reload ------------------

const BOX = "referee.outbox";
const kept = () => { try { return JSON.parse(localStorage.getItem(BOX)) || []; } catch { return []; } };
const keep = (list) => { try { localStorage.setItem(BOX, JSON.stringify(list)); } catch { /* full or forbidden */ } };
const drop = (id) => keep(kept().filter((entry) => entry.id !== id));
let sending = false, wait = 1000;

function line(what, more) { // the line under the band: not sent, trying again, saved
  const net = document.getElementById("net");
  if (!net) return;
  net.textContent = what ? net.dataset[what] + (more ? " " + more : "") : "";
  net.dataset.state = what || "";
  net.hidden = !what;
}

document.addEventListener("htmx:before:request", (event) => {
  const ctx = event.detail.ctx;
  if (ctx.request.method !== "POST" || !ctx.request.body) return;
  const button = ctx.submitter || ctx.event?.submitter || document.activeElement;
  const body = String(ctx.request.body);
  ctx.kept = { id: body, url: ctx.request.action, body, said: (button?.textContent || "").trim() };
  if (!kept().some((entry) => entry.id === body)) keep([...kept(), ctx.kept]);
  if (button?.tagName === "BUTTON") button.setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:after:request", (event) => {
  const { kept: entry, response } = event.detail.ctx;
  if (!entry || !response) return;
  if (response.status < 500) { drop(entry.id); if (!kept().length) line(""); } else later(entry);
});
document.addEventListener("htmx:error", (event) => { if (event.detail.ctx?.kept) later(event.detail.ctx.kept); });

function later(entry) {
  for (const busy of document.querySelectorAll("[aria-busy=true]")) busy.removeAttribute("aria-busy");
  line("lost", entry.said);
  setTimeout(flush, wait);
  wait = Math.min(wait * 2, 15000);
}

async function flush() { // in order, with the same uid: sent twice it counts once
  if (sending || !kept().length) return;
  sending = true;
  try {
    for (const entry of kept()) {
      const reply = await fetch(entry.url, {
        method: "POST", body: entry.body,
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
      });
      if (reply.status >= 500) throw new Error("not now");
      drop(entry.id);
      const text = await reply.text();
      if (entry.url.startsWith(location.pathname + "/") && text) await htmx.swap({ text, target: document.getElementById("table"), swap: "outerMorph", sourceElement: document.body });
      if (reply.ok) { line("saved", entry.said); setTimeout(() => kept().length || line(""), 3000); }
    }
    wait = 1000;
  } catch { later(kept()[0] || {}); } finally { sending = false; }
}

// -- the stream: a page that may be old says so, and asks for the state before it looks current ----

let heard = Date.now(), stream = null;
const live = () => document.getElementById("live");
const alive = () => { heard = Date.now(); delete page.dataset.net; };
const lost = () => { if (live()) page.dataset.net = "lost"; };

async function refresh() {
  if (!live()) return;
  lost();
  try {
    const reply = await fetch(location.href, { headers: { "HX-Request": "true" } });
    if (reply.ok) await htmx.swap({ text: await reply.text(), target: document.getElementById("table"), swap: "outerMorph", sourceElement: document.body });
    if (reply.status === 404 || reply.status === 403) return location.reload();
    alive();
    flush();
  } catch { /* still away */ }
}

document.addEventListener("htmx:sse:after:connection", (event) => { stream = event.detail.connection; alive(); flush(); });
document.addEventListener("htmx:sse:after:message", alive);
document.addEventListener("htmx:sse:error", lost);
document.addEventListener("phones", (event) => { const n = document.getElementById("phones"); if (n) n.textContent = event.detail.data; });
addEventListener("online", refresh);
addEventListener("offline", lost);
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) return; refresh(); awake(); });
setInterval(() => {
  if (!live() || document.hidden || Date.now() - heard < QUIET) return;
  lost();
  if (stream?.reader) stream.reader.cancel(); // it connects anew by itself
  else refresh();
}, 5000);

// -- at the table: a tick under the finger, a screen that stays on, the reader's own clock --------

let asked = null, lock = null;
async function awake() {
  const over = document.querySelector("[data-stage=over]");
  if (over || !document.getElementById("table")) { lock?.release(); lock = null; return; }
  if (!lock && navigator.wakeLock && !document.hidden) {
    try { lock = await navigator.wakeLock.request("screen"); lock.addEventListener("release", () => { lock = null; }); } catch { /* low battery */ }
  }
}
function look() { // after every change of the table
  const now = document.getElementById("table")?.dataset.asked;
  const mine = live()?.dataset.me !== undefined && now === live().dataset.me;
  if (navigator.vibrate && mine && now !== asked) navigator.vibrate([30, 60, 30]);
  asked = now;
  awake();
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
document.addEventListener("click", (event) => { if (navigator.vibrate && event.target.closest(".ans button")) navigator.vibrate(10); });
document.addEventListener("htmx:after:swap", look);
addEventListener("DOMContentLoaded", () => { look(); if (kept().length) { line("lost"); flush(); } });
