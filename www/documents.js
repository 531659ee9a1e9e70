// The documents' pages: finds headings, copies code, and lets Tab stop only at boxes that scroll. Without it they read as
// well.
import { DOCUMENTS } from "./docs/headings.js";

const MOST = 12;

const element = (id) => document.getElementById(id);
const [box, field, count, list, copied] = ["find", "find-words", "find-count", "found", "copied"].map(element);

// Without case and accents.
const bare = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const entries = DOCUMENTS.flatMap(({ page, title, language, headings }) => {
  const entry = (id, text, under) => ({
    address: new URL(`./docs/${page}${id && `#${id}`}`, import.meta.url),
    text,
    language,
    // What it is part of.
    place: [title, under].filter((part) => part && part !== text).join(" › "),
  });
  return [entry("", title, ""), ...headings.map((heading) => entry(...heading))];
}).map((entry) => ({ ...entry, bareText: bare(entry.text), barePlace: bare(entry.place) }));

// How far a word is from what an entry is called: 0 as its beginning, 3 in what it is part of.
function distance({ bareText, barePlace }, word) {
  const at = bareText.indexOf(word);
  if (at === 0) return 0;
  if (at > 0) return /[\p{L}\p{N}]/u.test(bareText[at - 1]) ? 2 : 1;
  return barePlace.includes(word) ? 3 : Infinity;
}

function find(words) {
  const distances = (entry) => words.map((word) => distance(entry, word));
  return entries
    .map((entry) => ({ entry, distances: distances(entry) }))
    // Something of it stands in the heading itself.
    .filter((found) => found.distances.every(Number.isFinite) && found.distances.some((far) => far < 3))
    .map(({ entry, distances }) => ({ entry, far: distances.reduce((sum, each) => sum + each, 0) }))
    .sort((one, other) => one.far - other.far)
    .map(({ entry }) => entry);
}

function item({ address, text, place, language }) {
  const link = document.createElement("a");
  link.href = address;
  link.lang = language;
  link.append(text);
  if (place) {
    const note = document.createElement("span");
    note.className = "note";
    note.textContent = ` ${place}`;
    link.append(note);
  }
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

function counted(found) {
  if (found === 0) return "No heading has these words. The text itself is not searched.";
  if (found > MOST) return `${found} headings; these are the nearest ${MOST}.`;
  return found === 1 ? "1 heading" : `${found} headings`;
}

function show() {
  const words = bare(field.value).split(/\s+/).filter(Boolean);
  const found = words.length ? find(words) : [];
  list.replaceChildren(...found.slice(0, MOST).map(item));
  count.textContent = words.length ? counted(found.length) : "";
}

function clear() {
  field.value = "";
  show();
}

function move(step) {
  const links = [...list.querySelectorAll("a")];
  const stops = [field, ...links];
  const next = stops[stops.indexOf(document.activeElement) + step];
  next?.focus();
}

box.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape") {
    clear();
    field.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && event.target === field) {
    list.querySelector("a")?.click();
  } else {
    return;
  }
  event.preventDefault();
});
field.addEventListener("input", show);
// It may lead to a heading of this page, which is not to be covered.
list.addEventListener("click", clear);
document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest?.("input, textarea, select");
  if (event.key !== "/" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
box.hidden = false;
// What a browser has kept in the field from before.
show();

function copyButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd());
      copied.textContent = "Copied.";
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      copied.textContent = "It could not be copied. The text is selected instead.";
    }
  });
  button.addEventListener("blur", () => {
    button.textContent = "Copy";
    copied.textContent = "";
  });
  return button;
}

// Browsers have no clipboard for pages that came without TLS.
if (navigator.clipboard) {
  for (const pre of document.querySelectorAll(".code > pre")) pre.after(copyButton(pre.firstChild));
}

const watching = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const scroller of document.querySelectorAll(".code > pre, .table-scroll")) watching.observe(scroller);
