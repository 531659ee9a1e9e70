//! Why something became what it did, and what to do instead.

use std::fmt;

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
    /// A group that repeats.
    Repeated,
    /// It is never shown.
    Never,
    /// It is hidden, switched off, or not part of the survey's flow.
    Unasked(String),
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
            Self::RangeEnd(_) => Self::RangeEnd(String::new()),
            Self::Step(_) => Self::Step(String::new()),
            Self::StepMisses(_) => Self::StepMisses(String::new()),
            Self::WayOn(_) => Self::WayOn(String::new()),
            Self::NoWayOn(_) => Self::NoWayOn(String::new()),
            other => other.clone(),
        }
    }
}

/// " (it)", or nothing of nothing.
struct Aside<'a>(&'a str);

impl fmt::Display for Aside<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            Ok(())
        } else {
            write!(out, " ({:?})", self.0)
        }
    }
}

impl fmt::Display for Reason {
    #[expect(clippy::too_many_lines, reason = "a sentence for each")]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Became(name) => write!(out, "a question of type {name}"),
            Self::FreeText => out.write_str(
                "free text is never asked: no chance can hide who wrote a sentence. Ask with options instead, the commonest answers first",
            ),
            Self::Type(name) => write!(
                out,
                "there is nothing like {name:?} here. Ask with options or numbers instead"
            ),
            Self::Range => out.write_str(
                "a number needs a range, and the file names none: 0 to 100 was taken. Set the least and the greatest number that people can give",
            ),
            Self::RangeEnd(end) => write!(
                out,
                "a number needs a range with two ends, and the file names one{}. Set the other to the least or greatest number that people can give", Taken(end)
            ),
            Self::Step(step) => write!(
                out,
                "its steps are not those of the file{}: at most 10,001 numbers can be told apart. Narrow the range for finer ones", Taken(step)
            ),
            Self::StepMisses(end) => write!(
                out,
                "no step reaches its greatest number, so the range ends before{}", Taken(end)
            ),
            Self::Exact(name) => write!(
                out,
                "{name:?} would name one person among many. Ask for a range instead, such as an age group or a year"
            ),
            Self::Condition(text) => write!(
                out,
                "its condition could not be carried over, so it is asked whatever that says: {text:?}. Write it anew with options or ranges of earlier questions"
            ),
            Self::OptionCondition(text) => write!(
                out,
                "some options or rows were shown under a condition; here all are offered: {text:?}. Divide the question if that matters"
            ),
            Self::Filter(text) => write!(
                out,
                "the options depended on another answer; here all are offered: {text:?}. Divide the question if that matters"
            ),
            Self::Elsewhere(text) => write!(
                out,
                "its options do not stand in the file, and nothing is fetched: {text:?}. Add them in the file, or here"
            ),
            Self::Other => out.write_str(
                "the option is kept without its field for text: free text is never asked",
            ),
            Self::Comment => out.write_str(
                "the field for a comment is left out: free text is never asked",
            ),
            Self::Refuse => out.write_str(
                "its option not to answer is \"Prefer not to answer\", which every question here can have",
            ),
            Self::Ranking => out.write_str(
                "a whole order cannot be perturbed as one: each device reports which of two options, drawn by chance, comes first. All reports together give the mean order",
            ),
            Self::Computed => out.write_str(
                "it is computed from answers, and no answer leaves the device. Compute from the results instead",
            ),
            Self::TooFewOptions => {
                out.write_str("it has too few options to ask for. Add some in the file, or here")
            }
            Self::TooMany(most) => write!(
                out,
                "it has more than {most} options, rows or numbers; those behind are left out. Divide it, or put some together"
            ),
            Self::TooManyQuestions(most) => write!(
                out,
                "a survey here has at most {most} questions. Divide it"
            ),
            Self::TooManyRanked(most) => write!(
                out,
                "at most {most} options can be put in order. Ask for the order of fewer, or which come first"
            ),
            Self::Dropdown(most) => write!(
                out,
                "it has more than {most} options, so they stand in a list to be searched"
            ),
            Self::Least(most) => write!(
                out,
                "more options had to be chosen than can be: {most} was taken"
            ),
            Self::Markup => out.write_str("its texts had markup, which is taken out"),
            Self::Hidden => out.write_str(
                "its texts had characters that hide or turn others, which are taken out",
            ),
            Self::TooLong => out.write_str(
                "a text was longer than 2,000 characters, or all texts together than 4 MB, and is cut",
            ),
            Self::Link(address) => write!(
                out,
                "its texts had a link{}: the words are kept, where it led is not. Write the address out if people need it", Aside(address)
            ),
            Self::Media(address) => write!(
                out,
                "its texts had a picture, a sound or a film{}, which no survey here has. Say in words what it shows", Aside(address)
            ),
            Self::Piped(text) => write!(
                out,
                "its texts had a place for an earlier answer or a value{}; it reads \"…\" here. Word it without", Aside(text)
            ),
            Self::Repeated => out.write_str(
                "it repeats, and a survey here asks everything once. Ask for the number of them, or for the first",
            ),
            Self::Never => out.write_str("its condition never holds, so that it is never asked"),
            Self::Unasked(why) => write!(out, "the file does not ask it either: {why}"),
            Self::RequiredButDeclinable => out.write_str(
                "it must be answered there. Here it offers \"Prefer not to answer\", because that is what is reported for those who are not asked",
            ),
            Self::NoWords => out.write_str(
                "it has no words of its own there; here it is called as the file names it. Word it",
            ),
            Self::EmptyPage => out.write_str("no question stands on the page, so that its words are left out"),
            Self::Closing => out.write_str(
                "the survey's closing words, which everybody reads below the receipt of what was sent. The program that shows them is 23 kB more to load: leave them out where they say no more than thanks",
            ),
            Self::OtherEnd => out.write_str(
                "a survey here has one end, the same for everybody: one that depended on an answer would tell it. What all may read goes into the closing words",
            ),
            Self::LibraryWords => out.write_str(
                "the words of its end stand in a library of that program and not in the file. Write them into the closing words",
            ),
            Self::WayOn(address) => write!(
                out,
                "a button below the receipt leads there ({address:?}), and nobody is led on who does not press it"
            ),
            Self::NoWayOn(address) => write!(
                out,
                "nobody is led to {address:?}: an address here begins with https:// and is the same for everybody, so that nothing is put into it. Write one as \"redirect\" of \"closing\""
            ),
            Self::Shuffled => out.write_str("the order of what it lists is not drawn by chance here"),
            Self::ShuffledConditions => out.write_str(
                "the order of its questions was drawn by chance; here they stand as written, because some depend on others",
            ),
            Self::Flow(name) => write!(
                out,
                "the flow of the survey has {name:?} here, which has no like. Look whether everybody is asked what they should be"
            ),
            Self::Rule(text) => write!(
                out,
                "answers are held against a rule that has no like here: {text:?}"
            ),
            Self::Divided(parts) => write!(
                out,
                "it asked for several things at once, and became {parts} questions"
            ),
            Self::Part(name) => write!(out, "a part of it is not asked: {name:?}"),
            Self::SeveralInRows => out.write_str(
                "several answers could be given in each row: each row became a question of its own",
            ),
            Self::ProgramsWords => out.write_str(
                "its options are words of that program and not of the file: English ones were taken. Translate them",
            ),
            Self::Lent(count) => write!(
                out,
                "{count} texts were missing in the survey's first language: those of another stand in. Translate them"
            ),
            Self::First(tag) => write!(
                out,
                "it is the first language, because hardly any text is in the one that the file names, {tag}"
            ),
            Self::HardlyTranslated(count, most) => write!(
                out,
                "the language is not offered: {count} of {most} texts are in it"
            ),
            Self::PartlyTranslated(count) => write!(
                out,
                "{count} texts are missing in this language; those of the first are shown there"
            ),
            Self::AssumedLanguage(tag) => write!(
                out,
                "the file does not say which language its words are in: {tag} was taken. Change the tag in the draft if it is another"
            ),
            Self::Consent => out.write_str(
                "it could be left open there; here nothing is sent before it is agreed to",
            ),
            Self::Language(tag) => write!(
                out,
                "no language is known by that name; its texts stand under {tag}. Name it in the file by its tag, such as \"English (en)\""
            ),
            Self::Unused { key, value } if value.is_empty() => {
                write!(out, "{key}: nothing here is like it, or it is not known")
            }
            Self::Unused { key, value } => write!(
                out,
                "{key} = {value:?}: nothing here is like it, or it is not known"
            ),
            Self::Looks(keys) => write!(
                out,
                "how it looks on that program's pages; here all surveys look alike: {keys}"
            ),
            Self::Own(keys) => write!(
                out,
                "what that program keeps for itself, and no respondent sees: {keys}"
            ),
            Self::Fault(cause) => write!(out, "the draft is not valid yet: {cause}"),
        }
    }
}

/// ": it was taken", or nothing of nothing.
struct Taken<'a>(&'a str);

impl fmt::Display for Taken<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            Ok(())
        } else {
            write!(out, ": {} was taken", self.0)
        }
    }
}
