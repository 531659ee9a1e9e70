//! The page of the lessons: the map of all, or the one that the address names.
//!
//! The lessons are divided among several programs. `www/boot.js` starts the one that has the lesson of the address.

mod address;
mod check;
mod counted;
mod lesson_page;
mod map;
mod teacher;
mod way;
mod worksheet;

use sotto_ui::{
    Messages,
    site::{LANGUAGES, Loading, opened_in, use_words},
};
use yew::prelude::*;

use crate::lessons::Lessons;
use address::Named;
#[cfg(test)]
pub(crate) use counted::check_survey;
use lesson_page::LessonPage;
use map::Map;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct LearnPageProps {
    /// The words of the site.
    pub words: Messages,
    /// What leads from the page's address to the site's folder.
    pub base: &'static str,
    /// The lessons that this program has.
    pub lessons: Lessons,
}

/// The words of all lessons.
const WORDS: &str = "learn";

/// Asks for the words of the page and of its lesson, which are drawn once those of the site are here, together with those.
pub fn begin_words(base: &str, lessons: Lessons) {
    let language = opened_in(LANGUAGES);
    Messages::begin(base, WORDS, &language);
    if let Named::Lesson(id) = address::of_this_page()
        && let Some(lesson) = lessons.named(&id)
    {
        Messages::begin(base, &lesson.card().bundle(), &language);
    }
}

/// The lesson that the page's address names, or the map of all lessons.
#[component]
pub fn LearnPage(props: &LearnPageProps) -> Html {
    let base = props.base;
    let named = use_memo((), |()| address::of_this_page());
    let words = match use_words(base, WORDS.to_owned(), &props.words) {
        Loading::Coming => return Html::default(),
        // The site's own words are here, and say it.
        Loading::Failed => {
            return html! { <p class="card" role="alert">{ props.words.text("learn-failed") }</p> };
        }
        Loading::Here(words) => words,
    };
    match &*named {
        Named::Map => html! { <Map {words} {base}/> },
        Named::Lesson(id) => match props.lessons.named(id) {
            Some(lesson) => html! { <LessonPage {words} {base} {lesson}/> },
            None => html! { <Map {words} {base} missing={true}/> },
        },
    }
}
