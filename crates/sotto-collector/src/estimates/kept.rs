//! What was computed of late, for whoever asks for the same again.

use axum::body::Bytes;

use super::ResultsOptions;

/// Of more bytes only the last are kept: anybody may ask for many different things.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The last answers by what they follow from, at most so many, the latest at the end.
pub(super) struct KeptAnswers<K, const MOST: usize>(Vec<(K, Bytes)>);

/// Results of one version, for some confidences, and after how many submissions each.
pub(super) type KeptResults = KeptAnswers<(ResultsOptions, u64), 4>;

impl<K, const MOST: usize> Default for KeptAnswers<K, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, const MOST: usize> KeptAnswers<K, MOST> {
    /// What was computed for this.
    pub(super) fn find(&self, wanted: &K) -> Option<Bytes> {
        let mut kept = self.0.iter();
        let found = kept.find(|(one, _)| one == wanted);
        found.map(|(_, bytes)| bytes.clone())
    }

    /// Keeps an answer, in place of earlier ones where there is no room.
    pub(super) fn keep(&mut self, wanted: K, answer: Bytes) {
        let kept = &mut self.0;
        kept.retain(|(one, _)| *one != wanted);
        let mut bytes = answer.len() + kept.iter().map(|(_, one)| one.len()).sum::<usize>();
        while kept.len() >= MOST || (bytes > MOST_BYTES && !kept.is_empty()) {
            bytes -= kept.remove(0).1.len();
        }
        kept.push((wanted, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_found_and_there_are_never_too_many() {
        let mut kept = KeptAnswers::<_, 3>::default();
        for number in 0..10_u8 {
            kept.keep(number, Bytes::copy_from_slice(&[number]));
            assert!(kept.0.len() <= 3);
        }
        kept.keep(8, Bytes::from_static(b"again"));
        let found = |wanted| kept.find(&wanted);
        assert_eq!(found(8).as_deref(), Some(&b"again"[..]));
        assert_eq!(found(7).as_deref(), Some(&[7][..]));
        assert_eq!(found(6), None);
    }

    #[test]
    fn one_that_takes_all_room_is_kept_alone() {
        let mut kept = KeptAnswers::<_, 3>::default();
        kept.keep(1, Bytes::from_static(b"a"));
        kept.keep(2, vec![0; MOST_BYTES + 1].into());
        assert_eq!(kept.find(&1), None);
        assert!(kept.find(&2).is_some());
        kept.keep(3, Bytes::from_static(b"c"));
        assert_eq!((kept.find(&2), kept.0.len()), (None, 1));
    }
}
