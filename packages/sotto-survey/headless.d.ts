export { type Answer, type Survey, parameters, perturb, pin, post } from "./index.js";
