//! Posting a submission by the function that the page provides. It calls back: a future would bring a task queue's
//! worth of code to every respondent.

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsValue, closure::Closure};

use crate::outbox::Outcome;

/// Posts `body` to `url`, and says once what became of it. `poster` is a function (url, body, done) that calls `done`
/// with `{ status, problem }`, or with nothing if nobody answers.
pub(crate) fn post(poster: &Function, url: &str, body: &str, done: impl FnOnce(Outcome) + 'static) {
    let done = Closure::once_into_js(move |reply: JsValue| done(outcome(&reply)));
    // An exception is none of what it does.
    let _ = poster.call3(&JsValue::NULL, &url.into(), &body.into(), &done);
}

fn outcome(reply: &JsValue) -> Outcome {
    // Of what is no object nothing can be read.
    let field = |name: &str| Reflect::get(reply, &name.into()).ok();
    let status = field("status").and_then(|status| status.as_f64());
    let problem = field("problem").and_then(|problem| problem.as_string());
    Outcome::of_status(status.map_or(0, whole_status), problem.unwrap_or_default())
}

/// A status as a transport gives it; 0 for what is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floating-point numbers saturate, and every other number is refused"
)]
fn whole_status(number: f64) -> u16 {
    number as u16
}
