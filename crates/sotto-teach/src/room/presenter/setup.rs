//! Opening a room: a set that is ready, or a question of one's own.

use sotto_ui::{
    Messages,
    site::{Loading, language_list, preferred, site_language, use_words},
};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    kept,
    plan::plan,
    pool::{PoolDesk, PoolOffer},
    size,
};
use crate::{
    hour::{Hour, Stop, hour_way},
    parts::{Field, choice, field},
    room::{
        client::{self, Refusal, Ticket},
        languages::LANGUAGES,
        sets::{QuestionSet, own_question},
    },
    words::{Figure, WordsWithFigures},
};

#[derive(Properties, PartialEq)]
pub(super) struct SetupProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    pub(super) enter: Callback<Option<Ticket>>,
}

/// What is asked: the set of an index, or the teacher's own question.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Set(usize),
    Own,
}

/// The language in which a class is asked unless the teacher chooses another: the browser's, if the page would be in the
/// language that it is in because of that, else the page's.
fn usual_language(of_page: &str) -> String {
    let of_browser = preferred(LANGUAGES);
    if site_language(&of_browser).0 == of_page {
        of_browser
    } else {
        of_page.to_owned()
    }
}

/// The words of a class's phones in a language.
#[hook]
fn use_words_of_class(base: &'static str, language: &str) -> Loading {
    let none = use_memo(language.to_owned(), |language| {
        Messages::from_object(language, js_sys::Object::new().into())
    });
    use_words(base, "phone".to_owned(), &none)
}

#[component]
pub(super) fn Setup(props: &SetupProps) -> Html {
    let SetupProps { words, base, enter } = props;
    let sets = use_memo((), |()| QuestionSet::all());
    let asked = use_state_eq(|| Asked::Set(0));
    let title = use_state_eq(String::new);
    let options = use_state_eq(String::new);
    let typed_phones = use_state_eq(|| size::USUAL.to_string());
    let phones = size::read(&typed_phones);
    let filled = WordsWithFigures::new(words.clone(), Vec::new());
    let trouble = use_state_eq(|| None::<Refusal>);
    let busy = use_state_eq(|| false);
    let pool = use_state_eq(kept::pool);
    let language = words.language();
    let chosen_language = use_state_eq(|| None::<&'static str>);
    let class_language =
        chosen_language.map_or_else(|| usual_language(language), ToOwned::to_owned);
    let loaded = use_words_of_class(base, &class_language);
    let class_words_failed = loaded == Loading::Failed;
    let class_words = match &loaded {
        Loading::Here(words) => Some(words),
        Loading::Failed => None,
        Loading::Coming => return Html::default(),
    };
    // Those of a language that was chosen before are not asked in any more.
    let class_words = class_words.filter(|words| words.language() == class_language);
    let choices = sets
        .iter()
        .enumerate()
        .map(|(index, set)| {
            let name = set.name.in_language(language, "en").to_owned();
            (Asked::Set(index), name)
        })
        .chain([(Asked::Own, words.text("own-question"))]);
    let choose_language = Callback::from({
        let chosen = chosen_language.setter();
        move |language| chosen.set(Some(language))
    });
    let choose = Callback::from({
        let asked = asked.setter();
        move |chosen| asked.set(chosen)
    });
    let request = class_words.and_then(|words| match *asked {
        Asked::Set(index) => Some(sets.get(index)?.request(words)),
        Asked::Own => Some(own_question(&title, &options, words)),
    });
    let is_empty = *asked == Asked::Own && title.trim().is_empty();
    let open = {
        let (busy, trouble) = (busy.clone(), trouble.setter());
        let (base, enter, request) = (*base, enter.clone(), request.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(request) = request.clone().filter(|_| !*busy) else {
                return;
            };
            if is_empty {
                trouble.set(Some(Refusal::Question));
                return;
            }
            busy.set(true);
            let (busy, trouble, enter) = (busy.setter(), trouble.clone(), enter.clone());
            spawn_local(async move {
                let opened = client::open(base, &request).await;
                busy.set(false);
                match opened {
                    Ok(opened) => {
                        kept::keep_phones(phones);
                        enter.emit(Some(Ticket {
                            code: opened.code,
                            presenter: Some(opened.presenter),
                        }));
                    }
                    Err(refusal) => trouble.set(Some(refusal)),
                }
            });
        })
    };
    let write_title = Callback::from({
        let title = title.setter();
        move |text| title.set(text)
    });
    let write_options = Callback::from({
        let options = options.setter();
        move |event: InputEvent| {
            let field: HtmlTextAreaElement = event.target_unchecked_into();
            options.set(field.value());
        }
    });
    let margin = |question: &sotto_api::RoomQuestion| {
        let answers = u32::try_from(question.options.len()).ok()?;
        let margin = size::margin(phones?, answers)?;
        let figures = [("points", Figure::Number(margin * 100.0, 0))];
        Some(filled.fill("margin", &figures))
    };
    let questions = request.iter().flat_map(|request| &request.questions);
    let of_set = questions.clone().map(|question| {
        let (tag, title) = question.title.nearest(language, "en");
        html! {
            <li><span lang={tag.to_owned()} dir="auto">{ title }</span>{ " " }<span class="margin">{ margin(question).unwrap_or_default() }</span></li>
        }
    });
    let of_own = questions.clone().find_map(margin).unwrap_or_default();
    let type_phones = Callback::from({
        let typed_phones = typed_phones.setter();
        move |text| typed_phones.set(text)
    });
    let bounds = [
        ("least", Figure::Whole(size::PHONES.0.into())),
        ("most", Figure::Whole(size::PHONES.1.into())),
    ];
    let (margin_note, note_class) = match phones {
        Some(phones) => (
            filled.fill("margin-note", &[("phones", Figure::Whole(phones.into()))]),
            "note",
        ),
        None => (filled.fill("phones-wrong", &bounds), "wrong"),
    };
    let hour = Hour::here().filter(|hour| hour.stop == Stop::Class);
    let way = hour.as_ref().map(|hour| hour_way(words, base, hour));
    if let Some(key) = &*pool {
        let pool = pool.clone();
        let leave = Callback::from(move |()| pool.set(None));
        return html! {
            <>
            { for way }
            <PoolDesk words={words.clone()} base={*base} pool={key.clone()} enter={enter.clone()} {leave}/>
            </>
        };
    }
    let opened = Callback::from(move |key: String| pool.set(Some(key)));
    let asked_now: Vec<_> = questions.clone().cloned().collect();
    html! {
        <>
        { for way }
        <form id="setup" class="card" onsubmit={open} novalidate=true>
            <h2>{ words.text("setup-heading") }</h2>
            <p>{ words.text("setup-intro") }</p>
            { choice("asked", words.text("what-to-ask"), choices, *asked, &choose) }
            <div class="control">
                <label for="class-language">{ words.text("class-language") }</label>
                { language_list("class-language", None, LANGUAGES, &class_language, &choose_language) }
            </div>
            if class_words_failed {
                <p class="wrong" role="alert">{ words.text("learn-failed") }</p>
            }
            <p class="note">{ words.text("class-language-note") }</p>
            if *asked == Asked::Own {
                { field(Field {
                    id: "own-title",
                    label: words.text("own-title"),
                    value: (*title).clone(),
                    is_number: false,
                    is_wrong: is_empty && *trouble == Some(Refusal::Question),
                    described_by: Some("own-note"),
                }, &write_title) }
                <div class="control">
                    <label for="own-options">{ words.text("own-options") }</label>
                    <textarea id="own-options" rows="3" value={(*options).clone()} oninput={write_options}/>
                </div>
                <p id="own-note" class="note">{ words.text("own-note") }{ " " }<span class="margin">{ of_own }</span></p>
            } else {
                <ul class="set-questions">{ for of_set }</ul>
            }
            { field(Field {
                id: "phones",
                label: words.text("phones"),
                value: (*typed_phones).clone(),
                is_number: true,
                is_wrong: phones.is_none(),
                described_by: Some("margin-note"),
            }, &type_phones) }
            <p id="margin-note" class={note_class} role="status">{ margin_note }</p>
            if let Some(trouble) = *trouble {
                <p id="trouble" class="wrong" role="alert">{ words.text(trouble.name()) }</p>
            }
            <p class="buttons">
                <button id="open-room" type="submit" aria-disabled={(*busy || request.is_none()).then_some("true")}>
                    { words.text("open-room") }
                </button>
            </p>
            <p class="note">{ words.text("setup-note") }</p>
            <p>
                <a id="without-phones" class="target" href={[base, "classroom/?lang=", language].concat()}>
                    { words.text("without-phones") }
                </a>
            </p>
        </form>
        <PoolOffer words={words.clone()} base={*base} questions={asked_now} {phones} {opened}/>
        if hour.is_none() {
            { plan(words, base) }
        }
        </>
    }
}
