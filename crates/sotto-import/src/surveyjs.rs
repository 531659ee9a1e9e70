//! SurveyJS: JSON with pages of elements.

use serde_json::Value;
use sotto_survey::Json;

use crate::{
    bounds::check_json,
    builder::{Builder, Found, Item, Texts},
    error::ImportError,
    names::language,
    report::{Line, Outcome, Reason, short},
};

pub(crate) fn read(text: &str) -> Result<(Json, Vec<Line>), ImportError> {
    let broken = |reason: String| ImportError::Broken {
        format: "SurveyJS JSON",
        reason,
    };
    check_json(text).map_err(|error| broken(error.to_string()))?;
    let survey: Value = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
    let pages = survey.get("pages").and_then(Value::as_array);
    let elements = survey.get("elements").or_else(|| survey.get("questions"));
    if pages.is_none() && elements.and_then(Value::as_array).is_none() {
        return Err(broken(
            "it has neither \"pages\" nor \"elements\"".to_owned(),
        ));
    }
    let first = survey.get("locale").and_then(Value::as_str);
    let reading = Reading {
        first: first.map_or_else(|| "en".to_owned(), language),
    };
    let title = reading.texts(survey.get("title"));
    let mut builder = Builder::new(title, &reading.first);
    for page in pages.into_iter().flatten() {
        reading.elements(page, None, &mut builder);
    }
    if pages.is_none() {
        reading.elements(&survey, None, &mut builder);
    }
    Ok(builder.finish("imported"))
}

struct Reading {
    first: String,
}

impl Reading {
    /// A text, or texts by language, of which `default` is the survey's own.
    fn texts(&self, value: Option<&Value>) -> Texts {
        match value {
            Some(Value::String(text)) => [(self.first.clone(), text.clone())].into(),
            Some(Value::Object(all)) => {
                let texts = all.iter().filter_map(|(tag, text)| {
                    let tag = if tag == "default" {
                        self.first.clone()
                    } else {
                        language(tag)
                    };
                    Some((tag, text.as_str()?.to_owned()))
                });
                texts.collect()
            }
            _ => Texts::new(),
        }
    }

    fn items(&self, value: Option<&Value>) -> Vec<Item> {
        let all = value.and_then(Value::as_array).into_iter().flatten();
        all.map(|one| match one {
            Value::Object(fields) => {
                let name = fields.get("value").map(plain).unwrap_or_default();
                let texts = self.texts(fields.get("text"));
                (name, texts)
            }
            other => (plain(other), Texts::new()),
        })
        .collect()
    }

    fn elements(&self, holder: &Value, condition: Option<&str>, builder: &mut Builder) {
        let all = holder.get("elements").or_else(|| holder.get("questions"));
        let own = holder.get("visibleIf").and_then(Value::as_str);
        // What holds of a panel holds of all that is in it.
        let both = match (condition, own) {
            (Some(outer), Some(own)) => Some(format!("({outer}) and ({own})")),
            (outer, own) => outer.or(own).map(str::to_owned),
        };
        for element in all.and_then(Value::as_array).into_iter().flatten() {
            self.element(element, both.as_deref(), builder);
        }
    }

    fn element(&self, element: &Value, outer: Option<&str>, builder: &mut Builder) {
        let text = |name: &str| element.get(name).and_then(Value::as_str);
        let name = text("name").unwrap_or_default().to_owned();
        let condition = match (outer, text("visibleIf")) {
            (Some(outer), Some(own)) => Some(format!("({outer}) and ({own})")),
            (outer, own) => outer.or(own).map(str::to_owned),
        };
        let flag = |name: &str| element.get(name).and_then(Value::as_bool) == Some(true);
        let mut found = Found {
            title: self.texts(element.get("title")),
            help: self.texts(element.get("description")),
            options: self.items(element.get("choices")),
            is_required: flag("isRequired"),
            condition,
            name: name.clone(),
            ..Found::default()
        };
        if flag("hasOther") || flag("showOtherItem") {
            let texts = self.texts(element.get("otherText"));
            found.options.push(("other".to_owned(), texts));
            builder.note(&name, Outcome::Changed, Reason::Other);
        }
        if flag("hasNone") || flag("showNoneItem") {
            let texts = self.texts(element.get("noneText"));
            found.options.push(("none".to_owned(), texts));
        }
        let number = |name: &str| element.get(name).and_then(Value::as_f64);
        match text("type").unwrap_or_default() {
            "panel" | "page" => self.elements(element, outer, builder),
            "boolean" => builder.yes_no(&found, "true", "false"),
            "radiogroup" | "buttongroup" | "imagepicker" => builder.choice("single-choice", found),
            "dropdown" => builder.choice("dropdown", found),
            "checkbox" | "tagbox" => builder.choice("multiple-choice", found),
            "rating" => {
                let whole = |name: &str, otherwise: u32| {
                    let value = element.get(name).and_then(Value::as_u64);
                    value
                        .and_then(|value| u32::try_from(value).ok())
                        .unwrap_or(otherwise)
                };
                let items = self.items(element.get("rateValues"));
                if items.len() > 1 {
                    found.options = items;
                    return builder.choice("likert", found);
                }
                builder.rating(&found, whole("rateMin", 1), whole("rateMax", 5));
            }
            "matrix" => {
                found.rows = self.items(element.get("rows"));
                found.options = self.items(element.get("columns"));
                builder.choice("matrix", found);
            }
            "slider" => {
                let range = (number("min").unwrap_or(0.0), number("max").unwrap_or(100.0));
                builder.number(
                    &found,
                    Some((range.0, range.1, number("step").unwrap_or(1.0))),
                );
            }
            "text" => match text("inputType").unwrap_or("text") {
                "number" | "range" => {
                    let range = number("min").zip(number("max"));
                    let step = number("step").unwrap_or(1.0);
                    builder.number(&found, range.map(|(min, max)| (min, max, step)));
                }
                exact @ ("date" | "datetime" | "datetime-local" | "time" | "month" | "week"
                | "email" | "tel" | "url") => {
                    builder.leave_out(&name, Reason::Exact(short(exact)));
                }
                _ => builder.leave_out(&name, Reason::FreeText),
            },
            "comment" | "multipletext" => builder.leave_out(&name, Reason::FreeText),
            "html" => {
                found.title = self.texts(element.get("html"));
                builder.statement(&found);
            }
            "expression" => builder.leave_out(&name, Reason::Computed),
            "ranking" => builder.leave_out(&name, Reason::Ranking),
            "matrixdynamic" | "paneldynamic" => builder.leave_out(&name, Reason::Repeated),
            other => builder.leave_out(&name, Reason::Type(short(other))),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
