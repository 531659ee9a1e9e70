//! An answer, and what a report says, in words.

use sotto_ldp::{Report, numbers::Decimal, randomizers::Said};
use sotto_survey::{
    Answer, AnswerShape, Categories, Category, Entry, Joint, NumberFields, PartDomain, PartRole,
    Question, Survey, Text,
};

use super::Words;
use crate::{Tag, cut, tag};

/// What a survey sends, question by question or link, each with the reports of its parts, out of those of
/// a whole copy.
pub fn reports_by_entry<'a>(
    survey: &'a Survey,
    mut reports: &'a [Option<Report>],
) -> impl Iterator<Item = (Entry<'a>, &'a [Option<Report>])> {
    survey.entries().map(move |entry| {
        let (own, others) = reports.split_at(entry.parts().len().min(reports.len()));
        reports = others;
        (entry, own)
    })
}

/// The questions of a link.
pub fn linked<'a>(survey: &'a Survey, joint: &'a Joint) -> impl Iterator<Item = &'a Question> {
    let questions = joint.questions().iter();
    questions.filter_map(|&index| survey.questions().get(index))
}

impl Words {
    /// Fills an element with an answer, for the person who gave it.
    pub fn write_answer(&self, element: Tag, question: &Question, answer: Option<&Answer>) -> Tag {
        let untouched = question.untouched();
        let is_untouched = answer.is_none();
        let Some(answer) = answer.or(untouched.as_ref()) else {
            return element;
        };
        if question.is_declined(answer) {
            let words = if is_untouched {
                "left-alone"
            } else {
                "decline"
            };
            return self.put(element, words);
        }
        let categories: Vec<_> = question.categories().collect();
        let name = |index: u32| Some(self.quote_category(*categories.get(index as usize)?));
        let words = match question.shape() {
            AnswerShape::Set(_) => {
                let chosen = question.choices(answer).into_iter();
                chosen.filter_map(name).collect()
            }
            AnswerShape::Order(_) => {
                let order = question.order_of(answer).into_iter().enumerate();
                let placed = order.filter_map(|(place, option)| {
                    let place = self.number(&(place + 1).to_string());
                    Some(tag("span").text(&place).text(". ").with(name(option)?))
                });
                placed.collect()
            }
            AnswerShape::Rows(matrix) => {
                let rows = matrix.rows.iter().zip(question.rows(answer));
                rows.map(|(row, chosen)| {
                    let chosen = chosen.and_then(name);
                    let chosen = chosen.unwrap_or_else(|| self.quote_category(Category::Decline));
                    self.named(&row.title, chosen)
                })
                .collect()
            }
            AnswerShape::Numbers(_) => {
                let numbers = question.numbers(answer).into_iter().flatten().enumerate();
                numbers
                    .map(|(field, number)| self.field(question, field, number))
                    .collect()
            }
            AnswerShape::One(Categories::OwnSecret(_)) => {
                let said = question.said(answer).into_iter();
                said.map(|said| tag("span").text(&self.said(said)))
                    .collect()
            }
            AnswerShape::None { .. } | AnswerShape::One(_) => {
                question.choice(answer).and_then(name).into_iter().collect()
            }
        };
        self.list(element, words)
    }

    /// What somebody can say of two statements.
    #[must_use]
    pub fn said(&self, said: Said) -> String {
        self.say(match said {
            Said::Same => "secret-same",
            Said::Different => "secret-different",
        })
    }

    /// Fills an element with the title of a question, or the titles of all that are sent together.
    pub fn write_titles(&self, element: Tag, survey: &Survey, entry: Entry<'_>) -> Tag {
        match entry {
            Entry::Question(question) => self.write(element, question.title()),
            Entry::Joint(joint) => element.with(self.list_titles(survey, joint)),
        }
    }

    /// Fills an element with what the reports of an entry's parts say, in the words of the questions.
    /// They may name one category, several or none; an entry that was not drawn has none to tell of.
    pub fn write_reports(
        &self,
        element: Tag,
        survey: &Survey,
        entry: Entry<'_>,
        reports: &[Option<Report>],
    ) -> Tag {
        let question = match entry {
            Entry::Question(question) => question,
            Entry::Joint(joint) => {
                let words = reports.iter().flatten();
                let words = words.map(|report| self.combinations(survey, joint, report));
                return self.list(element, words.collect());
            }
        };
        let mut words = Vec::new();
        for (part, report) in question.parts().iter().zip(reports) {
            let Some(report) = report else {
                continue;
            };
            let says = |value| part.randomizer().supports(report, value) == Ok(true);
            let supported = || self.supported(question, says);
            let of_one = || self.one_of(question, says);
            match part.role() {
                // A question has no joint part of its own.
                PartRole::Joint => {}
                // What was said, and not which answer it speaks for.
                PartRole::Category if question.shape().own_secret().is_some() => {
                    let said = Said::of_report(report);
                    words.extend(said.map(|said| tag("span").text(&self.said(said))));
                }
                PartRole::Category => words.push(of_one()),
                PartRole::Set => words.push(supported()),
                PartRole::Option(index) => {
                    let is_chosen = says(0);
                    let Some(option) = question.categories().nth(index) else {
                        continue;
                    };
                    let option = self.quote_category(option);
                    // Where only some options are drawn, a "no" is a report about that option.
                    if (question.reported() as usize) < question.parts().len() {
                        let said = if is_chosen {
                            Category::Yes
                        } else {
                            Category::No
                        };
                        let said = self.quote_category(said);
                        words.push(Self::named_by(&self.say("named-only"), option, said));
                    } else if is_chosen {
                        words.push(option);
                    }
                }
                PartRole::Pair(pair) => words.extend(self.pair_order(question, pair, says)),
                PartRole::Row(row) => {
                    let AnswerShape::Rows(matrix) = question.shape() else {
                        continue;
                    };
                    let title = matrix.rows.get(row).map(|row| &row.title);
                    words.extend(title.map(|title| self.named(title, of_one())));
                }
                PartRole::Number(field) => {
                    let PartDomain::Numbers(grid) = part.domain() else {
                        continue;
                    };
                    let cell = part.randomizer().nearest(report);
                    words.extend(cell.map(|cell| match grid.value(cell) {
                        Some(number) => self.field(question, field, number),
                        None => self.quote_category(Category::Decline),
                    }));
                }
                PartRole::Answered => {
                    // The number that goes with it counts for nothing.
                    if says(1) {
                        words = vec![self.quote_category(Category::Decline)];
                    }
                }
            }
        }
        self.list(element, words)
    }

    /// The orders of a pair that a report names.
    fn pair_order(
        &self,
        question: &Question,
        pair: usize,
        says: impl Fn(u32) -> bool,
    ) -> Option<Tag> {
        let AnswerShape::Order(ranked) = question.shape() else {
            return None;
        };
        let (first, second) = ranked.pair(pair)?;
        let before = |first: &Text, second: &Text| {
            let all = self.say("pair-order");
            Self::named_by(&all, self.quote(first), self.quote(second))
        };
        let name = |value: usize| match value {
            0 => before(&first.title, &second.title),
            1 => before(&second.title, &first.title),
            _ => self.quote_category(Category::Decline),
        };
        let values = 2 + usize::from(question.offers_decline());
        Some(self.first_few(values, says, name))
    }

    /// The categories that a report names.
    fn supported(&self, question: &Question, says: impl Fn(u32) -> bool) -> Tag {
        let categories: Vec<_> = question.categories().collect();
        let name = |value: usize| match categories.get(value) {
            Some(category) => self.quote_category(*category),
            None => tag("span"),
        };
        self.first_few(categories.len(), says, name)
    }

    /// The categories that a report names, where a person has one of them.
    fn one_of(&self, question: &Question, says: impl Fn(u32) -> bool) -> Tag {
        let named = (0..).zip(question.categories());
        let count = named.filter(|(value, _)| says(*value)).count();
        let list = self.supported(question, says);
        if count < 2 {
            return list;
        }
        Self::put_around(tag("span"), &self.say("named-set"), "{some}", list)
    }

    /// The combinations of answers that a joint report names.
    fn combinations(&self, survey: &Survey, joint: &Joint, report: &Report) -> Tag {
        let part = joint.part();
        let says = |cell| part.randomizer().supports(report, cell) == Ok(true);
        let name = |cell: usize| {
            let cell = joint.categories(u32::try_from(cell).unwrap_or(0));
            let categories = linked(survey, joint).zip(cell);
            let categories = categories
                .filter_map(|(question, category)| question.categories().nth(category as usize));
            let names = categories.map(|category| self.quote_category(category));
            self.separated(tag("span"), names, "together")
        };
        self.first_few(part.domain().size() as usize, says, name)
    }

    /// What a report names out of so many; of a long list only the first few.
    fn first_few(
        &self,
        total: usize,
        says: impl Fn(u32) -> bool,
        name: impl Fn(usize) -> Tag,
    ) -> Tag {
        const FEW: usize = 12;
        let named = (0..).zip(0..total).filter(|(value, _)| says(*value));
        let mut named: Vec<_> = named.map(|(_, index)| index).collect();
        let count = named.len();
        let is_cut = count > FEW;
        if is_cut {
            named.truncate(FEW);
        }
        let list = self.list(tag("span"), named.into_iter().map(name).collect());
        if !is_cut {
            return list;
        }
        let values: [(&str, &str); 2] = [
            ("count", &self.number(&count.to_string())),
            ("total", &self.number(&total.to_string())),
        ];
        let words = self.fill("many-named", &values);
        Self::put_around(tag("span"), &words, "{some}", list)
    }

    /// A number, with its unit and the name of its field if it has one.
    fn field(&self, question: &Question, field: usize, number: Decimal) -> Tag {
        let AnswerShape::Numbers(fields) = question.shape() else {
            return tag("span").text(&number.to_string());
        };
        match fields {
            NumberFields::Single(range) => self.write_answered(tag("span"), number, range),
            NumberFields::Several(fields) => match fields.get(field) {
                Some(field) => {
                    let unit = field.unit.as_ref();
                    let words = self.write_number(tag("span"), &number.to_string(), unit);
                    self.named(&field.title, words)
                }
                None => tag("span"),
            },
        }
    }

    /// A name and the words about it.
    fn named(&self, name: &Text, words: Tag) -> Tag {
        Self::named_by(&self.naming(name), self.quote(name), words)
    }

    fn named_by(all: &str, name: Tag, words: Tag) -> Tag {
        let (before, behind) = cut(all, "{name}").unwrap_or(("", all));
        let named = tag("span").text(before).with(name);
        Self::put_around(named, behind, "{words}", words)
    }

    fn list(&self, element: Tag, words: Vec<Tag>) -> Tag {
        if words.is_empty() {
            return element.text(&self.say("none-named"));
        }
        self.separated(element, words.into_iter(), "list-separator")
    }

    fn separated(
        &self,
        mut element: Tag,
        words: impl Iterator<Item = Tag>,
        separator: &str,
    ) -> Tag {
        for (index, words) in words.enumerate() {
            if index > 0 {
                element = element.text(&self.say(separator));
            }
            element = element.with(words);
        }
        element
    }

    /// The titles of the questions of a link, in a line.
    pub fn list_titles(&self, survey: &Survey, joint: &Joint) -> Tag {
        let titles = linked(survey, joint).map(|question| self.quote(question.title()));
        self.separated(tag("span"), titles, "together")
    }
}
