//! Which program of the site has which lessons.
//!
//! A browser loads the one program that has the lesson of its address: `www/learn/index.html` names the lessons of every
//! program but the first, which has the map as well. A lesson that no program has is dead code, and so refused.

use super::{
    adding_up_intervals, approximate, choosing_a_winner, composition, dont_ask_twice,
    guess_this_student, hearing_the_crowd, how_to_spoil_it, it_adds_up,
    k_anonymity_and_its_outlier, laplace_and_sensitivity, learning_from_noise,
    local_and_smooth_sensitivity, more_than_yes_and_no, names_are_not_enough, neighbouring_tables,
    numbers, post_processing, private_learning, renyi_and_zero_concentrated,
    synthetic_data_from_marginals, the_differencing_attack, the_first_above, two_coins,
    when_one_answer_is_proof, who_pays_for_the_noise, with_and_without_a_trusted_curator,
    your_secret_never_enters_the_device,
};
use crate::lesson::Lesson;

/// The lessons of one program.
#[derive(Clone, Copy, PartialEq)]
pub struct Lessons(&'static [&'static Lesson]);

impl Lessons {
    /// The lesson of that name, if this program has it.
    pub(crate) fn named(self, id: &str) -> Option<&'static Lesson> {
        self.0.iter().copied().find(|lesson| lesson.id == id)
    }
}

/// The lessons of these modules.
macro_rules! lessons {
    ($($name:ident),* $(,)?) => {
        Lessons(&[$(&$name::LESSON),*])
    };
}

/// What a class begins with, and what loads little: so the crowd of a million, which has a worker, is in the next program.
pub const FIRST_LESSONS: Lessons = lessons![
    two_coins,
    guess_this_student,
    names_are_not_enough,
    the_differencing_attack,
    k_anonymity_and_its_outlier,
];

/// What a class goes on with.
pub const FURTHER_LESSONS: Lessons = lessons![
    hearing_the_crowd,
    it_adds_up,
    dont_ask_twice,
    who_pays_for_the_noise,
    your_secret_never_enters_the_device,
    when_one_answer_is_proof,
    how_to_spoil_it,
    neighbouring_tables,
    laplace_and_sensitivity,
    post_processing,
    choosing_a_winner,
    the_first_above,
    with_and_without_a_trusted_curator,
];

/// What takes more statistics.
pub const LESSONS_FOR_STUDENTS: Lessons = lessons![
    more_than_yes_and_no,
    numbers,
    adding_up_intervals,
    learning_from_noise,
    composition,
    approximate,
    renyi_and_zero_concentrated,
    local_and_smooth_sensitivity,
    private_learning,
    synthetic_data_from_marginals,
];

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs, path::Path};

    use super::*;
    use crate::lessons::LESSONS;

    /// Every program by its name.
    const PROGRAMS: [(&str, Lessons); 3] = [
        ("learn", FIRST_LESSONS),
        ("learn-further", FURTHER_LESSONS),
        ("learn-students", LESSONS_FOR_STUDENTS),
    ];

    fn ids(lessons: Lessons) -> impl Iterator<Item = &'static str> {
        lessons.0.iter().map(|lesson| lesson.id)
    }

    #[test]
    fn every_lesson_is_in_one_program() {
        let mut listed: Vec<_> = PROGRAMS
            .into_iter()
            .flat_map(|(_, lessons)| ids(lessons))
            .collect();
        let mut all: Vec<_> = LESSONS.iter().map(|lesson| lesson.id).collect();
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all);
    }

    /// The page starts the program that has the lesson: all but the first are named in it with their lessons.
    #[test]
    fn the_page_names_the_lessons_of_every_program() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/learn/index.html");
        let page = fs::read_to_string(page).unwrap();
        let attribute = |line: &str, name: &str| {
            let rest = line.split_once(&format!(" {name}=\"")).unwrap().1;
            rest.split_once('"').unwrap().0.to_owned()
        };
        let named: BTreeMap<_, _> = page
            .lines()
            .filter(|line| line.contains("<meta name=\"program\""))
            .map(|line| {
                let lessons = attribute(line, "content");
                let files = ["data-js", "data-wasm"].map(|name| attribute(line, name));
                (files, lessons)
            })
            .collect();
        let expected = PROGRAMS.into_iter().skip(1).map(|(name, lessons)| {
            let files = [format!("../{name}.js"), format!("../{name}_bg.wasm")];
            (files, ids(lessons).collect::<Vec<_>>().join(" "))
        });
        assert_eq!(named, expected.collect());
    }
}
