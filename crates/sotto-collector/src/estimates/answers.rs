//! Answers that are made of counts: computed in turn, and kept for whoever asks the same before more is told.

use axum::body::Bytes;
use parking_lot::Mutex;

use super::{EstimatesError, InTurn, ResultsOptions, Turns, kept::KeptAnswers};
use crate::storage::SurveyKey;

/// Answers that are kept, of all surveys together.
const MOST: usize = 64;

/// All that an answer follows from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inquiry {
    /// The newest version whose counts are told, and after how many submissions of all.
    pub(crate) told: (SurveyKey, u64),
    pub(crate) with: ResultsOptions,
    /// What is asked about them: a text for each thing that can be asked, and no other thing's.
    pub(crate) what: String,
}

/// The last answers.
#[derive(Default)]
pub(crate) struct Answers(Mutex<KeptAnswers<Inquiry, MOST>>);

impl Answers {
    /// The answer to an inquiry, made in turn if it was not made of late. Errors are not kept.
    pub(crate) async fn to<E: From<EstimatesError> + Send + 'static>(
        &self,
        inquiry: Inquiry,
        turns: &Turns,
        make: impl FnOnce(&InTurn) -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Bytes, E> {
        if let Some(answer) = self.known(&inquiry) {
            return Ok(answer);
        }
        let turn = turns.take().await?;
        // Whoever had the turn before may have asked the same.
        if let Some(answer) = self.known(&inquiry) {
            return Ok(answer);
        }
        let (_, written) = turn.work(make).await?;
        let answer = Bytes::from(written?);
        self.0.lock().keep(inquiry, answer.clone());
        Ok(answer)
    }

    fn known(&self, inquiry: &Inquiry) -> Option<Bytes> {
        self.0.lock().find(inquiry)
    }
}

#[cfg(test)]
mod tests {
    use sotto_ldp::Confidence;
    use sotto_survey::Pin;

    use super::*;

    fn inquiry(what: &str) -> Inquiry {
        Inquiry {
            told: (1, 20),
            with: ResultsOptions {
                confidence: Confidence::default(),
                minimum: 1,
                together: false,
                pin: Pin::of_sha256(&[7; 32]),
            },
            what: what.to_owned(),
        }
    }

    async fn asked(
        answers: &Answers,
        inquiry: Inquiry,
        answer: &'static str,
    ) -> Result<Bytes, EstimatesError> {
        let turns = Turns::at_results();
        let make = move |_: &InTurn| Ok(answer.as_bytes().to_vec());
        answers.to(inquiry, &turns, make).await
    }

    #[tokio::test]
    async fn an_answer_is_kept_for_whoever_asks_the_very_same() {
        let answers = Answers::default();
        assert_eq!(asked(&answers, inquiry("a"), "1").await.unwrap(), "1");
        assert_eq!(asked(&answers, inquiry("a"), "2").await.unwrap(), "1");
        let more = Inquiry {
            told: (1, 40),
            ..inquiry("a")
        };
        let mut surer = inquiry("a");
        surer.with.confidence = Confidence::new(0.9).unwrap();
        for other in [inquiry("b"), more, surer] {
            assert_eq!(asked(&answers, other, "3").await.unwrap(), "3");
        }
    }

    #[tokio::test]
    async fn what_cannot_be_answered_is_asked_again() {
        let answers = Answers::default();
        let turns = Turns::at_results();
        let failed = answers.to(inquiry("a"), &turns, |_| Err(EstimatesError::Crowded));
        assert!(failed.await.is_err());
        assert_eq!(asked(&answers, inquiry("a"), "1").await.unwrap(), "1");
    }
}
