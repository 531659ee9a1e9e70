//! Posting a submission by `fetch`, or by the function that the page provides instead.

use js_sys::{Function, Promise, Reflect};
use sotto_ui::http;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::outbox::Outcome;

/// Posts `body` to `url`. A `transport` is an async function (url, body) → { status, problem }, such as a collector
/// inside the page.
pub(super) async fn post(url: &str, body: &str, transport: Option<&Function>) -> Outcome {
    match transport {
        None => match http::post(url, body).await {
            Ok(reply) => Outcome::of_status(reply.status, String::new()),
            Err(_) => Outcome::Unreachable,
        },
        Some(transport) => hand_over(url, body, transport)
            .await
            .unwrap_or(Outcome::Unreachable),
    }
}

async fn hand_over(url: &str, body: &str, transport: &Function) -> Result<Outcome, JsValue> {
    let promise: JsValue = transport.call2(&JsValue::NULL, &url.into(), &body.into())?;
    let reply = JsFuture::from(Promise::resolve(&promise)).await?;
    let status = Reflect::get(&reply, &"status".into())?.as_f64();
    let text = |name: &str| Reflect::get(&reply, &name.into()).ok()?.as_string();
    Ok(Outcome::of_status(
        status.map_or(0, whole_status),
        text("problem").unwrap_or_default(),
    ))
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
