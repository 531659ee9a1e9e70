//! JSON that the browser has parsed, handed to the reader that the collector uses too.

use std::fmt;

use js_sys::{Array, Object};
use sotto_survey::{Faults, Json, JsonError, Survey, SurveyFile};
use wasm_bindgen::{JsCast, JsValue};

/// Why a value is not a survey that can be asked.
#[derive(Debug)]
pub enum NotASurvey {
    /// It cannot be taken over.
    Json(JsonError),
    /// What is wrong with it, and where.
    Faults(Faults),
}

impl fmt::Display for NotASurvey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(out),
            Self::Faults(faults) => faults.fmt(out),
        }
    }
}

/// Reads the form of a survey, which is not held against any rule by that; nothing if it has not the
/// form of one.
#[must_use]
pub fn form(value: &JsValue) -> Option<SurveyFile> {
    SurveyFile::read(json(value).ok()?).ok()
}

/// Reads a survey, and computes what it leaves open.
///
/// # Errors
/// When it is not one that can be asked; the sentences say where, and what would be right.
pub fn survey(value: &JsValue) -> Result<Survey, NotASurvey> {
    let json = json(value).map_err(NotASurvey::Json)?;
    Survey::read(json).map_err(NotASurvey::Faults)
}

/// Takes over a value.
///
/// # Errors
/// When it is too large, nested too deep, or nothing that can stand in JSON.
pub fn json(value: &JsValue) -> Result<Json, JsonError> {
    within(value, 0)
}

/// Takes over a value that stands in so many others.
fn within(value: &JsValue, depth: u32) -> Result<Json, JsonError> {
    if value.is_null() {
        return Ok(Json::Null);
    }
    if let Some(text) = value.as_string() {
        return Ok(Json::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Ok(Json::of_number(number));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Json::Flag(flag));
    }
    // Not `instanceof`: an object of another window, such as a frame's, is one too.
    if !value.is_object() {
        return Err(JsonError::NotJson);
    }
    let object: &Object = value.unchecked_ref();
    if depth == Json::MAX_DEPTH {
        return Err(JsonError::TooDeep);
    }
    let is_list = Array::is_array(object);
    let elements = if is_list {
        object.unchecked_ref::<Array>().clone()
    } else {
        Object::entries(object)
    };
    if elements.length() as usize > Json::MAX_ELEMENTS {
        return Err(JsonError::TooLong);
    }
    let elements = (0..elements.length()).map(|index| elements.get(index));
    if is_list {
        let list = elements.map(|element| within(&element, depth + 1));
        return list.collect::<Result<_, _>>().map(Json::List);
    }
    let entry = |entry: JsValue| {
        let entry: Array = entry.unchecked_into();
        let name = entry.get(0).as_string().unwrap_or_default();
        Ok((name, within(&entry.get(1), depth + 1)?))
    };
    elements
        .map(entry)
        .collect::<Result<_, _>>()
        .map(Json::Object)
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests {
    use js_sys::JSON;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    const CENSUS: &str = include_str!("../../../www/surveys/census.json");

    fn survey(json: &str) -> Result<Survey, String> {
        super::survey(&JSON::parse(json).unwrap()).map_err(|error| error.to_string())
    }

    #[wasm_bindgen_test]
    fn reads_what_serde_json_reads() {
        let expected: Survey = serde_json::from_str(CENSUS).unwrap();
        assert_eq!(survey(CENSUS), Ok(expected));
    }

    #[wasm_bindgen_test]
    fn what_is_no_json_is_refused() {
        for words in ["undefined", "Symbol()", "1n", "[undefined]", "() => 1"] {
            let value = js_sys::eval(&format!("({words})")).unwrap();
            assert!(json(&value).is_err(), "{words}");
        }
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(json(&JSON::parse(&nested(32)).unwrap()).is_ok());
        assert!(json(&JSON::parse(&nested(33)).unwrap()).is_err());
        let long =
            |length| JsValue::from(Array::new_with_length(length).fill(&0.into(), 0, length));
        assert!(json(&long(10_000)).is_ok());
        assert!(json(&long(10_001)).is_err());
    }

    #[wasm_bindgen_test]
    fn what_another_window_has_parsed_is_read() {
        let parsed = js_sys::eval(
            "(() => {
               const frame = document.body.appendChild(document.createElement(\"iframe\"));
               const parsed = frame.contentWindow.JSON.parse('{\"a\":[1]}');
               frame.remove();
               return parsed;
             })()",
        );
        let expected = Json::Object(vec![("a".into(), Json::List(vec![Json::of_number(1.0)]))]);
        assert_eq!(json(&parsed.unwrap()), Ok(expected));
    }

    #[wasm_bindgen_test]
    fn what_does_not_belong_is_refused_with_its_place() {
        let refusal = |from: &str, to: &str| survey(&CENSUS.replacen(from, to, 1)).unwrap_err();
        let unknown = refusal("\"decline\": false", "\"decoy\": false");
        assert!(
            unknown.starts_with("question \"over-50\" (/questions/0/decoy): unknown field"),
            "{unknown}"
        );
        assert!(unknown.contains("decoy"), "{unknown}");
        let wrong = refusal("\"decline\": false", "\"decline\": 0.5");
        assert!(
            wrong.starts_with("question \"over-50\" (/questions/0/decline): expected"),
            "{wrong}"
        );
        for (from, to) in [
            ("\"sotto\": 1", "\"sotto\": 1.5"),
            ("\"sotto\": 1", "\"sotto\": -1"),
            ("\"sotto\": 1", "\"sotto\": null"),
            ("\"sotto\": 1", "\"sotto\": []"),
            ("\"fixed\"", "{\"fixed\":1}"),
            ("\"fixed\"", "\"loose\""),
            ("\"yes-no\"", "\"no-no\""),
        ] {
            assert!(survey(&CENSUS.replacen(from, to, 1)).is_err(), "{to}");
        }
        for json in ["null", "3", "[]", "{}", "\"census\""] {
            assert!(survey(json).is_err(), "{json}");
        }
    }
}
