//! An answer, and what a report says, in words.

use sotto_ldp::{Report, numbers::Decimal};
use sotto_survey::{
    Answer, AnswerShape, Category, NumberFields, PartDomain, PartRole, Question, Survey, Text,
};

use super::Words;
use crate::{Tag, tag};

/// The reported questions of a survey, each with the reports of its parts, out of those of a whole copy.
pub fn reports_by_question<'a>(
    survey: &'a Survey,
    mut reports: &'a [Option<Report>],
) -> impl Iterator<Item = (&'a Question, &'a [Option<Report>])> {
    survey.reported_questions().map(move |question| {
        let (own, others) = reports.split_at(question.parts().len().min(reports.len()));
        reports = others;
        (question, own)
    })
}

impl Words {
    /// Fills an element with an answer, for the person who gave it.
    pub fn write_answer(&self, element: Tag, question: &Question, answer: Option<&Answer>) -> Tag {
        let untouched = question.untouched();
        let Some(answer) = answer.or(untouched.as_ref()) else {
            return element;
        };
        if question.is_declined(answer) {
            return element.text(&self.say("decline"));
        }
        let categories: Vec<_> = question.categories().collect();
        let name = |index: u32| Some(self.quote_category(*categories.get(index as usize)?));
        let words = match question.shape() {
            AnswerShape::Set(_) => {
                let chosen = question.choices(answer).into_iter();
                chosen.filter_map(name).collect()
            }
            AnswerShape::Rows(matrix) => {
                let rows = matrix.rows.iter().zip(question.rows(answer));
                rows.map(|(row, chosen)| {
                    let chosen = chosen.and_then(name);
                    let chosen = chosen.unwrap_or_else(|| self.quote_category(Category::Decline));
                    self.named(self.quote(&row.title), chosen)
                })
                .collect()
            }
            AnswerShape::Numbers(_) => {
                let numbers = question.numbers(answer).into_iter().flatten().enumerate();
                numbers
                    .map(|(field, number)| self.field(question, field, number))
                    .collect()
            }
            AnswerShape::None { .. } | AnswerShape::One(_) => {
                question.choice(answer).and_then(name).into_iter().collect()
            }
        };
        self.list(element, words)
    }

    /// Fills an element with what the reports of a question's parts say, in the words of the question.
    /// They may name one category, several or none.
    pub fn write_reports(
        &self,
        element: Tag,
        question: &Question,
        reports: &[Option<Report>],
    ) -> Tag {
        if reports.iter().all(Option::is_none) {
            return element.text(&self.say("not-drawn"));
        }
        let mut words = Vec::new();
        for (part, report) in question.parts().iter().zip(reports) {
            let Some(report) = report else {
                continue;
            };
            let says = |value| part.randomizer().supports(report, value) == Ok(true);
            let supported = || self.supported(question, says);
            match part.role() {
                PartRole::Category => words.push(supported()),
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
                        words.push(self.named(option, self.quote_category(said)));
                    } else if is_chosen {
                        words.push(option);
                    }
                }
                PartRole::Row(row) => {
                    let AnswerShape::Rows(matrix) = question.shape() else {
                        continue;
                    };
                    let title = matrix.rows.get(row).map(|row| &row.title);
                    words.extend(title.map(|title| self.named(self.quote(title), supported())));
                }
                PartRole::Number(field) => {
                    let PartDomain::Numbers(grid) = part.domain() else {
                        continue;
                    };
                    let cell = part.randomizer().nearest(report);
                    let number = cell.and_then(|cell| grid.value(cell));
                    words.extend(number.map(|number| self.field(question, field, number)));
                }
                PartRole::Answered => {
                    if says(1) {
                        words.insert(0, self.quote_category(Category::Decline));
                    }
                }
            }
        }
        self.list(element, words)
    }

    /// The categories that a report names; of a long list only the first few.
    fn supported(&self, question: &Question, says: impl Fn(u32) -> bool) -> Tag {
        const FEW: usize = 12;
        let named = (0..)
            .zip(question.categories())
            .filter(|(value, _)| says(*value));
        let mut named: Vec<_> = named.map(|(_, category)| category).collect();
        let count = named.len();
        let is_cut = count > FEW;
        if is_cut {
            named.truncate(FEW);
        }
        let named = named.into_iter();
        let named = named.map(|category| self.quote_category(category));
        let list = self.list(tag("span"), named.collect());
        if !is_cut {
            return list;
        }
        let total = question.categories().count();
        let values: [(&str, &str); 2] = [
            ("count", &self.number(&count.to_string())),
            ("total", &self.number(&total.to_string())),
        ];
        let words = self.fill("many-named", &values);
        Self::put_around(tag("span"), &words, "{some}", list)
    }

    /// A number, with its unit and the name of its field if it has one.
    fn field(&self, question: &Question, field: usize, number: Decimal) -> Tag {
        let number = number.to_string();
        let with_unit =
            |unit: &Option<Text>| self.write_number(tag("span"), &number, unit.as_ref());
        let AnswerShape::Numbers(fields) = question.shape() else {
            return tag("span").text(&number);
        };
        match fields {
            NumberFields::Single(range) => with_unit(&range.unit),
            NumberFields::Several(fields) => match fields.get(field) {
                Some(field) => self.named(self.quote(&field.title), with_unit(&field.unit)),
                None => tag("span"),
            },
        }
    }

    /// A name and the words about it.
    fn named(&self, name: Tag, words: Tag) -> Tag {
        let all = self.say("named");
        let (before, behind) = all.split_once("{name}").unwrap_or(("", &all));
        let named = tag("span").text(before).with(name);
        Self::put_around(named, behind, "{words}", words)
    }

    fn list(&self, mut element: Tag, words: Vec<Tag>) -> Tag {
        if words.is_empty() {
            return element.text(&self.say("none-named"));
        }
        for (index, words) in words.into_iter().enumerate() {
            if index > 0 {
                element = element.text(&self.say("list-separator"));
            }
            element = element.with(words);
        }
        element
    }
}
