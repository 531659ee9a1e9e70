//! "Make it fit": every design that is offered reaches the margin by the planner's own figures, is shown, and is undone
//! by one step.

use std::rc::Rc;

use sotto_studio::{Change, Draft, Fitting, History, apply, best_plan, check, figures, filled};

/// Yes/no questions that share ln 3 in equal parts.
fn draft(count: usize) -> Draft {
    let question = |number| {
        format!(
            r#"{{ "id": "q-{number}", "type": "yes-no", "title": {{ "en": "Question {number}?" }} }}"#
        )
    };
    let questions: Vec<_> = (1..=count).map(question).collect();
    Draft::of_text(&format!(
        r#"{{ "sotto": 1, "id": "s", "version": 1, "title": {{ "en": "S" }}, "languages": ["en"],
            "population": "sampled", "plan": "split", "epsilon": "ln 3", "questions": [{}] }}"#,
        questions.join(", ")
    ))
}

fn worst(draft: &Draft, respondents: u64) -> f64 {
    let checked = check(&filled(draft));
    figures(checked.survey().unwrap(), respondents)
        .unwrap()
        .worst
}

fn searched(draft: &Draft, respondents: u64, wanted: f64) -> Fitting {
    let mut fitting = Fitting::new(Rc::new(draft.clone()), respondents, wanted);
    while fitting.step() {}
    fitting
}

/// Eight questions in equal parts are known to ±101 points by 400 people, and drawn by lot to a third of that.
#[test]
fn a_new_survey_begins_with_the_best_plan() {
    let split = draft(8);
    assert!((worst(&split, 400) - 1.01).abs() < 0.01);
    let best = best_plan(&split, 400);
    assert!(worst(&best, 400) < 0.35, "{}", worst(&best, 400));
    // What so few people would never be shown is no plan for them.
    let few = best_plan(&split, 30);
    let checked = check(&few);
    assert!(figures(checked.survey().unwrap(), 30).unwrap().is_shown);
}

#[test]
fn every_design_reaches_the_margin_and_is_one_step() {
    let draft = draft(8);
    for (respondents, wanted) in [(400, 0.2), (2_000, 0.1), (60, 0.5)] {
        let fitting = searched(&draft, respondents, wanted);
        let designs = fitting.designs();
        assert!(respondents < 100 || !designs.is_empty(), "{respondents}");
        for design in &designs {
            let history = History::new(draft.clone()).with(&design.edit);
            assert_eq!(**history.draft(), apply(&draft, &design.edit));
            assert_eq!(**history.undone().draft(), draft);
            let checked = check(history.draft());
            let told = figures(checked.survey().unwrap(), respondents).unwrap();
            assert_eq!(told, design.figures);
            assert!(told.worst <= wanted + 1e-9 && told.is_shown, "{told:?}");
        }
    }
}

#[test]
fn what_nothing_reaches_is_said_and_the_nearest_told() {
    let fitting = searched(&draft(8), 100, 0.03);
    assert!(fitting.designs().is_empty());
    let now = fitting.now().unwrap().worst;
    let nearest = fitting.nearest();
    assert!(!nearest.is_empty() && nearest.iter().all(|one| one.figures.worst < now));
    // One question alone has the whole of the protection.
    assert!(fitting.margin_alone().unwrap() < now / 4.0);
}

#[test]
fn nobody_is_asked_who_was_not_asked_before() {
    let json = draft(3).json().unwrap();
    let text = serde_json::to_string(&json).unwrap().replace(
        r#""id":"q-3","#,
        r#""id":"q-3","condition":{"question":"q-1","is":["decline"]},"#,
    );
    let fitting = searched(&Draft::of_text(&text), 400, 0.9);
    for design in fitting.designs() {
        let takes_it = |change: &Change| matches!(change, Change::NoDecline(_) | Change::Drop(0));
        assert!(!design.changes.iter().any(takes_it), "{design:?}");
    }
}
