//! The kinds of change, each with its class and its sentence.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an edit does to counts and people, from the lightest to the weightiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum EditClass {
    /// Only what people read and where it stands: counts fit both versions.
    Words,
    /// Something is added: the counts of what was there fit both versions.
    Compatible,
    /// The counts do not fit any more: the new version's begin at zero.
    Structural,
    /// People who may have answered would lose more than they were told: refused until the survey is
    /// closed.
    ForbiddenWhileOpen,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What kind of change.
    pub kind: ChangeKind,
    /// A JSON pointer into the new survey; of what is removed, to the list where it stood.
    pub pointer: String,
    /// The id of the question that it is in; `None`: the survey itself.
    pub question: Option<String>,
}

/// The sentence.
impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(question) = &self.question {
            write!(out, "question \"{question}\": ")?;
        }
        out.write_str(self.kind.sentence())
    }
}

/// One row for each kind of change: its class, its name and its sentence.
macro_rules! change_kinds {
    ($($(#[$words:meta])* $kind:ident = $class:ident $name:literal $sentence:literal,)+) => {
        /// The kinds of change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ChangeKind {
            $($(#[$words])* $kind,)+
        }

        impl ChangeKind {
            /// Every kind.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// What it does to counts and people.
            #[must_use]
            pub const fn class(self) -> EditClass {
                match self {
                    $(Self::$kind => EditClass::$class,)+
                }
            }

            /// Its name in the API.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// What follows from it, and what would keep the counts.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$kind => $sentence,)+
                }
            }
        }
    };
}

change_kinds! {
    /// A title, help, unit, label or description.
    Texts = Words "texts" "other words; counts fit both versions",
    /// The questions that were there stand in another order.
    QuestionOrder = Words "question-order" "the questions stand in another order; counts fit both versions",
    /// Which questions stand on a page together.
    Pages = Words "pages" "other pages; counts fit both versions",
    /// Another control for the same answers.
    Presentation = Words "presentation" "the same answers are drawn otherwise; counts fit both versions",
    /// What people read once their copy was sent.
    Closing = Words "closing" "other closing words, help lines or links, or another way on; counts fit both versions",
    /// What the survey says itself in languages that the widget does not speak.
    OwnWords = Words "own-words" "other words for buttons, problems, yes or no; counts fit both versions",
    /// What it looks like.
    Theme = Words "theme" "other colours, another font or other corners; counts fit both versions",
    /// The designer's word that little protection is meant.
    WeakProtection = Words "weak-protection" "the word that little protection is meant is added or removed; counts fit both versions",
    /// The list of languages.
    Languages = Compatible "languages" "other languages; counts fit both versions",
    /// A question behind all that were there.
    QuestionAdded = Compatible "question-added" "a new question at the end; the counts of the others fit both versions",
    /// The least number of reports that is told of.
    MinimumReports = Compatible "minimum-reports" "another minimum of reports; counts fit both versions",
    /// What is known of an anchor's statement.
    KnownShare = Compatible "known-share" "own secrets are corrected by another known share; counts fit both versions",
    /// Whom the figures are about.
    Population = Compatible "population" "the figures are about other people; counts fit both versions",
    /// What the survey declares as the most that a respondent can lose.
    DeclaredEpsilon = Compatible "declared-epsilon" "another declared ε of the whole survey; counts fit both versions where no question's ε changes",
    /// Whether something must be chosen.
    Required = Compatible "required" "whether an answer is required changes; counts fit both versions",
    /// A question before others that were there.
    QuestionInserted = Structural "question-inserted" "a new question before others, which people then read after it; at the end it would leave the counts fitting both versions",
    /// A question that is not asked any more.
    QuestionRemoved = Structural "question-removed" "it is removed; its counts stay with the earlier version",
    /// Answers of another shape.
    Type = Structural "type" "another type of answer; its counts start at zero",
    /// Options were added, removed, renamed or moved: a report is an index in their list.
    Options = Structural "options" "other options, or the same in another order; its counts start at zero. To change what an option says, change its title and keep its id",
    /// Rows of a matrix.
    Rows = Structural "rows" "other rows, or the same in another order; its counts start at zero. To change what a row says, change its title and keep its id",
    /// The several numbers, or the range of one.
    Range = Structural "range" "other numbers can be answered; its counts start at zero",
    /// How many options are chosen.
    ChoiceLimits = Structural "choice-limits" "another number of options can be chosen; its counts start at zero",
    /// Mean or distribution.
    Estimate = Structural "estimate" "something else is estimated; its counts start at zero",
    /// Whether "Prefer not to answer" is offered.
    Decline = Structural "decline" "\"Prefer not to answer\" is added or removed; its counts start at zero",
    /// When the question is asked.
    Condition = Structural "condition" "other people are asked it; its counts start at zero",
    /// Another randomizer.
    Mechanism = Structural "mechanism" "another mechanism; its counts start at zero",
    /// Less ε, and so more noise.
    EpsilonLowered = Structural "epsilon-lowered" "a smaller ε, which protects better; its counts start at zero",
    /// The same ε with other integers.
    Weights = Structural "weights" "other integers of the same mechanism; its counts start at zero. The published \"weights\" keep them",
    /// Questions are reported apart again, or together in another order.
    Unlinked = Structural "unlinked" "questions are not linked any more, or in another order; the counts of their table stay with the earlier version",
    /// Other arms, or arms for the first time.
    Arms = Structural "arms" "other arms; the counts of their questions start at zero",
    /// Between arms that devices draw and arms that links name.
    ArmsByLink = Structural "arms-by-link" "the link names the arm instead of a draw, or the reverse; the counts of the arms' questions start at zero",
    /// How many parts each respondent reports.
    ReportedParts = Structural "reported-parts" "another number of parts is reported; its counts start at zero",
    /// Between drawing questions and asking all.
    Plan = Structural "plan" "another plan decides who reports which question; counts start at zero",
    /// Fewer questions are reported.
    FewerDrawn = Structural "fewer-drawn" "fewer questions are drawn for each respondent; counts start at zero",
    /// A survey in waves became another, or the reverse.
    Waves = Structural "waves" "\"epsilon-first\" is added or removed, which makes it another kind of survey; counts start at zero",
    /// The questions are asked again.
    NewWave = Structural "new-wave" "the survey is in waves, so that this version is the next wave, with counts of its own",
    /// Respondents would lose more by a question.
    EpsilonRaised = ForbiddenWhileOpen "epsilon-raised" "a greater ε than people were told; keep it, or ask under another id. It can be raised once the survey is closed",
    /// Questions that were reported apart are reported together.
    Linked = ForbiddenWhileOpen "linked" "questions are linked, and their joint report can tell more of each than people were told; keep them apart, or ask under another id. They can be linked once the survey is closed",
    /// Respondents would report more questions.
    MoreDrawn = ForbiddenWhileOpen "more-drawn" "each respondent would report more questions than people were told; keep the number, or ask under another id. It can be raised once the survey is closed",
}
