// The types of <sotto-survey> in React: import type {} from "sotto-survey/react".
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { SottoSurveyAttributes, SottoSurveyElement, SottoSurveyEvents } from "./index.js";

/** Its own events, as React from version 19 on listens to them: `onsotto-sent`. */
type Listeners = { [Type in keyof SottoSurveyEvents as `on${Type}`]?: (event: SottoSurveyEvents[Type]) => void };

/** The properties that React from version 19 on sets. */
type Properties = Pick<SottoSurveyElement, "survey" | "transport">;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "sotto-survey": DetailedHTMLProps<HTMLAttributes<SottoSurveyElement>, SottoSurveyElement>
        & SottoSurveyAttributes
        & Listeners
        & Properties;
    }
  }
}
