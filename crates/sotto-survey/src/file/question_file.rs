//! The JSON shape of a question. Every type of question has the same fields; which of them a type
//! takes is decided when [`crate::Question`] is made from it.

use serde::{Serialize, Serializer};
use sotto_ldp::{Epsilon, Mechanism, numbers::Decimal};

#[cfg(feature = "whole")]
use super::picture_file::PictureFile;
use super::{
    fault::{At, FaultCause},
    fields::{self, Fields, decimal, list},
    json::{Json, shortened},
    known_share::KnownShare,
    list_order::ListOrder,
    prevalence::Prevalence,
};
use crate::terms::{
    bound::Bound, calendar::Calendar, condition::Condition, identifier::Identifier,
    question_type::QuestionType, text::Text,
};

/// Calls a macro with the fields that a type of question may have or lack, each with its name and its
/// reader. Their order is that of their bits in compiled surveys: a new field comes last.
macro_rules! question_fields {
    ($then:ident) => {
        $then! {
            /// The choices: of a single choice, dropdown, Likert scale, multiple choice or matrix.
            options: Vec<OptionFile> = "options" by |json, at| list(json, at, 10_000, OptionFile::read),
            /// The rows of a matrix.
            rows: Vec<RowFile> = "rows" by |json, at| list(json, at, 100, RowFile::read),
            /// The several numbers.
            fields: Vec<FieldFile> = "fields" by |json, at| list(json, at, 100, FieldFile::read),
            /// In which order the options, or a matrix's rows, are shown; as written if absent.
            order: ListOrder = "order" by ListOrder::read,
            /// Which of them keep their position, by their ids.
            pinned: Vec<Identifier> = "pinned" by
                |json, at| list(json, at, MOST_PINNED, Identifier::read_or_stand_in),
            /// The least number.
            min: Bound = "min" by Bound::read,
            /// The greatest number.
            max: Bound = "max" by Bound::read,
            /// The distance between numbers, of dates in days, of months in months, of times in minutes; 1 if absent.
            #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
            step: Decimal = "step" by decimal,
            /// What the number counts.
            unit: Text = "unit" by Text::read,
            /// What is to be estimated from the numbers; their mean if absent.
            estimate: Estimand = "estimate" by Estimand::read,
            /// A rating's greatest level, 2 to 10; 5 if absent.
            scale: u32 = "scale" by fields::count,
            /// How a rating is drawn; numbers if absent.
            icons: Icons = "icons" by Icons::read,
            /// What stands at the ends of a rating's or an NPS question's scale.
            labels: LabelsFile = "labels" by |json, at| Some(LabelsFile::read(json, at)),
            /// How many options must be chosen; 0 if absent.
            at_least: u32 = "at-least" by fields::count,
            /// How many options may be chosen; all if absent.
            at_most: u32 = "at-most" by fields::count,
            /// The name of a mechanism, or `auto`, which is the same as none.
            mechanism: String = "mechanism" by fields::text,
            /// The ε of all of the question's reports together.
            #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
            epsilon: Epsilon = "epsilon" by fields::epsilon,
            /// The question's share of the survey's ε under the plan `split`; 1 if absent.
            share: u32 = "share" by fields::count,
            /// How many of several parts each respondent reports; chosen if absent.
            reported: u32 = "reported" by fields::count,
            /// The mechanism's exact integers; computed from ε where they are absent.
            weights: WeightsFile = "weights" by WeightsFile::read,
            /// Whether "Prefer not to answer" is offered; it is if absent.
            decline: bool = "decline" by fields::flag,
            /// What each respondent reports of an order; one pair if absent.
            report: RankingReport = "report" by RankingReport::read,
            /// The person's own secret beside which the question is asked.
            secret: SecretFile = "secret" by SecretFile::read,
            /// What stands in the title and the help in place of an earlier answer, `{answer: id}`, where that question was
            /// declined, left alone or not asked.
            otherwise: Text = "otherwise" by Text::read,
            /// What the number stands for, which is asked for by a native field and written in the same way: the ends of the
            /// range as `"2020-01-31"`, `"2020-01"` or `"13:30"`. A plain number if absent.
            #[serde(rename = "as")]
            calendar: Calendar = "as" by Calendar::read_name,
        }
    };
}
pub(crate) use question_fields;

/// Makes a question's file of its fields, so that none is missing where it is read, written or refused.
macro_rules! question_file {
    ($($(#[$words:meta])* $field:ident: $kind:ty = $name:literal by $read:expr,)+) => {
        /// A question as it stands in a file.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "schema", serde(deny_unknown_fields))]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Question))]
        pub struct QuestionFile {
            /// The question's name, unique within the survey.
            pub id: Identifier,
            /// What kind of answer it takes.
            #[serde(rename = "type")]
            #[cfg_attr(feature = "schema", schema(schema_with = crate::terms::question_type::question_types))]
            pub question_type: QuestionType,
            /// What is asked.
            pub title: Text,
            /// More words, where the question needs them.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub help: Option<Text>,
            $(
                $(#[$words])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$kind>,
            )+
            /// Whether something must be chosen, be it "Prefer not to answer"; not if absent.
            #[serde(skip_serializing_if = "is_false")]
            pub required: bool,
            /// When the question is asked; always if absent.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub condition: Option<Condition>,
            /// What is shown below the question.
            // The common widget has nothing of it.
            #[cfg(feature = "whole")]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub picture: Option<PictureFile>,
        }

        impl QuestionFile {
            /// A question that says no more than what it asks.
            pub(crate) const fn new(id: Identifier, question_type: QuestionType, title: Text) -> Self {
                Self {
                    id,
                    question_type,
                    title,
                    help: None,
                    $($field: None,)+
                    required: false,
                    condition: None,
                    #[cfg(feature = "whole")]
                    picture: None,
                }
            }

            pub(crate) fn read(json: Json, at: &At<'_>) -> Self {
                const FIELDS: &[&str] = &[
                    "id", "type", "title", "help", $($name,)+ "required", "condition",
                    #[cfg(feature = "whole")]
                    "picture",
                ];
                let mut fields = Fields::of(json, at, FIELDS);
                let id = fields.needed_or("id", Identifier::read);
                let question_type = fields.needed("type", QuestionType::read);
                // Nothing else can be asked for or refused before the type is known.
                let question_type = question_type.unwrap_or(QuestionType::Statement);
                let title = fields.needed_or("title", Text::read);
                let mut file = Self::new(id, question_type, title);
                file.help = fields.optional("help", Text::read);
                $(file.$field = fields.optional($name, $read);)+
                file.required = fields.optional_flag("required");
                file.condition = fields.optional("condition", Condition::read);
                #[cfg(feature = "whole")]
                {
                    file.picture = fields.optional("picture", PictureFile::read);
                }
                file
            }

            /// The names of the fields that are there, but for those that every question has or may
            /// have whatever its type.
            pub(crate) fn present_fields(&self) -> impl Iterator<Item = &'static str> {
                let fields = [$(($name, self.$field.is_some()),)+ ("required", self.required)];
                let present = fields.into_iter().filter(|(_, is_present)| *is_present);
                present.map(|(name, _)| name)
            }
        }
    };
}

question_fields!(question_file);

#[cfg(feature = "whole")]
impl QuestionFile {
    /// Its own picture and those of its options, in the order in which they are shown, each with the option's index.
    pub fn pictures(&self) -> impl Iterator<Item = (Option<usize>, &PictureFile)> {
        let own = self.picture.iter().map(|picture| (None, picture));
        let options = self.options.iter().flatten().enumerate();
        let options = options.filter_map(|(index, one)| Some((Some(index), one.picture.as_ref()?)));
        own.chain(options)
    }
}

/// At most so many options or rows are pinned.
const MOST_PINNED: usize = 200;

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}

impl QuestionType {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let name = fields::text(json, at)?;
        let found = Self::ALL.into_iter().find(|t| t.name() == name);
        found.or_else(|| {
            at.refuse(|| match &*name {
                "text" | "free-text" | "comment" | "textarea" | "open" => FaultCause::FreeText,
                _ => FaultCause::UnknownType(shortened(&name)),
            })
        })
    }
}

/// What is to be estimated from the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Estimand {
    /// The mean alone, as exactly as can be.
    #[default]
    Mean,
    /// The whole distribution.
    Distribution,
}

impl Estimand {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["mean", "distribution"])?;
        [Self::Mean, Self::Distribution].get(index).copied()
    }
}

/// What each respondent reports of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RankingReport {
    /// Which option of one pair comes first; the pair is drawn on the device. All reports together tell
    /// the mean order.
    #[default]
    Pair,
    /// Which option comes first of all.
    FirstPlace,
}

impl RankingReport {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["pair", "first-place"])?;
        [Self::Pair, Self::FirstPlace].get(index).copied()
    }
}

/// How a rating is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Icons {
    /// Stars.
    Stars,
    /// Faces from sad to happy.
    Smileys,
    /// The numbers themselves.
    #[default]
    Numbers,
}

impl Icons {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["stars", "smileys", "numbers"])?;
        [Self::Stars, Self::Smileys, Self::Numbers]
            .get(index)
            .copied()
    }
}

/// What stands at the ends of a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScaleLabels))]
pub struct LabelsFile {
    /// At the low end.
    pub low: Text,
    /// At the high end.
    pub high: Text,
}

impl LabelsFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["low", "high"]);
        Self {
            low: fields.needed_or("low", Text::read),
            high: fields.needed_or("high", Text::read),
        }
    }
}

/// The innocent statement of a question by an own secret, as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OwnSecret))]
pub struct SecretFile {
    /// What is true or not of each person, and known to nobody else.
    pub title: Text,
    /// Of what share of all people it is true.
    #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9]+/[0-9]+$"))]
    pub prevalence: Prevalence,
    /// Of what share of all people the question's own statement is known to be true. It is then the anchor that
    /// tells how many people choose without reading, and corrects the other questions by own secrets.
    #[serde(rename = "known-share", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^[0-9]+/[0-9]+$"))]
    pub known_share: Option<KnownShare>,
}

impl SecretFile {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(json, at, &["title", "prevalence", "known-share"]);
        let title = fields.needed_or("title", Text::read);
        let prevalence = fields.needed("prevalence", Prevalence::read);
        let known_share = fields.optional("known-share", KnownShare::read);
        Some(Self {
            title,
            prevalence: prevalence?,
            known_share,
        })
    }
}

/// An option as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = QuestionOption))]
pub struct OptionFile {
    /// The option's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// Of a multiple choice: whether no other can be chosen with it ("None of these").
    #[serde(skip_serializing_if = "is_false")]
    pub exclusive: bool,
    /// What is shown above its title, of a single choice, Likert scale or multiple choice.
    // The common widget has nothing of it.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureFile>,
}

impl OptionFile {
    const FIELDS: &[&str] = &[
        "id",
        "title",
        "exclusive",
        #[cfg(feature = "whole")]
        "picture",
    ];

    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, Self::FIELDS);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
            exclusive: fields
                .optional("exclusive", fields::flag)
                .unwrap_or_default(),
            #[cfg(feature = "whole")]
            picture: fields.optional("picture", PictureFile::read),
        }
    }
}

/// A row of a matrix as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatrixRow))]
pub struct RowFile {
    /// The row's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
}

impl RowFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["id", "title"]);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
        }
    }
}

/// One of several numbers as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NumberField))]
pub struct FieldFile {
    /// The number's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// The least number.
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    pub min: Decimal,
    /// The greatest number.
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    pub max: Decimal,
    /// The distance between numbers; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
}

impl FieldFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["id", "title", "min", "max", "step", "unit"]);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
            min: fields.needed_or("min", decimal),
            max: fields.needed_or("max", decimal),
            step: fields.optional("step", decimal),
            unit: fields.optional("unit", Text::read),
        }
    }
}

/// Published integers as decimal digits, because a number in a browser holds no more than 53 bits:
/// `["3", "1"]` for a question of one part, a list of such lists for one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile {
    /// Each part's integers.
    pub parts: Vec<Vec<u64>>,
    /// Whether they stand in a list of lists.
    pub nested: bool,
}

impl Serialize for WeightsFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = |part: &Vec<u64>| -> Vec<_> { part.iter().map(u64::to_string).collect() };
        match &self.parts[..] {
            [part] if !self.nested => digits(part).serialize(serializer),
            parts => serializer.collect_seq(parts.iter().map(digits)),
        }
    }
}

/// No question has more parts than this.
pub(crate) const MOST_PARTS: usize = 10_001;

/// No mechanism has more integers; how many each takes for its categories, it says itself.
const MOST_WEIGHTS: usize = Mechanism::MOST_PARAMETERS;

const _: () = assert!(
    MOST_WEIGHTS <= Json::MAX_ELEMENTS,
    "what is published can be read"
);

impl WeightsFile {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let is_digits = |element: &Json| matches!(element, Json::Text(_));
        let nested = match &json {
            Json::List(elements) => !elements.first().is_some_and(is_digits),
            _ => false,
        };
        let digits = |json, at: &At<'_>| list(json, at, MOST_WEIGHTS, weight).unwrap_or_default();
        let parts = if nested {
            list(json, at, MOST_PARTS, digits)?
        } else {
            vec![digits(json, at)]
        };
        Some(Self { parts, nested })
    }
}

/// An integer by its digits; 0 in place of what is none, which is a fault.
fn weight(json: Json, at: &At<'_>) -> u64 {
    let Some(text) = fields::text(json, at) else {
        return 0;
    };
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let read = text.parse().ok().filter(|_| is_digits);
    let refuse = || at.refuse(|| FaultCause::Weight(shortened(&text)));
    read.or_else(refuse).unwrap_or_default()
}

/// One list of digits, or one for each part.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, RefOr, Schema, Type},
    };

    use super::{MOST_PARTS, MOST_WEIGHTS, WeightsFile};

    impl PartialSchema for WeightsFile {
        fn schema() -> RefOr<Schema> {
            let part = || {
                let digits = ObjectBuilder::new().schema_type(Type::String);
                ArrayBuilder::new()
                    .items(digits.pattern(Some("^[0-9]+$")))
                    .max_items(Some(MOST_WEIGHTS))
            };
            let parts = ArrayBuilder::new()
                .items(part())
                .max_items(Some(MOST_PARTS));
            OneOfBuilder::new().item(part()).item(parts).into()
        }
    }

    impl ToSchema for WeightsFile {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("Weights")
        }
    }
}
