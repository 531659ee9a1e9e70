//! k-anonymity and its outlier: groups that hide a row, and a mean that shows one person all the same.

use sotto_ui::charts::{TableRow, table};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{PersonRow, Playground, figure, people_rows, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "k-anonymity-and-its-outlier",
    play: |words| html! { <Grouping words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 10,
    after: &["names-are-not-enough"],
    source: "https://doi.org/10.1145/1217299.1217302",
};

/// Imagined people of a company: age, and salary in thousands.
const STAFF: [(u32, u32); 16] = [
    (22, 31),
    (24, 33),
    (27, 36),
    (29, 35),
    (31, 41),
    (34, 44),
    (36, 43),
    (39, 47),
    (41, 46),
    (44, 52),
    (46, 50),
    (49, 54),
    (51, 53),
    (54, 57),
    (57, 55),
    (59, 58),
];

/// The director, whom everybody knows to be in the table.
const DIRECTOR: (u32, u32) = (52, 480);

/// The ages of all: from the first to below the last.
const AGES: (u32, u32) = (20, 60);

/// How many years a group may span: divisors of forty.
const WIDTHS: [u32; 6] = [2, 4, 5, 10, 20, 40];

/// The last position of the slider.
const LAST: u32 = 5;

/// People of the same group of ages.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    from: u32,
    people: u32,
    sum: u32,
    has_director: bool,
}

impl Group {
    fn mean(self) -> f64 {
        f64::from(self.sum) / f64::from(self.people.max(1))
    }

    /// What the director earns, to whoever believes that the others of the group earn what all others do.
    fn reveals(self) -> f64 {
        f64::from(self.sum) - f64::from(self.people - 1) * usual()
    }
}

/// The mean salary of all but the director.
fn usual() -> f64 {
    let sum: u32 = STAFF.iter().map(|(_, salary)| salary).sum();
    f64::from(sum) / 16.0
}

/// The groups that somebody is in.
fn groups(width: u32) -> Vec<Group> {
    (AGES.0..AGES.1)
        .step_by(width as usize)
        .map(|from| {
            let inside = |age: u32| (from..from + width).contains(&age);
            let all = STAFF
                .into_iter()
                .chain([DIRECTOR])
                .filter(|(age, _)| inside(*age));
            let (mut people, mut sum) = (0, 0);
            for (_, salary) in all {
                people += 1;
                sum += salary;
            }
            Group {
                from,
                people,
                sum,
                has_director: inside(DIRECTOR.0),
            }
        })
        .filter(|group| group.people > 0)
        .collect()
}

/// k: the size of the smallest group.
fn smallest(groups: &[Group]) -> u32 {
    groups.iter().map(|group| group.people).min().unwrap_or(0)
}

fn directors(groups: &[Group]) -> Option<Group> {
    groups.iter().copied().find(|group| group.has_director)
}

fn figures() -> Figures {
    let figures = || {
        let ten = groups(10);
        let group = directors(&ten)?;
        Some(vec![
            ("ten-k", Figure::Whole(smallest(&ten).into())),
            ("ten-people", Figure::Whole(group.people.into())),
            ("ten-mean", Figure::Number(group.mean(), 0)),
            ("ten-sum", Figure::Whole(group.sum.into())),
            ("ten-reveals", Figure::Number(group.reveals(), 0)),
            ("usual", Figure::Number(usual(), 0)),
            ("director", Figure::Whole(DIRECTOR.1.into())),
            ("director-age", Figure::Whole(DIRECTOR.0.into())),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct GroupingProps {
    words: WordsWithFigures,
}

#[component]
fn Grouping(props: &GroupingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, 0_u32, 0);
    let (position, _) = play.now();
    let width = WIDTHS
        .get(position as usize)
        .copied()
        .unwrap_or(AGES.1 - AGES.0);
    let years = words.fill("years", &[("years", Figure::Whole(width.into()))]);
    let groups = groups(width);
    let found = found(words, &groups);
    play.show(Playground {
        picture: html! {
            <>
                <p id="found" class="outcome">{ found.clone() }</p>
                { rows(words, &groups, width) }
            </>
        },
        buttons: play.button("widen", true, |position| (position + 1).min(LAST)),
        controls: play.slider(
            ["width", "width"],
            (0, LAST),
            (position, years),
            |_, position| position,
        ),
        spoken: found,
    })
}

fn found(words: &WordsWithFigures, groups: &[Group]) -> String {
    let k = Figure::Whole(smallest(groups).into());
    match directors(groups) {
        Some(group) if group.people > 1 => words.fill(
            "found",
            &[
                ("k", k),
                ("people", Figure::Whole(group.people.into())),
                ("mean", Figure::Number(group.mean(), 0)),
                ("reveals", Figure::Number(group.reveals(), 0)),
            ],
        ),
        _ => words.fill("found-alone", &[("k", k)]),
    }
}

/// Every row as it is published, its group and the group's mean; those that are surely not the director's are grey.
fn rows(words: &WordsWithFigures, groups: &[Group], width: u32) -> Html {
    let most = groups.iter().map(|group| group.mean()).fold(1.0, f64::max);
    let ages = |group: &Group| {
        words.fill(
            "group",
            &[
                ("from", Figure::Whole(group.from.into())),
                ("to", Figure::Whole((group.from + width - 1).into())),
            ],
        )
    };
    let of_group = |group: &Group| PersonRow {
        says: ages(group),
        figure: words.messages().number(group.mean(), 0),
        share: Some(group.mean() / most),
        fits: group.has_director,
    };
    let people = groups.iter().flat_map(|group| {
        (0..group.people)
            .map(|_| of_group(group))
            .collect::<Vec<_>>()
    });
    let table_rows = groups.iter().map(|group| TableRow {
        id: format!("ages-{}", group.from),
        title: ages(group),
        figures: Ok(vec![words.fill(
            "group-figure",
            &[
                ("people", Figure::Whole(group.people.into())),
                ("mean", Figure::Number(group.mean(), 0)),
            ],
        )]),
    });
    let head = ["table-group", "table-figure"].map(|key| words.say(key));
    let table = table(&words.say("table-summary"), head.into(), table_rows, None);
    let caption = words.fill("caption", &[("k", Figure::Whole(smallest(groups).into()))]);
    let picture = people_rows(people, &words.say("misfit"));
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_groups_are_larger_and_hide_no_outlier() {
        let all: Vec<_> = WIDTHS
            .iter()
            .map(|width| smallest(&groups(*width)))
            .collect();
        assert!(all.windows(2).all(|pair| pair[0] <= pair[1]), "{all:?}");
        assert_eq!(*all.last().unwrap(), 17);
        for width in [5, 10, 20, 40] {
            let group = directors(&groups(width)).unwrap();
            // Whoever knows the usual salary comes within a tenth of the director's, in every group.
            assert!((group.reveals() - 480.0).abs() < 60.0, "{width}: {group:?}");
        }
    }

    #[test]
    fn everybody_is_in_one_group() {
        for width in WIDTHS {
            let people: u32 = groups(width).iter().map(|group| group.people).sum();
            assert_eq!(people, 17, "{width}");
        }
    }
}
