//! Several drafts, several tabs, and the pages that were given a pin.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use sotto_studio::{Drafts, Keeping, KeptDraft, MadeFrom, PinnedPages, Shelf, Sources};
use sotto_survey::Pin;

/// What the tabs of a browser share.
#[derive(Clone, Debug, Default)]
struct Shared {
    texts: Rc<RefCell<BTreeMap<String, String>>>,
    /// Whether there is no more room.
    is_full: bool,
}

impl Shelf for Shared {
    fn get(&self, name: &str) -> Option<String> {
        self.texts.borrow().get(name).cloned()
    }

    fn set(&self, name: &str, text: &str) -> bool {
        if !self.is_full {
            let mut texts = self.texts.borrow_mut();
            texts.insert(name.to_owned(), text.to_owned());
        }
        !self.is_full
    }

    fn remove(&self, name: &str) {
        self.texts.borrow_mut().remove(name);
    }

    fn names(&self) -> Vec<String> {
        self.texts.borrow().keys().cloned().collect()
    }
}

fn draft(text: &str, written: f64) -> KeptDraft {
    KeptDraft {
        text: text.to_owned(),
        made_from: None,
        is_named: false,
        names_stay: false,
        sources: Sources::default(),
        respondents: 400,
        written,
    }
}

fn texts(drafts: &Drafts<Shared>) -> Vec<String> {
    let all = drafts.all().into_iter();
    all.map(|(_, kept)| kept.text).collect()
}

#[test]
fn a_new_draft_does_not_take_the_place_of_another() {
    let mut drafts = Drafts::new(Shared::default());
    let (mut first, mut second) = (draft("one", 1.0), draft("two", 2.0));
    first.made_from = Some(MadeFrom {
        survey: "tea".to_owned(),
        version: 3,
    });
    second.is_named = true;
    for kept in [&first, &second] {
        // Also within a millisecond.
        let name = drafts.fresh_name(5.0);
        assert_eq!(drafts.keep(&name, kept), Keeping::Kept);
    }
    let all = drafts.all();
    let kept: Vec<_> = all.iter().map(|(_, kept)| kept).collect();
    // The one written last stands first.
    assert_eq!(kept, [&second, &first]);
    let name = &all[1].0;
    assert_eq!(drafts.open(name).as_ref(), Some(&first));
    drafts.delete(name);
    assert_eq!(texts(&drafts), ["two"]);
}

#[test]
fn two_tabs_of_one_draft_lose_nothing() {
    let shared = Shared::default();
    let [mut one, mut other] = [(); 2].map(|()| Drafts::new(shared.clone()));
    let name = one.fresh_name(1.0);
    one.keep(&name, &draft("both", 1.0));
    other.open(&name).unwrap();
    // Opening writes nothing, so that nobody is told of it.
    assert!(other.holds(&name, &draft("both", 9.0)) && !one.is_anothers(&name));

    assert_eq!(
        other.keep(&name, &draft("both, tab two", 2.0)),
        Keeping::Kept
    );
    assert!(one.is_anothers(&name) && !other.is_anothers(&name));
    let kept = one.keep(&name, &draft("both, tab one", 3.0));
    let Keeping::Beside(beside) = kept else {
        panic!("{kept:?}");
    };
    assert_eq!(texts(&one), ["both, tab one", "both, tab two"]);
    // From now on each goes on with its own.
    assert_eq!(
        one.keep(&beside, &draft("both, tab one!", 4.0)),
        Keeping::Kept
    );
    assert_eq!(
        other.keep(&name, &draft("both, tab two!", 5.0)),
        Keeping::Kept
    );
    assert_eq!(texts(&other), ["both, tab two!", "both, tab one!"]);
}

#[test]
fn where_there_is_no_room_it_is_said() {
    let full = Shared {
        is_full: true,
        ..Shared::default()
    };
    let mut drafts = Drafts::new(full);
    let name = drafts.fresh_name(1.0);
    assert_eq!(drafts.keep(&name, &draft("one", 1.0)), Keeping::Failed);
    assert_eq!(drafts.all(), []);
}

#[test]
fn what_cannot_be_read_is_no_draft() {
    let shared = Shared::default();
    shared.set("sotto-studio-draft-1", "{\"id\":\"tea\"}");
    shared.set("something-else", "x");
    assert_eq!(Drafts::new(shared).all(), []);
}

#[test]
fn pages_with_a_pin_are_known_by_name() {
    let [first, second] = [1, 2].map(|byte| Pin::of_sha256(&[byte; 32]));
    let pages = PinnedPages::default();
    assert_eq!((pages.names(), pages.stopped(first)), (None, None));
    let pages = pages
        .with(" intranet/news ", first)
        .with("club.example", first);
    let pages = PinnedPages::of_text(&pages.to_text());
    assert_eq!(
        pages.names().as_deref(),
        Some("club.example, intranet/news")
    );
    assert_eq!(pages.stopped(first), None);
    // Another version is published; one page gets its new lines.
    let pages = pages.with("club.example", second);
    assert_eq!(pages.stopped(second).as_deref(), Some("intranet/news"));
    let pages = pages.without("intranet/news");
    assert_eq!(pages.stopped(second), None);
    assert_eq!(PinnedPages::of_text("no JSON"), PinnedPages::default());
}
