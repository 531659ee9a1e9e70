//! With which other questions one is reported together, and of which it is a variant.

use sotto_survey::{Json, Plan};
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{choice, tick},
    state::Action,
};
use crate::{
    draft::{Groups, Place, QuestionDraft, Setting},
    edit::Edit,
    finding::takes_link,
};

/// Both.
pub(super) fn form(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    html! {
        <>
            { links(desk, index, question) }
            { arms(desk, index, question) }
        </>
    }
}

/// Links: which questions this one is reported together with.
fn links(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    if !takes_link(question) {
        return Html::default();
    }
    group(desk, index, question, Groups::Links)
}

/// Variants: of which questions each person is asked one.
fn arms(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>) -> Html {
    let by_link = desk.act.reform(|checked: bool| {
        Action::Edit(Edit::Set {
            place: Place::Survey,
            setting: Setting::ArmsByLink,
            value: checked.then_some(Json::Flag(true)),
        })
    });
    let mut all = desk.draft().groups(Groups::Arms);
    let is_one = all.any(|ids| ids.contains(&question.id()));
    let is_by_link = desk.draft().flag(Setting::ArmsByLink) == Some(true);
    html! {
        <>
            { group(desk, index, question, Groups::Arms) }
            if is_one {
                { tick("arms-by-link", &desk.text("arms-by-link"), is_by_link, &by_link) }
                if desk.draft().plan() != Some(Plan::Fixed) {
                    <p class="field-fault" id="arms-plan">
                        { desk.words.fill("arms-plan", &[("what", &*desk.text("plan-fixed"))]) }
                    </p>
                }
            }
        </>
    }
}

fn group(desk: Desk<'_>, index: usize, question: QuestionDraft<'_>, groups: Groups) -> Html {
    let name = groups.name();
    let draft = desk.draft();
    let id = question.id();
    let all: Vec<_> = draft.groups(groups).collect();
    let mine: Vec<_> = all.iter().filter(|ids| ids.contains(&id)).collect();
    let with: Vec<_> = { draft.questions().enumerate() }
        .filter(|(_, one)| one.id() != id && mine.iter().any(|ids| ids.contains(&one.id())))
        .map(|(place, _)| desk.name_of(place))
        .collect();
    // Where one of them is in no group, it can be taken into the other's.
    let is_free = |one: &str| !all.iter().any(|ids| ids.contains(&one));
    let has_room = mine.iter().all(|ids| ids.len() < groups.most());
    let may_join = |(place, one): &(usize, QuestionDraft<'_>)| {
        let fits = groups != Groups::Links || takes_link(*one);
        *place != index && fits && has_room && (mine.is_empty() || is_free(one.id()))
    };
    let mut options = vec![(String::new(), desk.text(&format!("join-{name}-none")))];
    let candidates = { draft.questions().enumerate() }.filter(may_join);
    options.extend(candidates.map(|(place, _)| (place.to_string(), desk.name_of(place))));
    let act = desk.act.clone();
    let join = Callback::from(move |place: String| {
        if let Ok(with) = place.parse() {
            act.emit(Action::Edit(Edit::Join {
                groups,
                question: index,
                with,
            }));
        }
    });
    html! {
        <div class="joined" role="group" aria-label={desk.text(&format!("join-{name}"))}>
            if !with.is_empty() {
                <p id={format!("joined-{name}")}>
                    { desk.words.fill(&format!("joined-{name}"), &[("what", &*with.join("; "))]) }
                    { " " }
                    <button
                        type="button"
                        class="quiet small"
                        id={format!("leave-{name}")}
                        onclick={desk.does::<MouseEvent>(Edit::Leave(groups, index))}
                    >
                        { desk.text(&format!("leave-{name}")) }
                    </button>
                </p>
            }
            { choice(&format!("join-{name}"), &desk.text(&format!("join-{name}")), "", &options, &join) }
            <p class="note">{ desk.text(&format!("join-{name}-note")) }</p>
        </div>
    }
}
