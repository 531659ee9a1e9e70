//! Arms, questions of which each respondent was asked one: the mean of their shares as bars where they were drawn, or
//! else the shares of each, and how much each differs from the first, as sentences.

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
    figure::{Figure, LANE, Named},
    headline::{greatest, headline},
    quantity::Quantity,
};
use crate::naming;

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
    let among =
        |category: &ArmResults, question: &str| among((*first, category), question, survey_words);
    let by_link = survey.takes_arms_by_link();
    let all = arms.categories.iter();
    let lines: Vec<_> = if by_link {
        let beside = |category| beside(category, (&members[..], &titles[..]), results, among);
        all.flat_map(beside).collect()
    } else {
        let together = |category: &ArmResults| Named {
            id: category.id.clone(),
            title: name(first, category, survey_words),
            quantity: Quantity::Share,
            figure: category.combined.map(Into::into),
        };
        all.map(together).collect()
    };
    let shares = lines.iter().filter_map(|line| line.figure);
    let scale = Scale::holding(shares.flat_map(|figure| figure.shares()));
    let rows = lines.iter().map(|line| line.row(scale, times_in, words));
    let first_title = titles.first().map_or("", String::as_str);
    let sentences = arms.categories.iter().flat_map(|category| {
        let differences = category.differences.iter().zip(titles.iter().skip(1));
        differences.map(move |(found, title)| {
            let (first, later) = (among(category, first_title), among(category, title));
            let sentence = difference(&later, &first, *found, times_in, words);
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
    let leading = greatest(&lines).filter(|_| !by_link);
    let leading = leading.map(|one| headline("headline-most", one, times_in, words));
    let (explanation, title, caption) = if by_link {
        (
            Explanation::ArmsByLink,
            "arms-by-link-title",
            "arms-by-link-caption",
        )
    } else {
        (Explanation::Arms, "arms-title", "arms-caption")
    };
    let of_members = results
        .questions
        .iter()
        .filter(|one| arms.members.contains(&one.id));
    let questions = titles.join(&words.text("list-separator"));
    let ids = members.iter().map(|question| question.id().as_str());
    Some(Together {
        // No other figure's: the id of a question has no tilde.
        id: ids.collect::<Vec<_>>().join("~"),
        title: words.fill(title, &[("questions", &*questions)]),
        reports: of_members.map(|one| one.reports).sum(),
        drawn: Drawn {
            sentences: leading.into_iter().collect(),
            explanation,
            drawing,
            caption: words.fill(caption, &ends),
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

/// What each arm says by itself of a category.
fn beside(
    category: &ArmResults,
    (members, titles): (&[&Question], &[String]),
    results: &Results,
    among: impl Fn(&ArmResults, &str) -> String,
) -> Vec<Named> {
    let each = members.iter().zip(titles).map(|(member, title)| {
        let mut all = results.questions.iter();
        let figure = all.find(|one| one.id == *member.id()).and_then(|found| {
            let mut categories = found.categories.iter();
            let of_it = categories.find(|one| one.id == category.id)?;
            Figure::of_category(of_it, found.reports)
        });
        Named {
            id: [member.id().as_str(), "~", &category.id].concat(),
            title: among(category, title),
            quantity: Quantity::Share,
            figure,
        }
    });
    each.collect()
}

/// A category as the answer to a question, of arms of which this is the first.
fn among((first, category): (&Question, &ArmResults), question: &str, words: &Words) -> String {
    let name = name(first, category, words);
    let words = words.messages();
    let group = words.fill("ask-name", &[("name", &*name)]);
    words.fill(
        "ask-group-to",
        &[("group", &*group), ("question", question)],
    )
}

/// The name of a category, as the first arm has it.
fn name(first: &Question, category: &ArmResults, words: &Words) -> String {
    let mut categories = first.categories();
    let found = categories.find(|one| one.id() == category.id);
    found.map_or_else(String::new, |category| {
        naming::category(first, category, words)
    })
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
