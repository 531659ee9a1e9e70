//! Qualtrics' QSF: JSON with a list of elements, of which those of kind "SQ" are questions and those of kind
//! "BL" say in which order they stand.

use serde_json::{Map, Value};
use sotto_survey::Json;

use crate::{
    bounds::check_json,
    builder::{Builder, Found, Item, Texts},
    error::ImportError,
    names::language,
    report::{Line, Reason, short},
};

pub(crate) fn read(text: &str) -> Result<(Json, Vec<Line>), ImportError> {
    let broken = |reason: String| ImportError::Broken {
        format: "QSF",
        reason,
    };
    check_json(text).map_err(|error| broken(error.to_string()))?;
    let file: Value = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
    let elements = file.get("SurveyElements").and_then(Value::as_array);
    let elements =
        elements.ok_or_else(|| broken("it has no list \"SurveyElements\"".to_owned()))?;
    let entry = file.get("SurveyEntry");
    let of_entry = |name: &str| entry?.get(name)?.as_str();
    let first = of_entry("SurveyLanguage").map_or_else(|| "en".to_owned(), language);
    let title = of_entry("SurveyName").unwrap_or_default();
    let mut builder = Builder::new([(first.clone(), title.to_owned())].into(), &first);
    let questions: Vec<_> = elements
        .iter()
        .filter(|one| text_of(one, "Element") == "SQ")
        .collect();
    let payload = |id: &str| {
        let mut all = questions.iter();
        all.find(|one| text_of(one, "PrimaryAttribute") == id)?
            .get("Payload")
    };
    let mut asked: Vec<&str> = Vec::new();
    let blocks = elements
        .iter()
        .filter(|one| text_of(one, "Element") == "BL");
    for block in blocks.filter_map(|one| one.get("Payload")) {
        // A list of blocks, or an object of them by number.
        let all: Vec<&Value> = match block {
            Value::Array(all) => all.iter().collect(),
            Value::Object(all) => all.values().collect(),
            _ => Vec::new(),
        };
        for block in all
            .into_iter()
            .filter(|one| text_of(one, "Type") != "Trash")
        {
            let inside = block.get("BlockElements").and_then(Value::as_array);
            let inside = inside.into_iter().flatten();
            asked.extend(inside.filter_map(|one| one.get("QuestionID")?.as_str()));
        }
    }
    if asked.is_empty() {
        asked.extend(questions.iter().map(|one| text_of(one, "PrimaryAttribute")));
    }
    for id in asked {
        if let Some(payload) = payload(id) {
            question(id, payload, &first, &mut builder);
        }
    }
    Ok(builder.finish(if title.is_empty() { "imported" } else { title }))
}

fn text_of<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn question(id: &str, payload: &Value, first: &str, builder: &mut Builder) {
    let translated = |field: &str| -> Vec<(String, &Value)> {
        let all = payload.get("Language").and_then(Value::as_object);
        let all = all.into_iter().flatten();
        all.filter_map(|(tag, texts)| Some((language(tag), texts.get(field)?)))
            .collect()
    };
    let mut title: Texts = [(
        first.to_owned(),
        text_of(payload, "QuestionText").to_owned(),
    )]
    .into();
    for (tag, text) in translated("QuestionText") {
        title.insert(tag, text.as_str().unwrap_or_default().to_owned());
    }
    let items = |field: &str, order: &str| -> Vec<Item> {
        let Some(Value::Object(all)) = payload.get(field) else {
            return Vec::new();
        };
        let order = keys(payload.get(order), all);
        let item = |key: String| {
            let display = all.get(&key)?.get("Display")?.as_str()?;
            let mut texts: Texts = [(first.to_owned(), display.to_owned())].into();
            for (tag, of_language) in translated(field) {
                let text = of_language.get(&key).map(|one| text_of(one, "Display"));
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    texts.insert(tag, text.to_owned());
                }
            }
            Some((key, texts))
        };
        order.into_iter().filter_map(item).collect()
    };
    let settings = payload
        .get("Validation")
        .and_then(|one| one.get("Settings"));
    let is_required = settings.is_some_and(|one| text_of(one, "ForceResponse") == "ON");
    let shown = match text_of(payload, "DataExportTag") {
        "" => id,
        tag => tag,
    };
    let mut found = Found {
        name: id.to_owned(),
        title,
        options: items("Choices", "ChoiceOrder"),
        is_required,
        condition: payload.get("DisplayLogic").map(logic),
        ..Found::default()
    };
    let selector = text_of(payload, "Selector");
    match text_of(payload, "QuestionType") {
        "MC" if matches!(selector, "MAVR" | "MAHR" | "MACOL" | "MSB") => {
            builder.choice("multiple-choice", found);
        }
        "MC" if matches!(selector, "DL" | "SB") => builder.choice("dropdown", found),
        "MC" if selector == "NPS" => builder.rating(&found, 0, 10),
        "MC" => builder.choice("single-choice", found),
        "Matrix" if selector == "Likert" && text_of(payload, "SubSelector") != "MultipleAnswer" => {
            found.rows = std::mem::take(&mut found.options);
            found.options = items("Answers", "AnswerOrder");
            builder.choice("matrix", found);
        }
        "DB" => builder.statement(&found),
        "TE" => {
            let content = settings.map(|one| text_of(one, "ContentType"));
            if content == Some("ValidNumber") {
                let valid = settings.and_then(|one| one.get("ValidNumber"));
                let end = |name: &str| -> Option<f64> {
                    let end = valid?.get(name)?;
                    end.as_f64().or_else(|| end.as_str()?.parse().ok())
                };
                let range = end("Min").zip(end("Max"));
                builder.number(&found, range.map(|(min, max)| (min, max, 1.0)));
            } else {
                builder.leave_out(shown, Reason::FreeText);
            }
        }
        "Slider" => {
            let configured = payload.get("Configuration");
            let end = |name: &str| configured?.get(name)?.as_f64();
            let range = end("CSSliderMin").zip(end("CSSliderMax"));
            builder.number(&found, range.map(|(min, max)| (min, max, 1.0)));
        }
        "RO" => builder.leave_out(shown, Reason::Ranking),
        other => builder.leave_out(shown, Reason::Type(short(other))),
    }
}

/// The keys of an object in the order that a list gives, of numbers or texts; else by number.
fn keys(order: Option<&Value>, all: &Map<String, Value>) -> Vec<String> {
    let written = order.and_then(Value::as_array).into_iter().flatten();
    let mut keys: Vec<String> = written
        .map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned))
        .filter(|key| all.contains_key(key))
        .collect();
    if keys.is_empty() {
        keys = all.keys().cloned().collect();
        keys.sort_by_key(|key| key.parse::<u64>().unwrap_or(u64::MAX));
    }
    keys
}

/// Display logic as an expression; what is not understood becomes a text that no expression is, and is told.
fn logic(logic: &Value) -> String {
    let numbered = |value: &Value| -> Vec<Value> {
        let Value::Object(all) = value else {
            return Vec::new();
        };
        let mut all: Vec<_> = all
            .iter()
            .filter_map(|(key, one)| Some((key.parse::<u32>().ok()?, one.clone())))
            .collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, one)| one).collect()
    };
    let mut text = String::new();
    for group in numbered(logic) {
        for test in numbered(&group) {
            if !text.is_empty() {
                let is_and = text_of(&test, "Conjuction").eq_ignore_ascii_case("and")
                    || text_of(&test, "Conjunction").eq_ignore_ascii_case("and");
                text.push_str(if is_and { " and " } else { " or " });
            }
            text.push_str(&one_test(&test));
        }
    }
    text
}

fn one_test(test: &Value) -> String {
    let unknown = || format!("? {}", text_of(test, "Description"));
    let operand = text_of(test, "LeftOperand");
    let Some((question, choice)) = operand
        .strip_prefix("q://")
        .and_then(|rest| rest.split_once("/SelectableChoice/"))
    else {
        return unknown();
    };
    // Nothing of the file is taken for more than a name.
    let is_plain = |text: &str| text.chars().all(|one| one.is_ascii_alphanumeric());
    if !is_plain(question) || !is_plain(choice) {
        return unknown();
    }
    match text_of(test, "Operator") {
        "Selected" => format!("{{{question}}} = '{choice}'"),
        "NotSelected" => format!("{{{question}}} != '{choice}'"),
        _ => unknown(),
    }
}
