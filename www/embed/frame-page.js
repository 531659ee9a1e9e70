// The page inside display="frame": one survey, and to the page around it nothing but its height and
// the names of its states. It answers only the origin that spoke to it first, and only its parent.
const id = new URLSearchParams(location.search).get("survey") ?? "";
const given = new URLSearchParams(location.hash.slice(1));

let parentOrigin;
let said = [];
const tell = (message) => {
  if (parentOrigin) parent.postMessage(message, parentOrigin);
  else said.push(message);
};

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || parent === self || data?.sotto !== "hello" || parentOrigin) return;
  parentOrigin = origin;
  said.forEach(tell);
  said = [];
});

const survey = document.createElement("sotto-survey");
for (const name of ["lang", "theme", "epsilon-pin", "issuing-key", "invite"]) {
  if (given.has(name)) survey.setAttribute(name, given.get(name));
}
document.documentElement.lang = given.get("lang") ?? "en";
survey.setAttribute("src", `../api/v1/surveys/${encodeURIComponent(id)}`);
survey.setAttribute("collector", "..");
for (const type of ["sotto-ready", "sotto-progress", "sotto-sent", "sotto-error"]) {
  survey.addEventListener(type, ({ detail }) => {
    tell({ sotto: "state", type, screen: detail?.screen, kind: detail?.kind });
  });
}
document.querySelector("main").append(survey);
new ResizeObserver(() => tell({ sotto: "height", height: document.documentElement.offsetHeight }))
  .observe(document.documentElement);
