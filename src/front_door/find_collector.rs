//! Who collects the reports: the server that the page came from, or the page itself.

use std::rc::Rc;

use sotto_survey::Survey;
use sotto_ui::http::{self, HttpError};
use wasm_bindgen::JsValue;

use super::state::{Collector, Event};

/// Asks the server for the survey; without a server that has it, loads the survey's file and makes
/// the page its own collector.
pub(super) async fn find_collector(survey: &str) -> Event {
    let collector = match http::get_json(&format!("api/v1/surveys/{survey}")).await {
        Ok(json) => match read(json) {
            Some(survey) => return Event::Found(Collector::Server, survey),
            None => Collector::PageInstead,
        },
        Err(error) if is_there_a_server(&error).await => Collector::PageInstead,
        Err(_) => Collector::Page,
    };
    let file = http::get_json(&format!("surveys/{survey}.json")).await;
    match file.ok().and_then(read) {
        Some(survey) => Event::Found(collector, survey),
        None => Event::NotFound,
    }
}

/// A server that fails is one all the same, and so is one that only lacks this survey: it has a
/// `healthz`. Where everything is answered with some page, there are files and no server.
async fn is_there_a_server(error: &HttpError) -> bool {
    match error {
        HttpError::Unreachable(_) => true,
        HttpError::NotJson(_) => false,
        HttpError::Status { status, .. } if *status >= 500 => true,
        HttpError::Status { .. } => {
            // It answers with a word, not with JSON.
            matches!(
                http::get_json("healthz").await,
                Ok(_) | Err(HttpError::NotJson(_))
            )
        }
    }
}

fn read(json: JsValue) -> Option<Rc<Survey>> {
    serde_wasm_bindgen::from_value(json).ok().map(Rc::new)
}
