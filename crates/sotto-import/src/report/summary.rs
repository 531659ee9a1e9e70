//! What comes before the lines: what there was, and what the draft gives.

use std::{collections::HashSet, fmt};

use super::{ImportLine, ImportOutcome, Language, Reason};

/// What a file became, in few words.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Questions of the draft.
    pub questions: usize,
    /// Statements of the draft, and consents.
    pub texts: usize,
    /// How many of all these are as they were.
    pub kept: usize,
    /// How many are not.
    pub changed: usize,
    /// Things that are not in the draft.
    pub left_out: usize,
    /// Pages of the draft.
    pub pages: usize,
    /// Tags of its languages, the first one first.
    pub languages: Vec<String>,
    /// What its plan gives; none where the draft has faults.
    pub serves: Option<Serves>,
}

/// What a plan gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Serves {
    /// How many questions each respondent reports; none: all of them share ε.
    pub sample: Option<u32>,
    /// How many respondents give every share to within 5 points; none where no number does.
    pub respondents: Option<u64>,
    /// The margin with 1,000 respondents, as a share.
    pub margin: f64,
    /// The same if all questions shared ε, where that is not the plan.
    pub margin_of_split: Option<f64>,
}

impl Summary {
    pub(crate) fn new(
        lines: &[ImportLine],
        pages: usize,
        languages: Vec<String>,
        serves: Option<Serves>,
    ) -> Self {
        let of = |outcome: ImportOutcome| lines.iter().filter(move |line| line.outcome == outcome);
        let changed: HashSet<&str> = of(ImportOutcome::Changed)
            .flat_map(|line| line.what.iter().map(String::as_str))
            .collect();
        let made: Vec<(&str, bool)> = of(ImportOutcome::Kept)
            .filter_map(|line| match line.reason {
                Reason::Became(name) => Some((line, matches!(name, "statement" | "consent"))),
                _ => None,
            })
            .flat_map(|(line, is_text)| line.what.iter().map(move |name| (&**name, is_text)))
            .collect();
        let texts = made.iter().filter(|(_, is_text)| *is_text).count();
        let altered = made.iter().filter(|(name, _)| changed.contains(name));
        let altered = altered.count();
        Self {
            questions: made.len() - texts,
            texts,
            kept: made.len() - altered,
            changed: altered,
            left_out: of(ImportOutcome::LeftOut).map(|line| line.what.len()).sum(),
            pages,
            languages,
            serves,
        }
    }
}

/// A whole number with its thousands parted.
fn grouped(number: u64) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

impl Summary {
    /// The summary in that language: what there is, then what its plan gives.
    #[must_use]
    pub fn said(&self, language: Language) -> Vec<String> {
        let texts = match self.texts {
            0 => String::new(),
            texts => language.count("texts", texts),
        };
        let values: [(&str, &dyn fmt::Display); 7] = [
            ("questions", &language.count("questions", self.questions)),
            ("texts", &texts),
            ("pages", &language.count("pages", self.pages)),
            ("languages", &self.languages.join(language.text("between"))),
            ("kept", &self.kept),
            ("changed", &self.changed),
            ("left", &language.count("left", self.left_out)),
        ];
        let first = language.fill("summary", &values);
        let serves = self.serves.map(|serves| serves.said(language));
        [Some(first), serves].into_iter().flatten().collect()
    }
}

impl Serves {
    fn said(self, language: Language) -> String {
        // A margin of all there is says nothing.
        let known = |share: f64| {
            if share < 1.0 {
                let points = format!("{:.0}", share * 100.0);
                language.fill("margin", &[("points", &points)])
            } else {
                language.text("margin-none").to_owned()
            }
        };
        let plan = match self.sample {
            None => language.text("plan-split").to_owned(),
            Some(1) => language.text("plan-one").to_owned(),
            Some(sample) => language.fill("plan-several", &[("count", &sample)]),
        };
        let needed = match self.respondents {
            Some(people) => language.fill("needed", &[("people", &grouped(people))]),
            None => language.text("needed-none").to_owned(),
        };
        let split = self.margin_of_split.map_or_else(String::new, |split| {
            language.fill("split", &[("margin", &known(split))])
        });
        let values: [(&str, &dyn fmt::Display); 4] = [
            ("plan", &plan),
            ("margin", &known(self.margin)),
            ("needed", &needed),
            ("split", &split),
        ];
        language.fill("serves", &values)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::English).join("\n"))
    }
}
