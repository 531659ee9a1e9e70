//! Where in a draft something stands, and what it is called there.

use sotto_survey::{Scheme, Word};

/// The lists that a question may have, of things with an id and a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// What can be chosen.
    Options,
    /// The rows of a matrix.
    Rows,
    /// The several numbers.
    Fields,
}

impl List {
    /// Every list.
    pub const ALL: [Self; 3] = [Self::Options, Self::Rows, Self::Fields];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Options => "options",
            Self::Rows => "rows",
            Self::Fields => "fields",
        }
    }

    /// What the id of a new element begins with.
    #[must_use]
    pub const fn stem(self) -> &'static str {
        match self {
            Self::Options => "option",
            Self::Rows => "row",
            Self::Fields => "number",
        }
    }
}

/// The lists of what people read at the end: of things with a title and an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Where help is to be had.
    Help,
    /// Pages to read on.
    Links,
}

impl Ways {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Help, Self::Links];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Help => "help",
            Self::Links => "links",
        }
    }
}

/// The lists of questions that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Those that stand on one page.
    Pages,
    /// Those that are reported together.
    Links,
    /// Variants of each other, of which each person is asked one.
    Arms,
}

impl Groups {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pages, Self::Links, Self::Arms];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Links => "link",
            Self::Arms => "arms",
        }
    }

    /// So many questions a group has at most.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::Links => 3,
            Self::Pages | Self::Arms => 200,
        }
    }
}

/// An object in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The survey itself.
    Survey,
    /// A page, by its index.
    Page(usize),
    /// What people read at the end.
    Closing,
    /// The way on, at the end.
    Redirect,
    /// A help line or a link at the end, by its index.
    Way(Ways, usize),
    /// What the survey says in place of Sotto's own words.
    OwnWords,
    /// What it looks like, on light pages or on dark ones.
    Theme(Scheme),
    /// A question, by its index.
    Question(usize),
    /// What stands at the ends of a question's scale.
    Labels(usize),
    /// The innocent statement beside a question by an own secret.
    Secret(usize),
    /// The picture of a question, or of one of its options.
    Picture {
        /// The question's index.
        question: usize,
        /// The option's index; none of the question's own.
        option: Option<usize>,
    },
    /// An element of one of a question's lists.
    Item {
        /// The question's index.
        question: usize,
        /// Which of its lists.
        list: List,
        /// The index in the list.
        index: usize,
    },
}

impl Place {
    /// The question that a place is in, by its index, and the place in a survey that has no other.
    #[must_use]
    pub(crate) const fn in_question(self) -> Option<(usize, Self)> {
        match self {
            Self::Survey
            | Self::Page(_)
            | Self::Closing
            | Self::Redirect
            | Self::Way(..)
            | Self::OwnWords
            | Self::Theme(_) => None,
            Self::Question(index) => Some((index, Self::Question(0))),
            Self::Labels(index) => Some((index, Self::Labels(0))),
            Self::Picture { question, option } => Some((
                question,
                Self::Picture {
                    question: 0,
                    option,
                },
            )),
            Self::Secret(index) => Some((index, Self::Secret(0))),
            Self::Item {
                question,
                list,
                index,
            } => {
                let place = Self::Item {
                    question: 0,
                    list,
                    index,
                };
                Some((question, place))
            }
        }
    }
}

/// A text in every language of the survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// What is asked, or what a survey, an option, a row or a number is called.
    Title,
    /// A few words below the survey's title.
    Description,
    /// More words below a question's title.
    Help,
    /// What a number counts.
    Unit,
    /// At the low end of a scale.
    Low,
    /// At its high end.
    High,
    /// What people read at the end.
    Text,
    /// What a question's words say in place of an earlier answer.
    Otherwise,
    /// What a picture shows, for those who do not see it.
    Alt,
    /// What stands in place of one of Sotto's own words.
    Own(&'static Word),
}

impl Words {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
            Self::Help => "help",
            Self::Unit => "unit",
            Self::Low => "low",
            Self::High => "high",
            Self::Text => "text",
            Self::Otherwise => "otherwise",
            Self::Alt => "alt",
            Self::Own(word) => word.name,
        }
    }

    /// Whether the field stands in files even with no word in it, so that its lack is told.
    #[must_use]
    pub const fn is_needed(self) -> bool {
        matches!(self, Self::Title | Self::Low | Self::High | Self::Alt)
    }
}

/// A value that is not words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The survey's name; references to questions have edits of their own.
    Id,
    /// Which version of the survey it is.
    Version,
    /// How much a respondent can lose: by the whole survey, or by a question.
    Epsilon,
    /// The word that little protection is meant.
    WeakProtection,
    /// How many questions each respondent reports.
    Sample,
    /// Below so many reports nothing is told.
    MinimumReports,
    /// Whom the figures are about.
    Population,
    /// A question's weight where ε is split.
    Share,
    /// Whether something must be chosen.
    Required,
    /// Whether "Prefer not to answer" is offered.
    Decline,
    /// The least number.
    Min,
    /// The greatest number.
    Max,
    /// The distance between numbers.
    Step,
    /// What is estimated from numbers.
    Estimate,
    /// What a number stands for.
    As,
    /// What each respondent reports of an order.
    Report,
    /// A rating's greatest level.
    Scale,
    /// How a rating is drawn.
    Icons,
    /// How many options must be chosen.
    AtLeast,
    /// How many may be.
    AtMost,
    /// Whether an option stands alone.
    Exclusive,
    /// Of what share of all people an innocent statement is true.
    Prevalence,
    /// Of what share of all people a question's own statement is known to be true.
    KnownShare,
    /// The picture of a question or an option.
    Picture,
    /// Where something at the end leads.
    To,
    /// Whether it leads there by itself.
    ByItself,
    /// The completion code at the end, one for everybody.
    Code,
    /// Whether each person gets a completion code of their own there.
    OwnCode,
    /// In which order options, rows or a page's questions are shown.
    Order,
    /// In which order the pages are shown.
    PageOrder,
    /// Whether a page keeps its position when others move.
    Stays,
    /// By which mechanism a question is reported.
    Mechanism,
    /// How many of several parts each respondent reports.
    Reported,
    /// Whether links name the variant that is asked.
    ArmsByLink,
    /// The colour of buttons, links and what is chosen.
    Accent,
    /// The colour that everything stands on.
    Surface,
    /// The colour of words.
    TextColour,
    /// The kind of font.
    Font,
    /// How round corners are.
    Corners,
}

impl Setting {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Version => "version",
            Self::Epsilon => "epsilon",
            Self::WeakProtection => "weak-protection",
            Self::Sample => "sample",
            Self::MinimumReports => "minimum-reports",
            Self::Population => "population",
            Self::Share => "share",
            Self::Required => "required",
            Self::Decline => "decline",
            Self::Min => "min",
            Self::Max => "max",
            Self::Step => "step",
            Self::Estimate => "estimate",
            Self::As => "as",
            Self::Report => "report",
            Self::Scale => "scale",
            Self::Icons => "icons",
            Self::AtLeast => "at-least",
            Self::AtMost => "at-most",
            Self::Exclusive => "exclusive",
            Self::Prevalence => "prevalence",
            Self::KnownShare => "known-share",
            Self::Picture => "picture",
            Self::To => "to",
            Self::ByItself => "by-itself",
            Self::Code => "code",
            Self::OwnCode => "own-code",
            Self::Order => "order",
            Self::PageOrder => "page-order",
            Self::Stays => "stays",
            Self::Mechanism => "mechanism",
            Self::Reported => "reported",
            Self::ArmsByLink => "arms-by-link",
            Self::Accent => "accent",
            Self::Surface => "surface",
            Self::TextColour => "text",
            Self::Font => "font",
            Self::Corners => "corners",
        }
    }
}
