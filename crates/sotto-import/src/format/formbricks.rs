//! Formbricks: JSON with questions, or with blocks of elements, each with a headline in several languages.

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    error::ImportError,
    model::{ChoiceLook, FileItem, FileKind, FileQuestion, Levels},
    report::{InternalKeys, Reason, THE_LAST_CARD, short},
    tree::FileTree,
    words::{FileTexts, PipingStyle, below, in_language, language},
};

/// Whether blocks hold elements with headlines.
pub(super) fn is_one(survey: &FileTree) -> bool {
    let blocks = survey
        .get("blocks")
        .into_iter()
        .flat_map(FileTree::peek_elements);
    let in_blocks = blocks.flat_map(|block| {
        block
            .get("elements")
            .map(FileTree::peek_elements)
            .unwrap_or_default()
    });
    let questions = survey
        .get("questions")
        .map(FileTree::peek_elements)
        .unwrap_or_default();
    in_blocks
        .chain(questions)
        .any(|one| one.get("headline").is_some())
}

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let survey = tree
        .get("data")
        .filter(|data| data.is_object())
        .unwrap_or(tree);
    let first = survey
        .get("languages")
        .into_iter()
        .flat_map(FileTree::peek_elements)
        .find(|one| one.get("default").and_then(FileTree::as_flag) == Some(true))
        .and_then(|one| one.at(&["language", "code"])?.peek());
    let first = first.map_or_else(|| "en".to_owned(), |code| language(&code));
    let mut builder = Builder::new(&first, PipingStyle::Recall);
    let reading = FormbricksReader { first };
    builder.title(in_language(
        &reading.first,
        survey.text("name").unwrap_or_default(),
    ));
    if let Some(card) = survey.get("welcomeCard") {
        if card.flag("enabled") {
            builder.introduction("welcomeCard", reading.texts(card.get("headline")));
            builder.introduction("welcomeCard", reading.texts(card.get("html")));
            builder.introduction("welcomeCard", reading.texts(card.get("subheader")));
        } else {
            card.told();
        }
    }
    for card in survey
        .list("endings")
        .into_iter()
        .chain(survey.get("thankYouCard"))
    {
        reading.ending(card, &mut builder);
    }
    survey.told_at(&["languages"]);
    let mut seen = false;
    for question in survey.list("questions") {
        reading.question(question, &mut builder);
        seen = true;
    }
    for block in survey.list("blocks") {
        block.is_about(&block.word_or_empty("name"));
        builder.page("", FileTexts::new(), false);
        for element in block.list("elements") {
            reading.question(element, &mut builder);
            seen = true;
        }
        // Jumps are rules between answers and blocks.
        for jump in block.list("logic") {
            builder.change(&block.word_or_empty("name"), Reason::Flow(jump.shown()));
            jump.told();
        }
    }
    if !seen {
        return Err(Format::Formbricks
            .broken("it has no list \"questions\" and no \"blocks\" with elements"));
    }
    whole(Format::Formbricks, tree, builder, INTERNAL, stem)
}

struct FormbricksReader {
    first: String,
}

impl FormbricksReader {
    fn texts(&self, value: Option<&FileTree>) -> FileTexts {
        let Some(value) = value else {
            return FileTexts::new();
        };
        if let Some(text) = value.as_text() {
            return in_language(&self.first, text);
        }
        let mut texts = FileTexts::new();
        for (tag, text) in value.entries() {
            if let Some(text) = text.as_text().filter(|text| !text.trim().is_empty()) {
                let tag = if &**tag == "default" {
                    self.first.clone()
                } else {
                    language(tag)
                };
                texts.insert(tag, text.to_owned());
            }
        }
        texts
    }

    /// The last card, or an address in place of one.
    fn ending(&self, card: &FileTree, builder: &mut Builder) {
        card.is_about(THE_LAST_CARD);
        card.told_at(&["id", "type"]);
        if card.get("enabled").and_then(FileTree::as_flag) == Some(false) {
            return card.told();
        }
        let headline = self.texts(card.get("headline"));
        let text = below(headline, self.texts(card.get("subheader")));
        builder.closing(THE_LAST_CARD, text);
        for (title, address) in [("buttonLabel", "buttonLink"), ("label", "url")] {
            if let Some(address) = card.word(address) {
                builder.way_on(THE_LAST_CARD, self.texts(card.get(title)), &address);
            }
        }
        for key in ["imageUrl", "videoUrl"] {
            if let Some(media) = card.get(key).filter(|media| !media.is_empty()) {
                media.told();
                builder.change(THE_LAST_CARD, Reason::Media(media.shown()));
            }
        }
    }

    /// Options, rows or columns, each with an id and a label.
    fn items(&self, name: &str, list: Option<&FileTree>, builder: &mut Builder) -> Vec<FileItem> {
        let mut items = Vec::new();
        for (index, one) in list
            .map(FileTree::elements)
            .unwrap_or_default()
            .into_iter()
            .enumerate()
        {
            let id = one.word("id").unwrap_or_else(|| (index + 1).to_string());
            let label = one.get("label").or_else(|| {
                one.is_object()
                    .then_some(one)
                    .filter(|one| one.get("default").is_some())
            });
            if let Some(image) = one.get("imageUrl").filter(|image| !image.is_empty()) {
                builder.change(name, Reason::Media(image.shown()));
                image.told();
            }
            let mut item = FileItem::new(id.clone(), self.texts(label));
            if id == "other" {
                builder.change(name, Reason::Other);
                item.stays = true;
            }
            item.is_exclusive = id == "none";
            item.stays |= id == "none";
            items.push(item);
        }
        items
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each type")]
    fn question(&self, element: &FileTree, builder: &mut Builder) {
        let name = element.word("id").unwrap_or_default();
        element.is_about(&name);
        let kind = element.word_or_empty("type");
        let mut question = FileQuestion::new(
            &name,
            self.texts(element.get("headline")),
            FileKind::Statement,
        );
        question.help = self.texts(element.get("subheader"));
        question.is_required = element.flag("required");
        let shuffle = element
            .get("shuffleOption")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        question.is_shuffled = matches!(&*shuffle, "all" | "exceptLast");
        if matches!(&*shuffle, "none" | "all") {
            element.told_at(&["shuffleOption"]);
        }
        for jump in element.list("logic") {
            builder.change(&name, Reason::Flow(jump.shown()));
            jump.told();
        }
        for key in ["imageUrl", "videoUrl"] {
            if let Some(media) = element.get(key).filter(|media| !media.is_empty()) {
                builder.change(&name, Reason::Media(media.shown()));
                media.told();
            }
        }
        let reason = match &*kind {
            "openText" => Some(Reason::FreeText),
            "date" | "cal" | "address" | "contactInfo" | "fileUpload" => {
                Some(Reason::Exact(kind.clone()))
            }
            "multipleChoiceSingle"
            | "multipleChoiceMulti"
            | "nps"
            | "rating"
            | "cta"
            | "consent"
            | "pictureSelection"
            | "matrix"
            | "ranking" => None,
            other => Some(Reason::Type(short(other))),
        };
        if let Some(reason) = reason {
            element.told();
            return builder.leave_out(&name, reason);
        }
        let options = |builder: &mut Builder| {
            let mut items = self.items(&name, element.get("choices"), builder);
            if shuffle == "exceptLast"
                && let Some(last) = items.last_mut()
            {
                last.stays = true;
                element.told_at(&["shuffleOption"]);
            }
            items
        };
        question.kind = match &*kind {
            "multipleChoiceSingle" => FileKind::Single {
                options: options(builder),
                look: ChoiceLook::List,
            },
            "multipleChoiceMulti" => FileKind::Multiple {
                options: options(builder),
                least: None,
                most: None,
            },
            "pictureSelection" => {
                let options = options(builder);
                if element.flag("allowMulti") {
                    FileKind::Multiple {
                        options,
                        least: None,
                        most: None,
                    }
                } else {
                    FileKind::Single {
                        options,
                        look: ChoiceLook::List,
                    }
                }
            }
            "ranking" => FileKind::Ranking {
                options: options(builder),
            },
            "matrix" => FileKind::Matrix {
                rows: self.items(&name, element.get("rows"), builder),
                options: self.items(&name, element.get("columns"), builder),
            },
            "nps" | "rating" => {
                let is_nps = kind == "nps";
                let to = element.number("range").unwrap_or(5.0);
                #[expect(clippy::cast_possible_truncation, reason = "held against the range")]
                let to = to.clamp(2.0, 100.0) as i32;
                let icons = match element.get("scale").and_then(FileTree::peek).as_deref() {
                    Some("star") => Some("stars"),
                    Some("smiley") => Some("smileys"),
                    Some("number") => Some("numbers"),
                    _ => None,
                };
                if icons.is_some() {
                    element.told_at(&["scale"]);
                }
                FileKind::Rating(Levels {
                    from: i32::from(!is_nps),
                    to: if is_nps { 10 } else { to },
                    low: self.texts(element.get("lowerLabel")),
                    high: self.texts(element.get("upperLabel")),
                    icons,
                })
            }
            "consent" => {
                question.help = self.texts(element.get("label"));
                if !question.is_required {
                    builder.change(&name, Reason::Consent);
                }
                FileKind::Consent
            }
            _ => {
                question.help.extend(self.texts(element.get("html")));
                FileKind::Statement
            }
        };
        builder.question(question);
    }
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &[
    "isColorCodingEnabled",
    "buttonLabel",
    "backButtonLabel",
    "styling",
    "placement",
    "overlay",
    "projectOverwrites",
    "productOverwrites",
    "showLanguageSwitch",
    "isBackButtonHidden",
    "hideProgressBar",
    "showResponseCount",
    "timeToFinish",
    "isDraft",
    "buttonExternal",
    "dismissButtonLabel",
];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "id",
    "createdAt",
    "updatedAt",
    "environmentId",
    "createdBy",
    "status",
    "type",
    "displayOption",
    "autoClose",
    "recontactDays",
    "displayLimit",
    "autoComplete",
    "runOnDate",
    "closeOnDate",
    "delay",
    "displayPercentage",
    "segment",
    "triggers",
    "singleUse",
    "pin",
    "resultShareKey",
    "followUps",
    "recaptcha",
    "isVerifyEmailEnabled",
    "isSingleResponsePerEmailEnabled",
    "surveyClosedMessage",
    "inlineTriggers",
    "metadata",
    "slug",
    "customHeadScripts",
    "charLimit",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
