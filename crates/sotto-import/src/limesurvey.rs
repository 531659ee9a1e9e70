//! LimeSurvey's tab-separated text: a row for each setting, group, question, subquestion and answer, in each
//! language.

use sotto_survey::Json;

use crate::{
    builder::{Builder, Found, Item, Texts},
    error::ImportError,
    names::language,
    report::{Line, Outcome, Reason, short},
    tables::{Row, cells, named},
};

/// The longest condition, in bytes, that is tried to be read.
const LONGEST: usize = 4_000;

/// A question with what stands below it.
#[derive(Default)]
struct Block {
    code: String,
    found: Found,
    answers: Vec<Item>,
    parts: Vec<Item>,
    min: Option<f64>,
    max: Option<f64>,
    has_other: bool,
}

pub(crate) fn read(text: &str) -> Result<(Json, Vec<Line>), ImportError> {
    let broken = |reason: String| ImportError::Broken {
        format: "LimeSurvey's tab-separated text",
        reason,
    };
    let rows = named(cells(text, b'\t').map_err(broken)?);
    let is_there = rows.iter().any(|row| class(row) == "Q");
    if !is_there {
        return Err(broken(
            "it has no row of class Q, which a question is".to_owned(),
        ));
    }
    let setting = |name: &str| {
        let mut all = rows.iter().filter(|row| matches!(class(row), "S" | "SL"));
        all.find(|row| cell(row, "name") == name)
            .map(|row| cell(row, "text"))
    };
    let first = setting("language").map_or_else(|| "en".to_owned(), language);
    let tag = |row: &Row| match cell(row, "language") {
        "" => first.clone(),
        tag => language(tag),
    };
    let mut title = Texts::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut group = String::new();
    for row in &rows {
        let (name, text) = (cell(row, "name"), cell(row, "text"));
        match class(row) {
            "SL" if name == "surveyls_title" => {
                title.insert(tag(row), text.to_owned());
            }
            "G" => cell(row, "relevance").clone_into(&mut group),
            "Q" => question(row, &tag(row), &group, &mut blocks),
            "SQ" | "A" => {
                let Some(block) = blocks.last_mut() else {
                    continue;
                };
                let list = if class(row) == "SQ" {
                    &mut block.parts
                } else {
                    &mut block.answers
                };
                let at = list.iter().position(|(other, _)| other == name);
                let at = at.unwrap_or_else(|| {
                    list.push((name.to_owned(), Texts::new()));
                    list.len() - 1
                });
                if let Some((_, texts)) = list.get_mut(at) {
                    texts.insert(tag(row), text.to_owned());
                }
            }
            _ => {}
        }
    }
    let mut builder = Builder::new(title, &first);
    for block in blocks {
        add(block, &first, &mut builder);
    }
    Ok(builder.finish("imported"))
}

fn class(row: &Row) -> &str {
    cell(row, "class")
}

fn cell<'a>(row: &'a Row, name: &str) -> &'a str {
    row.get(name).map_or("", String::as_str)
}

/// A question, or one more language of the one before.
fn question(row: &Row, tag: &str, group: &str, blocks: &mut Vec<Block>) {
    let name = cell(row, "name");
    let is_same = blocks.last().is_some_and(|block| block.found.name == name);
    if !is_same {
        let own = cell(row, "relevance");
        let condition = [group, own]
            .into_iter()
            .filter(|one| !one.is_empty() && *one != "1")
            // Every question of a group holds its condition.
            .map(|one| match one.len() {
                0..=LONGEST => format!("({one})"),
                _ => short(one),
            })
            .collect::<Vec<_>>()
            .join(" and ");
        let number = |name: &str| cell(row, name).parse().ok();
        blocks.push(Block {
            code: cell(row, "type/scale").to_owned(),
            found: Found {
                name: name.to_owned(),
                is_required: cell(row, "mandatory") == "Y",
                condition: Some(condition),
                ..Found::default()
            },
            min: number("min_num_value_n"),
            max: number("max_num_value_n"),
            has_other: cell(row, "other") == "Y",
            ..Block::default()
        });
    }
    if let Some(block) = blocks.last_mut() {
        block
            .found
            .title
            .insert(tag.to_owned(), cell(row, "text").to_owned());
        let help = cell(row, "help");
        if !help.is_empty() {
            block.found.help.insert(tag.to_owned(), help.to_owned());
        }
    }
}

fn add(block: Block, first: &str, builder: &mut Builder) {
    let Block {
        code,
        mut found,
        answers,
        parts,
        min,
        max,
        has_other,
    } = block;
    let fixed = |all: &[(&str, &str)]| -> Vec<Item> {
        let item = |(name, text): &(&str, &str)| {
            let texts = [(first.to_owned(), (*text).to_owned())].into();
            ((*name).to_owned(), texts)
        };
        all.iter().map(item).collect()
    };
    let numbers = |to: u32| -> Vec<Item> {
        (1..=to)
            .map(|number| (number.to_string(), Texts::new()))
            .collect()
    };
    let name = found.name.clone();
    let other = |list: &mut Vec<Item>, builder: &mut Builder| {
        if has_other {
            list.push(("other".to_owned(), Texts::new()));
            builder.note(&name, Outcome::Changed, Reason::Other);
        }
    };
    match &*code {
        "Y" => builder.yes_no(&found, "Y", "N"),
        "L" | "O" | "!" => {
            found.options = answers;
            other(&mut found.options, builder);
            let question_type = if code == "!" {
                "dropdown"
            } else {
                "single-choice"
            };
            builder.choice(question_type, found);
        }
        "G" => {
            found.options = fixed(&[("F", "Female"), ("M", "Male")]);
            builder.choice("single-choice", found);
        }
        "M" | "P" => {
            found.options = parts;
            other(&mut found.options, builder);
            builder.choice("multiple-choice", found);
        }
        "5" => builder.rating(&found, 1, 5),
        "N" => builder.number(&found, min.zip(max).map(|(min, max)| (min, max, 1.0))),
        "F" | "H" | "A" | "B" | "C" | "E" => {
            found.rows = parts;
            found.options = match &*code {
                "A" => numbers(5),
                "B" => numbers(10),
                "C" => fixed(&[("Y", "Yes"), ("U", "Uncertain"), ("N", "No")]),
                "E" => fixed(&[("I", "Increase"), ("S", "Same"), ("D", "Decrease")]),
                _ => answers,
            };
            builder.choice("matrix", found);
        }
        "X" => builder.statement(&found),
        "S" | "T" | "U" | "Q" | ";" => builder.leave_out(&name, Reason::FreeText),
        "R" => builder.leave_out(&name, Reason::Ranking),
        "D" => builder.leave_out(&name, Reason::Exact("date".to_owned())),
        "*" => builder.leave_out(&name, Reason::Computed),
        _ => builder.leave_out(&name, Reason::Type(short(&code))),
    }
}
