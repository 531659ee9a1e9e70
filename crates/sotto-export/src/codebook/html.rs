//! The codebook as a page that needs nothing else: in every language of the survey.

use std::fmt::Write;

use sotto_survey::{Calendar, Category, CategoryResults, Text};

use super::super::{
    Findings, Languages,
    figures::level,
    markup::Escaped,
    page::{self, error, figure, in_language},
    plain,
    variables::{Variable, VariableValues, counted, variables, written},
    words::SurveyWords,
};

/// The page. Its own words are English.
pub(in super::super) fn html(findings: &Findings<'_>, languages: &Languages) -> Vec<u8> {
    let survey = findings.survey();
    let mut body = String::new();
    let all = languages.all();
    // Writing into a text cannot fail.
    let _ = write!(body, "<h1>Codebook: {}</h1>", texts(survey.title(), all));
    if let Some(description) = survey.description() {
        let _ = write!(body, "<p>{}</p>", texts(description, all));
    }
    let _ = write!(
        body,
        "<p>{}</p><p>{}</p><p>{} {} Intervals are of {} %.</p>",
        page::edition(findings),
        Escaped(&plain::method(survey)),
        Escaped(&page::about(findings)),
        Escaped(plain::READING),
        level(findings.results().confidence),
    );
    for variable in variables(findings) {
        describe(&variable, (findings, languages), &mut body);
    }
    page::page("Codebook", survey.id().as_str(), &body)
}

/// A text in every language, each on a line.
fn texts(text: &Text, languages: &[String]) -> String {
    let spoken = languages.iter().filter(|language| text.speaks(language));
    let each = spoken.map(|language| in_language(language, text.in_language(language, language)));
    each.collect::<Vec<_>>().join("<br>")
}

fn describe(
    variable: &Variable<'_>,
    (findings, languages): (&Findings<'_>, &Languages),
    body: &mut String,
) {
    let (question, all) = (variable.question, languages.all());
    let _ = write!(
        body,
        "<section><h2><code>{}</code></h2><p class=\"asked\">{}</p>",
        Escaped(&variable.name),
        texts(question.title(), all)
    );
    for more in [variable.part, question.help()].into_iter().flatten() {
        let _ = write!(body, "<p>{}</p>", texts(more, all));
    }
    let _ = write!(
        body,
        "<p>{}, mechanism {}, &epsilon; = {}",
        plain::reports(variable.reports),
        Escaped(variable.mechanism),
        Escaped(&variable.epsilon),
    );
    if let Some(joint) = variable.joint {
        let _ = write!(
            body,
            ", reported together as <code>{}</code>",
            Escaped(joint)
        );
    }
    if question.condition().is_some() {
        body.push_str(
            "; asked on a condition: those to whom it did not apply count as not having answered",
        );
    }
    body.push_str(".</p>");
    match &variable.values {
        VariableValues::Categories { of_each, exclusive } => {
            if !exclusive {
                body.push_str("<p>Several could be chosen.</p>");
            }
            body.push_str(HEAD);
            for (index, (category, found)) in of_each.iter().enumerate() {
                let label = labels(variable, *category, (findings, languages));
                row(index, (*category, &label), found, body);
            }
            body.push_str("</tbody></table>");
        }
        VariableValues::Number {
            grid,
            unit,
            calendar,
            mean,
        } => {
            let (least, most) = (grid.minimum(), grid.maximum());
            let _ = write!(
                body,
                "<p>A {} from {} to {} in steps of {}",
                calendar.map_or("number", Calendar::name),
                written(least, *calendar),
                written(most, *calendar),
                grid.step()
            );
            if let Some(calendar) = calendar {
                let _ = write!(
                    body,
                    " {}s, counted in {}",
                    calendar.unit(),
                    counted(*calendar)
                );
            }
            if let Some(unit) = unit {
                let _ = write!(body, ", in {}", texts(unit, all));
            }
            body.push_str(". ");
            match mean {
                Some(mean) => {
                    let [low, high] = mean.interval;
                    let _ = write!(
                        body,
                        "Mean {}{}, standard error {}, interval {} to {}.</p>",
                        calendar.map_or_else(String::new, |one| one.nearest(mean.estimate) + ": "),
                        figure(mean.estimate, mean.standard_error),
                        error(mean.standard_error),
                        figure(low, mean.standard_error),
                        figure(high, mean.standard_error)
                    );
                }
                None => body.push_str("Too few reports to say anything of its mean.</p>"),
            }
        }
    }
    body.push_str("</section>");
}

const HEAD: &str = "<table><thead><tr><th scope=\"col\">Code</th><th scope=\"col\">Id</th><th scope=\"col\">Label</th>\
    <th scope=\"col\">Supported by</th><th scope=\"col\">Estimate</th>\
    <th scope=\"col\">Standard error</th><th scope=\"col\">Interval</th>\
    <th scope=\"col\">Consistent share</th></tr></thead><tbody>";

fn labels(
    variable: &Variable<'_>,
    category: Category<'_>,
    (findings, languages): (&Findings<'_>, &Languages),
) -> String {
    let each = languages.all().iter().map(|language| {
        let words = SurveyWords::new(findings.survey(), language);
        in_language(language, &words.category(variable.question, category))
    });
    each.collect::<Vec<_>>().join("<br>")
}

fn row(
    index: usize,
    (category, label): (Category<'_>, &str),
    found: &CategoryResults,
    body: &mut String,
) {
    let _ = write!(
        body,
        "<tr><td>{index}</td><td><code>{}</code></td><td>{label}</td>{}</tr>",
        Escaped(category.id()),
        page::cells(&found.into())
    );
}
