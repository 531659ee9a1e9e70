//! The classroom without phones: a class answers by hands or cards, with a slip for everybody from a deck of exactly as many;
//! the teacher types two counts, and the page tells what they mean.
//!
//! No answer of anybody comes here, only two counts, which stay in the page.

mod class;
mod count;
mod deck;
mod entries;
mod figures;
mod slides;
mod step;
mod whole_number;

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::{parts::BigType, words::WordsWithFigures};
use entries::{Change, Entries};
use figures::figures;
use slides::{Slide, content, sheet};
use step::{Step, Way, use_keys};

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct ClassroomPageProps {
    /// The words of the site.
    pub words: Messages,
    /// What leads from the page's address to the site's folder.
    pub base: &'static str,
}

/// The page: one slide after the other.
#[component]
pub fn ClassroomPage(props: &ClassroomPageProps) -> Html {
    let base = props.base;
    let shared = use_words(base, "learn".to_owned(), &props.words);
    let common = match &shared {
        Loading::Here(words) => words.clone(),
        Loading::Coming | Loading::Failed => props.words.clone(),
    };
    let own = use_words(base, "classroom".to_owned(), &common);
    match (shared, own) {
        (Loading::Here(_), Loading::Here(words)) => html! { <Classroom {words} {base}/> },
        (Loading::Failed, _) | (_, Loading::Failed) => html! {
            <p id="trouble" class="card" role="alert">{ props.words.text("learn-failed") }</p>
        },
        _ => Html::default(),
    }
}

#[component]
fn Classroom(props: &ClassroomPageProps) -> Html {
    let ClassroomPageProps { words, base } = props;
    let entries = use_reducer_eq(Entries::new);
    let change = use_callback((), {
        let dispatcher = entries.dispatcher();
        move |change: Change, ()| dispatcher.dispatch(change)
    });
    let go = use_callback((), {
        let change = change.clone();
        move |way: Way, ()| change.emit(Change::Go(way))
    });
    use_keys(go);
    let heading = use_node_ref();
    let last = use_mut_ref(|| Step::Prepare);
    use_effect_with(entries.step, {
        let heading = heading.clone();
        move |&step| {
            // The page itself is not moved when it opens.
            if last.replace(step) != step
                && let Some(heading) = heading.cast::<HtmlElement>()
            {
                // A heading that cannot be focused is read when the reader gets there.
                let _ = heading.focus();
            }
        }
    });
    let filled = use_memo((words.clone(), (*entries).clone()), |(words, entries)| {
        WordsWithFigures::new(words.clone(), figures(entries))
    });
    let slide = Slide {
        words: &filled,
        entries: &entries,
        change: change.clone(),
        base,
    };
    let name = entries.step.name();
    let place = (entries.step.place() + 1).to_string();
    let of = Step::ALL.len().to_string();
    html! {
        <>
            <article id="class" aria-labelledby="slide-heading">
                <div class="lesson-head">
                    <p class="note">{ filled.fill_texts("slide-of", &[("place", &place), ("of", &of)]) }</p>
                    <BigType words={words.clone()}/>
                </div>
                <section id="slide" class="card" data-step={name} aria-labelledby="slide-heading">
                    <h2 id="slide-heading" ref={heading} tabindex="-1">
                        { filled.say(&["heading-", name].concat()) }
                    </h2>
                    { content(&slide) }
                </section>
                { way(&slide) }
                <p class="note keys">{ filled.say("keys") }</p>
                <p>
                    <a id="to-lessons" class="target" href={[base, "learn/?lang=", words.language()].concat()}>
                        { filled.say("to-all-lessons") }
                    </a>
                </p>
            </article>
            { sheet(&slide) }
        </>
    }
}

/// Back and next. Both stay where they are at the ends, so that whoever presses a button again presses the same.
fn way(slide: &Slide) -> Html {
    let button = |id: &'static str, way: Way, end: bool| {
        let onclick = slide.change.reform(move |_: MouseEvent| Change::Go(way));
        html! {
            <button
                {id}
                type="button"
                class={(way == Way::Back).then_some("quiet")}
                aria-disabled={end.then_some("true")}
                {onclick}
            >
                { slide.words.say(id) }
            </button>
        }
    };
    let step = slide.entries.step;
    html! {
        <nav class="buttons slides" aria-label={slide.words.say("slides")}>
            { button("slide-back", Way::Back, step.back().is_none()) }
            { button("slide-next", Way::Next, step.next().is_none()) }
        </nav>
    }
}

#[cfg(test)]
mod tests;
