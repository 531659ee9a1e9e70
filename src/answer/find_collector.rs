//! Who collects the reports: the server that the page came from, or the page itself.

use std::rc::Rc;

use sotto_survey::Survey;
use sotto_ui::http;
use wasm_bindgen::JsValue;

use super::{
    BASE,
    state::{Collector, Event},
};

/// Asks the server for the survey; without a server that has it, loads the survey's file and makes
/// the page its own collector.
pub(super) async fn find_collector(survey: &str) -> Event {
    let collector = match http::get_json(&format!("{BASE}api/v1/surveys/{survey}")).await {
        Ok(json) => match read(json) {
            Some(survey) => return Event::Found(Collector::Server, survey),
            None => Collector::PageInstead,
        },
        Err(error) if http::is_there_a_server(BASE, &error).await => Collector::PageInstead,
        Err(_) => Collector::Page,
    };
    let file = http::get_json(&format!("{BASE}surveys/{survey}.json")).await;
    match file.ok().and_then(read) {
        Some(survey) => Event::Found(collector, survey),
        None => Event::NotFound,
    }
}

/// Whether the server keeps the survey's results from whoever reads the page. A stream does not say why it
/// was refused.
pub(super) async fn are_results_withheld(survey: &str) -> bool {
    let results = format!("{BASE}api/v1/surveys/{survey}/results");
    let response = http::get_as(None, &results, None).await;
    response.is_ok_and(|response| matches!(response.status(), 401 | 403))
}

fn read(json: JsValue) -> Option<Rc<Survey>> {
    serde_wasm_bindgen::from_value(json).ok().map(Rc::new)
}
