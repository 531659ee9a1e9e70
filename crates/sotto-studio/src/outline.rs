//! A survey made of questions that were written as lines.

use sotto_survey::QuestionType;

use crate::{
    draft::{Draft, List, Place, Words},
    edit::{Edit, Pasted},
    history::History,
};

/// So many questions a survey can have.
const MOST: usize = 200;

/// A question with what can be chosen.
struct Outlined {
    title: String,
    options: Vec<String>,
}

/// The draft with the questions that a text has, one on each line, in place of its own: lines below one that are
/// indented, or have a bullet where the questions have none, are its options. A question without any is one of yes or
/// no. `None` where the text has no line.
#[must_use]
pub(crate) fn with_questions(draft: &Draft, text: &str, language: &str) -> Option<Draft> {
    let questions = outlined(text);
    if questions.is_empty() {
        return None;
    }
    let mut history = History::new(draft.clone()).naming_by_words(true);
    for _ in draft.questions() {
        history = history.with(&Edit::DeleteQuestion(0));
    }
    for (index, question) in questions.into_iter().take(MOST).enumerate() {
        let question_type = if question.options.is_empty() {
            QuestionType::YesNo
        } else {
            QuestionType::SingleChoice
        };
        history = history.with(&Edit::AddQuestion {
            question_type,
            index,
        });
        history = history.with(&Edit::SetWords {
            place: Place::Question(index),
            words: Words::Title,
            language: language.to_owned(),
            text: question.title,
        });
        if !question.options.is_empty() {
            history = history.with(&Edit::PasteItems {
                question: index,
                list: List::Options,
                languages: vec![language.to_owned()],
                text: question.options.join("\n"),
                behind: None,
            });
        }
    }
    Some(Draft::clone(history.draft()))
}

fn outlined(text: &str) -> Vec<Outlined> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<_> = lines.collect();
    let first_is_option = lines.first().is_some_and(|line| is_below(line));
    let mut questions: Vec<Outlined> = Vec::new();
    for line in lines {
        let word = Pasted::read(line, &[]).rows.concat().join(" ");
        match questions.last_mut() {
            // Where the first line looks like an option, all of them look so.
            Some(question) if is_below(line) && !first_is_option => question.options.push(word),
            _ => questions.push(Outlined {
                title: word,
                options: Vec::new(),
            }),
        }
    }
    questions
}

/// Whether a line stands below another: by its indent, or by its bullet.
fn is_below(line: &str) -> bool {
    line.starts_with([' ', '\t', '\u{3000}', '•', '·', '-', '–', '*', '○', '▪'])
}

/// Lets a new draft be written in one language.
#[must_use]
pub(crate) fn in_language(draft: &Draft, language: &str) -> Draft {
    let others = draft.languages().into_iter();
    let others = others.filter(|tag| *tag != language);
    let mut edits: Vec<_> = others
        .map(|tag| Edit::RemoveLanguage(tag.to_owned()))
        .collect();
    edits.insert(0, Edit::AddLanguage(language.to_owned()));
    crate::edit::apply(draft, &Edit::Several(edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, usize)> {
        let draft = Draft::of_text(r#"{ "languages": ["en"], "questions": [{ "id": "a" }] }"#);
        let made = with_questions(&draft, text, "en");
        let questions = made.iter().flat_map(Draft::questions);
        let read = questions.map(|one| {
            let title = one.words(Words::Title, "en").to_owned();
            (title, one.items(List::Options).len())
        });
        read.collect()
    }

    #[test]
    fn lines_become_questions_and_lines_below_them_options() {
        let text = "1. Do you smoke?\n2. How often?\n  - Daily\n  - Weekly\n\n3. Why?";
        let read_ones = read(text);
        let expected = [("Do you smoke?", 0), ("How often?", 2), ("Why?", 0)];
        assert_eq!(
            read_ones,
            expected.map(|(title, count)| (title.to_owned(), count))
        );
        assert_eq!(read("- Tea?\n- Milk?").len(), 2);
        assert_eq!(read(" \n"), []);
    }
}
