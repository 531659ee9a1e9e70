//! Places in words where the answer to an earlier question is put in: `{answer: id}`.

/// What words with such places are made of, piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words as they stand.
    Words(&'a str),
    /// The place for an answer: what stands in it names the question.
    Answer(&'a str),
}

/// What a place begins with.
const OPEN: &str = "{answer:";

impl<'a> Piece<'a> {
    /// The pieces of some words, in order. A place that does not end is words.
    #[must_use]
    pub fn all_of(words: &'a str) -> Vec<Self> {
        let mut pieces = Vec::new();
        let mut rest = words;
        while let Some((before, inside)) = rest.split_once(OPEN)
            && let Some((id, behind)) = inside.split_once('}')
        {
            pieces.push(Self::Words(before));
            pieces.push(Self::Answer(id.trim()));
            rest = behind;
        }
        pieces.push(Self::Words(rest));
        pieces.retain(|piece| *piece != Self::Words(""));
        pieces
    }

    /// What the places of some words name, in order.
    pub(crate) fn named(words: &'a str) -> impl Iterator<Item = &'a str> {
        Self::all_of(words)
            .into_iter()
            .filter_map(|piece| match piece {
                Self::Answer(id) => Some(id),
                Self::Words(_) => None,
            })
    }

    /// The words with others in place of every answer.
    pub(crate) fn filled(words: &'a str, otherwise: &'a str) -> String {
        let pieces = Self::all_of(words).into_iter();
        pieces
            .map(|piece| match piece {
                Self::Words(words) => words,
                Self::Answer(_) => otherwise,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fall_into_pieces_at_places_for_answers() {
        use Piece::{Answer, Words};
        let pieces = Piece::all_of;
        assert_eq!(pieces("Why?"), [Words("Why?")]);
        assert_eq!(
            pieces("Why {answer: way}?"),
            [Words("Why "), Answer("way"), Words("?")]
        );
        assert_eq!(
            pieces("{answer:way}{answer:  way }"),
            [Answer("way"), Answer("way")]
        );
        assert_eq!(pieces("{answer: 方}吗？"), [Answer("方"), Words("吗？")]);
        // Other braces are words, and so is a place without an end.
        assert_eq!(pieces("{way} {answer"), [Words("{way} {answer")]);
        assert_eq!(pieces("Why {answer: way"), [Words("Why {answer: way")]);
        assert_eq!(pieces(""), []);
        assert_eq!(Piece::filled("Why {answer: way}?", "so"), "Why so?");
    }
}
