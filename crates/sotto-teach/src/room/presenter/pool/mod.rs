//! Pools on the presenter's page: several classes are asked the same, and what they sent is added up. A pool is opened and
//! read where rooms are opened; a class is added where its figures are revealed.

mod desk;
mod offer;
mod on_stage;

use sotto_api::{PoolView, RevealedOption};
use sotto_survey::Text;
use yew::prelude::*;

use crate::{
    parts::{ShareBar, bar, figure, interval, share_bars},
    room::revealed::possible,
    words::{Figure, WordsWithFigures},
};

pub(super) use desk::PoolDesk;
pub(super) use offer::PoolOffer;
pub(super) use on_stage::PoolOnStage;

/// What all classes of a pool tell together, or that there is none yet.
fn together(words: &WordsWithFigures, pool: &PoolView) -> Html {
    let counted = [
        ("classes", Figure::Whole(pool.classes.into())),
        ("answered", Figure::Whole(pool.answered)),
    ];
    let Some(figures) = &pool.revealed else {
        return html! { <p id="pool-none" role="status">{ words.say("pool-none") }</p> };
    };
    let language = words.messages().language();
    let options = pool.question.options.iter().zip(figures);
    let row = |(number, (name, option)): (u32, (&Text, &RevealedOption))| {
        let share = option.share.clamp(0.0, 1.0);
        let estimated = bar("bar-estimate", share);
        let mut told = vec![("share", Figure::Share(share, 0))];
        let (marks, key) = match possible(option.class) {
            Some((low, high)) => {
                told.extend([
                    ("low", Figure::Share(low, 0)),
                    ("high", Figure::Share(high, 0)),
                ]);
                (vec![estimated, interval((low, high))], "figure-pool")
            }
            None => (vec![estimated], "figure-outside"),
        };
        ShareBar {
            id: format!("pool-answer-{number}"),
            title: name.in_language(language, "en").to_owned(),
            marks,
            words: words.fill(key, &told),
        }
    };
    let head = ["table-answer", "table-share"].map(|key| words.say(key));
    let rows = (1..).zip(options).map(row).collect();
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    html! {
        <div id="pool-together">
            { figure(words.fill("pool-together", &counted), picture, words.say("pool-caption"), table) }
        </div>
    }
}
