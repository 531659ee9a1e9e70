//! First pages that were drawn of late, so that a page that many open at once is not drawn for each of
//! them.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use sotto_survey::Pin;

/// When there are so many, all are forgotten: few pages are read often, and those are soon here again.
const MOST: usize = 64;

/// What a first page follows from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FirstPageKey {
    /// The page's file.
    pub(super) page: &'static str,
    /// The survey, and all that is told about it.
    pub(super) pin: Pin,
    pub(super) languages: Vec<String>,
    pub(super) is_said: bool,
    pub(super) framed: bool,
}

/// A first page, and what a policy needs for it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct DrawnPage {
    /// Empty where nothing can be drawn.
    pub(super) template: String,
    /// What allows the style sheets in it, as `style-src` has it.
    pub(super) sources: String,
}

/// By what they follow from.
#[derive(Default)]
pub(super) struct DrawnPages(Mutex<HashMap<FirstPageKey, Arc<DrawnPage>>>);

impl DrawnPages {
    pub(super) fn get(&self, reading: &FirstPageKey) -> Option<Arc<DrawnPage>> {
        self.0.lock().get(reading).cloned()
    }

    pub(super) fn keep(&self, reading: FirstPageKey, drawn: Option<DrawnPage>) -> Arc<DrawnPage> {
        let kept = Arc::new(drawn.unwrap_or_default());
        let mut all = self.0.lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(reading, Arc::clone(&kept));
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(language: usize) -> FirstPageKey {
        FirstPageKey {
            page: "a.html",
            pin: Pin::of_sha256(&[7; 32]),
            languages: vec![format!("x{language}")],
            is_said: false,
            framed: false,
        }
    }

    #[test]
    fn what_was_drawn_is_found_by_all_that_it_follows_from() {
        let drawn = DrawnPages::default();
        assert_eq!(drawn.get(&reading(0)), None);
        let page = || DrawnPage {
            template: "a".to_owned(),
            sources: "b".to_owned(),
        };
        assert_eq!(*drawn.keep(reading(0), Some(page())), page());
        assert_eq!(drawn.get(&reading(0)).as_deref(), Some(&page()));
        for other in [
            reading(1),
            FirstPageKey {
                framed: true,
                ..reading(0)
            },
            FirstPageKey {
                page: "b.html",
                ..reading(0)
            },
            FirstPageKey {
                pin: Pin::of_sha256(&[8; 32]),
                ..reading(0)
            },
        ] {
            assert_eq!(drawn.get(&other), None, "{other:?}");
        }
        // That nothing can be drawn is known as well.
        drawn.keep(reading(1), None);
        assert_eq!(
            drawn.get(&reading(1)).as_deref(),
            Some(&DrawnPage::default())
        );
    }

    #[test]
    fn no_more_than_so_many_are_kept() {
        let drawn = DrawnPages::default();
        for language in 0..=MOST {
            drawn.keep(reading(language), None);
            assert!(drawn.0.lock().len() <= MOST);
        }
        assert_eq!(drawn.get(&reading(0)), None);
        assert!(drawn.get(&reading(MOST)).is_some());
    }
}
