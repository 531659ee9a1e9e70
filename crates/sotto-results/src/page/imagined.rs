//! The page as it would look if people who were imagined had answered: named so in its heading, in every chart and in
//! every picture that is saved of one, and without the files that a collector makes of answers.

use std::rc::Rc;

use sotto_survey::{Results, Survey};
use sotto_ui::{Messages, Words};
use yew::prelude::*;

use super::watching;
use crate::Estimates;

/// What the page is given.
#[derive(Properties, PartialEq)]
pub struct ImaginedResultsProps {
    /// The words to say it in.
    pub words: Messages,
    /// The survey that nobody was asked yet.
    pub survey: Rc<Survey>,
    /// What its designer would see.
    pub results: Rc<Results>,
    /// What is true of the people who were imagined, each figure in the place of its estimate.
    pub imagined: Rc<Results>,
}

/// The results of a survey, of people who were imagined.
#[component]
pub fn ImaginedResults(props: &ImaginedResultsProps) -> Html {
    let ImaginedResultsProps {
        words,
        survey,
        results,
        imagined,
    } = props;
    let title = Words::new(words.clone(), words.language(), survey);
    let title = title.text(survey.title()).to_owned();
    html! {
        <section id="estimates" class="card" data-imagined="" aria-labelledby="estimates-heading">
            <h2 id="estimates-heading">{ words.fill("imagined-heading", &[("title", &*title)]) }</h2>
            <p class="imagined-note">{ words.text("imagined-caption") }</p>
            { watching(results, &[], words) }
            <Estimates
                words={words.clone()}
                survey={Rc::clone(survey)}
                results={Some(Rc::clone(results))}
                in_depth=true
                imagined={Some(Rc::clone(imagined))}
            />
        </section>
    }
}
