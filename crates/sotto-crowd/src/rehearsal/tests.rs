//! Rehearsals of the surveys that the site shows.

use sotto_survey::{AnswerShape, Question, Survey};

use super::*;

fn census() -> Survey {
    serde_json::from_str(include_str!("../../../../www/surveys/census.json")).unwrap()
}

fn every_type() -> Survey {
    serde_json::from_str(include_str!("../../../../www/surveys/every-type.json")).unwrap()
}

/// Honest people, who all answer.
pub(super) fn recipe(people: u32, minds: Minds) -> Recipe {
    Recipe {
        people,
        minds,
        leaving: 0,
        declining: 0,
        careless: 0,
        cheating: 0,
    }
}

pub(super) fn held(survey: Survey, recipe: Recipe, number: u64) -> Rehearsal {
    let mut rehearsal = Rehearsal::new(survey, recipe, number).unwrap();
    while !rehearsal.is_over() {
        rehearsal.advance(300).unwrap();
    }
    rehearsal
}

#[test]
fn every_shape_of_mind_answers_every_type() {
    for shape in Shape::ALL {
        let rehearsal = held(every_type(), recipe(1_000, Minds::Shaped(shape)), 1);
        assert_eq!(rehearsal.done(), (1_000, 1_000));
        let figures = rehearsal.figures();
        let questions: std::collections::BTreeSet<_> =
            figures.iter().map(|figure| figure.question).collect();
        let survey = every_type();
        // An order told by its pairs has mean places and no shares.
        let has_figures = |question: &&Question| {
            !matches!(question.shape(), AnswerShape::Order(_)) || question.parts().len() == 1
        };
        let reported = survey.reported_questions().filter(has_figures).count();
        assert_eq!(questions.len(), reported, "{shape:?}");
        for figure in figures.iter().filter(|figure| figure.category.is_some()) {
            assert!((0.0..=1.0).contains(&figure.truth), "{figure:?}");
        }
    }
}

#[test]
fn estimates_lie_where_the_truth_is() {
    let rehearsal = held(
        census(),
        recipe(20_000, Minds::Shaped(Shape::Exponential)),
        2,
    );
    let figures = rehearsal.figures();
    assert!(figures.len() > 10);
    for figure in figures {
        // An interval's half is 1.96 deviations. Six deviations are exceeded once in 5·10⁸ figures.
        let half = (figure.interval[1] - figure.interval[0]) / 2.0;
        let distance = (figure.estimate - figure.truth).abs();
        assert!(distance <= 3.1 * half, "{figure:?}");
    }
}

#[test]
fn the_same_number_is_the_same_crowd() {
    let all = |number| {
        held(
            census(),
            recipe(500, Minds::Shaped(Shape::Gaussian)),
            number,
        )
        .results()
    };
    assert_eq!(all(7), all(7));
    assert_ne!(all(7), all(8));
}

#[test]
fn whoever_leaves_is_not_counted_and_still_there() {
    let leaving = Recipe {
        leaving: 100,
        ..recipe(200, Minds::Shaped(Shape::Uniform))
    };
    let rehearsal = held(census(), leaving, 3);
    assert_eq!(rehearsal.done(), (200, 0));
    assert_eq!(rehearsal.results().questions[0].reports, 0);
    assert!(rehearsal.figures().is_empty());
}

#[test]
fn cheaters_and_the_careless_move_the_estimate() {
    let shares = Minds::Shares(Shares::read("over-50: 0, 100", &census()).unwrap());
    let estimate = |recipe: Recipe| {
        let figures = held(census(), recipe, 4).figures();
        let first = figures.iter().find(|one| one.question == 0);
        let first = first.filter(|one| one.category == Some(0)).unwrap();
        (first.truth, first.estimate)
    };
    let honest = recipe(10_000, shares);
    let (truth, alone) = estimate(honest.clone());
    assert!(truth.abs() < 1e-12);
    // The standard error of 10,000 reports is below 0.02 here; six of them are 0.12.
    assert!(alone.abs() < 0.12, "{alone}");
    let (truth, cheated) = estimate(Recipe {
        cheating: 30,
        ..honest.clone()
    });
    assert!(truth.abs() < 1e-12);
    assert!(cheated > 0.25, "{cheated}");
    let (_, careless) = estimate(Recipe {
        careless: 100,
        ..honest
    });
    assert!(careless > 0.25, "{careless}");
}

#[test]
fn shares_that_cannot_be_used_say_why() {
    let read = |text: &str| Shares::read(text, &census()).unwrap_err();
    assert_eq!(read("\nover-50"), SharesError::Line(2));
    let name = "over-60".to_owned();
    assert_eq!(read("over-60: 1"), SharesError::Unknown { line: 1, name });
    let count = SharesError::Count {
        line: 1,
        expected: 2,
        found: 3,
    };
    assert_eq!(read("over-50: 1, 2, 3"), count);
    let text = "=1+1".to_owned();
    assert_eq!(
        read("over-50: =1+1, 2"),
        SharesError::Number { line: 1, text }
    );
    assert_eq!(read("over-50: 0 0"), SharesError::Nothing(1));
}

#[test]
fn a_table_answers_by_ids_and_by_words() {
    let survey = census();
    let text = "id,OVER-50,race\n1,yes,white\n2,no,\n3,perhaps,white\n";
    let sheet = Sheet::read(text, &survey).unwrap();
    assert_eq!(sheet.len(), 2);
    let (skipped, first) = sheet.skipped();
    assert_eq!(skipped, 1);
    let (line, reason) = first.unwrap();
    assert_eq!(*line, 4);
    assert!(reason.contains("perhaps"), "{reason}");
    let rehearsal = held(survey, recipe(300, Minds::Sheet(sheet)), 5);
    assert_eq!(rehearsal.done(), (300, 300));
    for (text, part) in [
        ("a,b\n1,2\n", "no column"),
        ("over-50\n", "no rows"),
        ("over-50\nperhaps\n", "line 2"),
    ] {
        let error = Sheet::read(text, &census()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_recipe_of_nobody_or_of_too_many_is_refused() {
    for people in [0, MOST_IMAGINED + 1] {
        let recipe = recipe(people, Minds::Shaped(Shape::Uniform));
        assert!(Rehearsal::new(census(), recipe, 1).is_err());
    }
    let most = Recipe {
        careless: 101,
        ..recipe(1, Minds::Shaped(Shape::Uniform))
    };
    assert!(Rehearsal::new(census(), most, 1).is_err());
}
