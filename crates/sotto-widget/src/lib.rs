#![doc = include_str!("../README.md")]

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
pub use first_page::{FIRST_PAGE_STYLE, first_page, theme_style};
