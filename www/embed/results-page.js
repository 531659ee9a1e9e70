// The page inside <sotto-results>: to the page around it nothing but its height. It answers only the origin
// that spoke to it first, and only its parent, and takes nothing from there but the name of a theme.
let parentOrigin;
let height;
const tell = () => {
  if (parentOrigin && height !== undefined) parent.postMessage({ sotto: "height", height }, parentOrigin);
};

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || parent === self || origin !== (parentOrigin ?? origin)) return;
  if (data?.sotto === "hello") {
    parentOrigin = origin;
    tell();
  }
  if (data?.sotto === "theme" && parentOrigin) {
    const isKnown = data.theme === "light" || data.theme === "dark";
    document.querySelector("meta[name=color-scheme]").content = isKnown ? data.theme : "light dark";
  }
});

new ResizeObserver(() => {
  const now = Math.ceil(document.querySelector("main").getBoundingClientRect().bottom + scrollY);
  if (now === height) return;
  height = now;
  tell();
}).observe(document.querySelector("main"));
