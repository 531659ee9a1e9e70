//! How the answer to an earlier question is put into a question's words.

use crate::{
    file::question_file::QuestionFile,
    terms::{identifier::Identifier, piping::Piece, text::Text},
};

/// A question's words with places for the answer to an earlier question. It is put in on the device alone; wherever nobody
/// has answered, as in results, the question reads with the neutral words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piping {
    /// The question whose answer is put in.
    pub question: Identifier,
    /// What is asked, with the places.
    pub title: Text,
    /// The words below, with the places.
    pub help: Option<Text>,
    /// What stands there where that question was declined, left alone or not asked.
    pub otherwise: Text,
}

impl Piping {
    /// Takes the places out of a question's words, if there are any: the neutral words stand there then.
    pub(super) fn taken_from(file: &mut QuestionFile, first: Option<&str>) -> Option<Self> {
        let otherwise = file.otherwise.take()?;
        let question = {
            let texts = [Some(&file.title), file.help.as_ref()].into_iter();
            let all = texts.flatten().flat_map(Text::pairs);
            let mut named = all.flat_map(|(_, words)| Piece::named(words));
            named.next()?.parse().ok()?
        };
        let neutral = |text: &Text| {
            let pairs = text.pairs().map(|(tag, words)| {
                let otherwise = otherwise.in_language(tag, first.unwrap_or(tag));
                (tag.to_owned(), Piece::filled(words, otherwise))
            });
            Text::of_distinct(pairs.collect())
        };
        let (title, help) = (neutral(&file.title), file.help.as_ref().map(neutral));
        Some(Self {
            question,
            title: std::mem::replace(&mut file.title, title),
            help: std::mem::replace(&mut file.help, help),
            otherwise,
        })
    }

    /// Puts the places back.
    pub(super) fn put_into(&self, file: &mut QuestionFile) {
        file.title.clone_from(&self.title);
        file.help.clone_from(&self.help);
        file.otherwise = Some(self.otherwise.clone());
    }
}
