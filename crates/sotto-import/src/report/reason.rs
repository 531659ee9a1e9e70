//! Why something became what it did, and what to do instead.

use std::fmt;

use super::Language;

/// Why, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It became a question of that type.
    Became(&'static str),
    /// Free text.
    FreeText,
    /// A type without the like here; as it is called there.
    Type(String),
    /// A number without a range.
    Range,
    /// A number with one end; the other that was taken.
    RangeEnd(String),
    /// Steps that are too fine, or none; those that were taken.
    Step(String),
    /// An end that no step reaches; the one that is reached.
    StepMisses(String),
    /// A date, a time or a place.
    Exact(String),
    /// A condition that cannot be carried over, as written.
    Condition(String),
    /// A condition of a single option or row, as written.
    OptionCondition(String),
    /// Options that depend on another answer, as written.
    Filter(String),
    /// Options that are fetched or computed, from where.
    Elsewhere(String),
    /// "Other: …" with a field for text.
    Other,
    /// A field for a comment.
    Comment,
    /// "Refuse to answer".
    Refuse,
    /// An order that is asked for.
    Ranking,
    /// Something that is computed from answers.
    Computed,
    /// Fewer options than it takes.
    TooFewOptions,
    /// More options, rows or numbers than a question holds.
    TooMany(usize),
    /// More questions than a survey holds.
    TooManyQuestions(usize),
    /// More options to put in order than there may be.
    TooManyRanked(usize),
    /// So many options that they are searched.
    Dropdown(usize),
    /// More options have to be chosen than can.
    Least(u32),
    /// Markup in a text, which is taken out.
    Markup,
    /// Characters that hide or turn others.
    Hidden,
    /// A text that was cut.
    TooLong,
    /// A link in a text; where it led.
    Link(String),
    /// A picture, a sound or a film; where it lies.
    Media(String),
    /// An answer that was to be put into a text, as written.
    Piped(String),
    /// The answer to an earlier question that is put into a text, as written.
    PutIn(String),
    /// A group that repeats.
    Repeated,
    /// It is never shown.
    Never,
    /// It is hidden, switched off, or not part of the survey's flow.
    Unasked(Unasked),
    /// It has to be answered, but is asked of some only.
    RequiredButDeclinable,
    /// It has no words of its own.
    NoWords,
    /// A page without a question.
    EmptyPage,
    /// Closing words, which are those of the survey.
    Closing,
    /// Another end than the one that everybody reads.
    OtherEnd,
    /// Words of the end that the file does not hold itself.
    LibraryWords,
    /// A way on from the last page; where it leads.
    WayOn(String),
    /// A way on that cannot be one here; where it led.
    NoWayOn(String),
    /// The order of these options is not drawn here.
    Shuffled,
    /// The order of a page is not drawn, because its questions depend on each other.
    ShuffledConditions,
    /// Something of the flow that has no like, as it is called there.
    Flow(String),
    /// A rule that answers are held against, as written.
    Rule(String),
    /// Answers of several kinds for each row: one question became several.
    Divided(usize),
    /// One of several things that a question asked for is not asked.
    Part(String),
    /// Several answers for each row became one question for each row.
    SeveralInRows,
    /// A sheet that is not read.
    Sheet,
    /// Macros of a workbook.
    Macros,
    /// Another question has the same code.
    RepeatedCode,
    /// Words of the file's program, which it does not hold itself.
    ProgramsWords,
    /// Texts that were missing in the first language.
    Lent(usize),
    /// The file's own first language, which hardly any text is in.
    First(String),
    /// A language with hardly any text: how many of how many.
    HardlyTranslated(usize, usize),
    /// A language in which so many texts are missing.
    PartlyTranslated(usize),
    /// The file does not say which language it is in; the one that was taken.
    AssumedLanguage(&'static str),
    /// It has to be agreed to, and had not.
    Consent,
    /// A name that no language has; its tag here.
    Language(String),
    /// Something that no reader of the format knows, or that there is nothing like for here.
    Unused {
        /// Its key.
        key: String,
        /// What stands there.
        value: String,
    },
    /// How it looks on the program's pages: the keys.
    Looks(String),
    /// What the program keeps for itself: the keys.
    Own(String),
    /// A fault that the draft still has.
    Fault(String),
}

/// Why the file does not ask something either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unasked {
    /// It is hidden.
    Hidden,
    /// No question has these choices.
    NoQuestion,
    /// It is disabled.
    Disabled,
    /// It is not visible.
    NotVisible,
    /// It can only be read.
    ReadOnly,
    /// It is the head of a table.
    Head,
    /// It lies in the trash.
    Trash,
    /// Its block is not in the survey's flow.
    NotInFlow,
    /// No block has it.
    NoBlock,
}

impl Unasked {
    const fn key(self) -> &'static str {
        match self {
            Self::Hidden => "unasked-hidden",
            Self::NoQuestion => "unasked-no-question",
            Self::Disabled => "unasked-disabled",
            Self::NotVisible => "unasked-not-visible",
            Self::ReadOnly => "unasked-read-only",
            Self::Head => "unasked-head",
            Self::Trash => "unasked-trash",
            Self::NotInFlow => "unasked-not-in-flow",
            Self::NoBlock => "unasked-no-block",
        }
    }
}

impl Reason {
    /// The same without what makes it that of one thing, where many say the same.
    pub(super) fn kind(&self) -> Self {
        match self {
            // One key with another value is the same kind.
            Self::Unused { key, .. } => Self::Unused {
                key: key.rsplit('.').next().unwrap_or_default().to_owned(),
                value: String::new(),
            },
            Self::Media(_) => Self::Media(String::new()),
            Self::Link(_) => Self::Link(String::new()),
            Self::Piped(_) => Self::Piped(String::new()),
            Self::PutIn(_) => Self::PutIn(String::new()),
            Self::RangeEnd(_) => Self::RangeEnd(String::new()),
            Self::Step(_) => Self::Step(String::new()),
            Self::StepMisses(_) => Self::StepMisses(String::new()),
            Self::WayOn(_) => Self::WayOn(String::new()),
            Self::NoWayOn(_) => Self::NoWayOn(String::new()),
            other => other.clone(),
        }
    }
}

/// As it stands in quotation marks: what a terminal would obey is spelled out.
fn quoted(text: &str) -> String {
    let quoted = format!("{text:?}");
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or_default().to_owned()
}

impl Reason {
    /// The sentence in that language.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        let fill = |key: &str, what: &dyn fmt::Display| language.fill(key, &[("what", what)]);
        // Nothing of nothing.
        let beside = |key: &str, what: &str| match (what, key) {
            ("", _) => String::new(),
            (what, "aside") => fill(key, &quoted(what)),
            (what, _) => fill(key, &what),
        };
        match self {
            Self::Became(what) => fill("became", what),
            Self::FreeText => language.text("free-text").to_owned(),
            Self::Type(what) => fill("type", &quoted(what)),
            Self::Range => language.text("range").to_owned(),
            Self::RangeEnd(what) => fill("range-end", &beside("taken", what)),
            Self::Step(what) => fill("step", &beside("taken", what)),
            Self::StepMisses(what) => fill("step-misses", &beside("taken", what)),
            Self::Exact(what) => fill("exact", &quoted(what)),
            Self::Condition(what) => fill("condition", &quoted(what)),
            Self::OptionCondition(what) => fill("option-condition", &quoted(what)),
            Self::Filter(what) => fill("filter", &quoted(what)),
            Self::Elsewhere(what) => fill("elsewhere", &quoted(what)),
            Self::Other => language.text("other").to_owned(),
            Self::Comment => language.text("comment").to_owned(),
            Self::Refuse => language.text("refuse").to_owned(),
            Self::Ranking => language.text("ranking").to_owned(),
            Self::Computed => language.text("computed").to_owned(),
            Self::TooFewOptions => language.text("too-few-options").to_owned(),
            Self::TooMany(what) => fill("too-many", what),
            Self::TooManyQuestions(what) => fill("too-many-questions", what),
            Self::TooManyRanked(what) => fill("too-many-ranked", what),
            Self::Dropdown(what) => fill("dropdown", what),
            Self::Least(what) => fill("least", what),
            Self::Markup => language.text("markup").to_owned(),
            Self::Hidden => language.text("hidden").to_owned(),
            Self::TooLong => language.text("too-long").to_owned(),
            Self::Link(what) => fill("link", &beside("aside", what)),
            Self::Media(what) => fill("media", &beside("aside", what)),
            Self::Piped(what) => fill("piped", &beside("aside", what)),
            Self::PutIn(what) => fill("put-in", &beside("aside", what)),
            Self::Repeated => language.text("repeated").to_owned(),
            Self::Never => language.text("never").to_owned(),
            Self::RequiredButDeclinable => language.text("required-but-declinable").to_owned(),
            Self::NoWords => language.text("no-words").to_owned(),
            Self::EmptyPage => language.text("empty-page").to_owned(),
            Self::Closing => language.text("closing").to_owned(),
            Self::OtherEnd => language.text("other-end").to_owned(),
            Self::LibraryWords => language.text("library-words").to_owned(),
            Self::WayOn(what) => fill("way-on", &quoted(what)),
            Self::NoWayOn(what) => fill("no-way-on", &quoted(what)),
            Self::Shuffled => language.text("shuffled").to_owned(),
            Self::ShuffledConditions => language.text("shuffled-conditions").to_owned(),
            Self::Flow(what) => fill("flow", &quoted(what)),
            Self::Rule(what) => fill("rule", &quoted(what)),
            Self::Divided(what) => fill("divided", what),
            Self::Part(what) => fill("part", &quoted(what)),
            Self::SeveralInRows => language.text("several-in-rows").to_owned(),
            Self::Sheet => language.text("sheet-unread").to_owned(),
            Self::Macros => language.text("macros").to_owned(),
            Self::RepeatedCode => language.text("repeated-code").to_owned(),
            Self::ProgramsWords => language.text("programs-words").to_owned(),
            Self::Lent(what) => fill("lent", what),
            Self::First(what) => fill("first", what),
            Self::PartlyTranslated(what) => fill("partly-translated", what),
            Self::AssumedLanguage(what) => fill("assumed-language", what),
            Self::Consent => language.text("consent").to_owned(),
            Self::Language(what) => fill("language", what),
            Self::Looks(what) => fill("looks", what),
            Self::Own(what) => fill("own", what),
            Self::Fault(what) => fill("fault", what),
            Self::Unasked(why) => language.text(why.key()).to_owned(),
            Self::HardlyTranslated(count, most) => {
                language.fill("hardly-translated", &[("count", count), ("most", most)])
            }
            Self::Unused { key, value } if value.is_empty() => {
                language.fill("unused-key", &[("key", key)])
            }
            Self::Unused { key, value } => {
                language.fill("unused", &[("key", key), ("value", &quoted(value))])
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::English))
    }
}
