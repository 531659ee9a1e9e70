//! How many reports of each question stay untold.

use sotto_survey::{PlannedSurvey, ToldEntry};

use crate::listing::{Listing, count};

/// Adds from how many respondents on questions are told, and how many of their reports are not.
pub(super) fn told_in_steps(planned: &PlannedSurvey, listing: &mut Listing) {
    let step = planned.results_step;
    if step <= 1 {
        listing.line("Results change with every submission: nothing stays untold.");
        return;
    }
    listing.line(&format!(
        "A collector tells a question's results in steps of {} of its own reports:",
        count(step)
    ));
    let mut told: Vec<(Vec<&str>, &ToldEntry)> = Vec::new();
    for entry in &planned.told {
        let alike = told.iter_mut().find(|(_, other)| {
            let other = ToldEntry {
                id: entry.id.clone(),
                ..(*other).clone()
            };
            other == *entry
        });
        match alike {
            Some((ids, _)) => ids.push(&entry.id),
            None => told.push((vec![&entry.id], entry)),
        }
    }
    for (ids, entry) in told {
        let sentence = sentence(entry, planned.respondents, step);
        listing.line(&format!("{}: {sentence}", ids.join(", ")));
    }
}

fn sentence(entry: &ToldEntry, respondents: u64, step: u64) -> String {
    let people = count(respondents);
    let reports = format!("of some {} reports", count(entry.reports));
    let each = if entry.parts > 1 {
        format!(
            ", some {} of each of its {} parts,",
            count(entry.reports_of_a_part),
            entry.parts
        )
    } else {
        String::new()
    };
    let told_from = count(entry.told_from);
    if respondents >= entry.told_from {
        let untold = count(entry.untold);
        return format!("{reports} with {people} respondents{each} up to {untold} stay untold.");
    }
    if entry.reports_of_a_part < step {
        return format!(
            "{reports} with {people} respondents{each} nothing would be told, as a step is more; {told_from} respondents would do, in 95 of 100 surveys."
        );
    }
    format!(
        "{reports} with {people} respondents{each} perhaps nothing would be told; {told_from} respondents would do, in 95 of 100 surveys."
    )
}
