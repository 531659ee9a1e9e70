//! XLSForm, as ODK and KoboToolbox have it: a sheet of questions, one of choices, one of settings.

mod constraint;
mod questions;
mod types;

use std::collections::HashMap;

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    container::{Sheets, named, separated, sheets},
    error::ImportError,
    model::{
        condition::WrittenCondition,
        expression::{Dialect, asked},
    },
    report::{InternalKeys, Reason, Unasked, short},
    tree::{FileTree, Value},
    words::{FileLanguage, FileTexts, PipingStyle, language_of_name},
};
use types::Type;

/// The program shows one question at a time unless a group says otherwise: here no page gets longer.
const LONGEST_PAGE: usize = 10;

/// The sheets as text: each begins with a line that has its name alone, as `pyxform` takes them in
/// Markdown; cells are separated by `|`.
pub(super) fn read_text(text: &str, stem: &str) -> Result<Imported, ImportError> {
    let mut all: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        let name = trimmed.trim_matches(['|', ' ']);
        let is_name = !name.is_empty() && !name.contains('|') && !trimmed.starts_with("||");
        if is_name
            && (!trimmed.starts_with('|') || trimmed.matches('|').count() > 1 && is_sheet(name))
        {
            all.push((name.to_lowercase(), String::new()));
        } else if let Some((_, body)) = all.last_mut()
            && !trimmed.trim_matches(['|', '-', ' ', ':']).is_empty()
        {
            let inside = trimmed.strip_prefix('|').unwrap_or(trimmed);
            body.push_str(inside.strip_suffix('|').unwrap_or(inside));
            body.push('\n');
        }
    }
    let mut sheets = Sheets::new();
    for (name, body) in all {
        let rows = separated(&body, b'|').map_err(|reason| Format::XlsForm.broken(reason))?;
        sheets.insert(name, rows);
    }
    read(sheets, Vec::new(), stem)
}

fn is_sheet(name: &str) -> bool {
    ["survey", "choices", "settings", "external_choices"].contains(&&*name.to_lowercase())
}

pub(super) fn read_workbook(
    bytes: &[u8],
    macros: Option<&str>,
    stem: &str,
) -> Result<Imported, ImportError> {
    let (sheets, others) = sheets(bytes).map_err(|reason| Format::XlsForm.broken(reason))?;
    let sheets_unread = others.into_iter().map(|name| (name, Reason::Sheet));
    let macros = macros.map(|name| (name.to_owned(), Reason::Macros));
    read(sheets, sheets_unread.chain(macros).collect(), stem)
}

/// `unread` is what stands beside the sheets of a form, and why it is not read.
fn read(
    mut sheets: Sheets,
    unread: Vec<(String, Reason)>,
    stem: &str,
) -> Result<Imported, ImportError> {
    let mut sheet = |name: &str| sheets.remove(name).map(named);
    let survey = sheet("survey").ok_or_else(|| {
        Format::XlsForm.broken("it has no sheet \"survey\", which the questions stand on: give the sheet with the questions that name")
    })?;
    let choices = sheet("choices").unwrap_or_default();
    let settings = sheet("settings").unwrap_or_default();
    let others = sheets.into_keys().map(|name| (name, Reason::Sheet));
    let unread = unread.into_iter().chain(others);
    let tree: FileTree = Value::Object(vec![
        ("survey".into(), Value::List(survey).into()),
        ("choices".into(), Value::List(choices).into()),
        ("settings".into(), Value::List(settings).into()),
    ])
    .into();
    let rows = |name: &str| {
        tree.get(name)
            .map(FileTree::peek_elements)
            .unwrap_or_default()
    };
    let setting = |name: &str| rows("settings").first().and_then(|row| row.text(name));
    let named = setting("default_language").map(language_of_name);
    let first = named
        .clone()
        .unwrap_or_else(|| first_language(rows("survey")));
    let mut builder = Builder::new(&first.tag, PipingStyle::Dollar);
    builder.texts_are_markdown();
    if let Some(title) = setting("form_title") {
        builder.title([(first.tag.clone(), title.to_owned())].into());
    }
    builder.id(setting("form_id")
        .or_else(|| setting("id_string"))
        .unwrap_or_default());
    for (name, reason) in unread {
        builder.leave_out(&short(&name), reason);
    }
    for row in rows("settings") {
        row.is_about("settings");
    }
    let mut lists: HashMap<String, Vec<&FileTree>> = HashMap::new();
    for row in rows("choices") {
        let list = ["list_name", "list name"]
            .into_iter()
            .find_map(|key| row.text(key));
        let list = list.unwrap_or_default().to_lowercase();
        row.is_about(&list);
        lists.entry(list).or_default().push(row);
    }
    let mut reading = XlsFormReader {
        first,
        has_stated: named.is_some(),
        lists,
        groups: Vec::new(),
    };
    for row in rows("survey") {
        reading.row(row, &mut builder);
    }
    for (list, rows) in reading.lists {
        // A list that no question names is said once.
        if rows.iter().all(|row| {
            row.get("name")
                .or_else(|| row.get("value"))
                .is_none_or(|name| !name.is_touched())
        }) {
            builder.leave_out(&list, Reason::Unasked(Unasked::NoQuestion));
            for row in rows {
                row.told();
            }
        }
    }
    whole(Format::XlsForm, &tree, builder, INTERNAL, stem)
}

/// The language of the first column that says which it is; of columns that don't, English.
fn first_language(rows: &[FileTree]) -> FileLanguage {
    let columns = rows.iter().flat_map(FileTree::keys);
    let mut labels = columns.filter(|name| name.trim_start().starts_with("label"));
    let first = labels.next().unwrap_or_default();
    match first.split_once(':') {
        Some((_, name)) => language_of_name(name.trim_matches([':', ' '])),
        None => FileLanguage {
            tag: "en".to_owned(),
            is_known: true,
        },
    }
}

/// A group that is open.
struct OpenGroup {
    title: FileTexts,
    asked: Vec<WrittenCondition>,
    is_repeat: bool,
    /// Whether all of it stands on one page.
    is_together: bool,
}

struct XlsFormReader<'a> {
    first: FileLanguage,
    /// Whether the file says which language its words are in.
    has_stated: bool,
    lists: HashMap<String, Vec<&'a FileTree>>,
    groups: Vec<OpenGroup>,
}

impl XlsFormReader<'_> {
    fn row(&mut self, row: &FileTree, builder: &mut Builder) {
        let name = row.text("name").unwrap_or_default().to_owned();
        let kind = row.text("type").unwrap_or_default();
        let shown = if name.is_empty() { kind } else { &name };
        row.is_about(shown);
        let kind = Type::of(kind);
        if row.flag("disabled") {
            row.told();
            return builder.leave_out(shown, Reason::Unasked(Unasked::Disabled));
        }
        match kind {
            Type::BeginGroup | Type::BeginRepeat => {
                self.begin(row, shown, kind == Type::BeginRepeat, builder);
            }
            Type::End => {
                self.groups.pop();
                if self.groups.is_empty() {
                    builder.page("", FileTexts::new(), false);
                }
            }
            // The line of the repeat says it of all that is in it.
            _ if self.groups.iter().any(|group| group.is_repeat) => row.told(),
            kind => {
                let is_together = self.groups.iter().any(|group| group.is_together);
                if !is_together && builder.on_page() >= LONGEST_PAGE {
                    let title = self.groups.first().map(|group| group.title.clone());
                    builder.page(shown, title.unwrap_or_default(), false);
                }
                self.question(row, shown, kind, builder);
            }
        }
    }

    fn begin(&mut self, row: &FileTree, name: &str, is_repeat: bool, builder: &mut Builder) {
        let title = self.texts(row, "label", builder);
        let asked = self.asked(row);
        let appearance = row
            .get("appearance")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        let is_together = ["field-list", "table-list"]
            .into_iter()
            .any(|word| appearance.contains(word));
        if is_together {
            row.told_at(&["appearance"]);
        }
        if is_repeat {
            row.told();
            builder.leave_out(name, Reason::Repeated);
        } else if self.groups.is_empty() {
            builder.page(name, title.clone(), false);
        } else if !self.groups.iter().any(|group| group.is_repeat) {
            builder.statement(name, title.clone(), &asked);
        }
        self.groups.push(OpenGroup {
            title,
            asked,
            is_repeat,
            is_together,
        });
    }

    /// What holds of a group holds of all that is in it.
    fn asked(&self, row: &FileTree) -> Vec<WrittenCondition> {
        let own = ["relevant", "relevance", "bind::relevant"]
            .into_iter()
            .find_map(|key| row.text(key));
        let own = own.and_then(|text| asked(text, Dialect::XlsForm));
        let outer = self.groups.last().map(|group| group.asked.clone());
        outer.into_iter().flatten().chain(own).collect()
    }

    /// `label`, and `label::English (en)` of each language.
    fn texts(&self, row: &FileTree, name: &str, builder: &mut Builder) -> FileTexts {
        let mut texts = FileTexts::new();
        let mut plain = None;
        for column in row.keys() {
            let of = column.trim();
            if of == name {
                plain = row.get(column);
            } else if let Some((of, language)) = of.split_once(':')
                && of.trim() == name
            {
                let named = language.trim_matches([':', ' ']);
                let language = language_of_name(named);
                if !language.is_known {
                    builder.change(named, Reason::Language(language.tag.clone()));
                }
                let text = row.text(column).unwrap_or_default().to_owned();
                texts.entry(language.tag).or_insert(text);
            }
        }
        let is_free = !texts.contains_key(&self.first.tag);
        if let Some(text) = plain.filter(|_| is_free).and_then(FileTree::as_text) {
            if !self.has_stated && self.first.tag == "en" {
                builder.change("label", Reason::AssumedLanguage("en"));
            }
            texts.insert(self.first.tag.clone(), text.to_owned());
        }
        texts
    }
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &["appearance", "style", "body::accuracythreshold", "columns"];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "allow_choice_duplicates",
    "attribute::xmlns:entities",
    "clean_text_values",
    "entity_version",
    "instance_id",
    "instance_name",
    "instance_xmlns",
    "name",
    "namespaces",
    "public_key",
    "save_to",
    "sms_keyword",
    "sms_separator",
    "submission_url",
    "version",
    "autoplay",
    "auto_delete",
    "auto_send",
    "prefix",
    "delimiter",
    "note",
    "comment",
    "comments",
    "notes",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
