//! Names are not enough: a table without names, and how few columns find one person in it.

use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{PersonRow, Playground, ShareBar, bar, figure, people_rows, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "names-are-not-enough",
    play: |words| html! { <Finding words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 10,
    after: &[],
    source: "https://doi.org/10.1142/S0218488502001648",
};

/// An imagined pupil: postcode, year and month of birth, whether a girl, and the grade that nobody should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pupil {
    postcode: u8,
    year: u16,
    month: u8,
    is_girl: bool,
    grade: u8,
}

const fn pupil(postcode: u8, year: u16, month: u8, is_girl: bool, grade: u8) -> Pupil {
    Pupil {
        postcode,
        year,
        month,
        is_girl,
        grade,
    }
}

/// A school year of imagined pupils.
const PUPILS: [Pupil; 24] = [
    pupil(1, 2009, 5, true, 5),
    pupil(1, 2009, 5, false, 2),
    pupil(1, 2009, 11, true, 1),
    pupil(1, 2009, 2, false, 3),
    pupil(1, 2010, 1, true, 2),
    pupil(1, 2010, 3, false, 4),
    pupil(1, 2010, 1, false, 1),
    pupil(1, 2009, 5, false, 3),
    pupil(2, 2009, 7, true, 2),
    pupil(2, 2009, 7, true, 4),
    pupil(2, 2009, 9, false, 2),
    pupil(2, 2010, 4, false, 1),
    pupil(2, 2010, 2, true, 3),
    pupil(2, 2009, 9, false, 5),
    pupil(2, 2010, 4, true, 2),
    pupil(2, 2009, 12, true, 1),
    pupil(3, 2010, 3, true, 2),
    pupil(3, 2010, 3, false, 3),
    pupil(3, 2009, 6, false, 1),
    pupil(3, 2009, 6, true, 4),
    pupil(3, 2010, 6, true, 2),
    pupil(3, 2009, 10, false, 2),
    pupil(3, 2010, 5, false, 1),
    pupil(3, 2009, 10, true, 3),
];

/// Who is looked for.
const LIN: Pupil = PUPILS[0];

/// How many columns may be published beside the grade.
const COLUMNS: u32 = 4;

impl Pupil {
    /// What the first columns say: postcode, girl or boy, year, month.
    fn says(self, columns: u32) -> [Option<u16>; 4] {
        let all = [
            self.postcode.into(),
            self.is_girl.into(),
            self.year,
            self.month.into(),
        ];
        let mut said = [None; 4];
        for (said, value) in said.iter_mut().zip(all).take(columns as usize) {
            *said = Some(value);
        }
        said
    }
}

/// The pupils whom a row with these columns may be about.
fn fitting(pupil: Pupil, columns: u32) -> impl Iterator<Item = &'static Pupil> {
    PUPILS
        .iter()
        .filter(move |other| other.says(columns) == pupil.says(columns))
}

/// How many pupils are alone with what these columns say.
fn alone(columns: u32) -> usize {
    PUPILS
        .iter()
        .filter(|pupil| fitting(**pupil, columns).count() == 1)
        .count()
}

fn figures() -> Figures {
    vec![
        ("pupils", Figure::Whole(PUPILS.len() as u64)),
        ("alone-with-two", Figure::Whole(alone(2) as u64)),
        ("alone-with-all", Figure::Whole(alone(COLUMNS) as u64)),
        (
            "lin-with-three",
            Figure::Whole(fitting(LIN, 3).count() as u64),
        ),
    ]
}

#[derive(Properties, PartialEq)]
struct FindingProps {
    words: WordsWithFigures,
}

#[component]
fn Finding(props: &FindingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, 0, 0);
    let (columns, _) = play.now();
    let figure = words.say(&format!("columns-{columns}"));
    let found = found(words, columns);
    play.show(Playground {
        picture: html! {
            <>
                <p id="found" class="outcome">{ found.clone() }</p>
                { rows(words, columns) }
                { picture(words, columns) }
            </>
        },
        buttons: play.button("add-column", true, |columns| (columns + 1).min(COLUMNS)),
        controls: html! {
            <>
                <p>{ words.say("lin") }</p>
                { play.slider(["columns", "columns"], (0, COLUMNS), (columns, figure), |_, columns| columns) }
            </>
        },
        spoken: found,
    })
}

/// What the rows that fit Lin tell.
fn found(words: &WordsWithFigures, columns: u32) -> String {
    let rows: Vec<_> = fitting(LIN, columns).collect();
    match rows.as_slice() {
        [one] => words.fill("found-one", &[("grade", Figure::Whole(one.grade.into()))]),
        _ => words.fill(
            "found-several",
            &[("rows", Figure::Whole(rows.len() as u64))],
        ),
    }
}

/// The table as it is published so far; rows that do not fit Lin are grey.
fn rows(words: &WordsWithFigures, columns: u32) -> Html {
    let whole = |number: u64| number.to_string();
    let row = |pupil: &Pupil| {
        let said = [
            whole(pupil.postcode.into()),
            words.say(if pupil.is_girl { "girl" } else { "boy" }),
            whole(pupil.year.into()),
            whole(pupil.month.into()),
        ];
        let said: Vec<_> = said.into_iter().take(columns as usize).collect();
        PersonRow {
            says: said.join(" · "),
            figure: whole(pupil.grade.into()),
            share: None,
            fits: pupil.says(columns) == LIN.says(columns),
        }
    };
    let title = words.fill_texts(
        "rows",
        &[("published", &words.say(&format!("columns-{columns}")))],
    );
    html! {
        <figure class="picture">
            <p class="picture-title">{ title }</p>
            { people_rows(PUPILS.iter().map(row), &words.say("misfit")) }
        </figure>
    }
}

/// How many are alone with each number of columns; those published so far stand out.
fn picture(words: &WordsWithFigures, columns: u32) -> Html {
    let all = f64::from(u32::try_from(PUPILS.len()).unwrap_or(1));
    let rows = (0..=COLUMNS).map(|number| {
        let alone = u32::try_from(alone(number)).unwrap_or(0);
        let class = if number == columns {
            "bar-estimate"
        } else {
            "bar-reported"
        };
        ShareBar {
            id: format!("columns-{number}"),
            title: words.say(&format!("columns-{number}")),
            marks: (number <= columns)
                .then(|| bar(class, f64::from(alone) / all))
                .into_iter()
                .collect(),
            words: if number <= columns {
                words.fill("alone", &[("alone", Figure::Whole(alone.into()))])
            } else {
                words.say("not-published")
            },
        }
    });
    let head = ["table-columns", "table-alone"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    let caption = words.fill(
        "caption",
        &[("alone", Figure::Whole(alone(columns) as u64))],
    );
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_leaves_more_people_alone() {
        let all: Vec<_> = (0..=COLUMNS).map(alone).collect();
        assert_eq!(all[0], 0);
        assert!(all.windows(2).all(|pair| pair[0] <= pair[1]), "{all:?}");
        assert!(all[COLUMNS as usize] > PUPILS.len() / 2, "{all:?}");
    }

    #[test]
    fn lin_is_found_by_all_columns_and_not_by_two() {
        assert!(fitting(LIN, 2).count() > 1);
        let found: Vec<_> = fitting(LIN, COLUMNS).collect();
        assert_eq!(found, [&LIN]);
    }
}
