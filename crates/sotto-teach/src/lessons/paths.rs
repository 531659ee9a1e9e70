//! Ways through the lessons: all of them, one school hour, a week, and a textbook's chapters.

use super::{
    CHAPTERS, Chapter, adding_up_intervals, approximate, choosing_a_winner, composition,
    dont_ask_twice, guess_this_student, hearing_the_crowd, how_to_spoil_it, it_adds_up,
    k_anonymity_and_its_outlier, laplace_and_sensitivity, learning_from_noise,
    local_and_smooth_sensitivity, more_than_yes_and_no, names_are_not_enough, neighbouring_tables,
    numbers, post_processing, private_learning, renyi_and_zero_concentrated,
    synthetic_data_from_marginals, the_differencing_attack, the_first_above, two_coins,
    when_one_answer_is_proof, who_pays_for_the_noise, with_and_without_a_trusted_curator,
    your_secret_never_enters_the_device,
};

/// A way through the lessons.
pub(crate) struct Path {
    /// Its name in addresses; `path-{name}` among the words.
    pub(crate) name: &'static str,
    /// Its parts, in their order.
    pub(crate) chapters: &'static [Chapter],
}

/// Chapters of the headings and of the names of the lessons' modules.
macro_rules! chapters {
    ($($heading:literal: $($lesson:ident),* ;)*) => {
        &[$(Chapter {
            heading: $heading,
            lessons: &[$($lesson::LESSON.card()),*],
        }),*]
    };
}

/// Every path; the first one is all lessons in their order.
pub(crate) const PATHS: &[Path] = &[
    Path {
        name: "all",
        chapters: CHAPTERS,
    },
    Path {
        name: "hour",
        chapters: chapters! {
            "path-hour-lessons":
                names_are_not_enough,
                hearing_the_crowd,
                guess_this_student;
        },
    },
    Path {
        name: "week",
        chapters: chapters! {
            "path-week-1": names_are_not_enough, k_anonymity_and_its_outlier, the_differencing_attack;
            "path-week-2": two_coins, hearing_the_crowd;
            "path-week-3": guess_this_student, it_adds_up, dont_ask_twice;
            "path-week-4": when_one_answer_is_proof, how_to_spoil_it, who_pays_for_the_noise;
            "path-week-5": neighbouring_tables, laplace_and_sensitivity, with_and_without_a_trusted_curator;
        },
    },
    Path {
        name: "textbook",
        chapters: chapters! {
            "path-textbook-1": names_are_not_enough, the_differencing_attack;
            "path-textbook-2": k_anonymity_and_its_outlier;
            "path-textbook-3": two_coins, guess_this_student, neighbouring_tables;
            "path-textbook-4": post_processing, it_adds_up, dont_ask_twice, composition;
            "path-textbook-5": laplace_and_sensitivity;
            "path-textbook-6": approximate;
            "path-textbook-7": local_and_smooth_sensitivity;
            "path-textbook-8": renyi_and_zero_concentrated;
            "path-textbook-9": choosing_a_winner;
            "path-textbook-10": the_first_above;
            "path-textbook-11": private_learning;
            "path-textbook-12":
                hearing_the_crowd,
                more_than_yes_and_no,
                numbers,
                adding_up_intervals,
                who_pays_for_the_noise,
                your_secret_never_enters_the_device,
                when_one_answer_is_proof,
                how_to_spoil_it,
                learning_from_noise,
                with_and_without_a_trusted_curator;
            "path-textbook-13": synthetic_data_from_marginals;
        },
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{hour::Stop, lesson::Card, lessons::LESSONS};

    fn lessons(path: &Path) -> Vec<Card> {
        let lessons = path.chapters.iter().flat_map(|chapter| chapter.lessons);
        lessons.copied().collect()
    }

    fn named(name: &str) -> &'static Path {
        PATHS.iter().find(|path| path.name == name).unwrap()
    }

    /// Whatever a lesson goes on from is a lesson, and comes before it on every path that has both.
    #[test]
    fn what_comes_before_comes_before() {
        for path in PATHS {
            let order: Vec<_> = lessons(path).into_iter().map(|lesson| lesson.id).collect();
            let once: BTreeSet<_> = order.iter().collect();
            assert_eq!(once.len(), order.len(), "{}", path.name);
            for (place, lesson) in lessons(path).into_iter().enumerate() {
                for before in lesson.after {
                    assert!(
                        LESSONS.iter().any(|lesson| lesson.id == *before),
                        "{before}"
                    );
                    let at = order.iter().position(|id| id == before);
                    assert!(at.is_none_or(|at| at < place), "{before}, {}", lesson.id);
                }
            }
        }
    }

    #[test]
    fn all_lessons_are_in_their_order_and_in_the_textbook() {
        let ids = |path| lessons(path).into_iter().map(|lesson| lesson.id);
        assert!(ids(&PATHS[0]).eq(LESSONS.iter().map(|lesson| lesson.id)));
        let of_textbook: BTreeSet<_> = ids(named("textbook")).collect();
        assert_eq!(of_textbook.len(), LESSONS.len());
    }

    /// A day of the week is a school hour of 45 minutes at most, and needs nothing that another day has not had.
    #[test]
    fn a_day_of_the_week_is_a_school_hour() {
        let week = named("week");
        assert_eq!(week.chapters.len(), 5);
        for day in week.chapters {
            let minutes: u8 = day.lessons.iter().map(|lesson| lesson.minutes).sum();
            assert!(minutes <= 45, "{}: {minutes}", day.heading);
        }
        let all: BTreeSet<_> = lessons(week).into_iter().map(|lesson| lesson.id).collect();
        for lesson in lessons(week) {
            assert!(
                lesson.after.iter().all(|before| all.contains(before)),
                "{}",
                lesson.id
            );
        }
    }

    /// The lessons of the hour are its stops that are lessons.
    #[test]
    fn the_hour_is_that_of_its_plan() {
        let pages = Stop::ALL.into_iter().map(Stop::page);
        let stops: Vec<_> = pages
            .filter_map(|page| page.split_once("?lesson="))
            .collect();
        let hour = lessons(named("hour")).into_iter().map(|lesson| lesson.id);
        assert!(hour.eq(stops.into_iter().map(|(_, id)| id)));
    }
}
