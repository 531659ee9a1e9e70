// What takes long on a slow device need not be one task there: between two halves the page answers others.

let last = 0;

/** Gives the page its turn, if it has had none for a frame's time. At once where the browser has no such way. */
export async function pause() {
  if (performance.now() - last < 16) return;
  await globalThis.scheduler?.yield?.();
  last = performance.now();
}
