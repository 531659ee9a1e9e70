//! The questions in a list, with the pages as dividers, a place for a new question between any two, and a handle by which
//! each is moved.

use std::{collections::BTreeSet, rc::Rc};

use sotto_survey::Json;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    adding::adds,
    desk::Desk,
    dragging::{Drag, ends_drag, key_of_handle, use_dragging},
    state::Action,
};
use crate::{
    check::Checked,
    draft::{Draft, Groups, QuestionDraft, Words},
    edit::Edit,
    finding::Found,
};

pub(super) fn list(desk: Desk<'_>) -> Html {
    html! {
        <QuestionList
            words={desk.words.clone()}
            act={desk.act.clone()}
            draft={Rc::clone(desk.state.history.draft())}
            language={desk.language().to_owned()}
            checked={Rc::clone(&desk.state.checked)}
            seen={Rc::clone(&desk.state.seen)}
            chosen={desk.state.selected}
        />
    }
}

#[derive(Properties)]
struct QuestionListProps {
    words: Messages,
    act: Callback<Action>,
    draft: Rc<Draft>,
    /// The language that is written in.
    language: String,
    checked: Rc<Checked>,
    /// The ids of the questions of which it is said what is wrong with them.
    seen: Rc<BTreeSet<String>>,
    /// The chosen question; the survey itself if none.
    chosen: Option<usize>,
}

impl PartialEq for QuestionListProps {
    /// Looks at no draft word by word.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draft, &other.draft)
            && Rc::ptr_eq(&self.checked, &other.checked)
            && Rc::ptr_eq(&self.seen, &other.seen)
            && (&self.words, &self.act) == (&other.words, &other.act)
            && (&self.language, self.chosen) == (&other.language, other.chosen)
    }
}

/// A question as drafts share it: the same as long as it is shared.
#[derive(Clone, Debug)]
struct Asked(Rc<Json>);

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The survey itself and its questions. With a key that is typed, at most the entry that it is about is drawn anew.
#[component]
fn QuestionList(props: &QuestionListProps) -> Html {
    let QuestionListProps {
        words,
        act,
        draft,
        language,
        checked,
        seen,
        chosen,
    } = props;
    let questions = draft.shared();
    let count = questions.len();
    let (drag, handle) = use_dragging(act.clone(), count);
    let said = drag.map_or_else(String::new, |drag| {
        let (place, count) = ((drag.to + 1).to_string(), count.to_string());
        words.fill("drag-said", &[("number", &*place), ("count", &*count)])
    });
    let groups = Grouped::of(draft);
    let faulty: BTreeSet<_> = { checked.faults().iter() }
        .map(sotto_survey::Fault::question_index)
        .collect();
    let languages = [words.language()].into_iter().chain(draft.languages());
    let languages: Rc<[String]> = languages.map(str::to_owned).collect();
    let one = |(index, json): (usize, &Rc<Json>)| {
        let question = QuestionDraft::of(json);
        let page = groups.begun_by(question.id());
        let before = page.map(|page| divider(words, act, page, &groups.title(page, language)));
        let is_seen = seen.contains(question.id());
        let entry = html! {
            <Entry
                key={entry_id(Some(index))}
                words={words.clone()}
                act={act.clone()}
                index={Some(index)}
                question={Some(Asked(Rc::clone(json)))}
                languages={Rc::clone(&languages)}
                badges={groups.badges(question)}
                is_faulty={is_seen && faulty.contains(&Some(index))}
                {count}
                is_chosen={*chosen == Some(index)}
                drag={drag.filter(|drag| drag.touches(index))}
                handle={Some(handle.clone())}
            />
        };
        before.into_iter().chain([entry])
    };
    html! {
        <>
            <ol class="entries" id="entries">
                <Entry
                    key={entry_id(None)}
                    words={words.clone()}
                    act={act.clone()}
                    index={None::<usize>}
                    question={None::<Asked>}
                    languages={Rc::clone(&languages)}
                    badges={Vec::<&'static str>::new()}
                    is_faulty={faulty.contains(&None)}
                    {count}
                    is_chosen={chosen.is_none()}
                    drag={None::<Drag>}
                    handle={None::<Callback<(usize, PointerEvent)>>}
                />
                { for questions.iter().enumerate().flat_map(one) }
            </ol>
            <p role="status" class="visually-hidden" id="drag-said">{ said }</p>
        </>
    }
}

/// What stands before a page's first question, and leads to what the page is called.
fn divider(words: &Messages, act: &Callback<Action>, page: usize, title: &str) -> Html {
    let number = (page + 1).to_string();
    let key = if title.is_empty() {
        "page-untitled"
    } else {
        "page-titled"
    };
    let name = words.fill(key, &[("number", &*number), ("what", title)]);
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
    question: Option<Asked>,
    /// In which languages it is looked for words, the best first.
    languages: Rc<[String]>,
    /// The messages of its badges.
    badges: Vec<&'static str>,
    is_faulty: bool,
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
        question,
        languages,
        badges,
        is_faulty,
        count,
        is_chosen,
        drag,
        handle,
    } = props;
    let index = *index;
    let onclick = act.reform(move |_: MouseEvent| Action::Select(index));
    let badge = |key: &&'static str| html! { <span class="badge">{ words.text(key) }</span> };
    let name = match index.zip(question.as_ref()) {
        Some((index, Asked(json))) => numbered(words, (index, json), languages),
        None => words.text("about-survey"),
    };
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
                    <span class="entry-name">{ name }</span>
                    { for badges.iter().map(badge) }
                    if *is_faulty { <span class="mark">{ words.text("to-mend") }</span> }
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
            if event.detail() == 0 || !ends_drag() {
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

/// A question's number and what it asks.
fn numbered(words: &Messages, (index, json): (usize, &Json), languages: &[String]) -> String {
    let question = QuestionDraft::of(json);
    let mut titles = languages
        .iter()
        .map(|tag| question.words(Words::Title, tag));
    let title = titles.find(|title| !title.is_empty()).map(str::to_owned);
    let title = title.unwrap_or_else(|| words.text("untitled"));
    format!("{}. {title}", index + 1)
}

/// Which questions are reported together, which are variants of each other, and which begin a page.
struct Grouped<'a> {
    draft: &'a Draft,
    linked: Vec<&'a str>,
    variants: Vec<&'a str>,
    /// The first of each page.
    first: Vec<Option<&'a str>>,
}

impl<'a> Grouped<'a> {
    fn of(draft: &'a Draft) -> Self {
        let pages = draft.groups(Groups::Pages);
        Self {
            draft,
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

    /// The page that begins with a question.
    fn begun_by(&self, id: &str) -> Option<usize> {
        self.first.iter().position(|first| *first == Some(id))
    }

    /// What a page is called, in that language or another; empty where it has no title.
    fn title(&self, page: usize, language: &str) -> String {
        let titled = self.draft.pages().nth(page);
        let languages = [language].into_iter().chain(self.draft.languages());
        let mut all = languages.filter_map(|tag| Some(titled?.words(Words::Title, tag)));
        let found = all.find(|title| !title.is_empty());
        found.unwrap_or_default().to_owned()
    }
}
