//! What a program's client hears from whoever says to be a collector: surveys, results, refusals, the
//! evaluation of a token.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_api::{PurchaseView, Status, client, unlinkable::Evaluation};
use sotto_survey::{Results, Survey};

fuzz_target!(|bytes: &[u8]| {
    let refusal = client::refused(418, bytes).to_string();
    assert!(!refusal.contains('\n'), "{refusal}");
    let _ = client::told::<Status>(200, bytes);
    let _ = client::told::<Survey>(200, bytes);
    let _ = client::told::<Results>(200, bytes);
    if let Ok(answer) = client::told::<PurchaseView>(200, bytes) {
        for evaluation in [answer.token, answer.ticket] {
            let _ = Evaluation::read(&evaluation.evaluated, &evaluation.proof);
        }
    }
});
