//! What became of a file of another program, beside the draft that was made of it.

use yew::prelude::*;

use super::{
    desk::Desk,
    files,
    state::{Action, Imported, View},
};
use crate::reading::{Named, ReportLine};

/// Lines, with what they are about as it is shown.
pub(super) fn lines<'a>(
    lines: impl Iterator<Item = &'a ReportLine>,
    named: impl Fn(&Named) -> Html,
) -> Html {
    let line = |line: &ReportLine| {
        html! {
            <li>
                { for line.what.iter().map(|one| html! { <>{ named(one) }{ " " }</> }) }
                if line.is_more { { "… " } }
                <span dir="auto">{ &line.said }</span>
            </li>
        }
    };
    html! { <ul>{ for lines.map(line) }</ul> }
}

/// The report as text.
fn text(imported: &Imported, between: &str) -> String {
    let line = |line: &ReportLine| {
        let what: Vec<&str> = line.what.iter().map(|one| &*one.name).collect();
        let more = if line.is_more { " …" } else { "" };
        format!("{}{more}{between}{}", what.join(", "), line.said)
    };
    let report = &imported.report;
    let lines = report.lines.iter().map(line);
    let whole: Vec<String> = report.summary.iter().cloned().chain(lines).collect();
    whole.join("\n") + "\n"
}

/// The report, if the draft was made of such a file.
pub(super) fn panel(desk: Desk<'_>) -> Html {
    let Some(imported) = &desk.state.imported else {
        return Html::default();
    };
    let fill = |key: &str, what: &str| desk.words.fill(key, &[("what", what)]);
    let named = |named: &Named| {
        let place = named.question.as_deref().and_then(|id| {
            let mut questions = desk.draft().questions();
            questions.position(|question| question.id() == id)
        });
        let Some(index) = place else {
            return html! { <b dir="auto">{ &named.name }</b> };
        };
        let act = desk.act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            act.emit(Action::See(View::Build));
            act.emit(Action::Select(Some(index)));
        });
        let label = format!("{}: {}", named.name, desk.name_of(index));
        html! {
            <button type="button" class="quiet to-question" aria-label={label} {onclick}>
                <span dir="auto">{ &named.name }</span>
            </button>
        }
    };
    let report = &imported.report;
    let kept = report.lines.iter().filter(|line| line.is_kept);
    let others = report.lines.iter().filter(|line| !line.is_kept);
    let count = kept.clone().count().to_string();
    let save = {
        let (imported, between) = (imported.clone(), desk.text("colon"));
        Callback::from(move |_: MouseEvent| {
            // A browser that refuses says so itself.
            let name = format!("{}.report.txt", imported.file);
            files::save(&name, &text(&imported, &between));
        })
    };
    html! {
        <aside class="card import-report" id="import-report" aria-labelledby="import-heading">
            <details open=true>
                <summary><h2 id="import-heading">{ fill("import-heading", &imported.file) }</h2></summary>
                { for report.summary.iter().map(|one| html! { <p>{ one }</p> }) }
                <p class="note">{ desk.text("import-note") }</p>
                { lines(others, named) }
                <details id="import-kept">
                    <summary>{ fill("import-kept", &count) }</summary>
                    { lines(kept, named) }
                </details>
                <div class="bar">
                    <button type="button" class="quiet" id="import-save" onclick={save}>
                        { desk.text("import-save") }
                    </button>
                    <button
                        type="button"
                        class="quiet"
                        id="import-close"
                        onclick={desk.act.reform(|_: MouseEvent| Action::CloseReport)}
                    >
                        { desk.text("import-close") }
                    </button>
                </div>
            </details>
        </aside>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Report;

    #[test]
    fn a_report_is_saved_as_lines() {
        let named = Named {
            name: "Q1".to_owned(),
            question: None,
        };
        let line = ReportLine {
            what: vec![named.clone(), named],
            is_more: true,
            is_kept: false,
            said: "left out: why".to_owned(),
        };
        let imported = Imported {
            file: "a.qsf".to_owned(),
            report: Report {
                summary: vec!["1 question".to_owned()],
                lines: vec![line],
            },
        };
        assert_eq!(
            text(&imported, ": "),
            "1 question\nQ1, Q1 …: left out: why\n"
        );
    }
}
