//! Searching a long list of options.

use sotto_ui::place_of;

/// How many options are drawn at first, and how many more each time the end is reached.
const STEP: usize = 12;

/// A search in one question's options. It shows what a person looks for, so it is kept where the
/// answers are.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Search {
    /// The index of the question.
    pub question: usize,
    /// What stands in the field.
    pub text: String,
    /// Whether the list is shown.
    pub open: bool,
    /// The indices of the categories found.
    pub found: Vec<u32>,
    /// The index in `found` that the arrow keys have reached.
    pub active: Option<usize>,
    /// How many of those found are drawn.
    pub drawn: usize,
    /// What the categories are called, one in a line, folded.
    folded: String,
}

/// What is not told.
impl std::fmt::Debug for Search {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Search(..)")
    }
}

impl Search {
    /// A search that has found everything; `names` are the categories', and `text` what stands in
    /// the field.
    pub(crate) fn new(
        question: usize,
        text: String,
        names: impl Iterator<Item = impl AsRef<str>>,
    ) -> Self {
        let mut lines = String::new();
        for name in names {
            let begin = lines.len();
            lines.push_str(name.as_ref());
            // A line break would make one name look like two.
            if lines[begin..].contains('\n') {
                let name = lines[begin..].replace('\n', " ");
                lines.replace_range(begin.., &name);
            }
            lines.push('\n');
        }
        let mut search = Self {
            question,
            text,
            open: true,
            found: Vec::new(),
            active: None,
            drawn: STEP,
            folded: fold(&lines),
        };
        search.find("");
        search
    }

    /// Looks for a text: names that begin with it come first, then those that hold all its words, in whatever
    /// order.
    pub(crate) fn look_for(&mut self, text: String) {
        let folded = fold(&text);
        let folded = folded.trim();
        self.find(folded);
        self.text = text;
        self.open = true;
        self.drawn = STEP;
        self.active = (!folded.is_empty() && !self.found.is_empty()).then_some(0);
    }

    fn find(&mut self, folded: &str) {
        let mut later = Vec::new();
        self.found.clear();
        for (index, name) in (0..).zip(self.folded.lines()) {
            if name.starts_with(folded) {
                self.found.push(index);
            } else if folded.split(' ').all(|word| place_of(name, word).is_some()) {
                later.push(index);
            }
        }
        self.found.append(&mut later);
    }

    /// The index of the one category that is called as the text says, if exactly one is.
    pub(crate) fn named(&self) -> Option<u32> {
        let folded = fold(&self.text);
        let names = (0..).zip(self.folded.lines());
        let mut same = names.filter(|(_, name)| *name == folded.trim());
        same.next()
            .filter(|_| same.next().is_none())
            .map(|(index, _)| index)
    }

    /// Moves by one, around the ends.
    pub(crate) fn step(&mut self, down: bool) {
        let count = self.found.len();
        self.open = true;
        if count == 0 {
            return;
        }
        let active = match (self.active, down) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(active), true) => (active + 1) % count,
            (Some(active), false) => (active + count - 1) % count,
        };
        self.active = Some(active);
        self.drawn = self.drawn.max(active + STEP);
    }

    /// Draws more of what was found.
    pub(crate) const fn draw_more(&mut self) {
        if self.drawn < self.found.len() {
            self.drawn += STEP;
        }
    }
}

/// As people type it who cannot or would not type all of it: without marks and capitals, with plain letters for
/// those that have no marks to lose, one apostrophe, hyphens as spaces, one of two Arabic letters that keyboards mix up,
/// and katakana.
fn fold(text: &str) -> String {
    let mut folded = String::new();
    for letter in without_marks(text).chars() {
        folded.push_str(match letter {
            'ł' => "l",
            'ø' => "o",
            'đ' | 'ð' => "d",
            'ı' => "i",
            'æ' => "ae",
            'œ' => "oe",
            'ß' => "ss",
            'þ' => "th",
            '’' | '‘' | 'ʼ' | '`' | '´' => "'",
            '-' | '\u{2010}'..='\u{2015}' => " ",
            'ة' => "ه",
            'ك' => "ک",
            'ي' | 'ى' => "ی",
            letter => {
                folded.push(katakana(letter));
                continue;
            }
        });
    }
    folded
}

/// What stands as hiragana until it is converted, in the letters in which names are written.
fn katakana(letter: char) -> char {
    match letter {
        'ぁ'..='ゖ' => char::from_u32(u32::from(letter) + 0x60).unwrap_or(letter),
        other => other,
    }
}

/// Without marks and capitals, as far as the browser knows them.
#[cfg(target_arch = "wasm32")]
fn without_marks(text: &str) -> String {
    let marks = js_sys::RegExp::new("\\p{M}", "gu");
    let text = js_sys::JsString::from(text).normalize("NFKD");
    text.replace_by_pattern(&marks, "").to_lower_case().into()
}

/// Outside a browser marks stay.
#[cfg(not(target_arch = "wasm32"))]
fn without_marks(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = [
        "Sales",
        "Craft, repair",
        "Farming,\nfishing",
        "Technical sales",
    ];

    #[test]
    fn what_begins_with_the_text_comes_first() {
        let mut search = Search::new(0, String::new(), NAMES.into_iter());
        assert_eq!(search.found, [0, 1, 2, 3]);
        for (text, found) in [
            ("sales", &[0, 3][..]),
            (" F ", &[2, 1]),
            ("fish", &[2]),
            ("g, f", &[2]),
            ("nothing", &[]),
            ("", &[0, 1, 2, 3]),
        ] {
            search.look_for(text.to_owned());
            assert_eq!(search.found, found, "{text}");
        }
    }

    #[test]
    fn what_people_type_is_found_as_they_type_it() {
        let names = [
            "Łódź",
            "Xi'an",
            "Saint-Denis, 37 Place Carnot, Lyon",
            "Møn",
            "Straße",
            "Kadıköy",
            "Đà Nẵng",
        ];
        let mut search = Search::new(0, String::new(), names.into_iter());
        for (text, found) in [
            ("lód", 0),
            ("xi’an", 1),
            ("Xiʼan", 1),
            ("xi´an", 1),
            ("saint denis", 2),
            ("SAINT‐DENIS", 2),
            ("lyon 37", 2),
            ("37  place", 2),
            ("carnot  saint", 2),
            ("mon", 3),
            ("strasse", 4),
            ("STRASSE", 4),
            ("kadik", 5),
            ("dà", 6),
        ] {
            search.look_for(text.to_owned());
            assert_eq!(search.found, [found], "{text}");
        }
        search.look_for("lyon 38".to_owned());
        assert_eq!(search.found, [0; 0]);
    }

    #[test]
    fn other_scripts_are_found_as_they_are_typed() {
        let names = ["القاهرة", "مسکو", "カイロ"];
        let mut search = Search::new(0, String::new(), names.into_iter());
        for (text, found) in [("القاهره", 0), ("مسكو", 1), ("かいろ", 2), ("カイ", 2)]
        {
            search.look_for(text.to_owned());
            assert_eq!(search.found, [found], "{text}");
        }
    }

    #[test]
    fn a_name_that_was_typed_in_full_is_that_option() {
        let names = ["Sales", "Technical sales", "Other", "other", "Saint-Denis"];
        let mut search = Search::new(0, String::new(), names.into_iter());
        for (text, named) in [
            ("sales", Some(0)),
            (" SALES ", Some(0)),
            ("technical sales", Some(1)),
            ("saint denis", Some(4)),
            // Two are called so, and none.
            ("other", None),
            ("sale", None),
            ("", None),
        ] {
            search.look_for(text.to_owned());
            assert_eq!(search.named(), named, "{text}");
        }
    }

    #[test]
    fn arrows_go_around_and_more_is_drawn_in_time() {
        let names: Vec<_> = (0..1_000).map(|n| n.to_string()).collect();
        let mut search = Search::new(0, String::new(), names.iter().map(String::as_str));
        search.step(true);
        assert_eq!((search.active, search.drawn), (Some(0), STEP));
        search.step(false);
        assert_eq!(search.active, Some(999));
        assert!(search.drawn > 999);
        search.step(true);
        assert_eq!(search.active, Some(0));
        search.look_for("99".to_owned());
        // 99 and 990 to 999, then 199, 299, …
        assert_eq!(
            (search.found.len(), search.active, search.drawn),
            (19, Some(0), STEP)
        );
    }
}
