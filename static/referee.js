// What plain HTML cannot do at the table.  Every part may be missing: the forms work without it.
"use strict";

// A tap that was not sent is said to be so, and never looks saved.
document.addEventListener("htmx:error", () => say("lost"));
document.addEventListener("htmx:before:request", () => say(""));

// A page that comes back from the browser's memory may be old: ask for the table again.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Times are stored in UTC and shown in the reader's zone.
const moments = { dateStyle: "medium", timeStyle: "short" };
addEventListener("DOMContentLoaded", () => {
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, moments);
});

// A small tick under the finger, where there is one.
document.addEventListener("htmx:after:swap", () => navigator.vibrate && navigator.vibrate(10));

function say(what) {
  const line = document.getElementById("net");
  if (!line) return;
  line.textContent = what ? line.dataset[what] : "";
  line.hidden = !what;
}
