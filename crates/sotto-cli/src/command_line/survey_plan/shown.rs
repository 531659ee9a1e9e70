//! A survey's plan for people.

use sotto_ldp::deniability;
use sotto_survey::{PlannedQuestion, PlannedSurvey};

use super::{Printed, compared::compare, steps::told_in_steps};
use crate::listing::{Alignment, Listing, count, decimals, percent};

pub(in crate::command_line) fn listing(printed: &Printed) -> Listing {
    let planned = &printed.planned;
    let mut listing = Listing::default();
    let people = count(planned.respondents);
    listing.line(&format!(
        "Survey {}, version {}: {people} respondents, ε = {}",
        planned.survey, planned.version, planned.epsilon
    ));
    listing.line(&about(planned));
    listing.line("");
    let at_n = format!("± with {people}");
    let head = [
        ("question", Alignment::Left),
        ("mechanism", Alignment::Left),
        ("ε", Alignment::Right),
        ("says it", Alignment::Right),
        ("50 becomes", Alignment::Right),
        ("±10", Alignment::Right),
        ("±5", Alignment::Right),
        ("±3", Alignment::Right),
        ("±1 points", Alignment::Right),
        (&*at_n, Alignment::Right),
        ("one fake", Alignment::Right),
    ];
    let rows: Vec<_> = planned.questions.iter().map(row).collect();
    listing.table(&head, &rows);
    listing.line("");
    for line in [
        "says it: of 100 people whose answer it is, and of 100 others, whose reports say so.",
        "50 becomes: what a 50–50 guess about a person can become in 100.",
        "±10 … ±1: how many respondents give that margin, at the share that is hardest to estimate.",
        "one fake: how many honest respondents a made-up report counts as.",
    ] {
        listing.line(line);
    }
    if planned.questions.iter().any(|question| question.is_mean) {
        listing.line("Of numbers the mean is planned, and a point is a hundredth of the range.");
    }
    fakes(planned, &people, &mut listing);
    joints(planned, &mut listing);
    told(planned, &mut listing);
    listing.line("");
    told_in_steps(planned, &mut listing);
    listing.line("");
    listing.line("Why each mechanism:");
    let reasons = planned.questions.iter();
    let reasons: Vec<_> = reasons
        .map(|question| (question.id.as_str(), question.reason.clone()))
        .collect();
    listing.fields(&reasons);
    listing.line("");
    listing.line(&format!(
        "All that a respondent reports costs ε = {}: a 50–50 guess about the whole sheet of answers can become {} in 100.",
        planned.epsilon_actual,
        in_hundred(planned.guess_becomes_at_most),
    ));
    compare(printed, &mut listing);
    listing
}

/// Whom the figures are about.
fn about(planned: &PlannedSurvey) -> String {
    let assumed = if planned.population_assumed {
        "; the survey does not say (\"population\"), so that this is assumed"
    } else {
        ""
    };
    format!(
        "Figures are about {}{assumed}.",
        planned.population.in_words()
    )
}

/// What a made-up report does to each mean.
fn fakes(planned: &PlannedSurvey, people: &str, listing: &mut Listing) {
    for question in &planned.questions {
        let Some(fake) = question.fake_on_mean else {
            continue;
        };
        let id = &question.id;
        let moves = points(fake.moves);
        let recommended = fake.recommended.map(|other| {
            format!(
                " Recommended is {}: ±{}, and one fake moves it by up to {}.",
                other.mechanism,
                points(other.margin),
                points(other.fake_moves)
            )
        });
        listing.line(&format!(
            "{id}: one fake moves the mean of {people} by up to {moves}.{}",
            recommended.unwrap_or_default()
        ));
    }
}

/// What the joint reports say of their tables.
fn joints(planned: &PlannedSurvey, listing: &mut Listing) {
    for joint in &planned.joints {
        let [_, five_points, ..] = joint.needed;
        let people = five_points.respondents;
        let people = people.map_or_else(
            || "no number of respondents".to_owned(),
            |people| format!("{} respondents", count(people)),
        );
        let apart = joint.apart_takes.map(|times| {
            let times = decimals(times, times / 5.0);
            format!(" Reported apart, a table of equally common ones takes {times} times as many.")
        });
        listing.line(&format!(
            "{} are reported together, at ε = {}, which bounds what a copy tells of either: {people} for ±5 points of one of {} combinations.{}",
            joint.id,
            joint.epsilon,
            count(joint.cells.into()),
            apart.unwrap_or_default()
        ));
    }
}

/// A share of the range in hundredths.
fn points(share: f64) -> String {
    format!("{} points", decimals(100.0 * share, 20.0 * share))
}

/// Of whom the figures hold.
fn told(planned: &PlannedSurvey, listing: &mut Listing) {
    let questions = || planned.questions.iter();
    let offering = |declinable: bool| {
        let found = questions().filter(|question| question.declinable == declinable);
        let found: Vec<_> = found.map(|question| question.id.as_str()).collect();
        found.join(", ")
    };
    for (said, found) in [("with", offering(true)), ("without", offering(false))] {
        if !found.is_empty() {
            listing.line(&format!("Planned {said} “prefer not to answer”: {found}."));
        }
    }
    if questions().any(|question| question.declinable) {
        listing.line(&if planned.declining > 0.0 {
            format!(
                "Figures are about those who answer, {} of those asked declining; of all respondents they would take fewer.",
                percent(planned.declining, 0.01)
            )
        } else {
            "Figures count those who prefer not to answer as an answer of its own; a mean is of those who answer, if all do. If a share d does, those among the others take about 1/(1 − d)² times as many: see --declining.".to_owned()
        });
    }
    for question in questions().filter(|question| question.conditional) {
        let id = &question.id;
        listing.line(&if question.about < 1.0 {
            format!(
                "{id} has a condition: its figures are about {} of the respondents.",
                percent(question.about, 0.01)
            )
        } else {
            format!(
                "{id} has a condition: if it reaches a share r of the respondents, figures about them take about 1/r² times as many, 4 times at one half: see --reach {id}=0.5."
            )
        });
    }
    let drawn = questions().filter(|question| question.chance < 1.0);
    let drawn: Vec<_> = drawn.map(|question| question.id.as_str()).collect();
    if !drawn.is_empty() {
        listing.line(&format!(
            "Each respondent reports only a part, drawn at random, of: {}. That is counted in.",
            drawn.join(", ")
        ));
    }
}

fn row(question: &PlannedQuestion) -> Vec<String> {
    let none = || "–".to_owned();
    let odds = question.odds.map_or_else(none, |odds| {
        format!(
            "{} : {}",
            odds.said_by_those_it_is_true_of, odds.said_by_the_others
        )
    });
    let mut cells = vec![
        question.id.clone(),
        question.mechanism.to_owned(),
        question
            .epsilon
            .map_or_else(none, |epsilon| epsilon.to_string()),
        odds,
        in_hundred(question.guess_becomes_at_most),
    ];
    cells.extend(question.needed.iter().map(|needed| {
        let people = needed.respondents;
        people.map_or_else(none, count)
    }));
    cells.push(format!("{:.1}", 100.0 * question.margin));
    cells.push(format!("{:.1}", question.fake_counts_as));
    cells
}

/// What a guess can become, in people out of 100; never all of them.
fn in_hundred(guess: f64) -> String {
    match deniability::in_hundred(guess) {
        100.. => "more than 99".to_owned(),
        people => people.to_string(),
    }
}
