//! Typeform, as its Create API gives a form.

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    error::ImportError,
    model::{ChoiceLook, FileItem, FileKind, FileQuestion, Levels, Range},
    report::{InternalKeys, Reason, short},
    tree::FileTree,
    words::{FileTexts, PipingStyle, below, in_language, language},
};

/// Groups do not stand in one another deeper than this.
const DEEPEST: u32 = 10;

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let fields = tree.get("fields").filter(|fields| fields.is_list());
    let fields = fields.ok_or_else(|| Format::Typeform.broken("it has no list \"fields\""))?;
    let code = tree
        .at(&["settings", "language"])
        .and_then(FileTree::as_word);
    let first = code.map_or_else(|| "en".to_owned(), |code| language(&code));
    let mut builder = Builder::new(&first, PipingStyle::Double);
    builder.texts_are_markdown();
    let reading = TypeformReader { first };
    builder.title(reading.words(tree.word_or_empty("title")));
    for screen in tree.list("welcome_screens") {
        screen.is_about("welcome screen");
        builder.introduction(
            "welcome screen",
            reading.words(screen.word_or_empty("title")),
        );
        let description = screen
            .at(&["properties", "description"])
            .and_then(FileTree::as_word);
        builder.introduction(
            "welcome screen",
            reading.words(description.unwrap_or_default()),
        );
    }
    for screen in tree.list("thankyou_screens") {
        reading.ending(screen, &mut builder);
    }
    let after = tree.at(&["settings", "redirect_after_submit_url"]);
    let after = after.and_then(FileTree::as_word).unwrap_or_default();
    builder.way_on("redirect_after_submit_url", FileTexts::new(), &after);
    for jump in tree.list("logic") {
        let about = jump.word("ref").unwrap_or_else(|| "logic".to_owned());
        builder.change(&about, Reason::Flow(jump.shown()));
        jump.told();
    }
    for field in fields.elements() {
        reading.field(field, 0, &mut builder);
    }
    whole(Format::Typeform, tree, builder, INTERNAL, stem)
}

struct TypeformReader {
    first: String,
}

impl TypeformReader {
    fn words(&self, text: impl AsRef<str>) -> FileTexts {
        let text = text.as_ref();
        if text.trim().is_empty() {
            FileTexts::new()
        } else {
            in_language(&self.first, text)
        }
    }

    /// A last screen, or an address in place of one.
    fn ending(&self, screen: &FileTree, builder: &mut Builder) {
        const LAST: &str = "thank-you screen";
        screen.is_about(LAST);
        let properties = screen.get("properties");
        let of = |key: &str| {
            let word = properties.and_then(|properties| properties.word(key));
            word.unwrap_or_default()
        };
        let is_address = screen.word_or_empty("type") == "url_redirect";
        let leads = is_address || of("button_mode") == "redirect";
        if !is_address {
            let title = self.words(screen.word_or_empty("title"));
            builder.closing(LAST, below(title, self.words(of("description"))));
        }
        if leads {
            builder.way_on(LAST, self.words(of("button_text")), &of("redirect_url"));
        }
        if let Some(media) = screen.get("attachment").filter(|media| !media.is_empty()) {
            media.told();
            builder.change(LAST, Reason::Media(media.shown()));
        }
    }

    fn field(&self, field: &FileTree, depth: u32, builder: &mut Builder) {
        let id = field.word_or_empty("id");
        let name = field
            .word("ref")
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| id.clone());
        field.is_about(&name);
        let kind = field.word_or_empty("type");
        let properties = field.get("properties");
        let validations = field.get("validations");
        let mut question = FileQuestion::new(
            &name,
            self.words(field.word_or_empty("title")),
            FileKind::Statement,
        );
        question.alias = Some(id);
        let description = properties
            .and_then(|all| all.word("description"))
            .unwrap_or_default();
        question.help = self.words(description);
        question.is_required = validations.is_some_and(|all| all.flag("required"));
        question.is_shuffled = properties.is_some_and(|all| all.flag("randomize"));
        if let Some(media) = field.get("attachment").filter(|media| !media.is_empty()) {
            builder.change(&name, Reason::Media(media.shown()));
            media.told();
        }
        if matches!(&*kind, "group" | "inline_group") && depth < DEEPEST {
            builder.page(&name, question.title, false);
            builder.statement(&format!("{name}-introduction"), question.help, &[]);
            for inner in properties.map(|all| all.list("fields")).unwrap_or_default() {
                self.field(inner, depth + 1, builder);
            }
            return builder.page("", FileTexts::new(), false);
        }
        let reason = match &*kind {
            "short_text" | "long_text" => Some(Reason::FreeText),
            "date" | "email" | "phone_number" | "website" | "file_upload" | "payment"
            | "address" | "contact_info" | "calendly" | "nested_question" => {
                Some(Reason::Exact(kind.clone()))
            }
            "multiple_choice" | "picture_choice" | "dropdown" | "yes_no" | "opinion_scale"
            | "rating" | "nps" | "ranking" | "matrix" | "number" | "legal" | "statement" => None,
            other => Some(Reason::Type(short(other))),
        };
        if let Some(reason) = reason {
            field.told();
            return builder.leave_out(&name, reason);
        }
        question.kind = self.kind(&kind, &name, properties, validations, builder);
        if kind == "legal" && !question.is_required {
            builder.change(&name, Reason::Consent);
        }
        builder.question(question);
    }

    fn kind(
        &self,
        kind: &str,
        name: &str,
        properties: Option<&FileTree>,
        validations: Option<&FileTree>,
        builder: &mut Builder,
    ) -> FileKind {
        let options = |builder: &mut Builder| self.options(name, properties, builder);
        let count = |key: &str| validations.and_then(|all| all.count(key));
        match kind {
            "multiple_choice" | "picture_choice" => {
                let options = options(builder);
                if properties.is_some_and(|all| all.flag("allow_multiple_selection")) {
                    FileKind::Multiple {
                        options,
                        least: count("min_selection"),
                        most: count("max_selection"),
                    }
                } else {
                    FileKind::Single {
                        options,
                        look: ChoiceLook::List,
                    }
                }
            }
            "dropdown" => FileKind::Single {
                options: options(builder),
                look: ChoiceLook::Dropdown,
            },
            "yes_no" => FileKind::YesNo {
                yes: "true".to_owned(),
                no: "false".to_owned(),
            },
            "ranking" => FileKind::Ranking {
                options: options(builder),
            },
            "matrix" => self.matrix(properties),
            "number" => FileKind::Number {
                range: Range {
                    min: validations.and_then(|all| all.number("min_value")),
                    max: validations.and_then(|all| all.number("max_value")),
                    step: None,
                },
                unit: FileTexts::new(),
                is_slider: false,
            },
            "opinion_scale" | "rating" | "nps" => self.scale(kind, name, properties, builder),
            "legal" => FileKind::Consent,
            _ => FileKind::Statement,
        }
    }

    fn options(
        &self,
        name: &str,
        properties: Option<&FileTree>,
        builder: &mut Builder,
    ) -> Vec<FileItem> {
        let Some(properties) = properties else {
            return Vec::new();
        };
        let mut options = Vec::new();
        for choice in properties.list("choices") {
            let label = choice.word_or_empty("label");
            let id = ["ref", "id"].into_iter().find_map(|key| choice.word(key));
            if let Some(media) = choice.get("attachment").filter(|media| !media.is_empty()) {
                builder.change(name, Reason::Media(media.shown()));
                media.told();
            }
            options.push(FileItem::new(
                id.unwrap_or_else(|| label.clone()),
                self.words(label),
            ));
        }
        if properties.flag("alphabetical_order") {
            options.sort_by_key(|option| option.texts.values().next().cloned());
        }
        if properties.flag("allow_other_choice") {
            builder.change(name, Reason::Other);
            builder.change(name, Reason::ProgramsWords);
            let mut other = FileItem::new("other", in_language("en", "Other"));
            other.stays = true;
            options.push(other);
        }
        options
    }

    /// Rows are fields of their own, which share their choices.
    fn matrix(&self, properties: Option<&FileTree>) -> FileKind {
        let (mut rows, mut options) = (Vec::new(), Vec::new());
        for (index, row) in properties
            .map(|all| all.list("fields"))
            .unwrap_or_default()
            .into_iter()
            .enumerate()
        {
            let title = row.word_or_empty("title");
            let id = ["ref", "id"].into_iter().find_map(|key| row.word(key));
            row.told_at(&["type", "validations"]);
            let choices = row.at(&["properties", "choices"]);
            if index == 0 {
                for choice in choices.map(FileTree::elements).unwrap_or_default() {
                    let label = choice.word_or_empty("label");
                    let id = ["ref", "id"].into_iter().find_map(|key| choice.word(key));
                    options.push(FileItem::new(
                        id.unwrap_or_else(|| label.clone()),
                        self.words(label),
                    ));
                }
            } else if let Some(choices) = choices {
                choices.told();
            }
            rows.push(FileItem::new(
                id.unwrap_or_else(|| title.clone()),
                self.words(title),
            ));
        }
        FileKind::Matrix { rows, options }
    }

    fn scale(
        &self,
        kind: &str,
        name: &str,
        properties: Option<&FileTree>,
        builder: &mut Builder,
    ) -> FileKind {
        let steps = properties.and_then(|all| all.number("steps"));
        #[expect(clippy::cast_possible_truncation, reason = "held against the range")]
        let steps = steps.map_or(if kind == "rating" { 5 } else { 11 }, |steps| {
            steps.clamp(2.0, 100.0) as i32
        });
        let starts_at_one =
            kind == "rating" || properties.is_some_and(|all| all.flag("start_at_one"));
        let label = |key: &str| {
            let label = properties.and_then(|all| all.at(&["labels", key])?.as_word());
            self.words(label.unwrap_or_default())
        };
        let shape = properties.and_then(|all| all.get("shape"));
        let icons = shape
            .and_then(FileTree::peek)
            .filter(|shape| shape == "star")
            .map(|_| "stars");
        if let (Some(_), Some(shape)) = (icons, shape) {
            shape.told();
        }
        if let Some(middle) = properties.and_then(|all| all.at(&["labels", "center"])?.as_word()) {
            builder.leave_out(name, Reason::Part(short(&middle)));
        }
        let from = i32::from(starts_at_one);
        FileKind::Rating(Levels {
            from,
            to: from + steps - 1,
            low: label("left"),
            high: label("right"),
            icons,
        })
    }
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &[
    "button_text",
    "hide_marks",
    "layout",
    "show_button",
    "show_labels",
    "share_icons",
    "supersized",
    "theme",
    "show_progress_bar",
    "progress_bar",
    "show_typeform_branding",
    "show_time_to_complete",
    "show_number_of_submissions",
    "show_cookie_consent",
    "show_question_number",
    "show_key_hint_on_choices",
    "vertical_alignment",
    "button_mode",
    "separator",
];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "id",
    "_links",
    "workspace",
    "type",
    "created_at",
    "last_updated_at",
    "published_at",
    "is_public",
    "is_trial",
    "autosave_progress",
    "meta",
    "cui_settings",
    "pro_subdomain_enabled",
    "are_uploads_public",
    "free_form_navigation",
    "use_lead_qualification",
    "hidden",
    "variables",
    "respondent",
    "self",
    "responses",
    "display",
    "ref",
    "links",
    "notifications",
    "facebook_pixel",
    "google_analytics",
    "google_tag_manager",
    "redirect_after_submit_url",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
