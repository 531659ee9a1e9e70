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

fn read(json: JsValue) -> Option<Rc<Survey>> {
    serde_wasm_bindgen::from_value(json).ok().map(Rc::new)
}
