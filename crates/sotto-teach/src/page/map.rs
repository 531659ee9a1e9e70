//! The map of all lessons.

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use super::{address, lesson_page::with_class};
use crate::{
    lesson::Card,
    lessons::{self, Chapter, PATHS, Path},
    parts::{Field, choice, field, set_title},
    progress::Progress,
    words::{Figure, WordsWithFigures},
};

#[derive(Properties, PartialEq)]
pub(super) struct MapProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    /// Whether the address names a lesson that is not there.
    #[prop_or_default]
    pub(super) missing: bool,
}

#[component]
pub(super) fn Map(props: &MapProps) -> Html {
    let MapProps {
        words,
        base,
        missing,
    } = props;
    let progress = use_memo((), |()| Progress::kept());
    let sought = use_state_eq(String::new);
    let seek = {
        let sought = sought.setter();
        Callback::from(move |text| sought.set(text))
    };
    let search = Field {
        id: "map-search",
        label: words.text("map-search"),
        value: (*sought).clone(),
        is_number: false,
        is_wrong: false,
        described_by: None,
    };
    use_effect_with(words.clone(), |words| set_title(&words.text("map-title")));
    let path_name = use_state_eq(|| address::path_of_this_page().unwrap_or_default());
    let path = named(&path_name);
    let choose = {
        let path_name = path_name.setter();
        Callback::from(move |name: &'static str| path_name.set(name.to_owned()))
    };
    let paths = PATHS
        .iter()
        .map(|path| (path.name, words.text(&["path-", path.name].concat())));
    let entry = |lesson: &Card| {
        html! {
            <Entry
                key={lesson.id}
                words={words.clone()}
                {base}
                number={lessons::number(lesson.id).unwrap_or_default()}
                after={lesson.after}
                id={lesson.id}
                bundle={lesson.bundle()}
                understood={progress.has_understood(lesson.id)}
                minutes={lesson.minutes}
                sought={(*sought).clone()}
            />
        }
    };
    let chapter = |chapter: &Chapter| {
        html! {
            <>
                <h3>{ words.text(chapter.heading) }</h3>
                <ol key={chapter.heading} class="map">{ for chapter.lessons.iter().map(entry) }</ol>
            </>
        }
    };
    let last = progress.last.as_deref().and_then(lessons::named);
    html! {
        <section id="map" aria-labelledby="map-heading">
            if *missing {
                <p id="missing" class="card" role="alert">{ words.text("lesson-missing") }</p>
            }
            <h2 id="map-heading">{ words.text("map-heading") }</h2>
            <p>{ words.text("map-intro") }</p>
            if let Some(last) = last {
                <p>
                    <a id="go-on" class="target" href={address::of_lesson(Some(last.id), words.language())}>
                        { words.text("go-on") }
                    </a>
                </p>
            }
            { field(search, &seek) }
            // Seen where the style sheet finds no lesson left.
            <p id="map-nothing">{ words.text("map-nothing") }</p>
            { choice("map-path", words.text("map-path"), paths, path.name, &choose) }
            <div id="map-about" role="status">{ about(words, base, path) }</div>
            { for path.chapters.iter().map(chapter) }
            { with_class(words, base) }
            <p>
                <a
                    id="to-classroom"
                    class="target"
                    href={[base, "classroom/?lang=", words.language()].concat()}
                >
                    { words.text("to-classroom") }
                </a>
            </p>
            <p class="note">{ words.text("map-note") }</p>
        </section>
    }
}

/// The path of that name, or all lessons.
fn named(name: &str) -> &'static Path {
    let path = PATHS.iter().find(|path| path.name == name);
    path.unwrap_or(&PATHS[0])
}

/// What is to be known about a path; all lessons need no word.
fn about(words: &Messages, base: &str, path: &Path) -> Html {
    let key = ["path-", path.name, "-about"].concat();
    html! {
        <>
            if words.has(&key) {
                <p>{ words.text(&key) }</p>
            }
            if path.name == "hour" {
                <p>
                    <a id="to-hour" class="target" href={[base, "present/?lang=", words.language()].concat()}>
                        { words.text("path-hour-plan") }
                    </a>
                </p>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct EntryProps {
    words: Messages,
    base: &'static str,
    number: usize,
    after: &'static [&'static str],
    id: &'static str,
    bundle: String,
    understood: bool,
    minutes: u8,
    /// What is looked for on the map; everything as long as it is empty.
    sought: String,
}

/// Whether any of the texts has what is looked for, whatever its case.
fn is_found<'a>(sought: &str, texts: impl IntoIterator<Item = &'a String>) -> bool {
    let sought = sought.trim().to_lowercase();
    let mut texts = texts.into_iter();
    sought.is_empty() || texts.any(|text| text.to_lowercase().contains(&sought))
}

/// One lesson of the map; its title comes from its own words.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let words = &props.words;
    let lesson = match use_words(props.base, props.bundle.clone(), words) {
        Loading::Here(lesson) => Some(lesson),
        // Its name in addresses stands for a title that cannot be loaded.
        Loading::Failed => Some(words.clone()),
        Loading::Coming => None,
    };
    let text = |key: &str, otherwise: &str| match &lesson {
        Some(lesson) if lesson.has(key) => lesson.text(key),
        Some(_) => otherwise.to_owned(),
        None => String::new(),
    };
    let [title, summary, terms] = [
        text("title", props.id),
        text("summary", ""),
        text("terms", ""),
    ];
    let minutes = WordsWithFigures::new(words.clone(), Vec::new()).fill(
        "map-minutes",
        &[("minutes", Figure::Whole(props.minutes.into()))],
    );
    let is_found = is_found(&props.sought, [&title, &summary, &terms]);
    html! {
        <li class="card" value={props.number.to_string()} data-lesson={props.id} hidden={!is_found}>
            <span class="map-number" aria-hidden="true">{ props.number }</span>
            <div>
                <h3>
                    <a class="target" href={address::of_lesson(Some(props.id), words.language())}>
                        { title }
                    </a>
                </h3>
                <p>{ summary }</p>
                <p class="note">{ minutes }{ before(words, props.after) }</p>
                <p class="note in-books">{ words.text("in-books") }{ " " }{ terms }</p>
                if props.understood {
                    <p class="understood">{ words.text("understood") }</p>
                }
            </div>
        </li>
    }
}

/// The lessons that one goes on from, as links.
fn before(words: &Messages, after: &'static [&'static str]) -> Html {
    let link = |(place, id): (usize, &&'static str)| {
        let number = lessons::number(id).unwrap_or_default().to_string();
        html! {
            <>
                if place > 0 {
                    { words.text("map-and") }
                }
                <a class="target" href={address::of_lesson(Some(id), words.language())}>
                    { words.fill("map-lesson", &[("number", &number)]) }
                </a>
            </>
        }
    };
    html! {
        if !after.is_empty() {
            { words.text("map-after") }{ for after.iter().enumerate().map(link) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_there_is_all_lessons() {
        for (name, expected) in [("week", "week"), ("", "all"), ("<b>", "all")] {
            assert_eq!(named(name).name, expected, "{name:?}");
        }
    }

    #[test]
    fn a_word_of_the_textbook_is_found_in_any_case() {
        let texts = [
            "Two coins",
            "randomized response (Warner 1965)",
            "随机化回答",
        ]
        .map(str::to_owned);
        for (sought, expected) in [
            ("", true),
            ("  ", true),
            ("Randomized", true),
            ("WARNER", true),
            ("回答", true),
            ("Laplace", false),
        ] {
            assert_eq!(is_found(sought, &texts), expected, "{sought:?}");
        }
    }
}
