//! A page of questions.

use sotto_survey::{AnswerShape, NumberFields, Question, QuestionKind, Survey, Text};
use sotto_ui::{Tag, Words, button, empty_button, empty_heading, gap, heading, odds::odds, tag};

#[cfg(feature = "whole")]
use super::{pictures::picture, piped::Piped};
use crate::survey::{
    Problem, Setting, State, group,
    label::label,
    questions::{Asking, controls},
};

/// The label, the page's questions and the buttons that lead on. There is no `<form>`: the browser
/// itself must never submit anything here, because it would put answers into an address.
///
/// Unless `to_its_end`, the form stops after the first question.
pub(super) fn form(
    setting: &Setting,
    state: &State,
    check: Option<bool>,
    again: bool,
    to_its_end: bool,
) -> Vec<Tag> {
    let Setting {
        survey,
        words,
        destination,
        around,
        ..
    } = setting;
    let pages = state.pages(survey);
    let heading_of_page = empty_heading(around.heading_level, "heading");
    // The heading has the focus when a page is turned: it tells which page that is.
    let heading_of_page = words.write(heading_of_page, survey.title()).when(
        pages.len() > 1,
        "aria-describedby",
        "at-page",
    );
    let mut header = tag("header").key("header").with(heading_of_page);
    let is_first = state.page() == 0;
    if let Some(description) = survey.description().filter(|_| is_first) {
        header = header.with(words.write(tag("p"), description));
    }
    if pages.len() > 1 {
        header = header.with(progress(words, state.page(), pages.len()));
    }
    let mut parts = vec![header];
    if is_first {
        parts.push(label(words, survey, *around, destination, check));
        if again {
            parts.push(another_wave(words, around.heading_level + 1));
            #[cfg(feature = "whole")]
            parts.extend(super::closing::announced(setting));
        }
    }
    if !state.problems().is_empty() {
        parts.extend(problems(words, survey, state));
    }
    let Some(page) = pages.get(state.page()) else {
        return parts;
    };
    if let Some(title) = &page.title {
        let level = around.heading_level + 1;
        // It has the focus when its page is turned to.
        let heading = empty_heading(level, "page").key("page");
        let heading = heading.when(pages.len() > 1, "aria-describedby", "at-page");
        parts.push(words.write(heading, title));
    }
    let shown = state.layout().questions().iter().copied();
    for index in shown.filter(|index| page.questions.contains(index) && state.asks(*index)) {
        if let Some(question) = survey.questions().get(index) {
            parts.push(fields(words, survey, state, (index, question)));
            if question.is_reported() && !to_its_end {
                return parts;
            }
        }
    }
    parts.push(ways_on(words, survey, state));
    parts
}

/// For people who answered in an earlier wave: their copy can be drawn without asking them again.
fn another_wave(words: &Words, level: u8) -> Tag {
    group("again", "note", "again")
        .with(heading(level, "again", &words.say("again-title")))
        .with(tag("p").text(&words.say("again-words")))
        .with(button("button primary", "again", &words.say("again-send")))
        .with(tag("p").text(&words.say("again-changed")))
}

fn progress(words: &Words, page: usize, count: usize) -> Tag {
    let (page, count) = ((page + 1).to_string(), count.to_string());
    let values: [(&str, &str); 2] = [
        ("page", &words.number(&page)),
        ("count", &words.number(&count)),
    ];
    let text = words.fill("progress", &values);
    let bar = tag("progress")
        .set("max", &count)
        .set("value", &page)
        .set("aria-label", &text);
    let line = words.spoken_in(tag("span"), "progress");
    let text = line.set("id", "at-page").text(&text);
    tag("p")
        .set("id", "progress")
        .set("part", "progress")
        .with(text)
        .with(bar)
}

fn ways_on(words: &Words, survey: &Survey, state: &State) -> Tag {
    let mut actions = tag("div").key("ways-on").set("class", "actions");
    let is_last = state.is_last_page(survey);
    if !is_last {
        actions = actions.with(words.put(empty_button("button primary", "next"), "next"));
    }
    if is_last || state.reviewed() {
        let part = if is_last {
            "button primary"
        } else {
            "button secondary"
        };
        actions = actions.with(words.put(empty_button(part, "review"), "review"));
    }
    if state.page() > 0 {
        actions = actions.with(words.put(empty_button("button secondary", "back"), "back"));
    }
    actions.with(tag("p").text(&words.say("nothing-sent-yet")))
}

/// The summary of what is missing. Each entry leads to its question by a button: a link's fragment
/// cannot reach into the element, and would change the page's address.
fn problems(words: &Words, survey: &Survey, state: &State) -> Option<Tag> {
    let questions = survey.questions();
    let entries = state.problems().iter().filter_map(|(index, problem)| {
        let question = questions.get(*index)?;
        let way = empty_button("", "go-to")
            .set("class", "link")
            .set("dir", "auto")
            .set("data-question", question.id().as_str())
            .with(words.write(tag("span"), question.title()))
            .text(" – ");
        let way = wording(words, way, question, problem);
        Some(tag("li").key(question.id().as_str()).with(way))
    });
    let entries: Vec<_> = entries.collect();
    let title = u32::try_from(entries.len())
        .ok()
        .filter(|&count| count > 0)?;
    let strong = words.spoken_in(tag("strong"), "problems");
    let title = strong.text(&words.count("problems", title));
    Some(
        tag("section")
            .key("problems")
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
fn wording(words: &Words, element: Tag, question: &Question, problem: &Problem) -> Tag {
    let counted =
        |element, key, count| words.spoken_in(element, key).text(&words.count(key, count));
    let key = match question.shape() {
        AnswerShape::None { .. } => "consent-missing",
        AnswerShape::One(_) => "answer-missing",
        AnswerShape::Order(_) => "order-missing",
        AnswerShape::Set(_) => match problem {
            Problem::TooFew(count) => return counted(element, "choose-at-least", *count),
            Problem::TooMany(count) => return counted(element, "choose-at-most", *count),
            _ => "answer-missing",
        },
        AnswerShape::Rows(matrix) => {
            if let Problem::Row(row) = problem
                && let Some(row) = matrix.rows.get(*row)
            {
                let missing = words.say("row-missing");
                let element = words.spoken_in(element, "row-missing");
                return words.write_around(element, &missing, "{row}", &row.title);
            }
            "answer-missing"
        }
        AnswerShape::Numbers(NumberFields::Single(range)) => {
            if let Some(calendar) = range.calendar {
                let missing = words.say("answer-missing");
                let moments = words.moments(calendar, &range.grid);
                let between = gap(&missing, &moments);
                let missing = words.put(tag("span"), "answer-missing");
                return element.with(missing).text(between).text(&moments);
            }
            return words.put_range(element, "number-missing", &range.grid);
        }
        AnswerShape::Numbers(NumberFields::Several(fields)) => {
            if let Problem::Field(field) | Problem::Range(field) = problem
                && let Some(field) = fields.get(*field)
            {
                let range = words.range("number-missing", &field.grid);
                let key = Words::key_of("number-missing", &field.grid);
                let element = words.spoken_in(element, &key);
                return words.write_named(element, &field.title, &range);
            }
            "numbers-missing"
        }
    };
    words.put(element, key)
}

/// What is asked, and whether an answer is needed.
#[cfg_attr(
    not(feature = "whole"),
    expect(
        unused_variables,
        reason = "the common widget puts no answer into words"
    )
)]
fn title((words, survey, state): (&Words, &Survey, &State), question: &Question) -> Tag {
    let ended = |title: Tag| {
        if !question.needs_answer() {
            return title;
        }
        let must = tag("span").set("class", "must");
        title
            .text(gap("", &words.say("required")))
            .with(words.put(must, "required"))
    };
    let title = tag("span").join("id", &["t-", question.id().as_str()]);
    #[cfg(feature = "whole")]
    if let Some(piping) = question.piping() {
        let piped = Piped::new((words, survey, state), piping);
        return title.with(piped.write(&piping.title, ended));
    }
    ended(title.with(words.write(tag("span"), question.title())))
}

/// More words, below the title.
#[cfg_attr(
    not(feature = "whole"),
    expect(
        unused_variables,
        reason = "the common widget puts no answer into words"
    )
)]
fn more(
    (words, survey, state): (&Words, &Survey, &State),
    question: &Question,
    help: &Text,
) -> Tag {
    #[cfg(feature = "whole")]
    if let Some(piping) = question.piping()
        && let Some(help) = &piping.help
    {
        let piped = Piped::new((words, survey, state), piping);
        return tag("p").with(piped.write(help, |line| line));
    }
    words.write(tag("p"), help)
}

/// The way to take an answer back. It has its place from the beginning, and the style shows it once there is something to
/// take back, so that nothing moves. Boxes are unticked by themselves.
fn clear(words: &Words, question: &Question) -> Option<Tag> {
    let is_unticked = matches!(
        question.shape(),
        AnswerShape::None { .. } | AnswerShape::Set(_)
    );
    let button = || empty_button("", "clear").set("class", "link clear");
    let button = (!is_unticked).then(button)?;
    let button = button.set("data-question", question.id().as_str());
    Some(words.put(button, "clear").key("clear"))
}

fn fields(
    words: &Words,
    survey: &Survey,
    state: &State,
    (index, question): (usize, &Question),
) -> Tag {
    let id = question.id().as_str();
    let mut problems = state.problems().iter();
    let problem = problems
        .find(|(of, _)| *of == index)
        .map(|(_, problem)| problem);
    let asking = Asking {
        words,
        state,
        question,
        index,
        problem,
    };
    // A list to search in has a role of its own.
    let (is_words, is_group) = match question.kind() {
        QuestionKind::Statement => (true, false),
        QuestionKind::YesNo
        | QuestionKind::SingleChoice(_)
        | QuestionKind::Likert(_)
        | QuestionKind::Rating(_)
        | QuestionKind::Nps(_)
        | QuestionKind::OwnSecret(_) => (false, true),
        QuestionKind::Dropdown(_)
        | QuestionKind::MultipleChoice(_)
        | QuestionKind::Ranking(_)
        | QuestionKind::Matrix(_)
        | QuestionKind::Number(_)
        | QuestionKind::Slider(_)
        | QuestionKind::Numbers(_)
        | QuestionKind::Consent => (false, false),
    };
    let title = title((words, survey, state), question);
    let title = tag(if is_words { "p" } else { "legend" })
        .key("title")
        .set("class", "title")
        .with(title);
    let mut parts = vec![title];
    let mut described_by = Vec::new();
    if let Some(help) = question.help() {
        described_by.push(["h-", id].concat());
        let help = more((words, survey, state), question, help);
        let help = help.join("id", &["h-", id]);
        parts.push(help.key("help").set("class", "help"));
    }
    #[cfg(feature = "whole")]
    if let Some(shown) = question.picture() {
        parts.push(picture(words, shown).key("picture"));
    }
    if let Some(problem) = problem {
        described_by.push(["p-", id].concat());
        let lacking = tag("p")
            .key("problem")
            .join("id", &["p-", id])
            .set("class", "problem")
            .set("dir", "auto");
        parts.push(wording(words, lacking, question, problem));
    }
    if let AnswerShape::Set(_) = question.shape() {
        described_by.push(["c-", id].concat());
    }
    if question.shape().own_secret().is_some() {
        described_by.push(["s-", id].concat());
    }
    let controls = controls(&asking).into_iter().enumerate();
    parts.extend(controls.map(|(place, control)| control.key(&place.to_string())));
    parts.extend(clear(words, question));
    if question.is_reported() {
        parts.push(odds(words, survey, question).key("odds"));
    }
    let flag = |flag| if flag { "true" } else { "false" };
    tag(if is_words { "div" } else { "fieldset" })
        .key(&["q-", id].concat())
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
