export { type Answer, type Survey, compile, parameters, perturb, pin, post } from "./index.js";
