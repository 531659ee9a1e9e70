// Copies that wait on a kiosk's device until they are sent. All of them are written anew, under new random keys, each
// time that one more comes in: neither the keys nor the place of a copy in the store tells which came first. They are
// read in the order of their keys, which is a drawn one. Nothing else is stored with a copy, and no time.

const STORE = "copies";

const request = (asked) => new Promise((done, fail) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});

// Does something with the store, and resolves once that is on the disk.
async function stored(mode, act) {
  const opening = indexedDB.open("sotto-kiosk", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await request(opening);
  try {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
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

async function rewrite(store, change) {
  const copies = change(await request(store.getAll()));
  await request(store.clear());
  const draw = copies.map((copy) => [crypto.randomUUID(), copy]).sort();
  for (const [key, copy] of draw) store.put(copy, key);
}

// What is written is all that is told apart: a body has a random id in it.
const isSame = (one, other) => one.address === other.address && one.body === other.body;

/** Keeps a copy that is to be posted to an address. Rejects, and leaves all as it was, where there is no room. */
export const keep = (address, body) => stored("readwrite", (store) => rewrite(store, (copies) =>
  [...copies.filter((copy) => !isSame(copy, { address, body })), { address, body }]));

/** The copies for an address, in a drawn order; `refused` of one says why the collector has not taken it. */
export const waiting = async (address) =>
  (await stored("readonly", (store) => request(store.getAll()))).filter((copy) => copy.address === address);

/** Notes what became of copies: those that were counted or taken out go, others stay with what was said against them. */
export const settle = (gone, refused = []) => stored("readwrite", (store) => rewrite(store, (copies) => copies
  .filter((copy) => !gone.some((other) => isSame(copy, other)))
  .map((copy) => refused.find((other) => isSame(copy, other)) ?? copy)));
