//! What every page of the site has around it: its name, its languages and its texts.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    address::{self, LANGUAGES, Languages},
    language_list::language_list,
};
use crate::{Messages, language::pick};

/// What a page of the site is given.
#[derive(Properties, PartialEq)]
pub struct FrameProps {
    /// What leads from the page's address to the site's folder: empty or `../`.
    pub base: &'static str,
    /// The text that is the page's title.
    pub title: &'static str,
    /// The text below the site's name.
    pub tagline: &'static str,
    /// What the page itself shows, in the reader's language.
    pub content: Callback<Messages, Html>,
}

/// A page of the site: it loads the texts of the reader's language and shows the content in it.
#[component]
pub fn Frame(props: &FrameProps) -> Html {
    let content = props.content.reform(|spoken: Spoken| spoken.words);
    html! {
        <SpokenFrame
            base={props.base}
            title={props.title}
            tagline={props.tagline}
            bundle="site"
            languages={LANGUAGES}
            {content}
        />
    }
}

/// What a page is given that has languages of its own.
#[derive(Properties, PartialEq)]
pub struct SpokenFrameProps {
    /// What leads from the page's address to the site's folder: empty or `../`.
    pub base: &'static str,
    /// The text that is the page's title.
    pub title: &'static str,
    /// The text below the site's name.
    pub tagline: &'static str,
    /// The bundle that has all the page's texts.
    pub bundle: &'static str,
    /// The languages of that bundle.
    pub languages: Languages,
    /// What the page itself shows.
    pub content: Callback<Spoken, Html>,
}

/// The texts in the language of a page, and what may lead to another language.
#[derive(Clone, PartialEq)]
pub struct Spoken {
    /// The texts.
    pub words: Messages,
    /// Told the language of what the page shows, if that has one: it is spoken by whoever has not asked for another.
    pub speak: Callback<Option<String>>,
}

/// A page in the language that the address asks for, else in that of what it shows, else in the browser's.
#[component]
pub fn SpokenFrame(props: &SpokenFrameProps) -> Html {
    let languages = props.languages;
    let asked = use_state_eq(address::language);
    let shown = use_state_eq(|| None::<String>);
    let wanted: Vec<_> = [&asked, &shown]
        .into_iter()
        .filter_map(|tag| tag.as_deref())
        .collect();
    let language = pick(&wanted, &address::tags(languages));
    let words = use_state_eq(|| None::<Messages>);
    let failed = use_state_eq(|| false);
    use_effect_with(language, {
        let (words, failed) = (words.setter(), failed.setter());
        let (base, bundle, title) = (props.base, props.bundle, props.title);
        move |language: &String| {
            let language = language.clone();
            // Another language may be chosen before this one has arrived.
            let wanted = Rc::new(Cell::new(true));
            let still_wanted = Rc::clone(&wanted);
            spawn_local(async move {
                let loaded = Messages::load(base, bundle, &language).await;
                if !still_wanted.get() {
                    return;
                }
                match loaded {
                    Ok(messages) => {
                        let direction = if messages.has("direction") {
                            messages.text("direction")
                        } else {
                            "ltr".to_owned()
                        };
                        address::declare(&language, &direction, &messages.text(title));
                        words.set(Some(messages));
                        failed.set(false);
                    }
                    Err(_) => failed.set(true),
                }
            });
            move || wanted.set(false)
        }
    });
    let choose = {
        let asked = asked.setter();
        Callback::from(move |chosen: &'static str| {
            address::remember(chosen);
            asked.set(Some(chosen.to_owned()));
        })
    };
    let speak = use_callback((), {
        let shown = shown.setter();
        move |language: Option<String>, ()| shown.set(language)
    });
    match &*words {
        Some(words) => html! {
            <>
                <div class="masthead-text">
                    <h1 class="name">{ name(props.base, words.language()) }</h1>
                    <p class="tagline">{ words.text(props.tagline) }</p>
                </div>
                <LanguageSwitch words={words.clone()} {languages} {choose}/>
                { props.content.emit(Spoken { words: words.clone(), speak }) }
            </>
        },
        // There are no words to say this in but these.
        None if *failed => html! {
            <div>
                <h1>{ "Sotto" }</h1>
                <p>{ "The texts of this page could not be loaded. Please reload it." }</p>
                <p lang="zh-CN">{ "本页的文字无法加载，请重新加载。" }</p>
            </div>
        },
        None => Html::default(),
    }
}

/// The site's name, which leads to its front door from every other page.
fn name(base: &str, language: &str) -> Html {
    if base.is_empty() {
        return html! { "Sotto" };
    }
    let home = [base, "?lang=", language].concat();
    html! { <a id="home" href={home}>{ "Sotto" }</a> }
}

#[derive(Properties, PartialEq)]
struct LanguageSwitchProps {
    words: Messages,
    languages: Languages,
    choose: Callback<&'static str>,
}

/// From so many languages on they are a list to choose from.
const MANY: usize = 6;

#[component]
fn LanguageSwitch(props: &LanguageSwitchProps) -> Html {
    if props.languages.len() < MANY {
        links(props)
    } else {
        list(props)
    }
}

/// Links, so that they can be opened elsewhere; followed here, they don't leave the page.
fn links(props: &LanguageSwitchProps) -> Html {
    let link = |&(tag, name): &(&'static str, &'static str)| {
        let current = props.words.language() == tag;
        let onclick = props.choose.reform(move |event: MouseEvent| {
            event.prevent_default();
            tag
        });
        html! {
            <li>
                <a
                    href={address::in_language(tag)}
                    lang={tag}
                    hreflang={tag}
                    aria-current={current.then_some("true")}
                    {onclick}
                >
                    { name }
                </a>
            </li>
        }
    };
    html! {
        <nav class="languages" aria-label={props.words.text("language")}>
            <ul>{ for props.languages.iter().map(link) }</ul>
        </nav>
    }
}

fn list(props: &LanguageSwitchProps) -> Html {
    let LanguageSwitchProps {
        words,
        languages,
        choose,
    } = props;
    let name = Some(words.text("language"));
    html! {
        <div class="languages">
            { language_list("language", name, languages, words.language(), choose) }
        </div>
    }
}
