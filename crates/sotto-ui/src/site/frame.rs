//! What every page of the site has around it: its name, its languages and its texts.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::address::{self, LANGUAGES};
use crate::Messages;

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
    let language = use_state_eq(address::language);
    let words = use_state_eq(|| None::<Messages>);
    let failed = use_state_eq(|| false);
    use_effect_with((*language).clone(), {
        let (words, failed) = (words.setter(), failed.setter());
        let (base, title) = (props.base, props.title);
        move |language: &String| {
            let language = language.clone();
            // Another language may be chosen before this one has arrived.
            let wanted = Rc::new(Cell::new(true));
            let still_wanted = Rc::clone(&wanted);
            spawn_local(async move {
                let loaded = Messages::load(base, "site", &language).await;
                if !still_wanted.get() {
                    return;
                }
                match loaded {
                    Ok(messages) => {
                        address::declare(&language, &messages.text(title));
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
        let language = language.setter();
        Callback::from(move |chosen: &'static str| {
            address::remember(chosen);
            language.set(chosen.to_owned());
        })
    };
    match &*words {
        Some(words) => html! {
            <>
                <div class="masthead-text">
                    <h1 class="name">{ name(props.base, words.language()) }</h1>
                    <p class="tagline">{ words.text(props.tagline) }</p>
                </div>
                <LanguageSwitch words={words.clone()} {choose}/>
                { props.content.emit(words.clone()) }
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
    choose: Callback<&'static str>,
}

/// Links, so that they can be opened elsewhere; followed here, they don't leave the page.
#[component]
fn LanguageSwitch(props: &LanguageSwitchProps) -> Html {
    let link = |(tag, name): (&'static str, &'static str)| {
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
        <nav class="languages" aria-label={props.words.text("languages")}>
            <ul>{ for LANGUAGES.map(link) }</ul>
        </nav>
    }
}
