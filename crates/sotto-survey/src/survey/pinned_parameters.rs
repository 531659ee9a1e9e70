//! What `epsilon-pin` is made of: everything of a survey that decides how much a respondent's reports can
//! give away.
//!
//! A page that embeds a survey can name the SHA-256 of this text (`epsilon-pin`), and the widget
//! refuses a survey that has another. Titles, help and translations are not in it.

use std::fmt::Write;

use crate::{
    AnswerShape, Category, NumberField, NumberFields, PartDomain, Plan, Question, RowFile, Survey,
};

impl Survey {
    /// The survey's parameters as text: one line for the survey, one for each question of which
    /// something is reported, one for each joint question, each ending in a line feed. The same parameters give
    /// the same text on every device. Each part's integers stand behind a bar of their own.
    ///
    /// ```text
    /// sotto 1 census 3
    /// over-50 yes no | two-coins ln 3 | 3 1
    /// ```
    #[must_use]
    pub fn pinned_parameters(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "sotto 1 {} {}", self.id(), self.epsilon());
        if self.plan() == Plan::Sample && self.leaves_out_questions() {
            let _ = write!(text, " of {}", self.drawn_questions());
        }
        if let Some(first) = self.epsilon_first() {
            let _ = write!(text, " first {first}");
        }
        text.push('\n');
        for question in self.reported_questions() {
            text.push_str(question.id().as_str());
            for id in pinned_ids(question) {
                text.push(' ');
                text.push_str(id);
            }
            if let Some((mechanism, epsilon)) = question.mechanism().zip(question.epsilon()) {
                let _ = write!(text, " | {} {epsilon}", mechanism.name());
            }
            if question.reported() as usize != question.drawn_parts().len() {
                let _ = write!(text, " of {}", question.reported());
            }
            for part in question.parts() {
                text.push_str(" |");
                if let PartDomain::Numbers(grid) = part.domain() {
                    let (minimum, maximum, step) = (grid.minimum(), grid.maximum(), grid.step());
                    let _ = write!(text, " {minimum} to {maximum} by {step}:");
                }
                for parameter in part.parameters() {
                    let _ = write!(text, " {parameter}");
                }
            }
            text.push('\n');
        }
        for arms in self.arms() {
            text.push_str("arms");
            if self.takes_arms_by_link() {
                text.push_str("-by-link");
            }
            let questions = arms.questions().iter();
            for question in questions.filter_map(|&index| self.questions().get(index)) {
                text.push(' ');
                text.push_str(question.id().as_str());
            }
            text.push('\n');
        }
        for joint in self.joints() {
            let (name, mechanism) = (joint.name(), joint.mechanism().name());
            let _ = write!(text, "{name} | {mechanism} {} |", joint.epsilon());
            for parameter in joint.part().parameters() {
                let _ = write!(text, " {parameter}");
            }
            text.push('\n');
        }
        text
    }
}

/// The names of a question's categories, options, rows and fields, in order.
fn pinned_ids(question: &Question) -> impl Iterator<Item = &str> {
    let (rows, fields): (&[RowFile], &[NumberField]) = match question.shape() {
        AnswerShape::Rows(matrix) => (&matrix.rows, &[]),
        AnswerShape::Numbers(NumberFields::Several(fields)) => (&[], fields),
        AnswerShape::None { .. }
        | AnswerShape::One(_)
        | AnswerShape::Set(_)
        | AnswerShape::Order(_)
        | AnswerShape::Numbers(NumberFields::Single(_)) => (&[], &[]),
    };
    let rows = rows.iter().map(|row| row.id.as_str());
    let fields = fields.iter().map(|field| field.id.as_str());
    let categories = question.categories().map(Category::id);
    rows.chain(fields).chain(categories)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(change: impl Fn(String) -> String) -> Survey {
        let file = include_str!("../../../../www/surveys/census.json").to_owned();
        serde_json::from_str(&change(file)).unwrap()
    }

    #[test]
    fn a_line_for_the_survey_and_one_for_each_question() {
        let text = census(|file| file).pinned_parameters();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "sotto 1 census 3");
        assert_eq!(lines[1], "over-50 yes no | two-coins ln 3 | 3 1");
        assert!(lines[3].starts_with("race amer-indian-eskimo "), "{text}");
    }

    #[test]
    fn words_do_not_matter_and_parameters_do() {
        let original = census(|file| file).pinned_parameters();
        let renamed = census(|file| file.replace("Are you over 50?", "Over fifty?"));
        assert_eq!(renamed.pinned_parameters(), original);
        for (from, to) in [
            ("\"id\": \"census\"", "\"id\": \"census-2\""),
            ("\"epsilon\": \"0.4\"", "\"epsilon\": \"0.3\""),
            ("\"epsilon\": \"3\"", "\"epsilon\": \"5\""),
            ("optimized-unary-encoding", "direct-encoding"),
            ("\"id\": \"white\"", "\"id\": \"pale\""),
        ] {
            let changed = census(|file| file.replace(from, to));
            assert_ne!(changed.pinned_parameters(), original, "{from}");
        }
    }
}
