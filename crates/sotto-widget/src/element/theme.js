// The look of a survey, loaded for those that have one: what stands at the end of the compiled survey
// (crates/sotto-survey/src/compiled/theme.rs) becomes custom properties for theme.css. A collector's word that the colours
// can be read is not taken for it: what is said here is said so that everybody can read it, or not at all.

// By the names that Palette::NAMES has, in its order.
const NAMES = ["accent", "on-accent", "surface", "soft", "text", "muted", "line", "edge", "danger"];

// What has to be told from what, and by how much (WCAG 2.2, level AA). It was checked in integers before: nothing is refused
// for the last digit of a float.
const TEXT = 4.4999;
const BORDER = 2.9999;
const LEAST = [
  ...["text", "muted", "accent", "danger"].flatMap((name) => [[name, "surface", TEXT], [name, "soft", TEXT]]),
  ["on-accent", "accent", TEXT],
  ["edge", "surface", BORDER],
  ["edge", "soft", BORDER],
];

const linear = (value) => value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

const luminance = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, part, place) => sum + part * linear(rgb[place]), 0.05);

const contrast = (one, other) => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return lighter / darker;
};

// The style sheets that were made, by what they say.
const sheets = {};

/** The style sheet of a compiled survey that has a look of its own. */
export function look(compiled) {
  const colours = 3 * NAMES.length;
  const [font, corners, ...bytes] = compiled.slice(-2 - 2 * colours);
  const rules = [`--theme-font:var(--font-${font});--theme-corners:${corners}`];
  for (const [at, scheme] of ["light", "dark"].entries()) {
    const palette = Object.fromEntries(NAMES.map((name, place) => {
      const from = at * colours + 3 * place;
      return [name, bytes.slice(from, from + 3)];
    }));
    for (const [one, other, least] of LEAST) {
      if (!(contrast(palette[one], palette[other]) >= least)) {
        throw Object.assign(new Error(`the survey's ${scheme} ${one} cannot be read on its ${other}`), { kind: "survey" });
      }
    }
    for (const name of NAMES) rules.push(`--${scheme}-${name}:#${palette[name].map((part) => part.toString(16).padStart(2, "0")).join("")}`);
  }
  const said = rules.join(";");
  if (!sheets[said]) {
    sheets[said] = new CSSStyleSheet();
    sheets[said].replaceSync(`${THEME_STYLE}:host{${said}}`);
  }
  return sheets[said];
}
