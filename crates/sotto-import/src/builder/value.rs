//! Values of a draft.

use sotto_survey::Json;

use crate::words::Texts;

/// A value of the draft whose texts are not yet in the survey's languages.
#[derive(Debug)]
pub(super) enum Value {
    Json(Json),
    Texts(Texts),
    List(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
}
