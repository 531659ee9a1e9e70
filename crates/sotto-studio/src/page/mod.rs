//! The page of the studio.

mod adding;
mod build;
mod closing_form;
mod code_form;
mod condition;
mod deletion;
mod desk;
mod dragging;
mod faults;
mod fields;
mod files;
mod fit;
mod focus;
mod histories;
mod imagined;
mod import_report;
mod items;
mod joining;
mod keys;
mod language_list;
mod languages;
mod mechanism;
mod opening;
mod pages_form;
mod people;
mod pictures;
mod planner;
mod preview;
mod publish;
mod question_form;
mod question_list;
mod setting_search;
mod settled;
mod start;
mod state;
mod storage;
mod studio;
mod survey_form;
mod survey_table;
mod tabs;
mod text_view;
mod theme_form;
mod translations;

use std::rc::Rc;

use sotto_ui::{
    Messages,
    site::{Loading, use_words},
};
use yew::prelude::*;

use self::studio::Studio;
use crate::{
    imagined::ImaginedPeople,
    reading::{ForeignFile, TranslationTask},
};
pub use publish::arrival;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct StudioPageProps {
    /// The words of the site.
    pub words: Messages,
    /// What leads from the page's address to the site's folder.
    pub base: &'static str,
    /// Who reads files of other programs.
    pub reader: Callback<ForeignFile>,
    /// Who makes and reads files for translators.
    pub translations: Callback<TranslationTask>,
    /// Who shows what imagined people make of a survey; nothing when it is to be shown no longer.
    pub imagined: Callback<Option<ImaginedPeople>>,
    /// What a collector's link brought along: see [`arrival`].
    pub setup: Option<Rc<str>>,
}

/// The studio, as soon as its words are here.
#[component]
pub fn StudioPage(props: &StudioPageProps) -> Html {
    match use_words(props.base, "studio".to_owned(), &props.words) {
        Loading::Coming => Html::default(),
        // The site's own words are here, and say it.
        Loading::Failed => {
            html! { <p class="card" role="alert">{ props.words.text("learn-failed") }</p> }
        }
        Loading::Here(words) => {
            let (reader, translations) = (props.reader.clone(), props.translations.clone());
            let (imagined, setup) = (props.imagined.clone(), props.setup.clone());
            html! {
                <Studio {words} base={props.base} {reader} {translations} {imagined} {setup}/>
            }
        }
    }
}
