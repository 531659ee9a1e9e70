//! Values of a draft.

use sotto_survey::Json;

use crate::words::FileTexts;

/// A value of the draft whose texts are not yet in the survey's languages.
#[derive(Debug)]
pub(super) enum DraftValue {
    Json(Json),
    Texts(FileTexts),
    List(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
}
