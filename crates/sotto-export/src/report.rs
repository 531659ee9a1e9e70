//! The report: method, epsilon, numbers of reports, wording and estimates, to be printed or put into an
//! appendix.

use std::fmt::Write;

use super::{
    Findings,
    lines::{EstimateLine, Estimated, lines},
    markup::Escaped,
    page::{self, error, figure, in_language},
    plain,
    words::SurveyWords,
};
use crate::figures::level;

/// The page, with the survey's words in one language.
pub(super) fn html(findings: &Findings<'_>, language: &str) -> Vec<u8> {
    let survey = findings.survey();
    let words = SurveyWords::new(survey, language);
    let shown = |text: &str| in_language(language, text);
    let mut body = String::new();
    // Writing into a text cannot fail.
    let _ = write!(body, "<h1>{}</h1>", shown(words.text(survey.title())));
    if let Some(description) = survey.description() {
        let _ = write!(body, "<p>{}</p>", shown(words.text(description)));
    }
    let _ = write!(
        body,
        "<h2>Method</h2><p>{} {}</p><p>{} {} Intervals are of {} %.</p><h2>Questions</h2>",
        page::edition(findings),
        Escaped(&plain::method(survey)),
        Escaped(&page::about(findings)),
        Escaped(plain::READING),
        level(findings.results().confidence),
    );
    let lines = lines(findings, language);
    // Lines of one subject stand together.
    for group in lines.chunk_by(|a, b| subject(a) == subject(b)) {
        if let Some(first) = group.first() {
            let help = help(findings, first, words);
            section(first, (help, group), language, &mut body);
        }
    }
    page::page("Report", survey.id().as_str(), &body)
}

/// What a table of the report is of.
fn subject(line: &EstimateLine) -> (&str, &str, Estimated) {
    (&line.question, &line.part, line.estimated)
}

/// More words of a question, where it has them.
fn help<'a>(
    findings: &'a Findings,
    line: &EstimateLine,
    words: SurveyWords<'_>,
) -> Option<&'a str> {
    let mut questions = findings.survey().questions().iter();
    let question = questions.find(|one| one.id().as_str() == line.question)?;
    question.help().map(|help| words.text(help))
}

fn section(
    first: &EstimateLine,
    (help, group): (Option<&str>, &[EstimateLine]),
    language: &str,
    body: &mut String,
) {
    let shown = |text: &str| in_language(language, text);
    let _ = write!(body, "<section><h3>{}</h3>", shown(&first.question_label));
    if let Some(help) = help {
        let _ = write!(body, "<p>{}</p>", shown(help));
    }
    if !first.part_label.is_empty() {
        let _ = write!(body, "<p class=\"asked\">{}</p>", shown(&first.part_label));
    }
    let _ = write!(
        body,
        "<table><caption>{}; {}, mechanism {}, &epsilon; = {}</caption><thead><tr><th scope=\"col\">{}</th>",
        caption(first.estimated),
        plain::reports(first.reports),
        Escaped(&first.mechanism),
        first.epsilon,
        match first.estimated {
            Estimated::Mean => "",
            Estimated::Quantile => "Share at or below",
            _ => "Answer",
        },
    );
    if is_number(first.estimated) {
        body.push_str(
            "<th scope=\"col\">Estimate</th><th scope=\"col\">Standard error</th><th scope=\"col\">Interval</th></tr></thead><tbody>",
        );
    } else {
        body.push_str(
            "<th scope=\"col\">Supported by</th><th scope=\"col\">Estimate</th><th scope=\"col\">Standard \
             error</th><th scope=\"col\">Interval</th><th scope=\"col\">Consistent</th></tr></thead><tbody>",
        );
    }
    for line in group {
        row(line, language, body);
    }
    body.push_str("</tbody></table></section>");
}

/// Whether what is estimated is a number, not a share.
const fn is_number(estimated: Estimated) -> bool {
    matches!(
        estimated,
        Estimated::Mean | Estimated::Place | Estimated::Quantile
    )
}

const fn caption(estimated: Estimated) -> &'static str {
    match estimated {
        Estimated::Share => "Shares",
        Estimated::Place => "Mean places among those who gave an order",
        Estimated::Before => "Who puts the first option before the second",
        Estimated::Quantile => "Median and quartiles among those who gave a number",
        Estimated::Mean => "Mean",
        Estimated::Distribution => "Distribution among those who gave a number",
        Estimated::Answered => "Share of those who gave an answer",
        Estimated::NotAsked => "Share of those who were not asked",
        Estimated::AskedAndDeclined => "Share of those who were asked and preferred not to answer",
        Estimated::Corrected => "Yes, without those who chose without reading",
        Estimated::Careless => "Share of those who chose without reading",
        Estimated::Joint => "Combinations of answers",
        Estimated::Combined => "All arms together",
        Estimated::Difference => "Difference to the first arm",
    }
}

fn row(line: &EstimateLine, language: &str, body: &mut String) {
    let label = in_language(language, &line.category_label);
    let figures = line.figures;
    if !is_number(line.estimated) {
        let _ = write!(body, "<tr><td>{label}</td>{}</tr>", page::cells(&figures));
        return;
    }
    let (Some(mean), Some([low, high])) = (figures.estimate, figures.interval) else {
        let _ = write!(
            body,
            "<tr><td>{label}</td><td colspan=\"3\">too few reports to say</td></tr>"
        );
        return;
    };
    let Some(spread) = figures.standard_error else {
        let _ = write!(
            body,
            "<tr><td>{label}</td><td class=\"figure\">{mean}</td><td></td><td class=\"figure\">{low} to {high}</td></tr>"
        );
        return;
    };
    let _ = write!(
        body,
        "<tr><td>{label}</td><td class=\"figure\">{}</td><td class=\"figure\">{}</td><td class=\"figure\">{} to {}</td></tr>",
        figure(mean, spread),
        error(spread),
        figure(low, spread),
        figure(high, spread)
    );
}
