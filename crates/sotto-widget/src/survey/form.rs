//! A page of questions.

use sotto_survey::{Question, QuestionKind};
use sotto_ui::{Tag, button, empty_button, empty_heading, heading, tag};

use crate::{
    privacy::{label, odds},
    survey::{
        Problem, Setting, State,
        questions::{Asking, controls},
    },
};

/// The label, the page's questions and the ways on. There is no `<form>`: nothing here may ever be
/// submitted by the browser itself, which would put answers into an address.
///
/// Unless it is drawn to its end, it ends with the first question.
pub(super) fn form(
    setting: &Setting,
    state: &State,
    check: Option<bool>,
    again: bool,
    to_its_end: bool,
) -> Vec<Tag> {
    let survey = &setting.survey;
    let pages = survey.pages();
    let heading_of_page = empty_heading(setting.heading_level, "heading");
    // The heading has the focus when a page is turned: it tells which page that is.
    let heading_of_page = setting.write(heading_of_page, survey.title()).when(
        pages.len() > 1,
        "aria-describedby",
        "at-page",
    );
    let mut header = tag("header").with(heading_of_page);
    let is_first = state.page() == 0;
    if let Some(description) = survey.description().filter(|_| is_first) {
        header = header.with(setting.write(tag("p"), description));
    }
    if pages.len() > 1 {
        header = header.with(progress(setting, state.page(), pages.len()));
    }
    let mut parts = vec![header];
    if is_first {
        parts.push(label(setting, check));
        if again {
            parts.push(another_wave(setting));
        }
    }
    if !state.problems().is_empty() {
        parts.extend(problems(setting, state));
    }
    let Some(page) = pages.get(state.page()) else {
        return parts;
    };
    if let Some(title) = &page.title {
        let level = setting.heading_level + 1;
        parts.push(setting.write(empty_heading(level, "page"), title));
    }
    let mut is_open = is_first;
    for place in page.questions.clone().filter(|&place| state.asks(place)) {
        if let Some(question) = survey.questions().get(place) {
            parts.push(fields(setting, state, (place, question), is_open));
            // The odds of the first question stand open; the others say the same of other numbers.
            is_open = is_open && !question.is_reported();
            if question.is_reported() && !to_its_end {
                return parts;
            }
        }
    }
    parts.push(ways_on(setting, state));
    parts
}

/// For those who answered in an earlier wave: their copy can be drawn without asking them again.
#[inline(never)]
fn another_wave(setting: &Setting) -> Tag {
    let level = setting.heading_level + 1;
    tag("section")
        .set("class", "note")
        .set("part", "again")
        .set("aria-labelledby", "again")
        .with(heading(level, "again", &setting.say("again-title")))
        .with(tag("p").text(&setting.say("again-words")))
        .with(button(
            "button primary",
            "again",
            &setting.say("again-send"),
        ))
        .with(tag("p").text(&setting.say("again-changed")))
}

fn progress(setting: &Setting, page: usize, count: usize) -> Tag {
    let (page, count) = ((page + 1).to_string(), count.to_string());
    let values: [(&str, &str); 2] = [
        ("page", &setting.number(&page)),
        ("count", &setting.number(&count)),
    ];
    let words = setting.messages.fill("progress", &values);
    let bar = tag("progress")
        .set("max", &count)
        .set("value", &page)
        .set("aria-label", &words);
    let words = tag("span").set("id", "at-page").text(&words);
    tag("p")
        .set("id", "progress")
        .set("part", "progress")
        .with(words)
        .with(bar)
}

#[inline(never)]
fn ways_on(setting: &Setting, state: &State) -> Tag {
    let mut actions = tag("div").set("class", "actions");
    let is_last = state.is_last_page(&setting.survey);
    if !is_last {
        actions = actions.with(button("button primary", "next", &setting.say("next")));
    }
    if is_last || state.reviewed() {
        let part = if is_last {
            "button primary"
        } else {
            "button secondary"
        };
        actions = actions.with(button(part, "review", &setting.say("review")));
    }
    if state.page() > 0 {
        actions = actions.with(button("button secondary", "back", &setting.say("back")));
    }
    actions.with(tag("p").text(&setting.say("nothing-sent-yet")))
}

/// The summary of what is lacking, each entry a way to its question. Buttons, because a link's
/// fragment cannot reach into the element, and would change the page's address.
#[inline(never)]
fn problems(setting: &Setting, state: &State) -> Option<Tag> {
    let questions = setting.survey.questions();
    let entries = state.problems().iter().filter_map(|(place, problem)| {
        let question = questions.get(*place)?;
        let way = empty_button("", "go-to")
            .set("class", "link")
            .set("dir", "auto")
            .set("data-question", question.id().as_str())
            .with(setting.write(tag("span"), question.title()))
            .text(" – ");
        let way = wording(setting, way, question, problem);
        Some(tag("li").with(way))
    });
    let entries: Vec<_> = entries.collect();
    let title = u32::try_from(entries.len())
        .ok()
        .filter(|&count| count > 0)?;
    let title = tag("strong").text(&setting.count("problems", title));
    Some(
        tag("section")
            .set("id", "problems")
            .set("class", "problems")
            .set("part", "problems")
            .set("role", "alert")
            .set("tabindex", "-1")
            .with(tag("p").with(title))
            .with(tag("ul").all(entries)),
    )
}

/// Fills an element with what a question lacks.
fn wording(setting: &Setting, element: Tag, question: &Question, problem: &Problem) -> Tag {
    let kind = question.kind();
    let range = |key: &str, field: usize| {
        let grid = kind.grids().get(field).copied();
        grid.map_or_else(String::new, |grid| setting.range(key, &grid))
    };
    let words = match (problem, kind) {
        (Problem::Missing, QuestionKind::Consent) => setting.say("consent-missing"),
        (Problem::Missing, QuestionKind::Number(_) | QuestionKind::Slider(_)) => {
            range("number-missing", 0)
        }
        (Problem::Missing, QuestionKind::Numbers(_)) => setting.say("numbers-missing"),
        (Problem::Missing, _) => setting.say("answer-missing"),
        (Problem::TooFew(count), _) => setting.count("choose-at-least", *count),
        (Problem::TooMany(count), _) => setting.count("choose-at-most", *count),
        (Problem::Row(row), QuestionKind::Matrix(matrix)) => {
            let words = setting.say("row-missing");
            return match matrix.rows.get(*row) {
                Some(row) => setting.write_around(element, &words, "{row}", &row.title),
                None => element,
            };
        }
        (Problem::Row(_), _) => String::new(),
        (Problem::Field(field) | Problem::Range(field), QuestionKind::Numbers(fields)) => {
            let words = range("number-missing", *field);
            return match fields.get(*field) {
                Some(field) => setting.write_named(element, &field.title, &words),
                None => element,
            };
        }
        (Problem::Field(field) | Problem::Range(field), _) => range("number-missing", *field),
    };
    element.text(&words)
}

fn fields(
    setting: &Setting,
    state: &State,
    (place, question): (usize, &Question),
    open: bool,
) -> Tag {
    let id = question.id().as_str();
    let mut problems = state.problems().iter();
    let problem = problems
        .find(|(of, _)| *of == place)
        .map(|(_, problem)| problem);
    let asking = Asking {
        setting,
        state,
        question,
        place,
        problem,
    };
    let is_words = matches!(question.kind(), QuestionKind::Statement);
    let title = setting.write(tag("span"), question.title());
    let mut title = tag("span").join("id", &["t-", id]).with(title);
    if question.needs_answer() {
        let must = tag("span").set("class", "must");
        title = title.text(" ").with(must.text(&setting.say("required")));
    }
    let title = tag(if is_words { "p" } else { "legend" })
        .set("class", "title")
        .with(title);
    let mut parts = vec![title];
    let mut described_by = Vec::new();
    if let Some(help) = question.help() {
        described_by.push(["h-", id].concat());
        let help = setting.write(tag("p"), help).join("id", &["h-", id]);
        parts.push(help.set("class", "help"));
    }
    if let Some(problem) = problem {
        described_by.push(["p-", id].concat());
        let words = tag("p")
            .join("id", &["p-", id])
            .set("class", "problem")
            .set("dir", "auto");
        parts.push(wording(setting, words, question, problem));
    }
    if let QuestionKind::MultipleChoice(_) = question.kind() {
        described_by.push(["c-", id].concat());
    }
    parts.extend(controls(&asking));
    if question.is_reported() {
        parts.push(odds(setting, question, open));
    }
    let flag = |flag| if flag { "true" } else { "false" };
    let is_group = matches!(
        question.kind(),
        QuestionKind::YesNo
            | QuestionKind::SingleChoice(_)
            | QuestionKind::Likert(_)
            | QuestionKind::Rating(_)
            | QuestionKind::Nps(_)
    );
    tag(if is_words { "div" } else { "fieldset" })
        .key(id)
        .join("id", &["q-", id])
        .set("class", "question")
        .set("part", "question")
        .set("data-type", question.kind().question_type().name())
        .when(is_group, "role", "radiogroup")
        .when(is_group, "aria-required", flag(question.needs_answer()))
        .when(is_group, "aria-invalid", flag(problem.is_some()))
        .when(problem.is_some(), "data-invalid", "")
        .when(
            !described_by.is_empty(),
            "aria-describedby",
            &described_by.join(" "),
        )
        .all(parts)
}
