//! Arms, questions of which each respondent was asked one: the mean of their shares as bars, and how much each
//! differs from the first, as sentences.

use sotto_survey::{ArmResults, ArmsResults, Question, Results, Survey};
use sotto_ui::{
    Words,
    charts::{self, Scale, TimesIn},
};
use yew::prelude::*;

use super::{
    difference::difference,
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{LANE, Named},
    headline::{greatest, headline},
    quantity::Quantity,
};

/// Arms with all that their frame needs.
pub(super) struct Together {
    pub(super) id: String,
    pub(super) title: String,
    /// Those of all arms.
    pub(super) reports: u64,
    pub(super) drawn: Drawn,
}

/// What arms say together; `None` if they are not questions of the survey.
pub(super) fn arms(
    survey: &Survey,
    results: &Results,
    arms: &ArmsResults,
    times_in: TimesIn,
    survey_words: &Words,
) -> Option<Together> {
    let words = survey_words.messages();
    let questions = survey.questions();
    let members = arms
        .members
        .iter()
        .map(|id| questions.iter().find(|question| question.id() == id));
    let members: Vec<&Question> = members.collect::<Option<_>>()?;
    let first = members.first()?;
    let lines: Vec<_> = arms
        .categories
        .iter()
        .map(|category| Named {
            id: category.id.clone(),
            title: name(first, category, survey_words),
            quantity: Quantity::Share,
            figure: Some(category.combined.into()),
        })
        .collect();
    let titles = members
        .iter()
        .map(|question| survey_words.text(question.title()));
    let titles = told_apart(&titles.collect::<Vec<_>>(), |question, number| {
        let number = survey_words.number(&number.to_string());
        words.fill(
            "arm-numbered",
            &[("question", question), ("number", &number)],
        )
    });
    let shares = lines.iter().filter_map(|line| line.figure);
    let scale = Scale::holding(shares.flat_map(|figure| figure.shares()));
    let rows = lines.iter().map(|line| line.row(scale, times_in, words));
    let sentences = arms
        .categories
        .iter()
        .zip(&lines)
        .flat_map(|(category, line)| {
            let differences = category.differences.iter().zip(titles.iter().skip(1));
            differences.map(|(found, title)| {
                let group = words.fill("ask-name", &[("name", &*line.title)]);
                let among = |question: &str| {
                    words.fill(
                        "ask-group-to",
                        &[("group", &*group), ("question", question)],
                    )
                };
                let first = titles.first().map(|first| among(first)).unwrap_or_default();
                let sentence = difference(&among(title), &first, *found, times_in, words);
                html! { <li>{ sentence }</li> }
            })
        });
    let drawing = html! {
        <>
            { charts::bars(rows.collect(), LANE) }
            <p class="row-title">{ words.text("arms-differences") }</p>
            <ul class="differences">{ for sentences }</ul>
        </>
    };
    let ends = [
        ("start", &*words.percent(0.0, 0)),
        ("end", &words.percent(scale.end(), 0)),
    ];
    let leading = greatest(&lines).map(|one| headline("headline-most", one, times_in, words));
    let of_members = results
        .questions
        .iter()
        .filter(|one| arms.members.contains(&one.id));
    let questions = titles.join(&words.text("list-separator"));
    let ids = members.iter().map(|question| question.id().as_str());
    Some(Together {
        // No other figure's: the id of a question has no tilde.
        id: ids.collect::<Vec<_>>().join("~"),
        title: words.fill("arms-title", &[("questions", &*questions)]),
        reports: of_members.map(|one| one.reports).sum(),
        drawn: Drawn {
            sentences: leading.into_iter().collect(),
            explanation: Explanation::Arms,
            drawing,
            caption: words.fill("arms-caption", &ends),
            says_little: lines.iter().all(Named::says_little),
            lines: Lines {
                first: "table-category",
                with_reported: false,
                scale,
                all: lines,
            },
        },
    })
}

/// The name of a category, as the first arm has it.
fn name(first: &Question, category: &ArmResults, words: &Words) -> String {
    let mut categories = first.categories();
    let found = categories.find(|one| one.id() == category.id);
    found.map_or_else(String::new, |category| words.category(category))
}

/// Titles with numbers, where one stands twice: arms may ask the same words by another mechanism.
fn told_apart(titles: &[&str], number: impl Fn(&str, usize) -> String) -> Vec<String> {
    let is_twice = |title: &&str| titles.iter().filter(|other| other == &title).count() > 1;
    let titles = titles.iter().zip(1..).map(|(title, nth)| {
        if is_twice(title) {
            number(title, nth)
        } else {
            (*title).to_owned()
        }
    });
    titles.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_with_the_same_words_have_numbers() {
        let number = |title: &str, number| format!("{title} ({number})");
        for (titles, expected) in [
            (vec!["Direct", "Soft"], ["Direct", "Soft"]),
            (vec!["Same", "Same"], ["Same (1)", "Same (2)"]),
        ] {
            assert_eq!(told_apart(&titles, number), expected);
        }
        let some = told_apart(&["A", "B", "A"], number);
        assert_eq!(some, ["A (1)", "B", "A (3)"]);
    }
}
