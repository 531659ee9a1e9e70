//! In which language the survey's own texts stand. The widget's words are in one language, a survey's in
//! another where the widget or the survey has no better one: what is in another than the words around
//! it says so, for those who have it read to them.

use sotto_survey::{Category, Text};
use sotto_ui::{Tag, tag};

use crate::survey::Setting;

impl Setting {
    /// A text of the survey.
    pub(crate) fn text<'a>(&self, text: &'a Text) -> &'a str {
        self.nearest(text).1
    }

    fn nearest<'a>(&self, text: &'a Text) -> (&'a str, &'a str) {
        text.nearest(&self.survey_language, self.survey.first_language())
    }

    /// Fills an element with a text of the survey, whichever way that runs.
    #[inline(never)]
    pub(crate) fn write(&self, tag: Tag, text: &Text) -> Tag {
        let (language, text) = self.nearest(text);
        self.foreign(tag.set("dir", "auto"), language).text(text)
    }

    /// Fills an element with what a category is called.
    pub(crate) fn write_category(&self, tag: Tag, category: Category<'_>) -> Tag {
        match category {
            Category::Option(option) => self.write(tag, &option.title),
            other => tag.set("dir", "auto").text(&self.category(other)),
        }
    }

    /// Fills an element with words of the interface, and in `place` with a text of the survey.
    pub(crate) fn write_around(&self, element: Tag, words: &str, place: &str, text: &Text) -> Tag {
        Self::put_around(element, words, place, self.write(tag("span"), text))
    }

    /// Fills an element with what is said of something that the survey names.
    pub(crate) fn write_named(&self, element: Tag, name: &Text, words: &str) -> Tag {
        let words = self.messages.fill("named", &[("words", words)]);
        self.write_around(element, &words, "{name}", name)
    }

    /// The same with an element in that place.
    #[inline(never)]
    pub(crate) fn put_around(element: Tag, words: &str, place: &str, inner: Tag) -> Tag {
        let (before, after) = words.split_once(place).unwrap_or((words, ""));
        element.text(before).with(inner).text(after)
    }

    /// Puts a text of the survey into a line with other words, which runs as they do.
    #[inline(never)]
    pub(crate) fn quote(&self, text: &Text) -> Tag {
        self.spoken_as(tag("span"), text).text(self.text(text))
    }

    /// The same with what a category is called.
    pub(crate) fn quote_category(&self, category: Category<'_>) -> Tag {
        match category {
            Category::Option(option) => self.quote(&option.title),
            other => tag("span").text(&self.category(other)),
        }
    }

    /// Fills an element with a number as a person wrote it, and with what it counts.
    pub(crate) fn write_number(&self, element: Tag, number: &str, unit: Option<&Text>) -> Tag {
        let number = self.number(number);
        let Some(unit) = unit else {
            return element.text(&number);
        };
        let words = self.messages.fill("with-unit", &[("number", &number)]);
        Self::put_around(element, &words, "{unit}", self.quote(unit))
    }

    /// Says that an element's words are in the language in which a text of the survey stands.
    pub(crate) fn spoken_as(&self, tag: Tag, text: &Text) -> Tag {
        self.foreign(tag, self.nearest(text).0)
    }

    fn foreign(&self, tag: Tag, language: &str) -> Tag {
        tag.when(language != self.messages.language(), "lang", language)
    }
}
