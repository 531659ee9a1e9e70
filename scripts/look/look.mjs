// Builds Sotto for looking, and starts it: look.mjs PORT DATABASE [--open] [--watch] [--build-only]. The page is there as
// soon as the front door, the widget and the collector are; the other programs follow. See ./run, which has seen to the
// tools. It holds a lock by the descriptor LOCK names.
import { closeSync } from "node:fs";
import { Collector, announce, answers, compileCollector, isTaken } from "./collector.mjs";
import { fullDisk } from "./disk.mjs";
import { endAll } from "./processes.mjs";
import { ROOT, all, bundleWith, compile, first, isBuilt, madeAt, places, tell } from "./site.mjs";
import { onSaves } from "./watch.mjs";

const [port, database, ...flags] = process.argv.slice(2);
const has = (flag) => flags.includes(flag);
const address = `http://127.0.0.1:${port}/`;
const reloads = has("--watch");

const say = (words) => console.error(`· ${words}`);

function complain(error) {
  const causes = [error.message, fullDisk(ROOT)].filter(Boolean);
  console.error(causes.map((cause) => `✗ ${cause}`).join("\n"));
}

let isEnding = false;
async function end(code, signal) {
  if (isEnding) return;
  isEnding = true;
  await endAll(signal);
  process.exit(code);
}
// Ctrl-C reaches all processes of a terminal by itself; a second one does no harm.
process.on("SIGINT", () => end(130, "SIGINT"));
process.on("SIGTERM", () => end(143));
process.on("SIGHUP", () => end(129));

// Pages that an earlier run left open are of another number.
let number = Date.now();
const stateOf = (state) => ({ number, state });

async function build(programs, state) {
  await compile(programs);
  await bundleWith(programs, { state: stateOf(state), reloads });
}

async function followUp() {
  try {
    await build(all(), "built");
    say("All programs are built.");
  } catch (error) {
    if (isEnding) return;
    complain(error);
    say("Pages of the other programs say that they could not be built.");
    tell(stateOf("failed"));
  }
}

// Everything else browsers read as it stands, or as it is bundled; some of it stands in programs, too.
const COMPILED = /\.(rs|toml|lock|sql)$/;

async function rebuild(collector, files) {
  const begin = performance.now();
  say(`Saved: ${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}.`);
  const sayWhatIsDone = (what) => {
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    say(`${what} in ${seconds} s; pages that are open load themselves anew.`);
  };
  const show = async (how) => {
    number++;
    await bundleWith(all(), { state: stateOf("built"), reloads });
    sayWhatIsDone(how);
  };
  try {
    const before = places();
    if (files.some((file) => !COMPILED.test(file))) await show("Bundled anew");
    // What a survey on a page takes comes first here, too.
    for (const programs of [first(), all()]) {
      const made = madeAt();
      await compile(programs);
      if (madeAt() !== made) await show("Compiled anew");
    }
    await compileCollector();
    if (collector.isOutdated || places() !== before) {
      await collector.startAnew();
      await answers(address);
      number++;
      tell(stateOf("built"));
      sayWhatIsDone("The collector was started anew");
    }
  } catch (error) {
    if (isEnding) return;
    complain(error);
    say("What was built before is still shown.");
  }
}

try {
  const isWhole = has("--build-only") || isBuilt();
  await Promise.all([build(isWhole ? all() : first(), isWhole ? "built" : "building"), compileCollector()]);
  if (has("--build-only")) {
    say("Built for looking: the site in target/look/site, the collector in target/debug/sotto.");
    process.exit();
  }
  if (await isTaken(port)) throw new Error(`Port ${port} was taken while Sotto was built. Choose another with --port: nothing is built twice.`);
  say(`Starting the collector with ${database}.`);
  const collector = new Collector(port, database, (code) => end(code));
  collector.start();
  announce(collector, address, has("--open"));
  if (!isWhole) say("The other programs are being built; until they are there, their pages say so.");
  const following = isWhole ? undefined : followUp();
  if (reloads) {
    say("Watching what is built: what you save is built anew.");
    // The first build may take minutes, and tells what it compiles; later ones are told of here.
    process.env.CARGO_TERM_QUIET = "true";
    onSaves(ROOT, async (files) => {
      await following;
      await rebuild(collector, files);
    });
  }
  await following;
  if (!reloads && process.env.LOCK) closeSync(Number(process.env.LOCK));
} catch (error) {
  if (!isEnding) {
    complain(error);
    await end(1);
  }
}
