// Stands in for a program that `./run` has not built yet: says so, and loads the page anew when it is there.
const WORDS = {
  building: [
    ["en", "This part is being built. The page appears by itself when it is ready."],
    ["zh-CN", "此部分正在构建，完成后页面会自动出现。"],
  ],
  failed: [
    ["en", "This part could not be built. The terminal in which ./run was started says why."],
    ["zh-CN", "此部分未能构建成功。原因请看启动 ./run 的终端。"],
  ],
};

const address = new URL("./build.json", import.meta.url);

async function show() {
  let state = "building";
  try {
    ({ state } = await (await fetch(address, { cache: "no-store" })).json());
  } catch {
    // The collector is being started anew.
  }
  if (state === "built") return location.reload();
  const paragraphs = WORDS[state].map(([language, words]) => {
    const paragraph = document.createElement("p");
    paragraph.lang = language;
    paragraph.textContent = words;
    return paragraph;
  });
  document.querySelector("main").replaceChildren(...paragraphs);
  setTimeout(show, 1000);
}

export default async function init() {
  if (!globalThis.document) throw new Error(WORDS.building[0][1]);
  // What stands there is for those whose browser never gets here.
  document.querySelector("#masthead")?.replaceChildren();
  await show();
}
