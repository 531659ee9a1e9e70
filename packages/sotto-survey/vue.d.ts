// The types of <sotto-survey> in Vue's templates: import type {} from "sotto-survey/vue".
import type { HTMLAttributes } from "vue";
import type { SottoSurveyAttributes, SottoSurveyElement, SottoSurveyEvents } from "./index.js";

/** Its own events, as Vue listens to them: `@sotto-sent`. */
interface Listeners {
  onSottoReady?: (event: SottoSurveyEvents["sotto-ready"]) => void;
  onSottoProgress?: (event: SottoSurveyEvents["sotto-progress"]) => void;
  onSottoSent?: (event: SottoSurveyEvents["sotto-sent"]) => void;
  onSottoError?: (event: SottoSurveyEvents["sotto-error"]) => void;
}

declare module "vue" {
  interface GlobalComponents {
    "sotto-survey": new () => SottoSurveyElement & {
      $props: HTMLAttributes & SottoSurveyAttributes & Listeners & Pick<SottoSurveyElement, "survey" | "transport">;
    };
  }
}
