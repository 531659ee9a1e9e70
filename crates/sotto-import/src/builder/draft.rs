//! From what was gathered to the draft: languages, pages, ids, and a plan that serves.

use std::collections::HashSet;

use sotto_survey::Json;

use super::{Builder, DraftPage, DraftPlace, Drafted, plan::planned, value::DraftValue};
use crate::{
    report::{ImportLine, Reason, Serves},
    words::{FileTexts, id_of},
};

/// A language in which fewer than one in so many texts stand is not offered.
const TOO_FEW: usize = 5;

/// The most languages of a survey.
const MOST_LANGUAGES: usize = 64;

/// The draft, and what became of the file.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) draft: Json,
    pub(crate) lines: Vec<ImportLine>,
    pub(crate) pages: usize,
    pub(crate) languages: Vec<String>,
    pub(crate) serves: Option<Serves>,
    pub(crate) places: Vec<DraftPlace>,
}

/// The survey's languages, the first one first.
struct DraftLanguages {
    tags: Vec<String>,
    /// How many texts stood in for one that was missing in the first language.
    lent: usize,
    /// Questions into whose words no answer is put, although the file has a place for one.
    unplaced: Vec<String>,
}

impl Builder {
    /// The draft; `stem` is its id where the file names none.
    pub(crate) fn finish(mut self, stem: &str) -> Made {
        self.end_pages();
        let mut languages = self.languages();
        let id = self.id.take();
        let id = id.or_else(|| self.title.get(&self.first).cloned());
        let id = id.or_else(|| self.title.values().next().cloned());
        let id = id.unwrap_or_default();
        let id = id_of(&id, &id_of(stem, "survey"));
        let text = |text: &str| Json::Text(text.to_owned());
        let mut title = std::mem::take(&mut self.title);
        if title.is_empty() {
            let words = if stem.trim().is_empty() { &id } else { stem };
            let first = languages.tags.first().cloned().unwrap_or_default();
            title.insert(first, words.chars().take(200).collect());
        }
        let mut pages = std::mem::take(&mut self.pages);
        let count: usize = pages.iter().map(|page| page.questions.len()).sum();
        let has_pages = pages.len() > 1 || pages.iter().any(|page| !page.title.is_empty());
        let ids =
            |page: &DraftPage| Json::List(page.questions.iter().map(|one| text(&one.id)).collect());
        let page_files: Vec<Json> = { pages.iter() }
            .map(|page| {
                let mut fields = Vec::new();
                if !page.title.is_empty() {
                    fields.push(("title".to_owned(), languages.spoken(page.title.clone())));
                }
                fields.push(("questions".to_owned(), ids(page)));
                if page.is_shuffled {
                    fields.push(("order".to_owned(), text("random")));
                }
                Json::Object(fields)
            })
            .collect();
        let mut fields = vec![
            ("sotto".to_owned(), Json::Whole(1)),
            ("id".to_owned(), Json::Text(id)),
            ("version".to_owned(), Json::Whole(1)),
            ("title".to_owned(), languages.spoken(title)),
        ];
        if !self.description.is_empty() {
            let description = std::mem::take(&mut self.description);
            fields.push(("description".to_owned(), languages.spoken(description)));
        }
        let questions: Vec<Json> = { pages.iter_mut() }
            .flat_map(|page| std::mem::take(&mut page.questions))
            .map(|one| languages.question(one))
            .collect();
        for place in &self.places {
            if languages.unplaced.contains(&place.id) {
                self.report.takes_back_put_in(&place.names);
            }
        }
        let tags = languages.tags.iter().map(|tag| text(tag)).collect();
        fields.push(("languages".to_owned(), Json::List(tags)));
        fields.push(("plan".to_owned(), text("split")));
        fields.push(("epsilon".to_owned(), text("2")));
        fields.push(("questions".to_owned(), Json::List(questions)));
        let page_count = pages.len().max(1);
        if has_pages {
            fields.push(("pages".to_owned(), Json::List(page_files)));
        }
        if let Some(closing) = self.closing.value() {
            fields.push(("closing".to_owned(), languages.json(closing)));
        }
        if languages.lent > 0 {
            let first = languages.tags.first().cloned().unwrap_or_default();
            self.change(&first, Reason::Lent(languages.lent));
        }
        let draft = Json::Object(fields);
        let (draft, serves) = if count == 0 {
            (draft, None)
        } else {
            planned(draft, &mut self.report)
        };
        Made {
            draft,
            lines: self.report.lines(),
            pages: page_count,
            languages: languages.tags,
            serves,
            places: self.places,
        }
    }

    /// Pages without a question have no place; questions whose order is drawn cannot depend on each other.
    fn end_pages(&mut self) {
        let pages = std::mem::take(&mut self.pages);
        for mut page in pages {
            if page.questions.is_empty() {
                let title = page.title.into_values().next();
                if let Some(title) = title {
                    self.leave_out(&title, Reason::EmptyPage);
                }
                continue;
            }
            if page.is_shuffled && page.depends_on_itself() {
                page.is_shuffled = false;
                let name = page.title.values().next().cloned();
                let name = name.or_else(|| page.questions.first().map(|one| one.id.clone()));
                self.change(&name.unwrap_or_default(), Reason::ShuffledConditions);
            }
            self.pages.push(page);
        }
    }

    /// The languages in which the survey is offered.
    fn languages(&mut self) -> DraftLanguages {
        let most = self.languages.values().copied().max().unwrap_or(0);
        let in_first = self.languages.get(&self.first).copied().unwrap_or(0);
        // A file whose words are all in another language has that one first.
        if in_first * TOO_FEW < most {
            let fullest = self.languages.iter().max_by_key(|(_, count)| **count);
            if let Some((tag, _)) = fullest {
                let tag = tag.clone();
                if in_first > 0 {
                    self.change(&tag, Reason::First(self.first.clone()));
                }
                self.first = tag;
            }
        }
        let in_first = self.languages.get(&self.first).copied().unwrap_or(0);
        let mut tags = vec![self.first.clone()];
        let others = self.languages.clone().into_iter();
        for (tag, count) in others
            .filter(|(tag, _)| *tag != tags[0])
            .collect::<Vec<_>>()
        {
            if count * TOO_FEW < in_first || tags.len() >= MOST_LANGUAGES {
                self.leave_out(&tag, Reason::HardlyTranslated(count, in_first));
            } else {
                if count < in_first {
                    self.change(&tag, Reason::PartlyTranslated(in_first - count));
                }
                tags.push(tag);
            }
        }
        DraftLanguages {
            tags,
            lent: 0,
            unplaced: Vec::new(),
        }
    }
}

impl DraftPage {
    fn depends_on_itself(&self) -> bool {
        let ids: HashSet<&str> = self.questions.iter().map(|one| one.id.as_str()).collect();
        self.questions.iter().any(|question| {
            let is_named = |id: &String| ids.contains(id.as_str());
            question.put_in.as_ref().is_some_and(is_named)
                || question.fields.iter().any(|(name, value)| {
                    *name == "condition"
                        && matches!(value, DraftValue::Json(json) if names_any(json, &ids))
                })
        })
    }
}

/// Whether a condition names one of these questions.
fn names_any(condition: &Json, ids: &HashSet<&str>) -> bool {
    match condition {
        Json::Object(fields) => fields.iter().any(|(name, value)| match value {
            Json::Text(id) => name == "question" && ids.contains(id.as_str()),
            other => names_any(other, ids),
        }),
        Json::List(list) => list.iter().any(|one| names_any(one, ids)),
        _ => false,
    }
}

/// Whether an answer is put into words in any language.
fn has_place(words: &Json) -> bool {
    let Json::Object(languages) = words else {
        return false;
    };
    let mut texts = languages.iter();
    texts.any(|(_, text)| match text {
        Json::Text(text) => text
            .split_once("{answer: ")
            .is_some_and(|(_, behind)| behind.contains('}')),
        _ => false,
    })
}

impl DraftLanguages {
    fn question(&mut self, drafted: Drafted) -> Json {
        let place = drafted.put_in.is_some().then(|| drafted.id.clone());
        let Json::Object(mut fields) = self.json(DraftValue::Object(drafted.fields)) else {
            return Json::Object(Vec::new());
        };
        // The only place for an answer can be in a language that is not offered, or behind where a text was cut.
        let is_put_in = { fields.iter() }
            .any(|(name, words)| matches!(&**name, "title" | "help") && has_place(words));
        if !is_put_in {
            fields.retain(|(name, _)| name != "otherwise");
            self.unplaced.extend(place);
        }
        Json::Object(fields)
    }

    fn json(&mut self, value: DraftValue) -> Json {
        match value {
            DraftValue::Json(json) => json,
            DraftValue::Texts(texts) => self.spoken(texts),
            DraftValue::List(list) => {
                Json::List(list.into_iter().map(|one| self.json(one)).collect())
            }
            DraftValue::Object(fields) => {
                let fields = fields.into_iter();
                let fields = fields.map(|(name, value)| (name.to_owned(), self.json(value)));
                Json::Object(fields.collect())
            }
        }
    }

    /// A text in the survey's languages; in the first, one of another stands in where there is none.
    fn spoken(&mut self, mut texts: FileTexts) -> Json {
        let Some(first) = self.tags.first() else {
            return Json::Object(Vec::new());
        };
        if !texts.contains_key(first) {
            let by_order = self.tags.iter().find_map(|tag| texts.get(tag));
            let other = by_order.or_else(|| texts.values().next()).cloned();
            self.lent += 1;
            texts.insert(first.clone(), other.unwrap_or_else(|| "–".to_owned()));
        }
        let spoken = self.tags.iter().filter_map(|tag| {
            let text = texts.remove(tag)?;
            Some((tag.clone(), Json::Text(text)))
        });
        Json::Object(spoken.collect())
    }
}
