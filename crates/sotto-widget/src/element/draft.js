// A draft: what a person has chosen so far, kept on this device until it is sent, because they asked for that. Loaded
// only once the offer is taken, or where a draft is kept.
//
// It is the one place where true answers outlive a page, and a type of its own for that reason: nothing but the two
// functions below that seal and open it see what is in it. It is sealed by a key that the browser gives to no script, in
// as many bytes whatever was answered, and read for a day at most. It never meets a scrambled copy or a request.

const DAY = 86_400_000;

// A sealed draft's bytes before they are sealed: more than any survey of a few hundred questions takes.
const BYTES = 65_536;

const STORE = "drafts";

const request = (asked) => new Promise((done, fail) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});

// Does something with the store, and resolves once that is on the disk.
async function stored(mode, act) {
  const opening = indexedDB.open("sotto-drafts", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await request(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(transaction.error);
    });
    const result = await act(transaction.objectStore(STORE));
    await done;
    return result;
  } finally {
    database.close();
  }
}

const isFresh = ({ at }) => Math.abs(Date.now() - at) < DAY;

// Once what was done has been drawn.
const drawn = () => new Promise((done) => setTimeout(done));

const fire = (element, ...types) => {
  for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true }));
};

const inputs = (box) => box.querySelectorAll(".question input");
const isTick = ({ type }) => type === "radio" || type === "checkbox";
const placed = (list) => [...list.querySelectorAll(".ranked [data-action=rank]")].map(({ dataset }) => dataset.value);
const pageIn = (box) => box.querySelector("#progress progress")?.value ?? 1;
const screenIn = (box) => box.querySelector("[data-screen]")?.dataset.screen;

// What names a control among those of a survey: of ticks, each has a name of its own with its value.
const nameOf = (input) => isTick(input) ? `${input.name} ${input.value}` : input.name;

/** What was chosen, typed and ranked, by control, and where the person was. It turns into no text by itself. */
class Draft {
  #page = 1;
  #isReviewed = false;
  #controls = new Map();

  /** Takes in what stands in a form now. What stands on other pages stays as it was. */
  takeIn(box) {
    const screen = screenIn(box);
    if (screen !== "form" && screen !== "review") return;
    this.#isReviewed = screen === "review";
    if (this.#isReviewed) return;
    this.#page = pageIn(box);
    for (const input of inputs(box)) {
      const isSet = isTick(input) ? input.checked : input.value && !input.hasAttribute("data-unset");
      this.#set(nameOf(input), isSet && (isTick(input) || input.value));
    }
    for (const list of box.querySelectorAll("ol.options")) {
      const { question } = list.querySelector("[data-question]").dataset;
      const order = placed(list);
      this.#set(`${question} order`, order.length && order);
    }
  }

  #set(name, value) {
    if (value) this.#controls.set(name, value);
    else this.#controls.delete(name);
  }

  /** Does in a form what was done when the draft was kept, and turns to the page that was left. */
  async giveBack(box) {
    await this.#fill(box);
    while (pageIn(box) < this.#page) {
      const before = pageIn(box);
      box.querySelector("[data-action=next]")?.click();
      await drawn();
      // Something on that page is lacking: there the person goes on.
      if (pageIn(box) === before) return;
      await this.#fill(box);
    }
    if (this.#isReviewed) box.querySelector("[data-action=review]")?.click();
    await drawn();
  }

  // An answer may ask for more questions, and these for others.
  async #fill(box) {
    const done = new Set();
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const input of inputs(box)) {
        const name = nameOf(input);
        const value = this.#controls.get(name);
        if (value === undefined || done.has(name)) continue;
        done.add(name);
        isNew = true;
        Object.assign(input, isTick(input) ? { checked: true } : { value });
        fire(input, "input", ...isTick(input) ? ["change"] : [], ...input.role === "combobox" ? ["focusout"] : []);
        await drawn();
      }
      for (const list of box.querySelectorAll("ol.options")) {
        const { question } = list.querySelector("[data-question]").dataset;
        if (done.has(`${question} order`)) continue;
        done.add(`${question} order`);
        for (const option of this.#controls.get(`${question} order`) ?? []) {
          box.querySelector(`[data-action=rank][data-question="${question}"][data-value="${option}"]`)?.click();
          await drawn();
          isNew = true;
        }
      }
    }
  }

  async seal(key) {
    const text = JSON.stringify([this.#page, this.#isReviewed, [...this.#controls]]);
    const bytes = new Uint8Array(BYTES).fill(32);
    const { read } = new TextEncoder().encodeInto(text, bytes);
    if (read < text.length) throw new Error("the survey is too long for a draft");
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, sealed: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes) };
  }

  static async open({ key, iv, sealed }) {
    const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed);
    const draft = new Draft();
    const [page, isReviewed, controls] = JSON.parse(new TextDecoder().decode(bytes));
    draft.#page = page;
    draft.#isReviewed = isReviewed;
    draft.#controls = new Map(controls);
    return draft;
  }
}

/** Erases the draft of that name. What says that there is one goes last. */
export async function erase(name) {
  await stored("readwrite", (drafts) => request(drafts.delete(name)));
  localStorage.removeItem(name);
}

/** Erases every draft that is a day old, of whatever survey, and what says that there is one where there is none. */
export async function sweep(names) {
  for (const name of names) {
    const found = await stored("readonly", (drafts) => request(drafts.get(name)));
    if (!found || !isFresh(found)) await erase(name);
  }
}

/** The draft of a version that is kept under that name. One that cannot be used is erased. */
export async function kept(name, version) {
  const found = await stored("readonly", (drafts) => request(drafts.get(name)));
  if (!found) return undefined;
  if (isFresh(found) && found.version === version) return Draft.open(found);
  return erase(name);
}

/**
 * Keeps from now on what stands in the form in `box`, beginning with `draft`. `erase` ends that and leaves nothing;
 * `stop` ends it and leaves what is kept; `isBusy` says whether the last change is still on its way.
 */
export async function keep(box, name, version, draft = new Draft()) {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  let isEnded = false;
  let isChanged = false;
  let writing;
  const write = async () => {
    while (isChanged && !isEnded) {
      isChanged = false;
      await drawn();
      draft.takeIn(box);
      const record = { key, at: Date.now(), version, ...await draft.seal(key) };
      if (!isEnded) await stored("readwrite", (drafts) => request(drafts.put(record, name)));
    }
    writing = undefined;
  };
  const changed = () => {
    isChanged = true;
    return writing ??= write();
  };
  // Whoever reads the console is told; the next change tries again.
  const listen = () => {
    changed().catch((error) => {
      writing = undefined;
      console.error("sotto-survey:", error);
    });
  };
  const events = ["input", "change", "click", "focusout"];
  const stop = () => {
    isEnded = true;
    for (const type of events) box.removeEventListener(type, listen);
  };
  localStorage.setItem(name, "");
  await changed();
  for (const type of events) box.addEventListener(type, listen);
  return {
    stop,
    isBusy: () => Boolean(writing),
    async erase() {
      stop();
      await writing?.catch(() => {});
      await erase(name);
    },
  };
}
