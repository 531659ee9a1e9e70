//! Which questions can be crossed with which.

use sotto_survey::{AnswerShape, PartRole, Question, Survey};

/// The indices of the questions that can be crossed with some other, in the order of the survey.
pub(super) fn all(survey: &Survey) -> Vec<usize> {
    let indices = 0..survey.questions().len();
    let has_other = |&index: &usize| !beside(survey, index).is_empty();
    indices.filter(has_other).collect()
}

/// The indices of the questions that one can be crossed with: if it is linked, those that are linked with
/// it, else all others that have one category as their answer and are reported by themselves.
pub(super) fn beside(survey: &Survey, index: usize) -> Vec<usize> {
    let questions = survey.questions();
    let Some(question) = questions.get(index) else {
        return Vec::new();
    };
    let others = |other: &usize| *other != index;
    let joints = survey.joints_of(question);
    let mut linked: Vec<usize> = joints
        .flat_map(|joint| joint.questions().iter().copied())
        .filter(others)
        .collect();
    if !linked.is_empty() {
        linked.sort_unstable();
        linked.dedup();
        return linked;
    }
    if !is_category(question) {
        return Vec::new();
    }
    let apart = questions
        .iter()
        .enumerate()
        .filter(|(_, other)| is_category(other) && survey.joints_of(other).next().is_none());
    apart.map(|(other, _)| other).filter(others).collect()
}

/// Whether its whole answer is one category in one report of its own.
fn is_category(question: &Question) -> bool {
    let one = matches!(question.shape(), AnswerShape::One(_));
    let parts = question.parts();
    one && matches!(parts, [part] if part.role() == PartRole::Category)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn survey(joints: &Value) -> Survey {
        let yes_no =
            |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1" });
        let number = json!({ "id": "n", "type": "number", "title": { "en": "n" }, "epsilon": "1",
            "min": 0, "max": 10, "step": 1 });
        serde_json::from_value(json!({
            "sotto": 1, "id": "crossed", "version": 1, "title": { "en": "Crossed" },
            "languages": ["en"], "plan": "fixed", "epsilon": "9", "link": joints,
            "questions": [yes_no("p"), number, yes_no("q"), yes_no("r"), yes_no("s")],
        }))
        .unwrap()
    }

    #[test]
    fn what_is_reported_apart_is_crossed_with_all_like_it() {
        let survey = survey(&json!([]));
        assert_eq!(all(&survey), [0, 2, 3, 4]);
        assert_eq!(beside(&survey, 2), [0, 3, 4]);
        assert!(beside(&survey, 1).is_empty());
        assert!(beside(&survey, 9).is_empty());
    }

    #[test]
    fn what_is_linked_is_crossed_within_its_link() {
        let survey = survey(&json!([["p", "r"]]));
        assert_eq!(all(&survey), [0, 2, 3, 4]);
        assert_eq!(beside(&survey, 0), [3]);
        assert_eq!(beside(&survey, 3), [0]);
        assert_eq!(beside(&survey, 2), [4]);
    }
}
