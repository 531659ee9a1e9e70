//! What categories are called beside figures.

use sotto_survey::{Category, Question};
use sotto_ui::Words;

/// The name of a category of a question. A device reports a question that it did not ask as declined, so that
/// nobody can tell: of a question with a condition that figure is of both.
pub(crate) fn category(question: &Question, category: Category<'_>, words: &Words) -> String {
    match category {
        Category::Decline if question.condition().is_some() => words.say("not-asked-or-declined"),
        other => words.category(other),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeMap;

    use sotto_survey::Survey;
    use sotto_ui::Messages;

    use super::*;

    /// Those who did not smoke were never asked how much: they did not refuse to say.
    #[test]
    fn who_was_not_asked_has_not_declined() {
        let question = |id: &str| serde_json::json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1" });
        let mut much = question("much");
        much["condition"] = serde_json::json!({ "question": "smokes", "is": ["yes"] });
        let survey = serde_json::json!({ "sotto": 1, "id": "s", "version": 1,
            "title": { "en": "S" }, "languages": ["en"], "plan": "fixed", "epsilon": "2",
            "questions": [question("smokes"), much] });
        let survey: Survey = serde_json::from_value(survey).unwrap();
        let texts = include_str!("../../../www/messages/site.en.json");
        let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
        let words = Words::new(Messages::native("en", texts), "en", &survey);
        let [smokes, much] = survey.questions() else {
            panic!("two questions");
        };
        for (question, name) in [
            (smokes, "Prefer not to answer"),
            (much, "Not asked, or preferred not to answer"),
        ] {
            assert_eq!(category(question, Category::Decline, &words), name);
            assert_eq!(category(question, Category::Yes, &words), "Yes");
        }
    }
}
