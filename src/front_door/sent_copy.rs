//! What left the browser: the exact bytes, and what they say.

use sotto_survey::{PartRole, Submission, SubmissionError, SubmissionFile, Survey};

/// A submission that was posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCopy {
    /// The exact body.
    pub body: String,
    /// What was answered to it: 201 when it was counted, 200 when it was counted before.
    pub status: u16,
    /// What it says to each question of the survey, in order; `None` when the page cannot read it.
    pub statements: Option<Vec<Statement>>,
}

/// What a report says to its question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The question's place in the survey.
    pub question: usize,
    /// The places of the categories that the report supports: one, several or none, as the
    /// mechanism has it.
    pub categories: Vec<usize>,
}

impl SentCopy {
    /// Reads a body; `file` is what its JSON says.
    #[must_use]
    pub fn read(body: String, status: u16, file: Option<SubmissionFile>, survey: &Survey) -> Self {
        let statements = file.and_then(|file| statements(file, survey).ok());
        Self {
            body,
            status,
            statements,
        }
    }

    /// How many bytes left.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.body.len()
    }

    /// How many of them are spaces at the end, there to hide the length of what is before.
    #[must_use]
    pub fn padding(&self) -> usize {
        self.body.len() - self.body.trim_end_matches(' ').len()
    }
}

fn statements(file: SubmissionFile, survey: &Survey) -> Result<Vec<Statement>, SubmissionError> {
    let submission = Submission::check(file, survey)?;
    let mut reports = submission.reports().iter();
    let questions = survey.questions().iter().enumerate();
    let statements = questions.map(|(place, question)| {
        let mut categories = Vec::new();
        for (part, report) in question.parts().iter().zip(&mut reports) {
            let Some(report) = report else {
                continue;
            };
            let says = |value| part.randomizer().supports(report, value) == Ok(true);
            match part.role() {
                PartRole::Option(option) if says(0) => categories.push(option),
                PartRole::Category => {
                    let values = (0..part.domain().size()).enumerate();
                    categories.extend(values.filter(|(_, value)| says(*value)).map(|(c, _)| c));
                }
                _ => {}
            }
        }
        Statement {
            question: place,
            categories,
        }
    });
    Ok(statements.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> SentCopy {
        let survey: Survey =
            serde_json::from_str(include_str!("../../www/surveys/census.json")).unwrap();
        SentCopy::read(
            body.to_owned(),
            201,
            serde_json::from_str(body).ok(),
            &survey,
        )
    }

    #[test]
    fn every_report_is_put_into_words() {
        // Race: bits 2 (black) and 4 (white) of six, which is byte 0b1_0100.
        let copy = read(
            r#"{"version":1,"report_id":"00ff0123456789abcdef0123456789ab","reports":{"over-50":0,"occupation":14,"race":"FA"}}  "#,
        );
        let said: Vec<_> = copy.statements.clone().unwrap();
        assert_eq!(said.len(), 3);
        assert_eq!(said[0].categories, [0]);
        assert_eq!(said[1].categories, [14]);
        assert_eq!(said[2].categories, [2, 4]);
        assert_eq!(copy.padding(), 2);
        assert_eq!(copy.length(), 114);
    }

    #[test]
    fn a_report_may_say_nothing() {
        let copy = read(
            r#"{"version":1,"report_id":"00ff0123456789abcdef0123456789ab","reports":{"over-50":1,"occupation":3,"race":"AA"}}"#,
        );
        assert!(copy.statements.unwrap()[2].categories.is_empty());
    }

    #[test]
    fn bytes_that_are_no_submission_are_shown_without_words() {
        assert_eq!(read("{}").statements, None);
        assert_eq!(read("").statements, None);
        let of_another_version =
            r#"{"version":2,"report_id":"00ff0123456789abcdef0123456789ab","reports":{}}"#;
        assert_eq!(read(of_another_version).statements, None);
    }
}
