// The page inside display="frame": one survey, and to the page around it nothing but its height and
// the names of its states. It answers only the origin that spoke to it first, and only its parent, and
// takes nothing from there but the name of a theme.
//
// The height that is told is not the survey's as it stands: a question that appears because of an
// answer, a list of what was chosen, a word about what is lacking would all be seen in it. It is that
// of a twin that nobody can see or answer: the first page with every question that may ever stand on
// it. So it follows from survey, language and width alone; what is longer scrolls in the frame.
const query = new URLSearchParams(location.search);
const id = query.get("survey") ?? "";
const given = new URLSearchParams(location.hash.slice(1));

let parentOrigin;
let said = [];
const tell = (message) => {
  if (parentOrigin) parent.postMessage(message, parentOrigin);
  else said.push(message);
};

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || parent === self || origin !== (parentOrigin ?? origin)) return;
  if (data?.sotto === "hello") {
    parentOrigin = origin;
    said.forEach(tell);
    said = [];
  }
  if (data?.sotto === "theme" && parentOrigin) wear(data.theme);
});

// The page is called what the survey is called, in the language in which that stands there; where no
// survey can stand, what is said in its place. What comes after its first page gives it no other name.
const main = document.querySelector("main");
const survey = document.querySelector("sotto-survey");
const callThePage = ({ type }) => {
  const words = survey.shadowRoot.querySelector("#heading, .gate > :first-child, p[data-failure]");
  if (!words || (words.id && type !== "sotto-ready")) return;
  document.title = words.firstChild.data;
  // A page that has a main part of its own tells the two apart.
  main.ariaLabel = document.title;
  document.documentElement.lang = words.closest("[lang]").lang;
};
const scheme = document.querySelector("meta[name=color-scheme]");
const wear = (theme) => {
  const isKnown = theme === "light" || theme === "dark";
  scheme.content = isKnown ? theme : "light dark";
  if (isKnown) survey.setAttribute("theme", theme);
  else survey.removeAttribute("theme");
};
wear(given.get("theme"));
// Links may name the language behind the #, too.
const lang = query.get("lang") ?? given.get("lang");
if (lang) survey.lang = lang;
for (const name of ["pin", "epsilon-pin", "issuing-key", "log-key", "invite"]) {
  if (given.has(name)) survey.setAttribute(name, given.get(name));
}
// Another shape than that of the first page which the collector has drawn.
const shape = /^(compact|steps)$/.exec(given.get("display") ?? "")?.[0];
if (shape) {
  survey.setAttribute("display", shape);
  survey.shadowRoot?.replaceChildren();
}
// A link to a survey that leaves its arms to links names them.
const arm = query.has("arm") && query.getAll("arm").join(" ");
if (arm !== false) survey.setAttribute("arm", arm);
const src = `../api/v1/surveys/${encodeURIComponent(id)}`;
for (const type of ["sotto-ready", "sotto-progress", "sotto-sent", "sotto-error"]) {
  survey.addEventListener(type, callThePage);
  survey.addEventListener(type, ({ detail }) => {
    tell({ sotto: "state", type, screen: detail?.screen, kind: detail?.kind });
  });
}
// With all said about it that there is to say.
const isKiosk = query.has("kiosk") && parent === self;
if (isKiosk) (await import("./kiosk.js")).begin(survey, { id, src, shape });
else survey.setAttribute("src", src);
// A page of its own opens without network the next time. Nothing waits for that.
if (!isKiosk && parent === self) {
  survey.addEventListener("sotto-ready", () => import("./offline.js").then(({ keepPage }) => keepPage()), { once: true });
}

const twin = document.createElement("sotto-survey");
twin.className = "twin";
twin.inert = true;
twin.lang = survey.lang;
if (arm !== false) twin.setAttribute("arm", arm);
if (shape) twin.setAttribute("display", shape);
// A collector that does not exist: the twin neither finds a copy nor sends one.
twin.setAttribute("collector", "https://twin.invalid/");
// It shows the same pictures, in places that are as high.
twin.picturesFrom = new URL("..", location.href).href;
let told;
twin.addEventListener("sotto-ready", () => {
  new ResizeObserver(() => {
    const height = twin.offsetHeight;
    // A scroll bar that goes changes the width, and mostly nothing else.
    if (height !== told) tell({ sotto: "height", height: (told = height) });
  }).observe(twin);
});
const asked = !isKiosk && await fetch(src, {
  credentials: "omit",
  referrerPolicy: "no-referrer",
  headers: { accept: "application/vnd.sotto.survey,*/*" },
});
if (asked.ok) {
  twin.survey = new Uint8Array(await asked.arrayBuffer());
  twin.unconditional = true;
  document.body.append(twin);
}
