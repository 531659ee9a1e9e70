import { type Answer, perturb } from "sotto-survey";
import type {} from "sotto-survey/vue";
import { createApp } from "vue";
// @ts-expect-error: plain TypeScript knows no .vue files.
import App from "./App.vue";

createApp(App).mount("#app");

const answers: Record<string, Answer> = { "over-50": "no" };
const file = await (await fetch("census.json")).json();
Object.assign(window, { headless: { bodies: [await perturb(file, answers)] } });
