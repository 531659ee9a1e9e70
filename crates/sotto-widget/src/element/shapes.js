// Two other shapes of a survey, for the same file: display="compact", which has one or two questions in one small screen,
// and display="steps", which asks one question after the other. Loaded for these alone.

const compact = new CSSStyleSheet();
// The title is still there for whoever does not see: a question says what it is about. Large buttons, side by side where
// there is room; the odds stay folded.
compact.replaceSync(`.survey { padding: .5em clamp(.5em, 3vw, 1em) }
[data-screen=form] #heading { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
header p, header #heading + p { margin: 0 }
.label { margin: 0; padding-block: .25em 0; font-size: .8125em }
.label summary { min-height: 2.25em; padding-block: .4em }
.label + .question { margin-block-start: .5em }
.question { margin-block-start: .75em }
.options { grid-template-columns: repeat(auto-fit, minmax(min(100%, 7em), 1fr)); margin-block: .375em .125em }
.options .option { gap: .5em; padding: .25em .625em; font-size: 1.0625em }
.options:not(.likert) > .option:last-child:nth-child(odd) { grid-column: 1 / -1 }
.odds { font-size: .8125em }
.actions { margin-block-start: .5em; gap: .25em .75em }
.actions [part~=primary] { flex: 1 100%; font-size: 1.0625em }`);

const isSet = ({ type, checked, value, dataset }) =>
  /^(radio|checkbox)$/.test(type) ? checked : value && dataset.unset === undefined;

// Whether a question was answered; words that ask nothing need no answer.
function isAnswered(question) {
  const inputs = [...question.querySelectorAll("input")];
  const asks = inputs.length || question.querySelector("[data-action=rank]");
  return !asks || inputs.some(isSet) || question.querySelector(".ranked");
}

// The review of one or two questions says what stands above the button already. Where it says more, it is shown: that
// something was left alone and what that counts as, or that there was another version, for example.
function sendAtOnce(box) {
  const root = box.getRootNode();
  // Before the program hears of the press: it draws the review at once, and then no question is there to be looked at.
  (root.host ?? root).addEventListener("click", (event) => {
    const [pressed] = event.composedPath();
    if (!box.contains(pressed) || !pressed.closest?.("[data-action=review]")) return;
    const isWhole = [...box.querySelectorAll(".question")].every(isAnswered);
    setTimeout(() => {
      const review = box.querySelector("[data-screen=review]");
      if (isWhole && review && !review.querySelector(".note")) review.querySelector("[data-action=send]").click();
    });
  }, true);
}

// Keys 1 to 9 choose an option, Enter goes on. What is typed into belongs to the field, and a button has its own Enter.
function useKeys(box) {
  box.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const isTyping = target.localName === "input" && target.type === "text";
    const tick = "input:is([type=radio], [type=checkbox])";
    if (/^[1-9]$/.test(key) && !isTyping) {
      const option = box.querySelectorAll(`.question :is(${tick}, .option[data-action])`)[key - 1];
      option?.focus();
      option?.click();
    } else if (key === "Enter" && target.role !== "combobox" && !target.closest("button, summary, a")) {
      box.querySelector("[part~=primary]:is([data-action=next], [data-action=review])")?.click();
    } else return;
    event.preventDefault();
  });
}

// The twin that measures a frame has the questions of its page on each other, so that it is as high as the tallest step.
const stacked = new CSSStyleSheet();
stacked.replaceSync(`.survey { display: grid; grid-template-columns: minmax(0, 1fr) }
.question { grid-area: 90 / 1 }
.actions { grid-row: 91 }`);

// What would be said of a copy on this device that is not there: it is with those that wait.
const kiosk = new CSSStyleSheet();
kiosk.replaceSync("[part=forget] { display: none }");

/**
 * What a display changes: the texts, the style beside the survey's own, whether questions are asked one at a time, and
 * what a press or a key does. In a kiosk, whose copies wait before they are sent, the page puts other words in place of
 * some: the element's `words` makes them of the widget's.
 */
export function shape(display, { unconditional: isTwin, words }) {
  const texts = words ?? ((texts) => texts);
  const sheets = words ? [kiosk] : [];
  if (display === "compact") {
    return { sheets: [compact, ...sheets], texts: (said) => texts({ ...said, review: said.send }), begin: sendAtOnce };
  }
  if (display === "kiosk") return { sheets, texts, begin() {} };
  if (display !== "steps") return undefined;
  return { sheets: isTwin ? [stacked] : sheets, texts, begin: useKeys, isStepwise: !isTwin };
}
