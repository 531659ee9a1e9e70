import { perturb, pin } from "./node_modules/sotto-survey/index.js";

// Without the interface, for whoever looks.
const survey = await (await fetch("census.json")).json();
window.headless = {
  bodies: [await perturb(survey, { "over-50": "no" }), await perturb(survey, { "over-50": "yes", race: "black" })],
  pin: await pin(survey),
};
