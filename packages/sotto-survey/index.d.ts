/** A survey file, as `GET /api/v1/surveys/{id}` gives it. */
export type Survey = Record<string, unknown>;

/** What a collector did with a body: its HTTP status, and what is wrong when it refused. */
export interface Reply {
  status: number;
  /** The kind of problem: the end of its type's URI, such as `invite-spent`. */
  problem?: string;
  /** The server’s own words, which nobody is shown. */
  detail?: string;
}

/** Posts in place of `fetch`. */
export type Transport = (url: string, body: string) => Promise<Reply>;

/** Another shape of the same survey: one or two questions in a small screen, or one question after the other. */
export type Shape = "compact" | "steps";

/** The attributes of `<sotto-survey>` that no other element has. */
export interface SottoSurveyAttributes {
  src?: string;
  collector?: string;
  display?: Shape | "dialog" | "frame" | `${"dialog" | "frame"} ${Shape}`;
  /** Leaves Back and Forward to the page. */
  history?: "off";
  opener?: string;
  open?: boolean;
  theme?: "light" | "dark";
  pin?: string;
  "epsilon-pin"?: string;
  "issuing-key"?: string;
  "log-key"?: string;
  invite?: string;
  arm?: string;
}

/** `<sotto-survey>`. Its attributes are described in docs/embedding.md. */
export interface SottoSurveyElement extends HTMLElement {
  /** The survey itself, in place of the attribute `src`: compiled, or as an object, for which a program of 100 kB more is loaded. */
  survey?: Uint8Array | Survey;
  /** Posts in place of `fetch`. */
  transport?: Transport;
  /** What lets this person answer where a survey asks for it. */
  invite?: string;
  /** Forgets all that this device keeps of this survey, whatever its version, and starts over. */
  forget(): Promise<void>;
  /** Loads the survey again. */
  restart(): Promise<void>;
}

/** No event carries an answer. */
export interface SottoSurveyEvents {
  "sotto-ready": CustomEvent<{ survey?: string; version?: number }>;
  "sotto-progress": CustomEvent<{ screen?: string }>;
  /** `body` is the scrambled copy as it was posted; it is missing with `display="frame"`. */
  "sotto-sent": CustomEvent<{ survey?: string; version?: number; reportId?: string; status?: number; body?: string }>;
  "sotto-error": CustomEvent<{ kind?: string }>;
}

/** An answer: the id of an option (`"yes"`, `"no"`, `"decline"`), `"same"` or `"different"` beside a secret of one's own, the ids of several, a number, whether a consent was given, or one of these for each row or field. */
export type Answer =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [rowOrField: string]: string | number | null }
  | null;

/** The scrambled copy of a sheet of answers: the exact body to post. Questions that are left out are answered "prefer not to answer", or as none of a multiple choice that takes that, scrambled like any other. With a pin, a collector counts it only for the survey that has it. `arm` names the arms that were asked, with spaces between, of a survey with `arms-by-link`, and of no other. */
export function perturb(survey: Survey, answers: { readonly [question: string]: Answer }, pin?: string, arm?: string): Promise<string>;

/** Everything of a survey that decides how much a copy can give away, as text. */
export function parameters(survey: Survey): Promise<string>;

/** Who may answer, whether the collector keeps scrambled copies one by one, and through which relay they come, as a collector's status says. */
export interface Terms {
  access?: "open" | "class-code" | "invites" | "unlinkable";
  keepRows?: boolean;
  relay?: { url: string; seconds: number } | null;
}

/** The survey's pin, the value of the attribute `pin`: the hash of all that a person is told before they answer. */
export function pin(survey: Survey, terms?: Terms): Promise<string>;

/** The survey in the compiled form, which `<sotto-survey>` reads without loading the program that compiles. */
export function compile(survey: Survey): Promise<Uint8Array>;

/** Posts a body that `perturb` made to a collector's address, with or without a slash at its end; the HTTP status. Posting it again is counted once. */
export function post(collector: string, survey: string, body: string): Promise<number>;

declare global {
  interface HTMLElementTagNameMap {
    "sotto-survey": SottoSurveyElement;
  }
  interface HTMLElementEventMap extends SottoSurveyEvents {}
}
