// What belongs to one visit: the browser's Back and Forward, and the offer to keep answers until they are sent. Loaded
// once the survey is there, for everybody alike.
import { offer } from "./offer.js";
import { turnPages } from "./turning.js";

export { leave, stand } from "./turning.js";

/** Begins a visit to the survey in `box`; what comes back ends it. `view` tells what the page knows of it. */
export function begin(box, view) {
  const { element } = view;
  const stays = element.getAttribute("history") === "off" ? () => {} : turnPages(box);
  // One or two questions are answered anew as fast, and a kiosk keeps nothing for the next person.
  const offered = element.words || element.getAttribute("display") === "compact" ? undefined : offer(box, view);
  return {
    translate: () => offered?.translate(),
    forget: () => offered?.forget(),
    end() {
      stays();
      offered?.end();
    },
  };
}
