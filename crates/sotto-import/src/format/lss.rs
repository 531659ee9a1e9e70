//! LimeSurvey's structure (`.lss`, and the one in an archive, `.lsa`): tables as XML, brought to the rows of
//! its separated text.

mod columns;
mod conditions;

use std::collections::{HashMap, HashSet};

use columns::{LssRow, column, number};

use super::{Imported, limesurvey};
use crate::{
    error::ImportError,
    tree::{FileTree, Leftover, Value},
};

/// Tables that are read; the others are told by their names.
const READ: [&str; 13] = [
    "groups",
    "group_l10ns",
    "questions",
    "question_l10ns",
    "subquestions",
    "answers",
    "answer_l10ns",
    "question_attributes",
    "surveys",
    "surveys_languagesettings",
    "conditions",
    "defaultvalues",
    "themes",
];

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let document = tree.get("document").unwrap_or(tree);
    let mut others = Vec::new();
    for table in document.keys().filter(|table| !READ.contains(table)) {
        let value = document.get(table);
        let is_table =
            value.is_some_and(|value| value.get("rows").is_some_and(|rows| !rows.is_empty()));
        if is_table {
            let value = value.map(FileTree::shown).unwrap_or_default();
            others.push(Leftover {
                owner: None,
                key: table.to_owned(),
                value,
            });
        }
    }
    let rows: FileTree = Value::List(Tables { document }.rows()).into();
    limesurvey::read(&rows, &others, stem)
}

struct Tables<'a> {
    document: &'a FileTree,
}

impl Tables<'_> {
    /// The rows of a table, in their order.
    fn table(&self, name: &str) -> Vec<LssRow> {
        let rows = self.document.at(&[name, "rows"]);
        let Some(rows) = rows else {
            return Vec::new();
        };
        let columns = |row: &FileTree| -> LssRow {
            let columns = row
                .keys()
                .filter_map(|key| Some((key.into(), row.get(key)?.peek()?)));
            columns.collect()
        };
        let mut found = Vec::new();
        rows.each("row", &mut |row| found.push(columns(row)));
        found
    }

    fn rows(&self) -> Vec<FileTree> {
        let mut rows = Vec::new();
        let setting = |class: &str, name: &str, text: &str, language: &str| {
            row(vec![
                ("class".into(), class.to_owned()),
                ("name".into(), name.to_owned()),
                ("text".into(), text.to_owned()),
                ("language".into(), language.to_owned()),
            ])
        };
        for settings in self.table("surveys") {
            for (name, value) in &settings {
                rows.push(setting("S", name, value, ""));
            }
        }
        for texts in self.table("surveys_languagesettings") {
            let language = column(&texts, "surveyls_language").to_owned();
            for (name, value) in &texts {
                rows.push(setting("SL", name, value, &language));
            }
        }
        let mut groups = self.table("groups");
        groups.sort_by_key(|group| number(group, "group_order"));
        let mut questions = self.table("questions");
        questions.sort_by_key(|question| number(question, "question_order"));
        let names = names(&questions);
        let conditions = self.table("conditions");
        let conditions = conditions::expressions(&conditions, &names, &questions);
        let group_words = self.by("group_l10ns", "gid");
        let question_words = self.by("question_l10ns", "qid");
        let answer_words = self.by("answer_l10ns", "aid");
        let attributes = self.by("question_attributes", "qid");
        let defaults = self.by("defaultvalues", "qid");
        let mut parts = self.table("subquestions");
        parts.sort_by_key(|part| number(part, "question_order"));
        let parts = grouped(parts, "parent_qid");
        let mut answers = self.table("answers");
        answers.sort_by_key(|answer| number(answer, "sortorder"));
        let answers = grouped(answers, "qid");
        for (id, groups) in in_order(groups, "gid") {
            for (columns, words) in translated(&groups, group_words.get(&id)) {
                let mut cells = vec![
                    ("class".into(), "G".to_owned()),
                    ("name".into(), text(columns, words, "group_name")),
                    ("text".into(), text(columns, words, "description")),
                    ("relevance".into(), text(columns, words, "grelevance")),
                    ("language".into(), text(columns, words, "language")),
                ];
                cells.push((
                    "random_group".into(),
                    text(columns, words, "randomization_group"),
                ));
                rows.push(row(cells));
            }
            let of_group = questions
                .iter()
                .filter(|question| column(question, "gid") == id);
            for (qid, versions) in in_order(of_group.cloned().collect(), "qid") {
                for (columns, words) in translated(&versions, question_words.get(&qid)) {
                    let (attributes, defaults) = (attributes.get(&qid), defaults.get(&qid));
                    let mut cells = question_cells("Q", columns, words, attributes, defaults);
                    for (key, cell) in &mut cells {
                        match (&**key, &**cell) {
                            ("name", _) => {
                                if let Some(name) = names.get(&qid) {
                                    cell.clone_from(name);
                                }
                            }
                            ("relevance", "" | "1") => {
                                if let Some(written) = conditions.get(&qid) {
                                    cell.clone_from(written);
                                }
                            }
                            _ => {}
                        }
                    }
                    rows.push(row(cells));
                }
                for (part, versions) in
                    in_order(parts.get(&qid).cloned().unwrap_or_default(), "qid")
                {
                    for (columns, words) in translated(&versions, question_words.get(&part)) {
                        rows.push(row(question_cells("SQ", columns, words, None, None)));
                    }
                }
                let of_question = answers.get(&qid).cloned().unwrap_or_default();
                for answer in &of_question {
                    let words = answer_words.get(column(answer, "aid"));
                    for (columns, words) in translated(std::slice::from_ref(answer), words) {
                        rows.push(row(vec![
                            ("class".into(), "A".to_owned()),
                            ("type/scale".into(), text(columns, words, "scale_id")),
                            ("name".into(), text(columns, words, "code")),
                            ("text".into(), text(columns, words, "answer")),
                            ("language".into(), text(columns, words, "language")),
                        ]));
                    }
                }
            }
        }
        rows
    }

    fn by(&self, table: &str, key: &str) -> HashMap<String, Vec<LssRow>> {
        grouped(self.table(table), key)
    }
}

/// What each question is called, by its id: in a text two of one name would be one.
fn names(questions: &[LssRow]) -> HashMap<String, String> {
    let mut names: HashMap<String, String> = HashMap::new();
    let mut taken = HashSet::new();
    for question in questions {
        let id = column(question, "qid");
        if names.contains_key(id) {
            continue;
        }
        let title = column(question, "title");
        let name = (1..=questions.len())
            .map(|number| match number {
                1 => title.to_owned(),
                number => format!("{title}-{number}"),
            })
            .find(|name| !taken.contains(name));
        let name = name.unwrap_or_default();
        taken.insert(name.clone());
        names.insert(id.to_owned(), name);
    }
    names
}

/// What a question's row has, with its attributes in the language of the row or in none.
fn question_cells(
    class: &str,
    columns: &LssRow,
    words: Option<&LssRow>,
    attributes: Option<&Vec<LssRow>>,
    defaults: Option<&Vec<LssRow>>,
) -> LssRow {
    const MAPPED: [&str; 8] = [
        "type",
        "title",
        "question",
        "help",
        "relevance",
        "language",
        "scale_id",
        "script",
    ];
    let language = text(columns, words, "language");
    let scale = text(columns, words, "scale_id");
    let kind = text(columns, words, "type");
    let mut cells: LssRow = vec![
        ("class".into(), class.to_owned()),
        ("type/scale".into(), if class == "Q" { kind } else { scale }),
        ("name".into(), text(columns, words, "title")),
        ("text".into(), text(columns, words, "question")),
        ("help".into(), text(columns, words, "help")),
        ("relevance".into(), text(columns, words, "relevance")),
        ("language".into(), language.clone()),
        ("script".into(), text(columns, words, "script")),
    ];
    if class == "Q" {
        let rest = columns
            .iter()
            .filter(|(name, _)| !MAPPED.contains(&&**name));
        cells.extend(rest.cloned());
    }
    for attribute in attributes.into_iter().flatten() {
        let of = column(attribute, "language");
        if of.is_empty() || of == language {
            let name = column(attribute, "attribute");
            let value = column(attribute, "value").to_owned();
            if !cells.iter().any(|(one, _)| &**one == name) {
                cells.push((name.into(), value));
            }
        }
    }
    for default in defaults.into_iter().flatten() {
        cells.push(("default".into(), column(default, "defaultvalue").to_owned()));
    }
    cells
}

/// Each version of a thing with its words: versions by language in older files, words by language in newer.
fn translated<'a>(
    versions: &'a [LssRow],
    words: Option<&'a Vec<LssRow>>,
) -> Vec<(&'a LssRow, Option<&'a LssRow>)> {
    match words {
        Some(words) => {
            let first = versions.first();
            let pairs = words.iter().filter_map(|words| Some((first?, Some(words))));
            pairs.collect()
        }
        None => versions.iter().map(|columns| (columns, None)).collect(),
    }
}

fn text(columns: &LssRow, words: Option<&LssRow>, name: &str) -> String {
    let own = words
        .map(|words| column(words, name))
        .filter(|text| !text.is_empty());
    own.unwrap_or_else(|| column(columns, name)).to_owned()
}

fn grouped(rows: Vec<LssRow>, key: &str) -> HashMap<String, Vec<LssRow>> {
    let mut found: HashMap<String, Vec<LssRow>> = HashMap::new();
    for row in rows {
        let id = column(&row, key).to_owned();
        found.entry(id).or_default().push(row);
    }
    found
}

/// Rows of one id together, in the order in which the first of each came.
fn in_order(rows: Vec<LssRow>, key: &str) -> Vec<(String, Vec<LssRow>)> {
    let mut found: Vec<(String, Vec<LssRow>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in rows {
        let id = column(&row, key).to_owned();
        let at = *places.entry(id.clone()).or_insert_with(|| {
            found.push((id, Vec::new()));
            found.len() - 1
        });
        if let Some((_, rows)) = found.get_mut(at) {
            rows.push(row);
        }
    }
    found
}

/// A row without empty cells.
fn row(cells: LssRow) -> FileTree {
    FileTree::row(
        cells
            .into_iter()
            .filter(|(_, cell)| !cell.trim().is_empty()),
    )
}
