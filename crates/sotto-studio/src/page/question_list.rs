//! The questions in a list, with the pages as dividers, a place for a new question between any two, and a handle by which
//! each is moved.

use std::rc::Rc;

use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    build::adds,
    desk::{Desk, named},
    dragging::{Drag, has_just_moved, key_of_handle, use_dragging},
    state::Action,
};
use crate::{
    draft::{Draft, Groups, QuestionDraft, Words},
    edit::Edit,
    finding::Found,
};

pub(super) fn list(desk: Desk<'_>) -> Html {
    let groups = Grouped::of(desk.draft());
    let questions = desk.draft().questions().enumerate();
    let rows = questions.map(|(index, question)| {
        let is_seen = desk.state.seen.contains(question.id());
        Row {
            name: named(desk.words, question, (index, desk.draft())),
            badges: groups.badges(question),
            is_faulty: is_seen && desk.state.checked.of_question(index).next().is_some(),
            begins: groups.begins(desk, question),
        }
    });
    html! {
        <QuestionList
            words={desk.words.clone()}
            act={desk.act.clone()}
            rows={rows.collect::<Rc<[Row]>>()}
            is_survey_faulty={desk.state.checked.of_survey().next().is_some()}
            chosen={desk.state.selected}
        />
    }
}

/// A question as the list has it.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    /// The messages of its badges.
    badges: Vec<&'static str>,
    is_faulty: bool,
    /// The page that begins with it: its index and its name.
    begins: Option<(usize, String)>,
}

#[derive(Properties, PartialEq)]
struct QuestionListProps {
    words: Messages,
    act: Callback<Action>,
    rows: Rc<[Row]>,
    /// Whether something of the survey itself is to be mended.
    is_survey_faulty: bool,
    /// The chosen question; the survey itself if none.
    chosen: Option<usize>,
}

/// The survey itself and its questions, which is drawn only when something of it changes, and not with every key.
#[component]
fn QuestionList(props: &QuestionListProps) -> Html {
    let QuestionListProps {
        words,
        act,
        rows,
        is_survey_faulty,
        chosen,
    } = props;
    let (drag, handle) = use_dragging(act.clone(), rows.len());
    let said = drag.map_or_else(String::new, |drag| {
        let (place, count) = ((drag.to + 1).to_string(), rows.len().to_string());
        words.fill("drag-said", &[("number", &*place), ("count", &*count)])
    });
    let entry = |(index, row): (usize, &Row)| {
        let before = row.begins.as_ref();
        let before = before.map(|(page, name)| divider(act, *page, name));
        let entry = html! {
            <Entry
                key={entry_id(Some(index))}
                words={words.clone()}
                act={act.clone()}
                index={Some(index)}
                row={row.clone()}
                count={rows.len()}
                is_chosen={*chosen == Some(index)}
                drag={drag.filter(|drag| drag.touches(index))}
                handle={Some(handle.clone())}
            />
        };
        before.into_iter().chain([entry])
    };
    let survey = Row {
        name: words.text("about-survey"),
        badges: Vec::new(),
        is_faulty: *is_survey_faulty,
        begins: None,
    };
    html! {
        <>
            <ol class="entries" id="entries">
                <Entry
                    key={entry_id(None)}
                    words={words.clone()}
                    act={act.clone()}
                    index={None::<usize>}
                    row={survey}
                    count={rows.len()}
                    is_chosen={chosen.is_none()}
                    drag={None::<Drag>}
                    handle={None::<Callback<(usize, PointerEvent)>>}
                />
                { for rows.iter().enumerate().flat_map(entry) }
            </ol>
            <p role="status" class="visually-hidden" id="drag-said">{ said }</p>
        </>
    }
}

/// What stands before a page's first question, and leads to what the page is called.
fn divider(act: &Callback<Action>, page: usize, name: &str) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::GoTo(Found::Page(page)));
    html! {
        <li class="divider" key={format!("page-{page}")}>
            <button type="button" class="quiet small" id={format!("page-{page}")} {onclick}>{ name }</button>
        </li>
    }
}

/// What an entry is called in the page.
fn entry_id(index: Option<usize>) -> String {
    index.map_or_else(
        || "entry-survey".to_owned(),
        |index| format!("entry-{index}"),
    )
}

#[derive(Properties, PartialEq)]
struct EntryProps {
    words: Messages,
    act: Callback<Action>,
    /// The question; the survey itself if none.
    index: Option<usize>,
    row: Row,
    /// How many questions there are.
    count: usize,
    is_chosen: bool,
    /// What is being moved, if it is this one or would stand here.
    drag: Option<Drag>,
    /// What a pointer does with the handle.
    handle: Option<Callback<(usize, PointerEvent)>>,
}

/// An entry, which is drawn only when something of it changes.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let EntryProps {
        words,
        act,
        index,
        row,
        count,
        is_chosen,
        drag,
        handle,
    } = props;
    let index = *index;
    let onclick = act.reform(move |_: MouseEvent| Action::Select(index));
    let badge = |key: &&'static str| html! { <span class="badge">{ words.text(key) }</span> };
    let dragged = index.zip(*drag).map(|(index, drag)| drag.part_of(index));
    html! {
        <li data-entry={index.map(|index| index.to_string())} data-drag={dragged}>
            <div class="entry-line">
                if let Some((index, handle)) = index.zip(handle.clone()) {
                    { moved_by(words, act, (index, *count), &handle) }
                }
                <button
                    type="button"
                    class="entry"
                    id={entry_id(index)}
                    {onclick}
                    aria-current={is_chosen.then_some("true")}
                >
                    <span class="entry-name">{ &row.name }</span>
                    { for row.badges.iter().map(badge) }
                    if row.is_faulty { <span class="mark">{ words.text("to-mend") }</span> }
                </button>
            </div>
            { between(words, act, index.map_or(0, |index| index + 1)) }
        </li>
    }
}

/// The handle: a pointer drags it, arrow keys move the question, and a press leads to every place at once.
fn moved_by(
    words: &Messages,
    act: &Callback<Action>,
    (index, count): (usize, usize),
    handle: &Callback<(usize, PointerEvent)>,
) -> Html {
    let number = (index + 1).to_string();
    let label = words.fill("drag-handle", &[("number", &*number)]);
    let on = || handle.reform(move |event: PointerEvent| (index, event));
    let onclick = {
        let act = act.clone();
        Callback::from(move |event: MouseEvent| {
            // The click that ends a drag has moved the question already.
            if event.detail() == 0 || !has_just_moved() {
                act.emit(Action::GoTo(Found::Question(index, "move-to")));
            }
        })
    };
    let onkeydown = {
        let act = act.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = key_of_handle(&event, (index, count)) {
                event.prevent_default();
                let edit = Edit::MoveQuestion { from: index, to };
                act.emit(Action::EditAndGo(edit, format!("handle-{to}")));
            }
        })
    };
    html! {
        <button
            type="button"
            class="handle"
            id={format!("handle-{index}")}
            aria-label={label}
            onpointerdown={on()}
            onpointermove={on()}
            onpointerup={on()}
            onpointercancel={on()}
            {onclick}
            {onkeydown}
        >
            <span aria-hidden="true">{ "⠿" }</span>
        </button>
    }
}

/// The sign between two entries that puts a question there.
fn between(words: &Messages, act: &Callback<Action>, index: usize) -> Html {
    let number = (index + 1).to_string();
    let label = words.fill("add-at", &[("number", &*number)]);
    let onclick = adds(act, index).reform(|_: MouseEvent| ());
    html! {
        <button type="button" class="between" id={format!("add-at-{index}")} aria-label={label} {onclick}>
            <span aria-hidden="true">{ "+" }</span>
        </button>
    }
}

/// Which questions are reported together, which are variants of each other, and which begin a page.
struct Grouped<'a> {
    linked: Vec<&'a str>,
    variants: Vec<&'a str>,
    /// The first of each page.
    first: Vec<Option<&'a str>>,
}

impl<'a> Grouped<'a> {
    fn of(draft: &'a Draft) -> Self {
        let pages = draft.groups(Groups::Pages);
        Self {
            linked: draft.groups(Groups::Links).flatten().collect(),
            variants: draft.groups(Groups::Arms).flatten().collect(),
            first: pages.map(|ids| ids.first().copied()).collect(),
        }
    }

    /// The messages of a question's badges.
    fn badges(&self, question: QuestionDraft<'_>) -> Vec<&'static str> {
        let id = question.id();
        [
            (question.condition().is_some(), "badge-if"),
            (self.linked.contains(&id), "badge-linked"),
            (self.variants.contains(&id), "badge-variant"),
        ]
        .into_iter()
        .filter_map(|(is_so, key)| is_so.then_some(key))
        .collect()
    }

    /// The page that begins with a question: its index, and its number with its title.
    fn begins(&self, desk: Desk<'_>, question: QuestionDraft<'_>) -> Option<(usize, String)> {
        let id = question.id();
        let page = self.first.iter().position(|first| *first == Some(id))?;
        let titled = desk.draft().pages().nth(page)?;
        let language = desk.language();
        let languages = [language].into_iter().chain(desk.draft().languages());
        let mut titles = languages.map(|tag| titled.words(Words::Title, tag));
        let title = titles.find(|title| !title.is_empty()).unwrap_or_default();
        let number = (page + 1).to_string();
        let key = if title.is_empty() {
            "page-untitled"
        } else {
            "page-titled"
        };
        let values = [("number", &*number), ("what", title)];
        Some((page, desk.words.fill(key, &values)))
    }
}
