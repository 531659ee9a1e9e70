//! Every setting by name: where it is in the forms, so that it is found by a word.

use sotto_survey::{Plan, QuestionType};

use crate::draft::{Draft, QuestionDraft};

/// Where a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Among what holds of the whole survey, in that field.
    Survey(&'static str),
    /// In that question's form, in that field.
    Question(usize, &'static str),
    /// What the page of that index is called.
    Page(usize),
    /// In another part of the studio, of that name.
    Part(&'static str),
    /// Nowhere: there is no question yet.
    Nowhere,
}

/// To what a setting belongs.
#[derive(Clone, Copy)]
enum Home {
    Survey,
    /// A question of which that is true.
    Question(fn(QuestionDraft<'_>, Option<Plan>) -> bool, Instead),
    Part,
}

/// What decides about a setting that no question has as the survey stands.
#[derive(Clone, Copy)]
enum Instead {
    /// How the questions share the protection.
    Sharing,
    /// The type of an answer.
    Type,
}

/// A setting. The message `find-NAME` has what it is called, and behind bars other words for it.
#[derive(Clone, Copy)]
pub(crate) struct Findable {
    /// Its name among messages.
    pub(crate) name: &'static str,
    /// The id of its field, or the part's name.
    field: &'static str,
    home: Home,
}

const fn of_survey(name: &'static str, field: &'static str) -> Findable {
    Findable {
        name,
        field,
        home: Home::Survey,
    }
}

const fn of_part(name: &'static str) -> Findable {
    Findable {
        name,
        field: name,
        home: Home::Part,
    }
}

const fn of_question(
    name: &'static str,
    field: &'static str,
    is_one: fn(QuestionDraft<'_>, Option<Plan>) -> bool,
) -> Findable {
    Findable {
        name,
        field,
        home: Home::Question(is_one, Instead::Type),
    }
}

const fn by_sharing(
    name: &'static str,
    field: &'static str,
    is_one: fn(QuestionDraft<'_>, Option<Plan>) -> bool,
) -> Findable {
    Findable {
        name,
        field,
        home: Home::Question(is_one, Instead::Sharing),
    }
}

/// Every setting that can be found.
pub(crate) static FINDABLE: [Findable; 45] = [
    of_survey("title", "survey-title-0"),
    of_survey("description", "survey-description-0"),
    of_survey("population", "population"),
    of_survey("strength", "strength"),
    of_survey("epsilon", "epsilon"),
    of_survey("sharing", "plan"),
    of_survey("languages", "new-language"),
    of_survey("closing", "closing-text-0"),
    of_survey("completion-code", "closing-code"),
    of_survey("help-lines", "add-help"),
    of_survey("links-at-end", "add-links"),
    of_survey("redirect", "redirect-title-0"),
    of_survey("theme", "theme-light-accent"),
    of_survey("survey-id", "survey-id"),
    of_survey("minimum-reports", "minimum-reports"),
    of_survey("pages", "pages"),
    of_survey("page-order", "pages"),
    of_question("page-break", "page-break", |_, _| true),
    of_question("help", "question-help-0", |_, _| true),
    of_question("type", "question-type", |_, _| true),
    of_question("question-id", "question-id", |_, _| true),
    of_question("move", "move-to", |_, _| true),
    of_question("condition", "condition", |one, _| {
        one.question_type() != Some(QuestionType::OwnSecret)
    }),
    of_question("required", "question-required", |one, _| {
        !matches!(
            one.question_type(),
            Some(QuestionType::Statement | QuestionType::OwnSecret)
        )
    }),
    of_question("decline", "question-decline", |one, _| is_reported(one)),
    by_sharing("weight", "question-share", |one, plan| {
        plan == Some(Plan::Split) && is_reported(one)
    }),
    by_sharing("own-epsilon", "question-epsilon", |one, plan| {
        plan == Some(Plan::Fixed) && is_reported(one)
    }),
    of_question("order", "question-order", |one, _| takes_order(one)),
    of_question("mechanism", "question-mechanism", |one, _| is_reported(one)),
    of_question("reported", "question-reported", |one, _| has_parts(one)),
    of_question("link", "join-link", |one, _| takes_link(one)),
    of_question("arms", "join-arms", |_, _| true),
    of_question("options", "options-0-0", |one, _| has_options(one)),
    of_question("option-ids", "options-0-id", |one, _| has_options(one)),
    of_question("at-most", "question-at-most", |one, _| {
        one.question_type() == Some(QuestionType::MultipleChoice)
    }),
    of_question("exclusive", "options-0-exclusive", |one, _| {
        one.question_type() == Some(QuestionType::MultipleChoice)
    }),
    of_question("range", "question-min", |one, _| is_number(one)),
    of_question("estimate", "question-estimate", |one, _| is_number(one)),
    of_question("scale", "question-scale", |one, _| {
        one.question_type() == Some(QuestionType::Rating)
    }),
    of_part("translations"),
    of_part("plan"),
    of_part("imagined"),
    of_part("preview"),
    of_part("text"),
    of_part("embed"),
];

/// Whether a question has an ε, and with it a mechanism and "Prefer not to answer".
pub(crate) fn is_reported(one: QuestionDraft<'_>) -> bool {
    !matches!(
        one.question_type(),
        Some(QuestionType::Statement | QuestionType::Consent | QuestionType::OwnSecret) | None
    )
}

/// Whether a question shows something in an order that can be drawn.
pub(crate) fn takes_order(one: QuestionDraft<'_>) -> bool {
    matches!(
        one.question_type(),
        Some(
            QuestionType::SingleChoice
                | QuestionType::Likert
                | QuestionType::MultipleChoice
                | QuestionType::Ranking
                | QuestionType::Matrix
        )
    )
}

/// Whether a question has several parts, of which each person reports some.
pub(crate) fn has_parts(one: QuestionDraft<'_>) -> bool {
    matches!(
        one.question_type(),
        Some(
            QuestionType::MultipleChoice
                | QuestionType::Ranking
                | QuestionType::Matrix
                | QuestionType::Numbers
        )
    )
}

/// Whether a question can be reported together with others.
pub(crate) fn takes_link(one: QuestionDraft<'_>) -> bool {
    matches!(
        one.question_type(),
        Some(
            QuestionType::YesNo
                | QuestionType::SingleChoice
                | QuestionType::Dropdown
                | QuestionType::Likert
                | QuestionType::Rating
                | QuestionType::Nps
        )
    )
}

/// Whether a question is answered by one number.
pub(crate) fn is_number(one: QuestionDraft<'_>) -> bool {
    matches!(
        one.question_type(),
        Some(QuestionType::Number | QuestionType::Slider)
    )
}

fn has_options(one: QuestionDraft<'_>) -> bool {
    takes_order(one) || one.question_type() == Some(QuestionType::Dropdown)
}

impl Findable {
    /// Where it is in a draft, the chosen question coming first. Where no question has it as the survey stands, that is
    /// what decides about it; whether it is the setting itself.
    #[must_use]
    pub(crate) fn place(&self, draft: &Draft, chosen: Option<usize>) -> (Found, bool) {
        let (is_one, instead) = match self.home {
            Home::Survey => return (Found::Survey(self.field), true),
            Home::Part => return (Found::Part(self.field), true),
            Home::Question(is_one, instead) => (is_one, instead),
        };
        let count = draft.questions().len();
        let chosen = chosen.filter(|index| *index < count);
        let plan = draft.plan();
        let has = |index: &usize| draft.question(*index).is_some_and(|one| is_one(one, plan));
        if let Some(index) = chosen.into_iter().chain(0..count).find(has) {
            return (Found::Question(index, self.field), true);
        }
        let found = match instead {
            Instead::Sharing => Found::Survey("plan"),
            Instead::Type if count == 0 => Found::Nowhere,
            Instead::Type => Found::Question(chosen.unwrap_or(0), "question-type"),
        };
        (found, false)
    }
}

/// What a setting is called, of a message that has its name and other words behind bars.
#[must_use]
pub(crate) fn called(message: &str) -> &str {
    message.split('|').next().unwrap_or_default().trim()
}

/// Which settings have every word of what is looked for, the best first: those whose name begins with it, those whose
/// name has it, those that have it among other words.
#[must_use]
pub(crate) fn found_by(
    looked_for: &str,
    message: impl Fn(&Findable) -> String,
) -> Vec<&'static Findable> {
    let looked_for = looked_for.trim().to_lowercase();
    let parts: Vec<_> = looked_for.split_whitespace().collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let rank = |findable: &'static Findable| {
        let whole = message(findable).to_lowercase();
        let name = called(&whole);
        let has_all = |text: &str| parts.iter().all(|part| text.contains(part));
        let rank = if name.starts_with(&looked_for) {
            0
        } else if has_all(name) {
            1
        } else if whole
            .split('|')
            .skip(1)
            .any(|other| other.trim().starts_with(&looked_for))
        {
            2
        } else if has_all(&whole) {
            3
        } else {
            return None;
        };
        Some((rank, findable))
    };
    let mut found: Vec<_> = FINDABLE.iter().filter_map(rank).collect();
    // Those alike stay in the order in which they are listed.
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, findable)| findable).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn messages(language: &str) -> BTreeMap<String, String> {
        let text = match language {
            "en" => include_str!("../../../www/messages/studio.en.json"),
            _ => include_str!("../../../www/messages/studio.zh-CN.json"),
        };
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn settings_are_found_by_everyday_words_in_both_languages() {
        for (language, word, name) in [
            ("en", "weight", "weight"),
            ("en", "importance", "weight"),
            ("en", "mandatory", "required"),
            ("en", "shuffle", "order"),
            ("en", "A/B", "arms"),
            ("en", "thank", "closing"),
            ("en", "Prolific", "completion-code"),
            ("en", "unique code", "completion-code"),
            ("en", "own code", "completion-code"),
            ("en", "section", "pages"),
            ("en", "branch", "condition"),
            ("en", "variable", "question-id"),
            ("en", "  cross TABLE ", "link"),
            ("en", "algorithm", "mechanism"),
            ("en", "theme", "theme"),
            ("en", "brand", "theme"),
            ("en", "colour", "theme"),
            ("en", "color", "theme"),
            ("en", "logo", "theme"),
            ("zh-CN", "颜色", "theme"),
            ("zh-CN", "品牌", "theme"),
            ("zh-CN", "权重", "weight"),
            ("zh-CN", "必答", "required"),
            ("zh-CN", "随机", "order"),
            ("zh-CN", "分页", "pages"),
            ("zh-CN", "机制", "mechanism"),
            ("zh-CN", "感谢", "closing"),
            ("zh-CN", "众包", "completion-code"),
            ("zh-CN", "每人一码", "completion-code"),
        ] {
            let messages = messages(language);
            let found = found_by(word, |one| messages[&format!("find-{}", one.name)].clone());
            let names: Vec<_> = found.iter().map(|one| one.name).collect();
            assert!(
                names.iter().take(3).any(|one| *one == name),
                "{word}: {names:?}"
            );
        }
        let messages = messages("en");
        let found = |word: &str| {
            found_by(word, |one| messages[&format!("find-{}", one.name)].clone()).len()
        };
        assert_eq!((found(" "), found("qwertz")), (0, 0));
        // What is meant stands first.
        let weight = found_by("weight", |one| {
            messages[&format!("find-{}", one.name)].clone()
        });
        assert_eq!(weight.first().map(|one| one.name), Some("weight"));
    }

    #[test]
    fn a_setting_is_in_the_chosen_question_or_in_one_that_has_it() {
        let draft = Draft::of_text(
            r#"{ "plan": "sample", "questions": [
                { "id": "a", "type": "yes-no" }, { "id": "b", "type": "matrix" }, { "id": "c", "type": "numbers" }
            ] }"#,
        );
        let place = |name: &str, chosen| {
            let found = FINDABLE.iter().find(|one| one.name == name).unwrap();
            found.place(&draft, chosen)
        };
        assert_eq!(
            place("reported", Some(2)),
            (Found::Question(2, "question-reported"), true)
        );
        assert_eq!(
            place("reported", Some(0)),
            (Found::Question(1, "question-reported"), true)
        );
        assert_eq!(
            place("reported", Some(9)),
            (Found::Question(1, "question-reported"), true)
        );
        assert_eq!(place("weight", Some(0)), (Found::Survey("plan"), false));
        assert_eq!(
            place("scale", None),
            (Found::Question(0, "question-type"), false)
        );
        assert_eq!(
            place("closing", None),
            (Found::Survey("closing-text-0"), true)
        );
        let empty = Draft::of_text("{}");
        let scale = FINDABLE.iter().find(|one| one.name == "scale").unwrap();
        assert_eq!(scale.place(&empty, None), (Found::Nowhere, false));
    }
}
