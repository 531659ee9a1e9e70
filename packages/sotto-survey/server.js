// Importing the package where there is no page defines no element: a framework that draws pages on a server reads
// this. What needs no page works.
export { compile, parameters, perturb, pin, post } from "./headless-node.js";
