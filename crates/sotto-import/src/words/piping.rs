//! Answers and values that a program puts into its texts: here that of a question before is put in, and any other place
//! stays open.

use super::markup::plain;

/// How a program writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PipingStyle {
    /// `${…}`.
    Dollar,
    /// `{…}`.
    Brace,
    /// `#recall:…/fallback:…#` and `@…`.
    Recall,
    /// `{{…}}`.
    Double,
    None,
}

impl PipingStyle {
    /// What a place names where it is that of a question's answer as people read it, and the words for none, if there
    /// are any.
    pub(crate) fn names(self, inside: &str) -> Option<(&str, Option<&str>)> {
        let inside = inside.trim();
        match self {
            Self::Dollar => match inside.strip_prefix("q://") {
                Some(question) => {
                    let (name, what) = question.split_once('/')?;
                    let is_answer = ["ChoiceGroup/SelectedChoices", "ChoiceTextEntryValue"];
                    is_answer.contains(&what).then_some((name, None))
                }
                None => Some((inside, None)),
            },
            Self::Brace => Some((inside.strip_suffix(".shown").unwrap_or(inside), None)),
            Self::Recall => match inside.split_once("/fallback:") {
                Some((name, words)) => {
                    let words = words.trim();
                    Some((name, (!words.is_empty()).then_some(words)))
                }
                None => Some((inside, None)),
            },
            Self::Double => Some((inside.strip_prefix("field:")?, None)),
            Self::None => None,
        }
    }
}

/// The text with "…" wherever something was to be put in, and what that was.
pub(crate) fn without_pipes(text: &str, piping: PipingStyle) -> (String, Vec<String>) {
    with_pipes(text, piping, |_| None)
}

/// The text with what `put` makes of each place where something was to be put in, or with "…"; and what that was of which
/// it made nothing.
pub(crate) fn with_pipes(
    text: &str,
    piping: PipingStyle,
    mut put: impl FnMut(&str) -> Option<String>,
) -> (String, Vec<String>) {
    let (open, close) = match piping {
        PipingStyle::Dollar => ("${", "}"),
        PipingStyle::Brace => ("{", "}"),
        PipingStyle::Recall => ("#recall:", "#"),
        PipingStyle::Double => ("{{", "}}"),
        PipingStyle::None => return (text.to_owned(), Vec::new()),
    };
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inside, behind)) = after.split_once(close) else {
            break;
        };
        out.push_str(before);
        if !is_reference(inside) {
            // Braces around words are words.
            out.push_str(open);
            out.push_str(inside);
            out.push_str(close);
        } else if let Some(place) = put(inside) {
            out.push_str(&place);
        } else {
            out.push('…');
            found.push(format!("{open}{}{close}", plain(inside).0));
        }
        rest = behind;
    }
    out.push_str(rest);
    (out, found)
}

/// Names, and expressions of them; not blanks alone, and not a paragraph.
fn is_reference(inside: &str) -> bool {
    let inside = inside.trim();
    !inside.is_empty() && inside.len() <= 1_000 && !inside.contains(['\n', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_piped_in_leaves_a_gap_and_is_named() {
        let (text, found) = without_pipes("Hours, {shift}?", PipingStyle::Brace);
        assert_eq!(
            (&*text, &*found),
            ("Hours, …?", &["{shift}".to_owned()][..])
        );
        let (text, found) = without_pipes("You said ${walk}. ${", PipingStyle::Dollar);
        assert_eq!((&*text, found.len()), ("You said …. ${", 1));
        let (text, found) = without_pipes("{} stays", PipingStyle::Brace);
        assert_eq!((&*text, found.len()), ("{} stays", 0));
    }

    #[test]
    fn a_place_names_a_question_as_its_program_writes_it() {
        let names = PipingStyle::names;
        let selected = "q://QID1/ChoiceGroup/SelectedChoices";
        assert_eq!(names(PipingStyle::Dollar, selected), Some(("QID1", None)));
        assert_eq!(names(PipingStyle::Dollar, "q://QID1/QuestionText"), None);
        assert_eq!(names(PipingStyle::Dollar, "walk"), Some(("walk", None)));
        assert_eq!(
            names(PipingStyle::Brace, " walk.shown"),
            Some(("walk", None))
        );
        let recall = "role/fallback:you";
        assert_eq!(
            names(PipingStyle::Recall, recall),
            Some(("role", Some("you")))
        );
        assert_eq!(
            names(PipingStyle::Double, "field:walk"),
            Some(("walk", None))
        );
        assert_eq!(names(PipingStyle::Double, "hidden:walk"), None);
    }
}
