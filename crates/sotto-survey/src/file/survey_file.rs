//! The JSON shape of a survey, before it is known to be valid.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use sotto_ldp::Epsilon;

#[cfg(feature = "whole")]
use super::{
    closing_file::ClosingFile, counted_since::CountedSince, theme_file::ThemeFile,
    words_file::WordsFile,
};
use super::{
    fault::{At, Faults, Sink},
    fields::{self, Fields},
    joint_file::JointFile,
    json::Json,
    list_order::ListOrder,
    question_file::{QuestionFile, is_false},
};
use crate::terms::{identifier::Identifier, text::Text};

use crate::terms::{plan::Plan, whom::Whom};

/// A survey as it stands in a file. [`crate::Survey`] is made from it, and only if it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Survey))]
pub struct SurveyFile {
    /// The version of this format: 1.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1))]
    pub sotto: u32,
    /// The survey's name.
    pub id: Identifier,
    /// Counts from 1; submissions to another version are refused.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub version: u32,
    /// What the respondent reads first.
    pub title: Text,
    /// A few words below the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The languages it is written in; every text has at least the first.
    #[cfg_attr(feature = "schema", schema(min_items = 1))]
    pub languages: Vec<String>,
    /// How ε is shared among the questions.
    pub plan: Plan,
    /// Under the plan `sample`: how many questions each respondent reports.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u32>,
    /// The most that a respondent can lose: a decimal, or `ln R` with R a positive rational.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub epsilon: Epsilon,
    /// Makes it a survey in waves: the most that a single copy can lose, where `epsilon` bounds all
    /// copies of answers that stay the same. A wave is a version of the survey.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub epsilon_first: Option<Epsilon>,
    /// The designer's word that `epsilon` is meant although it is above 3, so that all answers
    /// together are hardly protected.
    #[serde(skip_serializing_if = "is_false")]
    pub weak_protection: bool,
    /// Below so many reports nothing is told of what they say, and a collector's results change by so
    /// many submissions at a time; 20 if absent. Respondents are told of fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_reports: Option<u64>,
    /// Whom the figures are about: `respondents`, exactly those who answer, or `sampled`, a larger population
    /// of which they are a random sample. A survey that does not say is taken for a sample, and its results
    /// say that this is assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<Whom>,
    /// In the order in which they are asked.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 200))]
    pub questions: Vec<QuestionFile>,
    /// Questions with one answer each that are reported together, by their ids: two or three in a list,
    /// each in one link at most. Their joint report has the sum of their ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub link: Option<Vec<JointFile>>,
    /// Lists of questions, by their ids, of which each respondent is asked one: drawn on the device, unless links name
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub arms: Option<Vec<Vec<Identifier>>>,
    /// The link that leads a respondent here names one of each list of `arms`, and no arm is drawn.
    #[serde(skip_serializing_if = "is_false")]
    pub arms_by_link: bool,
    /// Which questions stand on a page together; all on one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 200))]
    pub pages: Option<Vec<PageFile>>,
    /// In which order the pages are shown; as written if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_order: Option<ListOrder>,
    /// What people read once their copy was sent.
    // The common widget has nothing of it.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closing: Option<ClosingFile>,
    /// What the survey says itself in languages that the widget does not speak: buttons, problems, yes and no.
    // The common widget has nothing of it, either.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<WordsFile>,
    /// What it looks like: colours, a kind of font, corners.
    // To the common widget it is bytes that its element reads.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<ThemeFile>,
    /// What did not change since an earlier version, so that its counts go on. A collector writes it into what it
    /// publishes, and heeds nothing that it is sent of it.
    // Nor of it.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 200))]
    pub counted_since: Option<Vec<CountedSince>>,
}

impl<'de> Deserialize<'de> for SurveyFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(Json::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl SurveyFile {
    const FIELDS: &[&str] = &[
        "sotto",
        "id",
        "version",
        "title",
        "description",
        "languages",
        "plan",
        "sample",
        "epsilon",
        "epsilon-first",
        "weak-protection",
        "minimum-reports",
        "population",
        "questions",
        "link",
        "arms",
        "arms-by-link",
        "pages",
        "page-order",
        #[cfg(feature = "whole")]
        "closing",
        #[cfg(feature = "whole")]
        "words",
        #[cfg(feature = "whole")]
        "theme",
        #[cfg(feature = "whole")]
        "counted-since",
    ];

    /// Reads the form, and refuses whatever is not in it.
    pub(crate) fn read_at(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(json, at, Self::FIELDS);
        Some(Self {
            sotto: fields.needed_or("sotto", fields::count),
            id: fields.needed_or("id", Identifier::read),
            version: fields.needed_or("version", fields::count),
            title: fields.needed_or("title", Text::read),
            description: fields.optional("description", Text::read),
            languages: fields.needed_or("languages", |tags, at| {
                fields::list(tags, at, 64, |tag, at| {
                    fields::text(tag, at).unwrap_or_default()
                })
            }),
            plan: fields.needed("plan", Plan::read).unwrap_or(Plan::Fixed),
            sample: fields.optional("sample", fields::count),
            epsilon: fields
                .needed("epsilon", fields::epsilon)
                .or_else(|| Epsilon::from_micros(1_000_000).ok())?,
            epsilon_first: fields.optional("epsilon-first", fields::epsilon),
            weak_protection: fields.optional_flag("weak-protection"),
            minimum_reports: fields.optional("minimum-reports", fields::long_count),
            population: fields.optional("population", Whom::read),
            questions: fields.needed_or("questions", |questions, at| {
                fields::list(questions, at, 200, QuestionFile::read)
            }),
            link: fields.optional_list("link", 100, JointFile::read),
            arms: fields.optional_list("arms", 100, |ids, at| {
                fields::list(ids, at, 200, Identifier::read_or_stand_in).unwrap_or_default()
            }),
            arms_by_link: fields.optional_flag("arms-by-link"),
            pages: fields.optional_list("pages", 200, PageFile::read),
            page_order: fields.optional("page-order", ListOrder::read),
            #[cfg(feature = "whole")]
            closing: fields.optional("closing", ClosingFile::read),
            #[cfg(feature = "whole")]
            words: fields.optional("words", WordsFile::read),
            #[cfg(feature = "whole")]
            theme: fields.optional("theme", ThemeFile::read),
            #[cfg(feature = "whole")]
            counted_since: fields.optional_list("counted-since", 200, CountedSince::read),
        })
    }

    /// Whether the file names the mechanism of the question at that index, or of a link with it.
    #[must_use]
    pub fn names_mechanism(&self, index: usize) -> bool {
        let is_named = |name: &Option<String>| name.as_ref().is_some_and(|name| name != "auto");
        self.questions.get(index).is_some_and(|question| {
            let links = self.link.iter().flatten();
            let mut links = links.filter(|link| link.questions.contains(&question.id));
            is_named(&question.mechanism) || links.any(|link| is_named(&link.mechanism))
        })
    }

    /// Reads the form of a survey, which is not held against any rule by that.
    ///
    /// # Errors
    /// Everything that is wrong with the form.
    pub fn read(json: Json) -> Result<Self, Faults> {
        let sink = Sink::default();
        let read = Self::read_at(json, &sink.root());
        sink.end(read)
    }
}

impl Plan {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["fixed", "split", "sample"])?;
        [Self::Fixed, Self::Split, Self::Sample].get(index).copied()
    }
}

impl Whom {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        const NAMES: [&str; 2] = [Whom::Respondents.name(), Whom::Sampled.name()];
        let index = fields::one_of(json, at, &NAMES)?;
        Self::ALL.get(index).copied()
    }
}

/// A page as it stands in a file. The pages together hold every question once, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Page))]
pub struct PageFile {
    /// What stands above the page's questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Their ids.
    pub questions: Vec<Identifier>,
    /// In which order they are shown; as written if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<ListOrder>,
    /// Which of them keep their position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Vec<Identifier>>,
    /// Whether the page keeps its position when others move.
    #[serde(skip_serializing_if = "is_false")]
    pub stays: bool,
}

impl PageFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(
            json,
            at,
            &["title", "questions", "order", "pinned", "stays"],
        );
        Self {
            title: fields.optional("title", Text::read),
            questions: fields.needed_or("questions", |ids, at| {
                fields::list(ids, at, 200, Identifier::read_or_stand_in)
            }),
            order: fields.optional("order", ListOrder::read),
            pinned: fields.optional("pinned", |ids, at| {
                fields::list(ids, at, 200, Identifier::read_or_stand_in)
            }),
            stays: fields.optional_flag("stays"),
        }
    }
}
