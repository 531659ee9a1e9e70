//! The data set as schema.org describes one, by which search engines find it.

use serde_json::{Map, Value, json};
use sotto_survey::Text;

use super::super::{
    ExportError, Findings, Languages, page, plain,
    variables::{VariableValues, counted, variables},
    words::SurveyWords,
};

/// The document. Within a page it stands in a script element, so that no text in it may end one.
pub(in super::super) fn json_ld(
    findings: &Findings<'_>,
    languages: &Languages,
) -> Result<Vec<u8>, ExportError> {
    let survey = findings.survey();
    let texts = |text: &Text| -> Value {
        let spoken = languages.all().iter().filter(|one| text.speaks(one));
        spoken
            .map(|one| json!({ "@language": one, "@value": text.in_language(one, one) }))
            .collect()
    };
    let measured = variables(findings).into_iter().map(|variable| {
        let mut described = Map::new();
        let mut add = |name: &str, value: Value| described.insert(name.to_owned(), value);
        add("@type", json!("PropertyValue"));
        add("name", json!(variable.name));
        add("description", texts(variable.question.title()));
        if let Some(part) = variable.part {
            add("alternateName", texts(part));
        }
        let technique = format!(
            "{}, epsilon = {}, {}",
            variable.mechanism,
            variable.epsilon,
            plain::reports(variable.reports)
        );
        add("measurementTechnique", json!(technique));
        match &variable.values {
            VariableValues::Categories { of_each, .. } => {
                let terms = of_each.iter().map(|(category, _)| {
                    let names = languages.all().iter().map(|language| {
                        let words = SurveyWords::new(survey, language);
                        json!({
                            "@language": language,
                            "@value": words.category(variable.question, *category),
                        })
                    });
                    json!({
                        "@type": "DefinedTerm",
                        "termCode": category.id(),
                        "name": names.collect::<Value>(),
                    })
                });
                add("valueReference", terms.collect());
            }
            VariableValues::Number {
                grid,
                unit,
                calendar,
                ..
            } => {
                add("minValue", json!(grid.minimum().to_f64()));
                add("maxValue", json!(grid.maximum().to_f64()));
                if let Some(calendar) = calendar {
                    add("unitText", json!(counted(*calendar)));
                }
                if let Some(unit) = unit {
                    add("unitText", texts(unit));
                }
            }
        }
        Value::Object(described)
    });
    let mut document = json!({
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": texts(survey.title()),
        "identifier": survey.id(),
        "version": survey.version().to_string(),
        "inLanguage": survey.languages(),
        "measurementTechnique": format!("{} {}", plain::method(survey), page::about(findings)),
        "variableMeasured": measured.collect::<Value>(),
    });
    if let Some(description) = survey.description() {
        document["description"] = texts(description);
    }
    let text = serde_json::to_string_pretty(&document)?;
    Ok((text.replace('<', "\\u003c") + "\n").into_bytes())
}
