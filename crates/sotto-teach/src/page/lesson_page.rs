//! One lesson: its idea, what is done and seen, the check question, what a teacher needs, and the way on.

use gloo_timers::callback::Timeout;
use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::{address, check::Check, teacher::teacher, way::Way, worksheet::sheet};
use crate::{
    hour::{Hour, hour_way},
    lesson::{Base, Lesson},
    lessons,
    parts::{BigType, set_title},
    progress::Progress,
    words::WordsWithFigures,
};

#[derive(Properties, PartialEq)]
pub(super) struct LessonPageProps {
    /// The words of every lesson.
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) lesson: &'static Lesson,
}

#[component]
pub(super) fn LessonPage(props: &LessonPageProps) -> Html {
    let LessonPageProps {
        words,
        base,
        lesson,
    } = props;
    let loaded = use_words(base, lesson.card().bundle(), words);
    use_effect_with(lesson.id, |id| Progress::open(id));
    let words_of_lesson = use_memo(loaded.clone(), |loaded| match loaded {
        Loading::Here(words) => Some(WordsWithFigures::new(words.clone(), (lesson.figures)())),
        Loading::Coming | Loading::Failed => None,
    });
    use_effect_with((*words_of_lesson).clone(), |words| {
        if let Some(words) = words {
            set_title(&words.fill_texts("page-title", &[("title", &words.say("title"))]));
        }
    });
    match &*words_of_lesson {
        Some(words) => html! { <Shown words={words.clone()} {base} {lesson}/> },
        None if loaded == Loading::Failed => html! {
            <section id="trouble" class="card" role="alert">
                <p>{ words.text("lesson-failed") }</p>
                <p><a class="target" href={address::of_lesson(None, words.language())}>{ words.text("all-lessons") }</a></p>
            </section>
        },
        None => Html::default(),
    }
}

/// So many lessons, the first ones, tell what a class can do itself.
const FOR_A_CLASS: usize = 3;

/// The way to a room for a class.
pub(super) fn with_class(words: &Messages, base: &str) -> Html {
    let href = [base, "present/?lang=", words.language()].concat();
    html! { <p><a id="with-class" class="target" {href}>{ words.text("with-class") }</a></p> }
}

#[derive(Properties, PartialEq)]
struct ShownProps {
    words: WordsWithFigures,
    base: &'static str,
    lesson: &'static Lesson,
}

/// Whether what comes first has been drawn: what is read and pressed later is drawn in a task of its own, so that no press
/// waits for both.
#[hook]
fn use_later() -> bool {
    let is_later = use_state_eq(|| false);
    use_effect_with((), {
        let is_later = is_later.setter();
        move |()| {
            let timer = Timeout::new(0, move || is_later.set(true));
            move || drop(timer)
        }
    });
    *is_later
}

#[component]
fn Shown(props: &ShownProps) -> Html {
    let ShownProps {
        words,
        base,
        lesson,
    } = props;
    let number = lessons::number(lesson.id).unwrap_or_default();
    let is_for_a_class = (1..=FOR_A_CLASS).contains(&number);
    let place = number.to_string();
    let of = lessons::LESSONS.len().to_string();
    let messages = words.messages();
    let is_later = use_later();
    html! {
        <>
            <article id="lesson" data-lesson={lesson.id} aria-labelledby="lesson-heading">
                <section id="play" class="card" aria-label={words.say("play-label")}>
                    <div class="lesson-head">
                        <h2 id="lesson-heading">{ words.say("title") }</h2>
                        <p class="note">{ words.fill_texts("lesson-of", &[("place", &place), ("of", &of)]) }</p>
                        <BigType words={messages.clone()}/>
                    </div>
                    <p class="do">{ words.say("do") }</p>
                    <ContextProvider<Base> context={Base(base)}>
                        { (lesson.play)(words) }
                    </ContextProvider<Base>>
                </section>
                <div class="lesson-about">
                    <p class="idea">{ words.say("idea") }</p>
                    <p class="note in-books">{ words.say("in-books") }{ " " }{ words.say("terms") }</p>
                </div>
                if is_later {
                    <Check words={words.clone()} {base} id={lesson.id} right={lesson.right}/>
                    if let Some(hour) = Hour::here() {
                        { hour_way(messages, base, &hour) }
                    } else if is_for_a_class {
                        { with_class(messages, base) }
                    }
                    { teacher(words, lesson.source) }
                }
            </article>
            if is_later {
                <Way words={messages.clone()} {base} id={lesson.id}/>
                { sheet(words) }
            }
        </>
    }
}
