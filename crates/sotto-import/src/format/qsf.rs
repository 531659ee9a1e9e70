//! Qualtrics' QSF: JSON with a list of elements. Those of kind "SQ" are questions, "BL" puts them into blocks,
//! and "FL" alone says which blocks are asked, of whom, and in which order.

mod ending;
mod flow;
mod logic;
mod questions;

use std::collections::{HashMap, HashSet};

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    error::ImportError,
    model::condition::WrittenCondition,
    report::{InternalKeys, Reason, THE_FILE, short},
    tree::FileTree,
    words::{PipingStyle, in_language, language},
};

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let elements = tree
        .get("SurveyElements")
        .filter(|elements| elements.is_list());
    let elements =
        elements.ok_or_else(|| Format::Qsf.broken("it has no list \"SurveyElements\""))?;
    let entry = tree.get("SurveyEntry");
    let of_entry = |name: &str| entry.and_then(|entry| entry.text(name)).unwrap_or_default();
    let first = match of_entry("SurveyLanguage") {
        "" => "en".to_owned(),
        code => language(code),
    };
    let mut builder = Builder::new(&first, PipingStyle::Dollar);
    builder.title(in_language(&first, of_entry("SurveyName")));
    builder.introduction(
        "SurveyDescription",
        in_language(&first, of_entry("SurveyDescription")),
    );
    let mut reading = QsfReader {
        first,
        questions: HashMap::new(),
        blocks: Vec::new(),
        asked: HashSet::new(),
        skips: Vec::new(),
        ended: Vec::new(),
    };
    let mut flow = None;
    let mut own: Vec<String> = Vec::new();
    for element in elements.peek_elements() {
        let kind = element.word_or_empty("Element");
        let payload = element.get("Payload");
        match (&*kind, payload) {
            ("SQ", Some(payload)) => {
                let id = element.word("PrimaryAttribute").unwrap_or_default();
                let tag = payload.get("DataExportTag").and_then(FileTree::peek);
                let tag = tag.filter(|tag| !tag.is_empty());
                element.is_about(tag.as_deref().unwrap_or(&id));
                element.told_at(&["SecondaryAttribute", "TertiaryAttribute", "SurveyID"]);
                reading.questions.insert(id, payload);
            }
            ("BL", Some(payload)) => {
                // A list of blocks, or an object of them by number.
                reading.blocks.extend(payload.elements());
                element.told_at(&[
                    "PrimaryAttribute",
                    "SecondaryAttribute",
                    "TertiaryAttribute",
                    "SurveyID",
                ]);
            }
            ("FL", Some(payload)) => {
                flow = Some(payload);
                element.told_at(&[
                    "PrimaryAttribute",
                    "SecondaryAttribute",
                    "TertiaryAttribute",
                    "SurveyID",
                ]);
            }
            // The survey's own settings, each of which is told.
            ("SO", _) => {
                element.is_about("survey options");
                // Each option is told by itself.
                if let Some(payload) = payload {
                    payload.elements();
                    ending::ending(payload, &mut builder);
                }
                element.told_at(&[
                    "PrimaryAttribute",
                    "SecondaryAttribute",
                    "TertiaryAttribute",
                    "SurveyID",
                ]);
            }
            (other, _) => {
                own.push(short(other));
                element.told();
            }
        }
    }
    if !own.is_empty() {
        let names = format!("SurveyElements {}", own.join(", "));
        builder.leave_out(THE_FILE, Reason::Own(names));
    }
    reading.all(flow, &mut builder);
    whole(Format::Qsf, tree, builder, INTERNAL, stem)
}

/// A jump that is under way: who took it is asked nothing before its end.
struct Skip {
    asked: WrittenCondition,
    /// A question's id; none: the end of the survey, or of the block.
    until: Option<String>,
    is_of_block: bool,
}

struct QsfReader<'a> {
    first: String,
    questions: HashMap<String, &'a FileTree>,
    blocks: Vec<&'a FileTree>,
    /// The ids of questions that were asked already.
    asked: HashSet<String>,
    skips: Vec<Skip>,
    /// What holds of those who have not left the survey.
    ended: Vec<WrittenCondition>,
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &[
    "ActiveResponseSet",
    "AutoAdvance",
    "AutoAdvancePages",
    "AutoConfirmSkip",
    "BackButton",
    "BallotBoxStuffingPrevention",
    "ChoiceColumnWidth",
    "ChoiceColumnWidthPixels",
    "ColumnLabels",
    "CustomStyles",
    "GridLines",
    "Header",
    "Footer",
    "HighlightQuestions",
    "InputHeight",
    "InputWidth",
    "LabelPosition",
    "Labels",
    "MobileFirst",
    "NextButton",
    "NoScript",
    "NotApplicable",
    "NumColumns",
    "PageTransition",
    "PositionBottom",
    "PositionTop",
    "PreviousButton",
    "ProgressBarDisplay",
    "QuestionDescriptionOption",
    "QuestionText_Unsafe",
    "RepeatHeaders",
    "RequireResponse",
    "ScalePoint",
    "ShowExportTags",
    "ShowValue",
    "Skin",
    "SkinLibrary",
    "SkinQuestionWidth",
    "SkinType",
    "SnapToGrid",
    "StarType",
    "TextPosition",
    "WhiteSpace",
    "newScoring",
    "nonce",
    "SubSelector",
    "ColumnWidth",
    "BGColor",
    "MiddleChoiceColumnWidth",
    "Autoscale",
    "AutoScroll",
];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "AnswerDataExportTags",
    "AvailableLanguages",
    "ChoiceDataExportTags",
    "ClarifyingSymbolType",
    "DataExportTag",
    "DataVisibility",
    "DefaultChoices",
    "Description",
    "Deleted",
    "FlowID",
    "GradingData",
    "ID",
    "InactiveResponseSet",
    "Language",
    "LastAccess",
    "LastActivated",
    "LastModified",
    "NextAnswerId",
    "NextButtonText",
    "NextChoiceId",
    "Properties",
    "QuestionDescription",
    "QuestionID",
    "RecodeValues",
    "SurveyActiveDate",
    "SurveyActiveResponseSet",
    "CreatorID",
    "LastAccessed",
    "NoIndex",
    "SurveyBrandID",
    "SurveyCreationDate",
    "SurveyCreatorID",
    "SurveyExpirationDate",
    "SurveyExpiration",
    "SurveyID",
    "SurveyMetaDescription",
    "SurveyName",
    "SurveyOwnerID",
    "SurveyProtection",
    "SurveyStartDate",
    "SurveyStatus",
    "SurveyTermination",
    "SurveyTitle",
    "SurveyVersionDate",
    "SurveyVersionID",
    "VariableNaming",
    "PartialData",
    "PartialDataCloseAfter",
    "SaveAndContinue",
    "SecureResponseFiles",
    "DivisionID",
    "SurveyExpirationDate",
    "SurveyLanguage",
    "CollectGeoLocation",
    "AnonymizeResponse",
    "ProjectCategory",
    "ProjectType",
    "libraryID",
    "EmailThankYou",
    "ThankYouEmailMessage",
    "ThankYouEmailMessageLibrary",
    "RefererURL",
    "RefererCheck",
    "UseCustomSurveyLinkCompletedMessage",
    "SurveyLinkCompletedMessage",
    "SurveyLinkCompletedMessageLibrary",
    "ValidateMessage",
    "PasswordProtection",
    "RecaptchaV3",
    "Count",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
