//! The draft while it is made, whatever the file's format is.

use std::collections::BTreeMap;

use sotto_survey::Json;

use crate::{
    expression::{self, Known},
    names::{fresh, id_of, plain},
    report::{Line, Outcome, Reason, short},
};

/// The most questions and options of a survey.
const MOST: usize = 200;

/// A text by language.
pub(crate) type Texts = BTreeMap<String, String>;

/// An option or a row: as the file calls it, and its texts.
pub(crate) type Item = (String, Texts);

/// A question of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// As the file calls it.
    pub(crate) name: String,
    pub(crate) title: Texts,
    pub(crate) help: Texts,
    pub(crate) options: Vec<Item>,
    pub(crate) rows: Vec<Item>,
    pub(crate) is_required: bool,
    /// When it is asked, as the file writes it.
    pub(crate) condition: Option<String>,
}

/// A draft that is being made.
#[derive(Debug)]
pub(crate) struct Builder {
    title: Texts,
    first_language: String,
    questions: Vec<Json>,
    known: Vec<Known>,
    languages: Vec<String>,
    report: Vec<Line>,
}

impl Builder {
    pub(crate) fn new(title: Texts, first_language: &str) -> Self {
        let mut builder = Self {
            title: Texts::new(),
            first_language: first_language.to_owned(),
            questions: Vec::new(),
            known: Vec::new(),
            languages: vec![first_language.to_owned()],
            report: Vec::new(),
        };
        builder.title = builder.clean("the survey", title);
        builder
    }

    pub(crate) fn note(&mut self, what: &str, outcome: Outcome, reason: Reason) {
        self.report.push(Line::new(what, outcome, reason));
    }

    pub(crate) fn leave_out(&mut self, what: &str, reason: Reason) {
        self.note(what, Outcome::LeftOut, reason);
    }

    /// Whether another question has room.
    fn has_room(&mut self, name: &str) -> bool {
        if self.questions.len() < MOST {
            return true;
        }
        let is_said = self
            .report
            .iter()
            .any(|line| line.reason == Reason::TooMany(MOST));
        if !is_said {
            self.leave_out(name, Reason::TooMany(MOST));
        }
        false
    }

    /// Texts without markup; their languages become the survey's.
    fn clean(&mut self, what: &str, texts: Texts) -> Texts {
        let mut clean = Texts::new();
        let (mut had_markup, mut was_cut) = (false, false);
        for (language, text) in texts {
            let (text, markup, cut) = plain(&text);
            had_markup |= markup;
            was_cut |= cut;
            if !text.is_empty() {
                if !self.languages.contains(&language) && self.languages.len() < 64 {
                    self.languages.push(language.clone());
                }
                clean.insert(language, text);
            }
        }
        if had_markup {
            self.note(what, Outcome::Changed, Reason::Markup);
        }
        if was_cut {
            self.note(what, Outcome::Changed, Reason::TooLong);
        }
        clean
    }

    /// Words without an answer.
    pub(crate) fn statement(&mut self, found: &Found) {
        let fields = self.begin("statement", found);
        if let Some(fields) = fields {
            self.end(fields, found, Vec::new(), Vec::new(), "statement");
        }
    }

    pub(crate) fn yes_no(&mut self, found: &Found, yes: &str, no: &str) {
        let fields = self.begin("yes-no", found);
        if let Some(fields) = fields {
            let values = [(yes, "yes"), (no, "no")]
                .map(|(theirs, ours)| (theirs.to_owned(), ours.to_owned()));
            self.end(fields, found, values.into(), Vec::new(), "yes-no");
        }
    }

    /// One of several options, several of them, or one in each row.
    pub(crate) fn choice(&mut self, question_type: &'static str, mut found: Found) {
        if found.options.len() < 2 {
            return self.leave_out(&found.name.clone(), Reason::TooFewOptions);
        }
        for list in [&mut found.options, &mut found.rows] {
            if list.len() > MOST {
                list.truncate(MOST);
                let reason = Reason::TooMany(MOST);
                self.report
                    .push(Line::new(&found.name, Outcome::Changed, reason));
            }
        }
        let fields = self.begin(question_type, &found);
        let Some(mut fields) = fields else { return };
        let (options, values) = self.items(&found.name, &found.options, "option");
        let mut rows = Vec::new();
        if question_type == "matrix" {
            let (items, names) = self.items(&found.name, &found.rows, "row");
            fields.push(("rows".to_owned(), Json::List(items)));
            rows = names;
        }
        fields.push(("options".to_owned(), Json::List(options)));
        self.end(fields, &found, values, rows, question_type);
    }

    /// A number within a range, ends included.
    pub(crate) fn number(&mut self, found: &Found, range: Option<(f64, f64, f64)>) {
        let fields = self.begin("number", found);
        let Some(mut fields) = fields else { return };
        if range.is_none() {
            self.note(&found.name, Outcome::Changed, Reason::Range);
        }
        let (min, max, step) = range.unwrap_or((0.0, 100.0, 1.0));
        fields.push(("min".to_owned(), Json::of_number(min)));
        fields.push(("max".to_owned(), Json::of_number(max)));
        if (step - 1.0).abs() > f64::EPSILON && step > 0.0 {
            fields.push(("step".to_owned(), Json::of_number(step)));
        }
        self.end(fields, found, Vec::new(), Vec::new(), "number");
    }

    /// Levels from 1, or from 0 to 10.
    pub(crate) fn rating(&mut self, found: &Found, from: u32, to: u32) {
        let is_nps = (from, to) == (0, 10);
        let question_type = if is_nps { "nps" } else { "rating" };
        let fields = self.begin(question_type, found);
        let Some(mut fields) = fields else { return };
        if !is_nps {
            let levels = (to + 1).saturating_sub(from).clamp(2, 10);
            fields.push(("scale".to_owned(), Json::Whole(levels.into())));
        }
        let first = u32::from(!is_nps);
        let values = (from..=to.min(from + 10)).map(|level| {
            let ours = level - from + first;
            (level.to_string(), ours.to_string())
        });
        let values = values.collect();
        self.end(fields, found, values, Vec::new(), question_type);
    }

    fn begin(&mut self, question_type: &str, found: &Found) -> Option<Vec<(String, Json)>> {
        if !self.has_room(&found.name) {
            return None;
        }
        let taken: Vec<_> = self.known.iter().map(|one| one.id.as_str()).collect();
        let stem = format!("question-{}", self.questions.len() + 1);
        let id = fresh(&id_of(&found.name, &stem), &taken);
        let mut title = self.clean(&found.name, found.title.clone());
        if title.is_empty() {
            let (name, _, _) = plain(&found.name);
            title.insert(self.first_language.clone(), name);
        }
        let help = self.clean(&found.name, found.help.clone());
        let mut fields = vec![
            ("id".to_owned(), Json::Text(id)),
            ("type".to_owned(), Json::Text(question_type.to_owned())),
            ("title".to_owned(), json(title)),
        ];
        if !help.is_empty() {
            fields.push(("help".to_owned(), json(help)));
        }
        Some(fields)
    }

    /// Puts a question's last fields to it, and the question to the others.
    fn end(
        &mut self,
        mut fields: Vec<(String, Json)>,
        found: &Found,
        values: Vec<(String, String)>,
        rows: Vec<(String, String)>,
        question_type: &'static str,
    ) {
        let offers_decline = !found.is_required && question_type != "statement";
        if offers_decline {
            fields.push(("decline".to_owned(), Json::Flag(true)));
        }
        let written = found.condition.as_deref().map(str::trim);
        if let Some(written) = written.filter(|text| !text.is_empty()) {
            if let Some(condition) = expression::condition(written, &self.known) {
                fields.push(("condition".to_owned(), condition));
            } else {
                let reason = Reason::Condition(short(written));
                self.note(&found.name, Outcome::Changed, reason);
            }
        }
        let id = match fields.first() {
            Some((_, Json::Text(id))) => id.clone(),
            _ => String::new(),
        };
        self.known.push(Known {
            name: found.name.clone(),
            id,
            values,
            rows,
            is_number: question_type == "number",
        });
        self.questions.push(Json::Object(fields));
        self.note(&found.name, Outcome::Kept, Reason::Became(question_type));
    }

    /// Options or rows, and the id of each beside what the file calls it.
    fn items(
        &mut self,
        what: &str,
        items: &[Item],
        stem: &str,
    ) -> (Vec<Json>, Vec<(String, String)>) {
        let mut names: Vec<(String, String)> = Vec::new();
        let mut list = Vec::new();
        for (index, (name, texts)) in items.iter().enumerate() {
            let wanted = id_of(name, &format!("{stem}-{}", index + 1));
            let taken: Vec<_> = names.iter().map(|(_, id)| id.as_str()).collect();
            let id = fresh(&wanted, &taken);
            let mut title = self.clean(what, texts.clone());
            if title.is_empty() {
                let (name, _, _) = plain(name);
                title.insert(self.first_language.clone(), name);
            }
            list.push(Json::Object(vec![
                ("id".to_owned(), Json::Text(id.clone())),
                ("title".to_owned(), json(title)),
            ]));
            names.push((name.clone(), id));
        }
        (list, names)
    }

    /// The draft, and its report.
    pub(crate) fn finish(self, id: &str) -> (Json, Vec<Line>) {
        let mut title = self.title;
        if title.is_empty() {
            title.insert(self.first_language, "Imported survey".to_owned());
        }
        let languages = self.languages.into_iter().map(Json::Text).collect();
        let text = |text: &str| Json::Text(text.to_owned());
        let survey = Json::Object(vec![
            ("sotto".to_owned(), Json::Whole(1)),
            ("id".to_owned(), Json::Text(id_of(id, "imported"))),
            ("version".to_owned(), Json::Whole(1)),
            ("title".to_owned(), json(title)),
            ("languages".to_owned(), Json::List(languages)),
            ("plan".to_owned(), text("split")),
            ("epsilon".to_owned(), text("2")),
            ("questions".to_owned(), Json::List(self.questions)),
        ]);
        (survey, self.report)
    }
}

fn json(texts: Texts) -> Json {
    let texts = texts.into_iter();
    Json::Object(texts.map(|(tag, text)| (tag, Json::Text(text))).collect())
}
