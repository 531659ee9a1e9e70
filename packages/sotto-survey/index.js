// Importing this defines <sotto-survey>.
import "./sotto-survey.js";

export { parameters, perturb, pin, post } from "./headless.js";
