//! XLSForm, as ODK and KoboToolbox have it: a sheet of questions, one of choices, one of settings.

use std::collections::BTreeMap;

use sotto_survey::Json;

use crate::{
    builder::{Builder, Found, Item, Texts},
    error::ImportError,
    names::language,
    report::{Line, Outcome, Reason, short},
    tables::{Cells, Row, cells, named},
};

/// Sheets by their names in small letters.
pub(crate) type Sheets = BTreeMap<String, Vec<Cells>>;

/// The sheets as text: each begins with a line that has its name alone, as `pyxform` prints them for tests;
/// cells are separated by `|`.
pub(crate) fn read_text(text: &str) -> Result<(Json, Vec<Line>), ImportError> {
    let mut sheets = Sheets::new();
    let mut sheet: Option<(String, String)> = None;
    let mut all: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('|') {
            all.extend(sheet.replace((trimmed.trim_matches('|').to_lowercase(), String::new())));
        } else if let Some((_, body)) = &mut sheet {
            body.push_str(trimmed.trim_start_matches('|').trim_end_matches('|'));
            body.push('\n');
        }
    }
    all.extend(sheet);
    for (name, body) in all {
        let rows = cells(&body, b'|').map_err(|reason| ImportError::Broken {
            format: "an XLSForm",
            reason,
        })?;
        sheets.insert(name, rows);
    }
    read(&sheets)
}

pub(crate) fn read(sheets: &Sheets) -> Result<(Json, Vec<Line>), ImportError> {
    let sheet = |name: &str| sheets.get(name).cloned().map(named);
    let survey = sheet("survey").ok_or_else(|| ImportError::Broken {
        format: "an XLSForm",
        reason: "it has no sheet \"survey\"".to_owned(),
    })?;
    let settings = sheet("settings").unwrap_or_default();
    let setting = |name: &str| settings.first().and_then(|row| row.get(name)).cloned();
    let first = setting("default_language");
    let reading = Reading {
        first: first.map_or_else(|| "en".to_owned(), |name| tag_of(&name)),
        choices: sheet("choices").unwrap_or_default(),
    };
    let title = setting("form_title").unwrap_or_default();
    let mut builder = Builder::new([(reading.first.clone(), title)].into(), &reading.first);
    // The conditions of the groups that are open.
    let mut groups: Vec<String> = Vec::new();
    let mut repeats = 0_u32;
    for row in &survey {
        let kind = cell(row, "type").to_lowercase();
        let name = cell(row, "name").to_owned();
        let word = kind.split_whitespace().next().unwrap_or_default();
        match (word, kind.as_str()) {
            ("begin_repeat", _) | (_, "begin repeat") => {
                repeats += 1;
                builder.leave_out(&name, Reason::Repeated);
            }
            ("end_repeat", _) | (_, "end repeat") => repeats = repeats.saturating_sub(1),
            ("begin_group", _) | (_, "begin group") => {
                groups.push(cell(row, "relevant").to_owned());
            }
            ("end_group", _) | (_, "end group") => {
                groups.pop();
            }
            _ if repeats > 0 => {}
            _ => reading.question(row, &kind, &groups, &mut builder),
        }
    }
    let id = setting("form_id").unwrap_or_else(|| "imported".to_owned());
    Ok(builder.finish(&id))
}

struct Reading {
    first: String,
    choices: Vec<Row>,
}

impl Reading {
    /// `label`, and `label::English (en)` of each language.
    fn texts(&self, row: &Row, name: &str) -> Texts {
        let texts = row.iter().filter_map(|(column, text)| {
            if **column == *name {
                return Some((self.first.clone(), text.clone()));
            }
            let (of, language) = column.split_once(':')?;
            (of.trim() == name).then(|| (tag_of(language.trim_start_matches(':')), text.clone()))
        });
        texts.collect()
    }

    fn options(&self, list: &str) -> Vec<Item> {
        let of_list = { self.choices.iter() }.filter(|row| {
            let name = row.get("list_name").or_else(|| row.get("list name"));
            name.is_some_and(|name| name.eq_ignore_ascii_case(list))
        });
        let item = |row: &Row| {
            let name = row.get("name").or_else(|| row.get("value"));
            (name.cloned().unwrap_or_default(), self.texts(row, "label"))
        };
        of_list.map(item).collect()
    }

    fn question(&self, row: &Row, kind: &str, groups: &[String], builder: &mut Builder) {
        let name = cell(row, "name").to_owned();
        let own = cell(row, "relevant").to_owned();
        let conditions = groups.iter().chain([&own]).filter(|one| !one.is_empty());
        let conditions: Vec<_> = conditions.map(|one| format!("({one})")).collect();
        let mut words = kind.split_whitespace();
        let word = words.next().unwrap_or_default();
        let list = words.next().unwrap_or_default();
        let is_required = matches!(
            &*cell(row, "required").to_lowercase(),
            "yes" | "true" | "true()"
        );
        let mut found = Found {
            name: name.clone(),
            title: self.texts(row, "label"),
            help: self.texts(row, "hint"),
            options: self.options(list),
            is_required,
            condition: Some(conditions.join(" and ")),
            ..Found::default()
        };
        if kind.ends_with("or_other") {
            found.options.push(("other".to_owned(), Texts::new()));
            builder.note(&name, Outcome::Changed, Reason::Other);
        }
        match word {
            "select_one" => builder.choice("single-choice", found),
            "select_multiple" => builder.choice("multiple-choice", found),
            "integer" | "decimal" => {
                let step = if word == "integer" { 1.0 } else { 0.1 };
                let range = bounds(cell(row, "constraint"));
                builder.number(&found, range.map(|(min, max)| (min, max, step)));
            }
            "range" => {
                let range = range(cell(row, "parameters"));
                builder.number(&found, range);
            }
            "note" => builder.statement(&found),
            "text" => builder.leave_out(&name, Reason::FreeText),
            "rank" => builder.leave_out(&name, Reason::Ranking),
            "calculate" => builder.leave_out(&name, Reason::Computed),
            "date" | "time" | "datetime" | "geopoint" | "geotrace" | "geoshape" | "barcode"
            | "phonenumber" | "deviceid" | "username" | "email" => {
                builder.leave_out(&name, Reason::Exact(short(word)));
            }
            // What the program asks of nobody.
            "start" | "end" | "today" | "audit" => {
                builder.leave_out(word, Reason::Exact(short(word)));
            }
            _ => builder.leave_out(&name, Reason::Type(short(kind))),
        }
    }
}

fn cell<'a>(row: &'a Row, name: &str) -> &'a str {
    row.get(name).map_or("", String::as_str)
}

/// The tag in `English (en)`, or the name as a tag.
fn tag_of(name: &str) -> String {
    let inside = name
        .rsplit_once('(')
        .and_then(|(_, rest)| rest.split_once(')'));
    match inside {
        Some((tag, _)) => language(tag),
        None => match &*name.trim().to_lowercase() {
            "english" | "default" | "" => "en".to_owned(),
            "french" => "fr".to_owned(),
            "spanish" => "es".to_owned(),
            "german" => "de".to_owned(),
            "chinese" => "zh-CN".to_owned(),
            other => language(other),
        },
    }
}

/// The ends in a constraint such as `. >= 0 and . <= 120`.
fn bounds(constraint: &str) -> Option<(f64, f64)> {
    let (mut least, mut most) = (None, None);
    for part in constraint.split(" and ") {
        let part: String = part.chars().filter(|one| !one.is_whitespace()).collect();
        let number = |sign: &str| part.strip_prefix(sign)?.parse::<f64>().ok();
        least = least
            .or(number(".>="))
            .or(number(".>").map(|one| one + 1.0));
        most = most.or(number(".<=")).or(number(".<").map(|one| one - 1.0));
    }
    least.zip(most).filter(|(least, most)| least < most)
}

/// `start=0 end=10 step=1`.
fn range(parameters: &str) -> Option<(f64, f64, f64)> {
    let all = parameters.split([' ', ';', ',']);
    let all: BTreeMap<_, _> = all.filter_map(|one| one.split_once('=')).collect();
    let number = |name: &str| all.get(name)?.trim().parse::<f64>().ok();
    let (start, end) = number("start").zip(number("end"))?;
    (start < end).then(|| (start, end, number("step").unwrap_or(1.0)))
}
