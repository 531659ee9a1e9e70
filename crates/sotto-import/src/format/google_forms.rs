//! Google Forms, as the Forms API gives a form.

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    error::ImportError,
    model::{ChoiceLook, FileItem, FileKind, FileQuestion, Levels},
    report::{InternalKeys, Reason, short},
    tree::FileTree,
    words::{FileTexts, PipingStyle, in_language},
};

/// The API does not say which language a form is in.
const LANGUAGE: &str = "en";

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let items = tree.get("items").filter(|items| items.is_list());
    let items = items.ok_or_else(|| Format::GoogleForms.broken("it has no list \"items\""))?;
    let mut builder = Builder::new(LANGUAGE, PipingStyle::None);
    builder.change("info", Reason::AssumedLanguage(LANGUAGE));
    let info = tree.get("info");
    let of_info = |key: &str| {
        info.and_then(|info| info.text(key))
            .unwrap_or_default()
            .to_owned()
    };
    let (title, document) = (of_info("title"), of_info("documentTitle"));
    builder.title(words(if title.is_empty() { document } else { title }));
    builder.introduction("description", words(of_info("description")));
    for item in items.elements() {
        read_item(item, &mut builder);
    }
    whole(Format::GoogleForms, tree, builder, INTERNAL, stem)
}

fn words(text: impl AsRef<str>) -> FileTexts {
    let text = text.as_ref();
    if text.trim().is_empty() {
        FileTexts::new()
    } else {
        in_language(LANGUAGE, text)
    }
}

fn read_item(item: &FileTree, builder: &mut Builder) {
    let id = item.word_or_empty("itemId");
    let title = item.word_or_empty("title");
    let name = if title.is_empty() {
        id.clone()
    } else {
        title.clone()
    };
    item.is_about(&name);
    let description = item.word_or_empty("description");
    let media = |of: &FileTree, builder: &mut Builder| {
        for key in ["image", "video"] {
            if let Some(media) = of.get(key).filter(|media| !media.is_empty()) {
                builder.change(&name, Reason::Media(media.shown()));
                media.told();
            }
        }
    };
    if item.get("pageBreakItem").is_some() {
        builder.page(&name, words(title), false);
        return builder.statement(&format!("{id}-introduction"), words(description), &[]);
    }
    let base = || {
        let mut question = FileQuestion::new(&name, words(title.clone()), FileKind::Statement);
        question.alias = Some(id.clone());
        question.help = words(description.clone());
        question
    };
    if item.get("textItem").is_some() {
        return builder.question(base());
    }
    for key in ["imageItem", "videoItem"] {
        if let Some(shown) = item.get(key) {
            builder.leave_out(&name, Reason::Media(shown.shown()));
            item.told();
            return;
        }
    }
    if let Some(holder) = item.get("questionItem") {
        media(holder, builder);
        if let Some(asked) = holder.get("question") {
            let mut question = base();
            question.is_required = asked.flag("required");
            read_question(asked, question, item, builder);
        }
    } else if let Some(group) = item.get("questionGroupItem") {
        media(group, builder);
        grid(group, base(), builder);
    }
}

fn read_question(
    asked: &FileTree,
    mut question: FileQuestion,
    item: &FileTree,
    builder: &mut Builder,
) {
    let name = question.name.clone();
    let leave_out = |builder: &mut Builder, reason: Reason| {
        item.told();
        builder.leave_out(&name, reason);
    };
    if let Some(choice) = asked.get("choiceQuestion") {
        question.is_shuffled = choice.flag("shuffle");
        let options = options(choice, &name, builder);
        question.kind = match &*choice.word_or_empty("type") {
            "CHECKBOX" => FileKind::Multiple {
                options,
                least: None,
                most: None,
            },
            "DROP_DOWN" => FileKind::Single {
                options,
                look: ChoiceLook::Dropdown,
            },
            _ => FileKind::Single {
                options,
                look: ChoiceLook::List,
            },
        };
    } else if let Some(scale) = asked.get("scaleQuestion") {
        let end = |key: &str, otherwise: i32| level(scale.number(key)).unwrap_or(otherwise);
        question.kind = FileKind::Rating(Levels {
            from: end("low", 0),
            to: end("high", 5),
            low: words(scale.word_or_empty("lowLabel")),
            high: words(scale.word_or_empty("highLabel")),
            icons: None,
        });
    } else if let Some(rating) = asked.get("ratingQuestion") {
        let icons = rating.get("iconType").and_then(FileTree::peek);
        let icons = (icons.as_deref() == Some("STAR")).then_some("stars");
        if icons.is_some() {
            rating.told_at(&["iconType"]);
        }
        question.kind = FileKind::Rating(Levels {
            from: 1,
            to: level(rating.number("ratingScaleLevel")).unwrap_or(5),
            icons,
            ..Levels::default()
        });
    } else if asked.get("textQuestion").is_some() {
        return leave_out(builder, Reason::FreeText);
    } else if let Some(kind) = ["dateQuestion", "timeQuestion", "fileUploadQuestion"]
        .into_iter()
        .find(|key| asked.get(key).is_some())
    {
        return leave_out(builder, Reason::Exact(kind.to_owned()));
    } else {
        return leave_out(builder, Reason::Type(short(&asked.shown())));
    }
    builder.question(question);
}

fn options(choice: &FileTree, name: &str, builder: &mut Builder) -> Vec<FileItem> {
    let mut options = Vec::new();
    for option in choice.list("options") {
        if option.flag("isOther") {
            builder.change(name, Reason::Other);
            builder.change(name, Reason::ProgramsWords);
            let mut other = FileItem::new("other", in_language(LANGUAGE, "Other"));
            other.stays = true;
            options.push(other);
            continue;
        }
        let value = option.word_or_empty("value");
        for key in ["goToAction", "goToSectionId"] {
            if let Some(target) = option.word(key).filter(|target| target != "NEXT_SECTION") {
                builder.change(name, Reason::Flow(short(&format!("{value} → {target}"))));
            }
        }
        if let Some(image) = option.get("image").filter(|image| !image.is_empty()) {
            builder.change(name, Reason::Media(image.shown()));
            image.told();
        }
        options.push(FileItem::new(value.clone(), words(value)));
    }
    options
}

/// Rows that share their columns.
fn grid(group: &FileTree, mut question: FileQuestion, builder: &mut Builder) {
    let name = question.name.clone();
    let mut rows = Vec::new();
    for (index, row) in group.list("questions").into_iter().enumerate() {
        question.is_required |= row.flag("required");
        let title = row
            .at(&["rowQuestion", "title"])
            .and_then(FileTree::as_word)
            .unwrap_or_default();
        let id = row.get("questionId").and_then(FileTree::peek);
        let mut item = FileItem::new(
            if title.is_empty() {
                id.unwrap_or_else(|| index.to_string())
            } else {
                title.clone()
            },
            words(title),
        );
        item.stays = false;
        rows.push(item);
    }
    let Some(columns) = group.at(&["grid", "columns"]) else {
        group.told();
        return builder.leave_out(&name, Reason::TooFewOptions);
    };
    question.is_shuffled = group
        .get("grid")
        .is_some_and(|grid| grid.flag("shuffleQuestions"));
    let options = options(columns, &name, builder);
    if columns.word_or_empty("type") == "CHECKBOX" {
        builder.change(&name, Reason::SeveralInRows);
        for row in rows {
            let mut one = question.clone();
            one.name = format!("{name} {}", row.name);
            one.is_shuffled = false;
            let title = one.title.values().next().cloned().unwrap_or_default();
            one.title = words(format!("{title} – {}", row.name));
            one.kind = FileKind::Multiple {
                options: options.clone(),
                least: None,
                most: None,
            };
            builder.question(one);
        }
        return;
    }
    question.kind = FileKind::Matrix { rows, options };
    builder.question(question);
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "held against the range before"
)]
fn level(number: Option<f64>) -> Option<i32> {
    let number = number?;
    (number.fract() == 0.0 && (-1_000.0..=1_000.0).contains(&number)).then_some(number as i32)
}

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "formId",
    "revisionId",
    "responderUri",
    "linkedSheetId",
    "itemId",
    "questionId",
    "publishSettings",
    "emailCollectionType",
    "quizSettings",
    "settings",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: &[],
    own: OWN,
};
