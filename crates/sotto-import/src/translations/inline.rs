//! A text in pieces, as XLIFF has it: words, places where an answer is put in, and characters that XML cannot hold.

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InlinePiece<'a> {
    /// Words.
    Words(&'a str),
    /// `{answer: id}`, which nobody is to translate.
    Place(&'a str),
    /// A character that XML cannot hold, or would change.
    Character(char),
}

/// The pieces of a text.
pub(super) fn pieces(text: &str) -> Vec<InlinePiece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, place, behind)) = next_place(rest) {
        words(before, &mut found);
        found.push(InlinePiece::Place(place));
        rest = behind;
    }
    words(rest, &mut found);
    found
}

/// The first place for an answer, with what stands before and behind it.
fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    const BEGINNING: &str = "{answer:";
    let mut from = 0;
    loop {
        let start = from + text.get(from..)?.find(BEGINNING)?;
        let inner = text.get(start + BEGINNING.len()..)?;
        let length = inner.find('}')?;
        let id = inner.get(..length)?.trim_matches(' ');
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let end = start + BEGINNING.len() + length + 1;
        if !id.is_empty() && id.bytes().all(is_id) {
            return Some((text.get(..start)?, text.get(start..end)?, text.get(end..)?));
        }
        from = start + BEGINNING.len();
    }
}

fn words<'a>(text: &'a str, found: &mut Vec<InlinePiece<'a>>) {
    let mut from = 0;
    for (at, character) in text.char_indices() {
        if !is_held(character) {
            found.extend(
                text.get(from..at)
                    .filter(|words| !words.is_empty())
                    .map(InlinePiece::Words),
            );
            found.push(InlinePiece::Character(character));
            from = at + character.len_utf8();
        }
    }
    found.extend(
        text.get(from..)
            .filter(|words| !words.is_empty())
            .map(InlinePiece::Words),
    );
}

/// Whether XML 1.0 holds a character as it is.
pub(super) const fn is_held(character: char) -> bool {
    matches!(character, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_characters_are_parted_from_words() {
        assert_eq!(
            pieces("Safe {answer: way}\u{1}?\r"),
            [
                InlinePiece::Words("Safe "),
                InlinePiece::Place("{answer: way}"),
                InlinePiece::Character('\u{1}'),
                InlinePiece::Words("?"),
                InlinePiece::Character('\r'),
            ]
        );
        assert_eq!(
            pieces("{answer: A B}"),
            [InlinePiece::Words("{answer: A B}")]
        );
        assert_eq!(
            pieces("{answer: {answer:a}"),
            [
                InlinePiece::Words("{answer: "),
                InlinePiece::Place("{answer:a}")
            ]
        );
        assert_eq!(pieces(""), []);
    }
}
