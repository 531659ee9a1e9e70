//! Enough of a text for a line.

/// Enough of a text to know it again.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
