//! Rows brought together: what stands in several languages is one thing.

use std::collections::HashMap;

use crate::{
    builder::Builder,
    report::Reason,
    tree::FileTree,
    words::{FileTexts, language},
};

/// A group of questions.
#[derive(Debug, Default)]
pub(super) struct QuestionGroup<'a> {
    pub(super) name: String,
    pub(super) title: FileTexts,
    pub(super) description: FileTexts,
    pub(super) relevance: String,
    pub(super) is_shuffled: bool,
    pub(super) questions: Vec<Block<'a>>,
}

/// A question with what stands below it.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    pub(super) name: String,
    pub(super) code: String,
    pub(super) relevance: String,
    pub(super) title: FileTexts,
    pub(super) help: FileTexts,
    /// Its rows, one for each language.
    pub(super) rows: Vec<&'a FileTree>,
    pub(super) answers: Vec<QuestionPart<'a>>,
    pub(super) parts: Vec<QuestionPart<'a>>,
}

/// A subquestion or an answer.
#[derive(Debug, Default)]
pub(super) struct QuestionPart<'a> {
    pub(super) name: String,
    /// Of questions with two scales, which one it belongs to.
    pub(super) scale: String,
    pub(super) texts: FileTexts,
    pub(super) relevance: String,
    pub(super) rows: Vec<&'a FileTree>,
}

impl Block<'_> {
    /// Accounts for all of it.
    pub(super) fn told(&self) {
        let parts = self
            .answers
            .iter()
            .chain(&self.parts)
            .flat_map(|part| &part.rows);
        for row in self.rows.iter().chain(parts) {
            row.told();
        }
    }

    /// An attribute of the question.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        let words: Vec<String> = self.rows.iter().filter_map(|row| row.word(name)).collect();
        words.into_iter().find(|word| !word.is_empty())
    }

    pub(super) fn number(&self, name: &str) -> Option<f64> {
        let numbers: Vec<f64> = self
            .rows
            .iter()
            .filter_map(|row| row.number(name))
            .collect();
        numbers.into_iter().next()
    }

    pub(super) fn count(&self, name: &str) -> Option<u32> {
        let counts: Vec<u32> = { self.rows.iter() }
            .filter_map(|row| row.count(name))
            .collect();
        counts.into_iter().next()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        let flags: Vec<bool> = self.rows.iter().map(|row| row.flag(name)).collect();
        flags.contains(&true)
    }
}

/// The groups with their questions, whose texts are in all languages. The exporter writes one language
/// after the other.
#[expect(clippy::too_many_lines, reason = "an arm for each class of row")]
pub(super) fn gather<'a>(
    rows: &'a [FileTree],
    first: &str,
    builder: &mut Builder,
) -> Vec<QuestionGroup<'a>> {
    let mut groups: Vec<QuestionGroup<'a>> = Vec::new();
    let mut places: HashMap<String, (usize, usize)> = HashMap::new();
    // How many groups came in each language.
    let mut counts: HashMap<String, usize> = HashMap::new();
    let (mut group, mut place) = (None, None);
    for row in rows {
        let text = |key: &str| row.word(key).unwrap_or_default();
        let class = text("class");
        let tag = match &*row
            .get("language")
            .and_then(FileTree::peek)
            .unwrap_or_default()
        {
            "" => first.to_owned(),
            code => language(code),
        };
        match &*class {
            "G" => {
                row.told_at(&["language", "type/scale"]);
                let count = counts.entry(tag.clone()).or_default();
                let index = *count;
                *count += 1;
                if groups.len() <= index {
                    groups.push(QuestionGroup {
                        name: text("name"),
                        relevance: text("relevance"),
                        ..QuestionGroup::default()
                    });
                }
                row.is_about(&text("name"));
                if let Some(found) = groups.get_mut(index) {
                    found.title.insert(tag.clone(), text("name"));
                    found.description.insert(tag, text("text"));
                    let is_same = found.relevance == text("relevance");
                    if !is_same {
                        builder.change(
                            &text("name"),
                            Reason::Condition(crate::report::short(&text("relevance"))),
                        );
                    }
                    found.is_shuffled |= !text("random_group").is_empty();
                }
                (group, place) = (Some(index), None);
            }
            "Q" => {
                row.told_at(&["language"]);
                let name = text("name");
                row.is_about(&name);
                if groups.is_empty() {
                    groups.push(QuestionGroup::default());
                }
                let index = group.unwrap_or(0);
                let found = places.entry(name.clone()).or_insert_with(|| {
                    let questions = groups.get_mut(index).map(|group| &mut group.questions);
                    let at = questions.map_or(0, |questions| {
                        questions.push(Block {
                            name: name.clone(),
                            code: text("type/scale"),
                            relevance: text("relevance"),
                            ..Block::default()
                        });
                        questions.len() - 1
                    });
                    (index, at)
                });
                place = Some(*found);
                let is_another = block_at(&mut groups, place)
                    .is_some_and(|block| block.title.contains_key(&tag));
                if is_another {
                    row.told();
                    builder.leave_out(&name, Reason::RepeatedCode);
                    place = None;
                    continue;
                }
                if let Some(block) = block_at(&mut groups, place) {
                    block.title.insert(tag.clone(), text("text"));
                    let help = text("help");
                    if !help.is_empty() {
                        block.help.insert(tag, help);
                    }
                    let is_same =
                        block.code == text("type/scale") && block.relevance == text("relevance");
                    if !is_same {
                        let written = format!("{} {}", text("type/scale"), text("relevance"));
                        builder.change(
                            &name,
                            Reason::Unused {
                                key: "relevance".to_owned(),
                                value: crate::report::short(&written),
                            },
                        );
                    }
                    block.rows.push(row);
                }
            }
            "SQ" | "A" => {
                row.told_at(&["language"]);
                let Some(block) = block_at(&mut groups, place) else {
                    continue;
                };
                row.is_about(&block.name);
                let owner = block.name.clone();
                let list = if class == "SQ" {
                    &mut block.parts
                } else {
                    &mut block.answers
                };
                let (name, scale) = (text("name"), text("type/scale"));
                let scale = if matches!(&*scale, "" | "0") {
                    String::new()
                } else {
                    scale
                };
                let at = list
                    .iter()
                    .position(|one| one.name == name && one.scale == scale);
                let at = at.unwrap_or_else(|| {
                    list.push(QuestionPart {
                        name,
                        scale,
                        relevance: text("relevance"),
                        ..QuestionPart::default()
                    });
                    list.len() - 1
                });
                if let Some(part) = list.get_mut(at) {
                    if part.relevance != text("relevance") {
                        let written = crate::report::short(&text("relevance"));
                        builder.change(&owner, Reason::OptionCondition(written));
                    }
                    part.texts.insert(tag, text("text"));
                    part.rows.push(row);
                }
            }
            _ => {}
        }
    }
    groups
}

fn block_at<'a, 'b>(
    groups: &'b mut [QuestionGroup<'a>],
    place: Option<(usize, usize)>,
) -> Option<&'b mut Block<'a>> {
    let (group, question) = place?;
    groups.get_mut(group)?.questions.get_mut(question)
}
