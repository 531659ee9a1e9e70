//! Which known population a survey's crowd is made up from.

/// The name of a file in www/populations/ and of the words that tell of it, for a survey that has one.
pub(super) fn of(survey: &str) -> Option<&'static str> {
    match survey {
        "census" => Some("adult-occupation"),
        "five-questions" => Some("imagined-cheating"),
        _ => None,
    }
}
