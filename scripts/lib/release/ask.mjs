// What trials ask of a collector: ask.mjs reports URL SURVEY prints how many reports its first question has. Every request has
// a limit and closes its connection, so that nothing here waits for ever.
import { get } from "node:http";

const SECOND = 1000;

/** The response to a GET, as { status, type, body }. */
export function asked(address, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { ...headers, connection: "close" }, timeout: 20 * SECOND }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        const body = Buffer.concat(parts);
        resolve({ status: response.statusCode, type: response.headers["content-type"] ?? "", body });
      });
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error(`${address} does not answer within 20 seconds`)));
    request.on("error", reject);
  });
}

/** What results say that a later version must say, too: of each question its reports and the counts of its categories. */
export async function counts(url, survey, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { status, body } = await asked(`${url}api/v1/surveys/${survey}/results`, headers);
  if (status !== 200) throw new Error(`the results of ${survey} answer ${status}: ${body}`);
  const { questions } = JSON.parse(body);
  return questions.map(({ id, reports, categories = [] }) => ({
    id,
    reports,
    counts: categories.map(({ id: category, count }) => [category, count]),
  }));
}

if (process.argv[2] === "reports") {
  const [url, survey] = process.argv.slice(3);
  const [first] = await counts(url, survey);
  console.log(first.reports);
}
