//! Answers in the words of later questions.
//!
//! Every wording that an answer can give is laid out in one place, and all but one are hidden, from everybody. So the place
//! is as high and as wide as the largest of them, and nothing but the words themselves depends on the answer.

use sotto_survey::{AnswerShape, Category, NumberFields, Piece, Piping, Question, Survey, Text};
use sotto_ui::{Tag, Words, tag};

use crate::survey::State;

/// The words of a question with the answer to an earlier one in them.
pub(super) struct Piped<'a> {
    words: &'a Words,
    /// How the answer can read: the words for none, then those of every answer.
    answers: Vec<Wording<'a>>,
    /// Which of them is seen.
    seen: usize,
}

/// How an answer reads.
enum Wording<'a> {
    /// In the survey's words.
    Own(&'a Text),
    /// In those of the interface.
    Interface(String),
}

impl<'a> Piped<'a> {
    pub(super) fn new(
        (words, survey, state): (&'a Words, &'a Survey, &State),
        piping: &'a Piping,
    ) -> Self {
        let mut answers = vec![Wording::Own(&piping.otherwise)];
        let mut seen = 0;
        let questions = survey.questions();
        let source = questions
            .iter()
            .position(|one| *one.id() == piping.question);
        if let Some((index, question)) = source.and_then(|at| Some((at, questions.get(at)?))) {
            answers.extend(of_all(words, question));
            let place = given(state, index, question);
            // Behind the words for none.
            seen = place.map_or(0, |place| place + 1);
        }
        Self {
            words,
            answers,
            seen,
        }
    }

    /// All wordings of a text, each ended in the same way.
    pub(super) fn write(&self, text: &Text, end: impl Fn(Tag) -> Tag) -> Tag {
        let (language, written) = self.words.nearest(text);
        let pieces = Piece::all_of(written);
        let wording = |(place, answer): (usize, &Wording<'_>)| {
            let answer = match answer {
                Wording::Own(text) => text.in_language(language, language),
                Wording::Interface(words) => words,
            };
            let line =
                tag("span")
                    .set("dir", "auto")
                    .when(place != self.seen, "aria-hidden", "true");
            let line = pieces.iter().fold(line, |line, piece| match piece {
                Piece::Words(words) => line.text(words),
                Piece::Answer(_) => line.with(tag("bdi").text(answer)),
            });
            end(line)
        };
        let wordings = self.answers.iter().enumerate().map(wording).collect();
        let all = self.words.spoken_as(tag("span"), text);
        all.set("class", "piped").all(wordings)
    }
}

/// How each answer to a question reads, but for declining.
fn of_all<'a>(words: &'a Words, question: &'a Question) -> Vec<Wording<'a>> {
    if let AnswerShape::Numbers(NumberFields::Single(range)) = question.shape() {
        let numbers = (0..range.grid.cells()).filter_map(|cell| range.grid.value(cell));
        let written = numbers.map(|number| Wording::Interface(words.answered(number, range)));
        return written.collect();
    }
    let categories = question.categories();
    let written = categories.filter_map(|category| match category {
        Category::Decline => None,
        Category::Option(option) => Some(Wording::Own(&option.title)),
        other => Some(Wording::Interface(words.category(other))),
    });
    written.collect()
}

/// The place of the answer that was given among all of them; nothing where the question was declined, left alone or not
/// asked.
fn given(state: &State, index: usize, question: &Question) -> Option<usize> {
    let answer = state.answers().get(index)?.as_ref();
    let answer = answer.filter(|answer| state.asks(index) && !question.is_declined(answer))?;
    if let AnswerShape::Numbers(NumberFields::Single(range)) = question.shape() {
        let number = question.numbers(answer).into_iter().flatten().next();
        return (0..range.grid.cells()).position(|cell| range.grid.value(cell) == number);
    }
    usize::try_from(question.choice(answer)?).ok()
}

// Markup is written outside browsers alone.
#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests;
