//! The report: what became of everything that a file has, in words.

mod language;
mod reason;
mod summary;

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

pub use language::Language;
pub use reason::{Reason, Unasked};
pub use summary::{Serves, Summary};

pub(crate) use crate::words::short;

use crate::tree::Leftover;

/// From so many on, lines that say the same are one.
const MANY: usize = 4;

/// How a line calls the file itself.
pub(crate) const THE_FILE: &str = "the file";

/// How a line calls the card with which a survey of cards ends.
pub(crate) const THE_LAST_CARD: &str = "the last card";

/// So many things are named in one line: as many as a survey has questions.
const NAMED: usize = 200;

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportOutcome {
    /// It stands in the draft as it was.
    Kept,
    /// It stands in the draft, but not as it was.
    Changed,
    /// It does not stand in the draft.
    LeftOut,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImportLine {
    /// What it is about, as the file calls it: one thing, or all those of which it is true.
    pub what: Vec<String>,
    /// What became of it.
    pub outcome: ImportOutcome,
    /// Why, and what to do instead.
    pub reason: Reason,
}

/// How often each key stands there.
type KeyCounts = Vec<(String, usize)>;

/// Lines that are being gathered.
#[derive(Debug, Default)]
pub(crate) struct ReportLines {
    lines: Vec<ImportLine>,
    said: HashSet<ImportLine>,
}

impl ReportLines {
    /// Says something, once.
    pub(crate) fn say(&mut self, what: &str, outcome: ImportOutcome, reason: Reason) {
        let line = ImportLine {
            what: vec![short(what)],
            outcome,
            reason,
        };
        if self.said.insert(line.clone()) {
            self.lines.push(line);
        }
    }

    pub(crate) fn kept(&mut self, what: &str, question_type: &'static str) {
        self.say(what, ImportOutcome::Kept, Reason::Became(question_type));
    }

    /// Of a question that these name nothing is said any more about an answer in its words.
    pub(crate) fn takes_back_put_in(&mut self, names: &[String]) {
        let is_so = |line: &ImportLine| {
            matches!(line.reason, Reason::PutIn(_))
                && line.what.iter().any(|name| names.contains(name))
        };
        self.lines.retain(|line| !is_so(line));
    }

    /// A fault that the draft still has.
    pub(crate) fn fault(&mut self, pointer: &str, cause: &str) {
        let reason = Reason::Fault(short(cause));
        self.say(pointer, ImportOutcome::Changed, reason);
    }

    /// Everything that nobody read, a line for each; how it looks, and what a program keeps for itself, has one
    /// line for all.
    pub(crate) fn left_over(&mut self, leftovers: Vec<Leftover>, keys: InternalKeys) {
        let (mut looks, mut own) = (KeyCounts::new(), KeyCounts::new());
        for leftover in leftovers {
            let last = leftover.key.rsplit('.').next().unwrap_or_default();
            let several = if keys.looks.contains(&last) {
                &mut looks
            } else if keys.own.contains(&last) {
                &mut own
            } else {
                let owner = leftover.owner.as_deref().unwrap_or(THE_FILE);
                let (key, value) = (short(&leftover.key), leftover.value);
                self.say(owner, ImportOutcome::LeftOut, Reason::Unused { key, value });
                continue;
            };
            let key = short(last);
            match several.iter_mut().find(|(name, _)| *name == key) {
                Some((_, count)) => *count += 1,
                None => several.push((key, 1)),
            }
        }
        let named = |several: KeyCounts| -> Vec<String> {
            let several = several.into_iter();
            several
                .map(|(key, count)| match count {
                    1 => key,
                    count => format!("{key} ({count})"),
                })
                .collect()
        };
        if !looks.is_empty() {
            let reason = Reason::Looks(named(looks).join(", "));
            self.say(THE_FILE, ImportOutcome::LeftOut, reason);
        }
        if !own.is_empty() {
            let reason = Reason::Own(named(own).join(", "));
            self.say(THE_FILE, ImportOutcome::LeftOut, reason);
        }
    }

    /// The lines in their order; those of which many say the same are one, at the end.
    pub(crate) fn lines(self) -> Vec<ImportLine> {
        let mut single: Vec<ImportLine> = Vec::new();
        let mut kinds: Vec<(Vec<ImportLine>, (ImportOutcome, Reason))> = Vec::new();
        for line in self.lines {
            if matches!(line.reason, Reason::Became(_)) {
                single.push(line);
                continue;
            }
            let kind = (line.outcome, line.reason.kind());
            match kinds.iter_mut().find(|(_, other)| *other == kind) {
                Some((lines, _)) => lines.push(line),
                None => kinds.push((vec![line], kind)),
            }
        }
        let (many, few): (Vec<_>, Vec<_>) =
            { kinds.into_iter() }.partition(|(lines, _)| lines.len() >= MANY);
        single.extend(few.into_iter().flat_map(|(lines, _)| lines));
        let mut single = by_thing(single);
        single.extend(many.into_iter().map(|(lines, (outcome, reason))| {
            // One thing can have said it several times, each time of another word.
            let mut named = HashSet::new();
            let what = lines.into_iter().flat_map(|line| line.what);
            ImportLine {
                what: what.filter(|name| named.insert(name.clone())).collect(),
                outcome,
                reason,
            }
        }));
        single
    }
}

/// The lines of one thing together, at the place of the first: what it became comes before what changed.
fn by_thing(lines: Vec<ImportLine>) -> Vec<ImportLine> {
    let mut places: HashMap<Vec<String>, usize> = HashMap::new();
    let mut things: Vec<Vec<ImportLine>> = Vec::new();
    for line in lines {
        let place = *places.entry(line.what.clone()).or_insert(things.len());
        match things.get_mut(place) {
            Some(thing) => thing.push(line),
            None => things.push(vec![line]),
        }
    }
    things.into_iter().flatten().collect()
}

/// The keys of a format by which no respondent is told anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InternalKeys {
    /// How something looks on that program's pages.
    pub(crate) looks: &'static [&'static str],
    /// What that program keeps for itself.
    pub(crate) own: &'static [&'static str],
}

impl ImportOutcome {
    const fn key(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Changed => "changed",
            Self::LeftOut => "left-out",
        }
    }

    /// The word in that language.
    #[must_use]
    pub fn said(self, language: Language) -> &'static str {
        language.text(self.key())
    }
}

impl fmt::Display for ImportOutcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.said(Language::English))
    }
}

impl ImportLine {
    /// What it is about, as it is shown: the first things, and whether there are more.
    #[must_use]
    pub fn named(&self, language: Language) -> (Vec<String>, bool) {
        // A file may hold what a terminal obeys.
        let shown = |what: &String| match &**what {
            THE_FILE => language.text("the-file").to_owned(),
            THE_LAST_CARD => language.text("the-last-card").to_owned(),
            what => what.escape_debug().to_string(),
        };
        let first = self.what.iter().take(NAMED).map(shown).collect();
        (first, self.what.len() > NAMED)
    }

    /// What became of it, and why, without what it is about.
    #[must_use]
    pub fn outcome_said(&self, language: Language) -> String {
        let reason = self.reason.said(language);
        let outcome = self.outcome.said(language);
        language.fill("said", &[("outcome", &outcome), ("reason", &reason)])
    }

    /// The line in that language.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        let (mut first, is_more) = self.named(language);
        if is_more {
            first.push("…".to_owned());
        }
        let what = first.join(language.text("between"));
        if self.what.len() < 2 {
            let said = self.outcome_said(language);
            return language.fill("line", &[("what", &what), ("said", &said)]);
        }
        let values: [(&str, &dyn fmt::Display); 4] = [
            ("count", &self.what.len()),
            ("outcome", &self.outcome.said(language)),
            ("what", &what),
            ("reason", &self.reason.said(language)),
        ];
        language.fill("line-of-several", &values)
    }
}

impl fmt::Display for ImportLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::English))
    }
}
