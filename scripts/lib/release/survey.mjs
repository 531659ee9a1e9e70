// The survey of records. It never changes: a widget of one version answers it at a collector of another, and both must mean
// the same by it. So it names its integers, and leaves nothing to be chosen.

const said = (en) => ({ en });

export const SURVEY = {
  sotto: 1,
  id: "recorded",
  version: 1,
  title: said("A survey that stays as it is"),
  languages: ["en"],
  plan: "fixed",
  epsilon: "2.2",
  "minimum-reports": 1,
  questions: [
    {
      id: "over-50",
      type: "yes-no",
      title: said("Are you over 50?"),
      decline: false,
      mechanism: "two-coins",
      epsilon: "ln 3",
      weights: ["3", "1"],
    },
    {
      id: "drink",
      type: "single-choice",
      title: said("What do you drink?"),
      options: ["tea", "coffee", "water"].map((id) => ({ id, title: said(id) })),
      decline: false,
      mechanism: "direct-encoding",
      epsilon: "ln 3",
      weights: ["3", "1"],
    },
  ],
};
