//! The survey's own texts as elements. They may be in another language than the words around them, where
//! the survey or the interface has no better one; then the element's `lang` says so to screen readers.

use sotto_ldp::numbers::{Decimal, Grid};
use sotto_survey::{Category, NumberRange, Text};

use super::Words;
use crate::{Tag, cut, gap, place_of, tag};

impl Words {
    /// A text of the survey.
    #[must_use]
    pub fn text<'a>(&self, text: &'a Text) -> &'a str {
        self.nearest(text).1
    }

    /// The same, behind the tag of the language that it is in.
    #[must_use]
    pub fn nearest<'a>(&self, text: &'a Text) -> (&'a str, &'a str) {
        text.nearest(&self.wanted, &self.first)
    }

    /// Fills an element with a text of the survey, in the text's own direction.
    // Out of line, as what it calls is: views call these everywhere, and each copy would be downloaded.
    #[inline(never)]
    pub fn write(&self, element: Tag, text: &Text) -> Tag {
        let (language, text) = self.nearest(text);
        self.in_language(element.set("dir", "auto"), language)
            .text(text)
    }

    /// Marks an element as being in the language in which a text of the interface is there: the survey may bring it.
    pub fn spoken_in(&self, element: Tag, key: &str) -> Tag {
        #[cfg(feature = "own-words")]
        if let Some((language, _)) = self.brought(key) {
            return element.set("dir", "auto").set("lang", language);
        }
        // The common widget takes no words from a survey.
        #[cfg(not(feature = "own-words"))]
        let _ = (self, key);
        element
    }

    /// Fills an element with a text of the interface, in the language in which that is there.
    #[inline(never)]
    pub fn put(&self, element: Tag, key: &str) -> Tag {
        self.spoken_in(element, key).text(&self.say(key))
    }

    /// Fills an element with a text about the numbers that a grid holds.
    pub fn put_range(&self, element: Tag, key: &str, grid: &Grid) -> Tag {
        let element = self.spoken_in(element, &Self::key_of(key, grid));
        element.text(&self.range(key, grid))
    }

    /// Fills an element with one of the numbers of a range: with its unit, or as the day, month or time that it stands for.
    pub fn write_answered(&self, element: Tag, number: Decimal, range: &NumberRange) -> Tag {
        match range.calendar {
            Some(_) => element.text(&self.answered(number, range)),
            None => self.write_number(element, &number.to_string(), range.unit.as_ref()),
        }
    }

    /// Fills an element with the name of a category.
    pub fn write_category(&self, element: Tag, category: Category<'_>) -> Tag {
        match category {
            Category::Option(option) => self.write(element, &option.title),
            other => self.put_category(element.set("dir", "auto"), other),
        }
    }

    /// Fills an element with words of the interface, in which a text of the survey replaces `slot`.
    pub fn write_around(&self, element: Tag, words: &str, slot: &str, text: &Text) -> Tag {
        Self::put_around(element, words, slot, self.write(tag("span"), text))
    }

    /// Fills an element with a name from the survey and the words about it.
    pub fn write_named(&self, element: Tag, name: &Text, words: &str) -> Tag {
        let all = self.naming(name);
        let (before, behind) = cut(&all, "{words}").unwrap_or((&all, ""));
        let words = [before, words, behind].concat();
        self.write_around(element, &words, "{name}", name)
    }

    /// How a name stands before the words about it. One that ends a sentence, as a question does, gets no colon.
    pub(super) fn naming(&self, name: &Text) -> String {
        let text = self.text(name);
        match text.chars().next_back() {
            Some('?' | '？' | '؟' | '!' | '！' | '.' | '。' | ':' | '：' | '…') => {
                ["{name}", gap(text, ""), "{words}"].concat()
            }
            _ => self.say("named"),
        }
    }

    /// Fills an element with words, in which another element replaces `slot`.
    #[inline(never)]
    pub fn put_around(element: Tag, words: &str, slot: &str, inner: Tag) -> Tag {
        let place = place_of(words, slot);
        let before = place.and_then(|place| words.get(..place));
        let after = place.and_then(|place| words.get(place + slot.len()..));
        let element = element.text(before.unwrap_or(words)).with(inner);
        element.text(after.unwrap_or_default())
    }

    /// A text of the survey within a line of other words, in the direction of that line.
    #[inline(never)]
    pub fn quote(&self, text: &Text) -> Tag {
        self.spoken_as(tag("span"), text).text(self.text(text))
    }

    /// The name of a category within a line of other words.
    pub fn quote_category(&self, category: Category<'_>) -> Tag {
        match category {
            Category::Option(option) => self.quote(&option.title),
            other => self.put_category(tag("span"), other),
        }
    }

    /// Fills an element with the name of a category that is no text of the survey.
    fn put_category(&self, element: Tag, category: Category<'_>) -> Tag {
        let element = self.spoken_in(element, category.id());
        element.text(&self.category(category))
    }

    /// Fills an element with a number as a person wrote it, and its unit.
    pub fn write_number(&self, element: Tag, number: &str, unit: Option<&Text>) -> Tag {
        let number = self.number(number);
        let Some(unit) = unit else {
            return element.text(&number);
        };
        let words = self.fill("with-unit", &[("number", &number)]);
        Self::put_around(element, &words, "{unit}", self.quote(unit))
    }

    /// Marks an element as being in the language of a text of the survey.
    pub fn spoken_as(&self, element: Tag, text: &Text) -> Tag {
        self.in_language(element, self.nearest(text).0)
    }

    fn in_language(&self, element: Tag, language: &str) -> Tag {
        element.when(language != self.language(), "lang", language)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use std::collections::BTreeMap;

    use sotto_survey::Survey;

    use super::*;
    use crate::{Messages, markup};

    #[test]
    fn a_name_that_is_a_question_gets_no_colon() {
        let survey = include_str!("../../../../www/surveys/census.json");
        let survey: Survey = serde_json::from_str(survey).unwrap();
        let texts = include_str!("../../../../www/messages/widget.en.json");
        let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
        let words = Words::new(Messages::native("en", texts), "en", &survey);
        let said = |name: &Text| markup(&words.write_named(tag("p"), name, "Sometimes"));
        let question = said(survey.questions()[0].title());
        assert!(
            question.ends_with("Are you over 50?</span> Sometimes</p>"),
            "{question}"
        );
        let title = said(survey.title());
        assert!(
            title.ends_with("A small census</span>: Sometimes</p>"),
            "{title}"
        );
        let wide = said(&Text::from([("en", "你好吗？")]));
        assert!(wide.ends_with("你好吗？</span>Sometimes</p>"), "{wide}");
    }
}
