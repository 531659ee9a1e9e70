//! The one number that people expect of a scale: of a rating its mean, of "how likely would you recommend us"
//! the net promoter score, each with its interval.

use sotto_ldp::Confidence;
use sotto_survey::{
    AnswerShape, Categories, MeanResults, Question, QuestionKind, Results, Source, Survey,
};
use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::{
    figure::{Figure, Named},
    headline::headline,
    quantity::Quantity,
};

/// From 9 on people promote, up to 6 they detract.
const PROMOTERS: u32 = 9;
const DETRACTORS: u32 = 6;

/// A scale and its score.
struct Scale {
    /// What each category stands for, by its index.
    numbers: Vec<(usize, f64)>,
    /// The least and the greatest score there can be.
    range: (f64, f64),
}

/// The scale of a question, if it asks for one.
fn scale(question: &Question) -> Option<Scale> {
    let AnswerShape::One(Categories::Levels { first, last }) = question.shape() else {
        return None;
    };
    let levels = (first..=last).enumerate();
    if !matches!(question.kind(), QuestionKind::Nps(_)) {
        let levels = levels.map(|(index, level)| (index, f64::from(level)));
        return Some(Scale {
            numbers: levels.collect(),
            range: (f64::from(first), f64::from(last)),
        });
    }
    let points = |level| match level {
        PROMOTERS.. => 100.0,
        ..=DETRACTORS => -100.0,
        _ => 0.0,
    };
    let levels = levels.map(|(index, level)| (index, points(level)));
    Some(Scale {
        numbers: levels.collect(),
        range: (-100.0, 100.0),
    })
}

/// The score of those who gave one; `None` where it is no scale, or too few answered.
fn score(survey: &Survey, results: &Results, question: &Question) -> Option<MeanResults> {
    let Scale { numbers, .. } = scale(question)?;
    let source = Source::of(survey, results, question, None).ok()?;
    let confidence = Confidence::new(results.confidence).ok()?;
    source
        .mean(Source::index_of(survey, question), &numbers, confidence)
        .ok()
}

/// The sentence about it.
pub(super) fn sentence(
    survey: &Survey,
    results: &Results,
    question: &Question,
    times_in: TimesIn,
    words: &Messages,
) -> Option<Html> {
    let Scale { range, .. } = scale(question)?;
    let found = score(survey, results, question)?;
    let key = if matches!(question.kind(), QuestionKind::Nps(_)) {
        "net-promoter-score"
    } else {
        "mean-rating"
    };
    let named = Named {
        id: key.to_owned(),
        title: words.text(key),
        quantity: Quantity::between(range),
        figure: Some(Figure::from(found)),
    };
    Some(headline("headline-share", &named, times_in, words))
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use serde_json::json;
    use sotto_survey::{SurveyOracles, Tally};

    use super::*;

    /// Of 4 people one each says 10, 9, 8 and 3: 50 % promote, 25 % detract. Of stars they give 1 to 4. Within
    /// six standard errors: by chance a figure is farther off once in 10⁸, and the seed is fixed.
    #[test]
    fn scores_are_those_of_the_people_who_gave_one() {
        let question = |id: &str, kind: &str| json!({ "id": id, "type": kind, "title": { "en": id }, "epsilon": "4", "decline": true });
        let survey: Survey = serde_json::from_value(json!({
            "sotto": 1, "id": "scales", "version": 1, "title": { "en": "Scales" },
            "languages": ["en"], "plan": "fixed", "epsilon": "8",
            "questions": [question("recommend", "nps"), question("stars", "rating")],
        }))
        .unwrap();
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(5);
        let copies: Vec<_> = (0..4_000_u32)
            .map(|person| {
                let of_kind = person % 4;
                // Every fifth says nothing, whatever the kind.
                let says_nothing = person % 5 == 0;
                let sheet = survey.questions().iter().map(|question| {
                    if says_nothing {
                        return question.no_answer();
                    }
                    let levels = if question.id().as_str() == "stars" {
                        [0, 1, 2, 3]
                    } else {
                        [10, 9, 8, 3]
                    };
                    question.answer(levels[of_kind as usize]).ok()
                });
                let sheet: Vec<_> = sheet.collect();
                survey.randomize(&sheet, &mut generator).unwrap()
            })
            .collect();
        let all: Vec<_> = copies.iter().collect();
        let tally = Tally::of_submissions(&oracles, &all).unwrap();
        let results = tally.results(&oracles, Confidence::default());
        for (question, truth) in survey.questions().iter().zip([25.0, 2.5]) {
            let found = score(&survey, &results, question).unwrap();
            let away = (found.estimate - truth).abs();
            assert!(away < 6.0 * found.standard_error, "{found:?} {truth}");
            assert!(found.interval[0] < found.estimate && found.estimate < found.interval[1]);
        }
        let nobody = Tally::of_submissions(&oracles, &[]).unwrap();
        let nobody = nobody.results(&oracles, Confidence::default());
        assert_eq!(score(&survey, &nobody, &survey.questions()[0]), None);
    }
}
