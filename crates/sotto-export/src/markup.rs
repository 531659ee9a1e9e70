//! Texts as HTML and XML show them: as they stand, and never as markup.

use std::fmt;

/// A text within an element, or within an attribute in quotation marks.
///
/// Characters that XML forbids are left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => out.write_str("&amp;"),
            '<' => out.write_str("&lt;"),
            '>' => out.write_str("&gt;"),
            '"' => out.write_str("&quot;"),
            '\'' => out.write_str("&#39;"),
            '\t' | '\n' => write!(out, "{character}"),
            '\u{fffe}' | '\u{ffff}' => Ok(()),
            control if control.is_control() => Ok(()),
            other => write!(out, "{other}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        let text = "<b a=\"1\" c='2'>&amp;</b>\u{0}\u{ffff}\n";
        assert_eq!(
            Escaped(text).to_string(),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;\n"
        );
    }
}
