// Posts a submission: no cookies, no referrer. What the collector says against it, if anything, is
// its `detail`.
export async function post(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    body,
  });
  const { status, ok } = response;
  const { detail } = ok ? {} : await response.json().catch(() => ({}));
  return { status, detail };
}
