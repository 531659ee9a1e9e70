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
    site::{Loading, use_words},
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

/// The lesson that the page's address names, or the map of all lessons.
#[component]
pub fn LearnPage(props: &LearnPageProps) -> Html {
    let base = props.base;
    let named = use_memo((), |()| address::of_this_page());
    let words = match use_words(base, "learn".to_owned(), &props.words) {
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
