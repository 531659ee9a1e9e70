import { perturb, pin, post } from "./node_modules/sotto-survey/index.js";

// Without the interface, for whoever looks.
const survey = await (await fetch("census.json")).json();

// The program cannot be had when it is first asked for.
const { fetch: fetched } = window;
window.fetch = (url, ...how) =>
  String(url).includes("widget-headless") ? Promise.reject(new TypeError("there is no network")) : fetched(url, ...how);
const failed = await perturb(survey, { "over-50": "no" }).then(() => false, () => true);
window.fetch = fetched;

const bodies = [await perturb(survey, { "over-50": "no" }), await perturb(survey, { "over-50": "yes", race: "black" })];
const addresses = [location.origin, `${location.origin}/`, ".", "./"];
const statuses = await Promise.all(addresses.map((collector) => post(collector, "headless", bodies[0])));
window.headless = { bodies, pin: await pin(survey), failed, statuses };
