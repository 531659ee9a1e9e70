//! A survey's ε shared in other ways, for people.

use sotto_survey::{ComparedPlan, Plan, PlanOutcome};

use super::Printed;
use crate::listing::{Alignment, Listing, count, decimals};

/// Adds what the survey takes under each plan.
pub(super) fn compare(printed: &Printed, listing: &mut Listing) {
    let Printed { planned, plans } = printed;
    let possible: Vec<_> = plans
        .iter()
        .filter(|plan| plan.figures().is_some())
        .collect();
    if plans.is_empty() {
        return;
    }
    listing.line("");
    listing.line(&format!(
        "ε = {} shared in other ways, and the respondents that ±5 points take:",
        planned.epsilon
    ));
    listing.line("");
    let names: Vec<_> = possible.iter().map(|plan| headed(plan)).collect();
    let head = [("question", Alignment::Left)].into_iter();
    let head = head.chain(names.iter().map(|name| (&**name, Alignment::Right)));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (index, question) in planned.questions.iter().enumerate() {
        let cells = possible.iter().map(|plan| {
            let figures = plan.figures();
            let one = figures.and_then(|figures| figures.questions.get(index));
            people(one.and_then(|one| one.respondents))
        });
        rows.push([question.id.clone()].into_iter().chain(cells).collect());
    }
    let all = |name: &str, cell: &dyn Fn(&ComparedPlan) -> String| {
        let cells = possible.iter().map(|plan| cell(plan));
        [name.to_owned()]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>()
    };
    rows.push(all("every question", &|plan| {
        people(plan.figures().and_then(|figures| figures.respondents))
    }));
    let at_n = format!("widest ± with {}", count(planned.respondents));
    rows.push(all(&at_n, &|plan| {
        let margin = plan.figures().map(|figures| 100.0 * figures.margin);
        margin.map_or_else(String::new, |margin| format!("{margin:.1}"))
    }));
    rows.push(all("all are told from", &|plan| {
        let told_from = plan.figures().map(|figures| figures.told_from);
        told_from.map_or_else(String::new, count)
    }));
    listing.table(&head.collect::<Vec<_>>(), &rows);
    listing.line("");
    if let Some(best) = plans.iter().find(|plan| plan.best) {
        listing.line(&said_best(best, plans));
    } else {
        listing.line(&format!(
            "None is recommended: with {} respondents each leaves a question of which nothing may ever be told.",
            count(planned.respondents)
        ));
    }
    if possible.iter().any(|plan| plan.plan == Plan::Sample) {
        listing.line("Under a sample of 1, only links tell how two questions go together; of other samples up to 8 the best is shown.");
    }
    for plan in plans {
        match &plan.outcome {
            PlanOutcome::Refused { not_planned } => {
                listing.line(&format!("Not {}: {not_planned}.", name(plan)));
            }
            PlanOutcome::Planned(figures) if figures.by_auto => listing.line(&format!(
                "{} has `auto`'s mechanisms: one that the survey names does not serve its ε there.",
                name(plan)
            )),
            PlanOutcome::Planned(_) => {}
        }
    }
}

/// Which is best, and what it saves.
fn said_best(best: &ComparedPlan, plans: &[ComparedPlan]) -> String {
    let name = name(best);
    if best.declared {
        return format!("Best for the question that takes the most: {name}, which the survey has.");
    }
    let respondents = |plan: &ComparedPlan| plan.figures()?.respondents;
    let own = plans.iter().find(|plan| plan.declared);
    let own_figures = own.and_then(ComparedPlan::figures);
    if own_figures.is_some_and(|figures| !figures.is_told) {
        return format!(
            "Best of those that tell every question, for the one that takes the most: {name}."
        );
    }
    let times = own.and_then(respondents).zip(respondents(best));
    let times = times.map_or_else(String::new, |(own, best)| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "numbers of people are below 2⁵³"
        )]
        let times = own as f64 / best as f64;
        let times = decimals(times, times / 50.0);
        format!(", as the survey's own takes {times} times as many")
    });
    format!("Best for the question that takes the most: {name}{times}.")
}

fn name(plan: &ComparedPlan) -> String {
    match (plan.plan, plan.sample) {
        (Plan::Sample, Some(sample)) => format!("sample of {sample}"),
        (plan, _) => plan.name().to_owned(),
    }
}

fn headed(plan: &ComparedPlan) -> String {
    let own = if plan.declared { " (its own)" } else { "" };
    name(plan) + own
}

fn people(respondents: Option<u64>) -> String {
    respondents.map_or_else(|| "–".to_owned(), count)
}
