//! Questions on their way into the draft.

use std::collections::HashSet;

use sotto_survey::Json;

use super::{Builder, DraftPlace, Drafted, MOST_QUESTIONS, texts::PutIn, value::DraftValue};
use crate::{
    model::{
        ChoiceLook, FileItem, FileKind, FileQuestion, Levels, SeveralField,
        condition::{KnownQuestion, Resolved},
    },
    report::{Reason, short},
    words::{FileTexts, fresh, id_of, in_language},
};

/// The most options of a list that is shown whole, and of one that is searched.
const MOST_SHOWN: usize = 200;
const MOST_SEARCHED: usize = 10_000;

/// The most options to put in order.
const MOST_RANKED: usize = 20;

/// The most rows of a matrix, and numbers of one question.
const MOST_ROWS: usize = 100;

/// Names of the file beside ids of the draft.
type IdNames = Vec<(String, String)>;

/// What the kind of a question puts into the draft.
#[derive(Default)]
struct Parts {
    question_type: &'static str,
    fields: Vec<(&'static str, DraftValue)>,
    values: IdNames,
    rows: IdNames,
    numbers: IdNames,
}

impl Builder {
    /// Puts a question into the draft, or says why not.
    pub(crate) fn question(&mut self, question: FileQuestion) {
        let name = question.name.clone();
        if self.count() >= MOST_QUESTIONS {
            return self.leave_out(&name, Reason::TooManyQuestions(MOST_QUESTIONS));
        }
        let condition = match self.condition(&name, &question.asked) {
            Resolved::Never => return self.leave_out(&name, Reason::Never),
            Resolved::Always => None,
            Resolved::When(json) => Some(json),
        };
        let is_several = matches!(question.kind, FileKind::Multiple { .. });
        let is_number = matches!(question.kind, FileKind::Number { .. });
        let can_move = match &question.kind {
            FileKind::Single { look, options } => {
                *look != ChoiceLook::Dropdown && options.len() <= MOST_SHOWN
            }
            FileKind::Multiple { .. } | FileKind::Ranking { .. } | FileKind::Matrix { .. } => true,
            _ => false,
        };
        let staying = match &question.kind {
            FileKind::Single { options, .. } | FileKind::Multiple { options, .. } => options
                .iter()
                .filter(|one| one.stays && !one.is_exclusive)
                .map(|one| one.name.clone())
                .collect(),
            _ => Vec::new(),
        };
        let Some(parts) = self.parts(&name, question.kind) else {
            return;
        };
        let id = self.fresh_id(&name);
        let text = |text: &str| DraftValue::Json(Json::Text(text.to_owned()));
        let mut fields = vec![("id", text(&id)), ("type", text(parts.question_type))];
        let (words, put_in) = self.worded(&name, &id, (question.title, question.help));
        fields.extend(words);
        fields.extend(parts.fields);
        if question.is_shuffled {
            if can_move {
                fields.push(("order", text("random")));
                let pinned = { parts.values.iter() }
                    .filter(|(theirs, _)| staying.contains(theirs))
                    .map(|(_, ours)| text(ours));
                let pinned: Vec<_> = pinned.collect();
                if !pinned.is_empty() {
                    fields.push(("pinned", DraftValue::List(pinned)));
                }
            } else {
                self.change(&name, Reason::Shuffled);
            }
        }
        self.must(
            &name,
            parts.question_type,
            question.is_required,
            condition.is_some(),
            question.declines,
        )
        .into_iter()
        .for_each(|(field, flag)| fields.push((field, DraftValue::Json(Json::Flag(flag)))));
        if let Some(condition) = &condition {
            fields.push(("condition", DraftValue::Json(condition.clone())));
        }
        let names: Vec<String> = [Some(name.clone()), question.alias]
            .into_iter()
            .flatten()
            .collect();
        self.places.push(DraftPlace {
            names: names.iter().map(|name| short(name)).collect(),
            id: id.clone(),
        });
        self.known.push(KnownQuestion {
            names,
            id: id.clone(),
            values: parts.values,
            rows: parts.rows,
            fields: parts.numbers,
            is_number,
            is_several,
            condition,
        });
        self.add(Drafted { id, put_in, fields });
        self.report.kept(&name, parts.question_type);
    }

    /// What is asked and what stands below it, and the question whose answer is put in there.
    fn worded(
        &mut self,
        name: &str,
        id: &str,
        (title, help): (FileTexts, FileTexts),
    ) -> (Vec<(&'static str, DraftValue)>, Option<String>) {
        let mut put_in = PutIn::default();
        let mut title = self.clean_with(name, title, &mut put_in);
        if title.is_empty() {
            title = in_language(&self.first.clone(), name);
            title = self.clean(name, title);
            self.change(name, Reason::NoWords);
        }
        if title.is_empty() {
            title = in_language(&self.first, id);
        }
        let help = self.clean_with(name, help, &mut put_in);
        self.tell_put_in(name, &put_in);
        let otherwise = put_in.otherwise(&title);
        let mut fields = vec![("title", DraftValue::Texts(title))];
        if !help.is_empty() {
            fields.push(("help", DraftValue::Texts(help)));
        }
        if put_in.question.is_some() {
            fields.push(("otherwise", DraftValue::Texts(otherwise)));
        }
        (fields, put_in.question)
    }

    /// Whether it has to be answered, and whether it can be declined.
    fn must(
        &mut self,
        name: &str,
        question_type: &str,
        is_required: bool,
        is_conditional: bool,
        declines: bool,
    ) -> Vec<(&'static str, bool)> {
        match question_type {
            // Nothing is answered: what it asks for is told.
            "statement" if is_required => {
                let (key, value) = ("required".to_owned(), "true".to_owned());
                self.leave_out(name, Reason::Unused { key, value });
                Vec::new()
            }
            "statement" | "consent" => Vec::new(),
            // Who is not asked is reported as declining: that must be a possible answer.
            _ if is_required && is_conditional && !declines => {
                self.change(name, Reason::RequiredButDeclinable);
                vec![("decline", true), ("required", true)]
            }
            _ if is_required && declines => vec![("decline", true), ("required", true)],
            _ if is_required => vec![("decline", false), ("required", true)],
            _ => vec![("decline", true)],
        }
    }

    fn parts(&mut self, name: &str, kind: FileKind) -> Option<Parts> {
        let of = |question_type: &'static str| Parts {
            question_type,
            ..Parts::default()
        };
        Some(match kind {
            FileKind::YesNo { yes, no } => Parts {
                values: vec![(yes, "yes".to_owned()), (no, "no".to_owned())],
                ..of("yes-no")
            },
            FileKind::Single { options, look } => self.single(name, options, look)?,
            FileKind::Multiple {
                options,
                least,
                most,
            } => self.multiple(name, options, (least, most))?,
            FileKind::Matrix { rows, options } => {
                let options = self.enough(name, options, 2, MOST_SHOWN)?;
                let rows = self.enough(name, rows, 1, MOST_ROWS)?;
                let (rows, row_names) = self.items(name, rows, "row");
                let (options, values) = self.items(name, together(options), "option");
                Parts {
                    fields: vec![("rows", rows), ("options", options)],
                    values,
                    rows: row_names,
                    ..of("matrix")
                }
            }
            FileKind::Ranking { options } => {
                if options.len() > MOST_RANKED {
                    self.leave_out(name, Reason::TooManyRanked(MOST_RANKED));
                    return None;
                }
                let options = self.enough(name, options, 2, MOST_RANKED)?;
                self.change(name, Reason::Ranking);
                let (options, values) = self.items(name, together(options), "option");
                Parts {
                    fields: vec![("options", options)],
                    values,
                    ..of("ranking")
                }
            }
            FileKind::Rating(levels) => self.rating(name, levels)?,
            FileKind::Number {
                range,
                unit,
                is_slider,
            } => {
                let mut fields = self.range(name, range);
                let unit = self.clean(name, unit);
                if !unit.is_empty() {
                    fields.push(("unit", DraftValue::Texts(unit)));
                }
                Parts {
                    fields,
                    ..of(if is_slider { "slider" } else { "number" })
                }
            }
            FileKind::Moment { calendar, ends } => {
                let text = |text: &str| DraftValue::Json(Json::Text(text.to_owned()));
                let [min, max] = &ends;
                let mut parts = of("number");
                parts.fields = vec![
                    ("as", text(calendar.name())),
                    ("min", text(min)),
                    ("max", text(max)),
                ];
                parts
            }
            FileKind::Numbers(fields) => self.numbers(name, fields)?,
            FileKind::Statement => of("statement"),
            FileKind::Consent => of("consent"),
        })
    }

    fn single(&mut self, name: &str, options: Vec<FileItem>, look: ChoiceLook) -> Option<Parts> {
        let is_long = options.len() > MOST_SHOWN;
        if is_long && look != ChoiceLook::Dropdown {
            self.change(name, Reason::Dropdown(MOST_SHOWN));
        }
        let options = self.enough(name, options, 2, MOST_SEARCHED)?;
        let (options, values) = self.items(name, together(options), "option");
        let question_type = match look {
            _ if is_long => "dropdown",
            ChoiceLook::Dropdown => "dropdown",
            ChoiceLook::List => "single-choice",
            ChoiceLook::Likert => "likert",
        };
        Some(Parts {
            question_type,
            fields: vec![("options", options)],
            values,
            ..Parts::default()
        })
    }

    fn multiple(
        &mut self,
        name: &str,
        options: Vec<FileItem>,
        (least, most): (Option<u32>, Option<u32>),
    ) -> Option<Parts> {
        let options = self.enough(name, options, 2, MOST_SHOWN)?;
        let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
        let (items, values) = self.items(name, options, "option");
        let mut fields = vec![("options", items)];
        let most = most.filter(|most| *most > 0).map(|most| most.min(count));
        let least = least.filter(|least| *least > 0);
        let reachable = most.unwrap_or(count);
        let number = |number: u32| DraftValue::Json(Json::Whole(number.into()));
        if let Some(least) = least {
            if least > reachable {
                self.change(name, Reason::Least(reachable));
            }
            fields.push(("at-least", number(least.min(reachable))));
        }
        fields.extend(most.map(|most| ("at-most", number(most))));
        Some(Parts {
            question_type: "multiple-choice",
            fields,
            values,
            ..Parts::default()
        })
    }

    /// Levels keep the numbers that people see: a scale from 1 to at most 10 is a rating, 0 to 10 an NPS
    /// question, any other a list of its levels.
    fn rating(&mut self, name: &str, levels: Levels) -> Option<Parts> {
        let Levels {
            from,
            to,
            low,
            high,
            icons,
        } = levels;
        if from >= to {
            self.leave_out(name, Reason::TooFewOptions);
            return None;
        }
        let named = |first: i32| -> IdNames {
            let levels = (from..=to).zip(first..);
            levels
                .map(|(theirs, ours)| (theirs.to_string(), ours.to_string()))
                .collect()
        };
        let is_nps = (from, to) == (0, 10);
        if is_nps || (from == 1 && to <= 10) {
            let mut fields = Vec::new();
            if !is_nps {
                fields.push(("scale", DraftValue::Json(Json::Whole(to.into()))));
                let icons = icons.map(|icons| DraftValue::Json(Json::Text(icons.to_owned())));
                fields.extend(icons.map(|icons| ("icons", icons)));
            }
            let (low, high) = (self.clean(name, low), self.clean(name, high));
            if !low.is_empty() || !high.is_empty() {
                let or_number = |texts: FileTexts, level: i32| {
                    if texts.is_empty() {
                        in_language(&self.first, &level.to_string())
                    } else {
                        texts
                    }
                };
                let labels = vec![
                    ("low", DraftValue::Texts(or_number(low, from))),
                    ("high", DraftValue::Texts(or_number(high, to))),
                ];
                fields.push(("labels", DraftValue::Object(labels)));
            }
            return Some(Parts {
                question_type: if is_nps { "nps" } else { "rating" },
                fields,
                values: named(from),
                ..Parts::default()
            });
        }
        let languages: HashSet<_> = low
            .keys()
            .chain(high.keys())
            .chain([&self.first])
            .cloned()
            .collect();
        let level = |level: i32| {
            let end = match level {
                level if level == from => Some(&low),
                level if level == to => Some(&high),
                _ => None,
            };
            let worded = languages.iter().map(|tag| {
                let word = end.and_then(|end| end.get(tag));
                let text =
                    word.map_or_else(|| level.to_string(), |word| format!("{level} – {word}"));
                (tag.clone(), text)
            });
            FileItem::new(level.to_string(), worded.collect())
        };
        let options = (from..=to).take(MOST_SHOWN).map(level).collect();
        self.single(name, options, ChoiceLook::Likert)
    }

    fn numbers(&mut self, name: &str, fields: Vec<SeveralField>) -> Option<Parts> {
        if fields.is_empty() {
            self.leave_out(name, Reason::TooFewOptions);
            return None;
        }
        let mut fields = fields;
        if fields.len() > MOST_ROWS {
            fields.truncate(MOST_ROWS);
            self.change(name, Reason::TooMany(MOST_ROWS));
        }
        let mut taken = HashSet::new();
        let mut names = IdNames::new();
        let mut list = Vec::new();
        for (index, field) in fields.into_iter().enumerate() {
            let id = fresh(&id_of(&field.name, &format!("field-{}", index + 1)), &taken);
            taken.insert(id.clone());
            let mut parts = vec![
                ("id", DraftValue::Json(Json::Text(id.clone()))),
                (
                    "title",
                    DraftValue::Texts(self.titled(name, &field.name, field.texts)),
                ),
            ];
            parts.extend(self.range(name, field.range));
            list.push(DraftValue::Object(parts));
            names.push((field.name, id));
        }
        Some(Parts {
            question_type: "numbers",
            fields: vec![("fields", DraftValue::List(list))],
            numbers: names,
            ..Parts::default()
        })
    }

    /// A list with enough elements, and not too many.
    fn enough(
        &mut self,
        name: &str,
        mut list: Vec<FileItem>,
        least: usize,
        most: usize,
    ) -> Option<Vec<FileItem>> {
        if list.len() < least {
            self.leave_out(name, Reason::TooFewOptions);
            return None;
        }
        if list.len() > most {
            list.truncate(most);
            self.change(name, Reason::TooMany(most));
        }
        Some(list)
    }

    /// Options or rows, and the id of each beside what the file calls it.
    fn items(&mut self, what: &str, items: Vec<FileItem>, stem: &str) -> (DraftValue, IdNames) {
        let mut taken = HashSet::new();
        let mut names = IdNames::new();
        let mut list = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let wanted = id_of(&item.name, &format!("{stem}-{}", index + 1));
            let id = fresh(&wanted, &taken);
            taken.insert(id.clone());
            let mut fields = vec![
                ("id", DraftValue::Json(Json::Text(id.clone()))),
                (
                    "title",
                    DraftValue::Texts(self.titled(what, &item.name, item.texts)),
                ),
            ];
            if item.is_exclusive {
                fields.push(("exclusive", DraftValue::Json(Json::Flag(true))));
            }
            list.push(DraftValue::Object(fields));
            names.push((item.name, id));
        }
        (DraftValue::List(list), names)
    }

    /// Its words, or what the file calls it.
    fn titled(&mut self, what: &str, name: &str, texts: FileTexts) -> FileTexts {
        let title = self.clean(what, texts);
        if !title.is_empty() {
            return title;
        }
        let name = in_language(&self.first.clone(), name);
        let title = self.clean(what, name);
        if title.is_empty() {
            return in_language(&self.first, "–");
        }
        title
    }
}

/// Of options of which one is chosen anyway, none excludes the others.
fn together(mut options: Vec<FileItem>) -> Vec<FileItem> {
    for option in &mut options {
        option.is_exclusive = false;
    }
    options
}
