import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Answer, SottoSurveyElement } from "sotto-survey";
import { perturb } from "sotto-survey";
import type {} from "sotto-survey/react";

// What a page says of a consent is an answer.
true satisfies Answer;

function App() {
  const survey = useRef<SottoSurveyElement>(null);
  const [sent, setSent] = useState("");
  useEffect(() => {
    const element = survey.current;
    const hear = (event: HTMLElementEventMap["sotto-sent"]) => setSent(event.detail.reportId ?? "");
    element?.addEventListener("sotto-sent", hear);
    return () => element?.removeEventListener("sotto-sent", hear);
  }, []);
  useEffect(() => {
    void (async () => {
      const file = await (await fetch("census.json")).json();
      Object.assign(window, { headless: { bodies: [await perturb(file, { "over-50": "no" })] } });
    })();
  }, []);
  return (
    <>
      <h1>A React page</h1>
      <sotto-survey ref={survey} src="census.json" collector="." theme="light" />
      <p id="sent">{sent}</p>
    </>
  );
}

createRoot(document.getElementById("app")!).render(<App />);
