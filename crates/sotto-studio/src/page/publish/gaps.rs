//! What a survey's languages lack, and which language people read there instead.

use sotto_ui::Messages;
use yew::prelude::*;

use super::super::{language_list::lacks, languages::full_name, state::Action};
use crate::translating::Gap;

/// What is missing of a language, and what stands in for it.
pub(super) fn sentence(words: &Messages, gap: &Gap) -> String {
    let instead: Vec<_> = { gap.stand_ins.iter() }
        .map(|(tag, _)| full_name(words, tag))
        .collect();
    let name = full_name(words, &gap.language);
    let (missing, count) = (gap.missing.to_string(), gap.count.to_string());
    let values = [
        ("what", &*name),
        ("missing", &*missing),
        ("count", &*count),
        ("instead", &*instead.join(", ")),
    ];
    words.fill("gap-missing", &values)
}

/// All of them, with a way to where they are filled; nothing where there are none.
pub(super) fn list(words: &Messages, gaps: &[Gap], act: &Callback<Action>) -> Html {
    let one = |gap: &Gap| {
        let name = full_name(words, &gap.language);
        let tag = gap.language.clone();
        let onclick = act.reform(move |_: MouseEvent| Action::TranslateInto(tag.clone()));
        html! {
            <li key={gap.language.clone()}>
                if gap.missing > 0 { <span>{ sentence(words, gap) }</span>{ " " } }
                if gap.out_of_date > 0 || gap.missing == 0 {
                    <span>{ name }{ words.text("colon") }{ lacks(words, gap) }</span>{ " " }
                }
                <button type="button" class="quiet small" id={format!("mend-{}", gap.language)} {onclick}
                    aria-label={words.fill("translate-into", &[("what", &*full_name(words, &gap.language))])}>
                    { words.text("translate") }
                </button>
            </li>
        }
    };
    let open: Vec<_> = { gaps.iter() }
        .filter(|gap| gap.missing + gap.out_of_date > 0)
        .collect();
    if open.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <h4 id="gaps-heading">{ words.text("gaps-heading") }</h4>
            <ul id="gaps" class="mend">{ for open.into_iter().map(one) }</ul>
            <p class="note">{ words.text("gaps-note") }</p>
        </>
    }
}
