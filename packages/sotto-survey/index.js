// Importing this defines <sotto-survey>.
import "./sotto-survey.js";

export { compile, parameters, perturb, pin, post } from "./headless.js";
