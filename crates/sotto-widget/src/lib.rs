//! The survey as a respondent sees it: the element, the questions, the review, the receipt and the way out
//! for the scrambled copy. `headless` does the same without an interface.
//!
//! Every respondent downloads this crate, so it must not depend on anything for designers or teachers.
//!
//! ```no_run
//! use wasm_bindgen::JsValue;
//!
//! fn body(survey: &JsValue, answers: &JsValue) -> Result<String, String> {
//!     sotto_widget::headless::perturb(survey, answers, None, None)
//! }
//! ```

pub mod element;
#[cfg(not(target_arch = "wasm32"))]
mod first_page;
pub mod headless;
pub mod json_value;
mod outbox;
mod survey;

/// Smaller than the standard library's, which every respondent would download.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(not(target_arch = "wasm32"))]
pub use first_page::{FIRST_PAGE_STYLE, first_page};
