// A copy as it is posted: an invite goes in front of it, and changes nothing else.
export const submission = (body, invite) => invite ? `{"invite":${JSON.stringify(invite)},${body.slice(1)}` : body;

// What a collector answered: what it says against a submission, if anything, is its `detail`, and `problem` the
// kind's name; `code` is what somebody's own completion code is made of.
export const reply = (status, said) => ({ status, detail: said?.detail, problem: said?.type?.split(":").pop(), code: said?.code });

// Posts a submission: no cookies, no referrer.
export async function post(url, body, invite) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    // Whoever does not answer by then is asked again later, with the same bytes.
    signal: AbortSignal.timeout(30_000),
    body: submission(body, invite),
  });
  return reply(response.status, await response.json().catch(() => {}));
}
