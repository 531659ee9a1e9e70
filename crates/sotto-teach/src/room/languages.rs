//! The languages that a class's phones speak.

use sotto_ui::site::Languages;

/// Every language that has its texts, `www/messages/phone.TAG.json` (`build.rs`), by its tag, with its own name.
pub(super) const LANGUAGES: Languages = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
