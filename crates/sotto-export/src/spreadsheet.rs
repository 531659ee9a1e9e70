//! Tables that a spreadsheet opens.

use std::borrow::Cow;

/// A text as a cell that no spreadsheet takes for a formula: an apostrophe is put before one that
/// begins like a formula, spaces before it or not. Other programs have to take it off again.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    // The last four are the first four as East Asian keyboards write them.
    let beginnings = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.trim_start_matches(' ').starts_with(beginnings) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "'-2"),
            ("+", "'+"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("  =1", "'  =1"),
            ("＝1", "'＝1"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}
