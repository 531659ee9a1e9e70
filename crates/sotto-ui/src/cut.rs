//! Cutting a text in two.

/// What stands before the first `mark` and what stands behind it. The standard library's `split_once` searches
/// faster, by a program three times as large, which every respondent would download.
///
/// ```
/// assert_eq!(sotto_ui::cut("https://a/b", "://"), Some(("https", "a/b")));
/// assert_eq!(sotto_ui::cut("a", "://"), None);
/// ```
#[must_use]
pub fn cut<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut windows = text.as_bytes().windows(mark.len());
    let at = windows.position(|window| window == mark.as_bytes())?;
    text.get(..at).zip(text.get(at + mark.len()..))
}
