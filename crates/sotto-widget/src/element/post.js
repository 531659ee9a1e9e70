// A copy as it is posted: an invite goes in front of it, and changes nothing else.
export const submission = (body, invite) => invite ? `{"invite":${JSON.stringify(invite)},${body.slice(1)}` : body;

// What a collector answered: what it says against a submission, if anything, is its `detail`, and `problem` the
// kind's name.
export const reply = (status, { detail, type } = {}) => ({ status, detail, problem: type?.split(":").pop() });

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
  const { status, ok } = response;
  return reply(status, ok ? {} : await response.json().catch(() => ({})));
}
