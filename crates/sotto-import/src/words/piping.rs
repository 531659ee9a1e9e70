//! Answers and values that a program puts into its texts: here the place stays open.

use super::markup::plain;

/// How a program writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piping {
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

/// The text with "…" wherever something was to be put in, and what that was.
pub(crate) fn without_pipes(text: &str, piping: Piping) -> (String, Vec<String>) {
    let (open, close) = match piping {
        Piping::Dollar => ("${", "}"),
        Piping::Brace => ("{", "}"),
        Piping::Recall => ("#recall:", "#"),
        Piping::Double => ("{{", "}}"),
        Piping::None => return (text.to_owned(), Vec::new()),
    };
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inside, behind)) = after.split_once(close) else {
            break;
        };
        out.push_str(before);
        if is_reference(inside) {
            out.push('…');
            found.push(format!("{open}{}{close}", plain(inside).0));
        } else {
            // Braces around words are words.
            out.push_str(open);
            out.push_str(inside);
            out.push_str(close);
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
        let (text, found) = without_pipes("Hours, {shift}?", Piping::Brace);
        assert_eq!(
            (&*text, &*found),
            ("Hours, …?", &["{shift}".to_owned()][..])
        );
        let (text, found) = without_pipes("You said ${walk}. ${", Piping::Dollar);
        assert_eq!((&*text, found.len()), ("You said …. ${", 1));
        let (text, found) = without_pipes("{} stays", Piping::Brace);
        assert_eq!((&*text, found.len()), ("{} stays", 0));
    }
}
