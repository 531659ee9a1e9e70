//! The lessons in their order.

mod adding_up_intervals;
mod approximate;
mod choosing_a_winner;
mod composition;
mod dont_ask_twice;
#[cfg(test)]
mod figures;
mod guess_this_student;
mod hearing_the_crowd;
mod how_to_spoil_it;
mod it_adds_up;
mod k_anonymity_and_its_outlier;
mod laplace_and_sensitivity;
mod learning_from_noise;
mod local_and_smooth_sensitivity;
mod more_than_yes_and_no;
mod names_are_not_enough;
mod neighbouring_tables;
mod numbers;
mod paths;
mod post_processing;
mod private_learning;
mod programs;
mod renyi_and_zero_concentrated;
mod synthetic_data_from_marginals;
mod the_differencing_attack;
mod the_first_above;
mod two_coins;
mod when_one_answer_is_proof;
mod who_pays_for_the_noise;
mod with_and_without_a_trusted_curator;
mod your_secret_never_enters_the_device;

use crate::lesson::Card;
#[cfg(test)]
use crate::lesson::Lesson;
pub(crate) use paths::{PATHS, Path};
pub use programs::{FIRST_LESSONS, FURTHER_LESSONS, LESSONS_FOR_STUDENTS, Lessons};

/// Some lessons under a heading.
pub(crate) struct Chapter {
    /// The heading among the words of the page.
    pub(crate) heading: &'static str,
    /// Its lessons, in the order in which they are taught.
    pub(crate) lessons: &'static [Card],
}

/// Makes the list of the lessons and its chapters of the names of their modules, which stand above for rustfmt
/// to see.
macro_rules! lessons {
    ($($heading:literal: $($name:ident),* ;)*) => {
        /// Every lesson, in the order in which they are taught.
        pub(crate) const LESSONS: &[Card] = &[$($($name::LESSON.card()),*),*];

        /// The same as they are played, which no program needs at once.
        #[cfg(test)]
        pub(crate) const WHOLE_LESSONS: &[&Lesson] = &[$($(&$name::LESSON),*),*];

        /// The chapters, in their order.
        pub(crate) const CHAPTERS: &[Chapter] = &[$(Chapter {
            heading: $heading,
            lessons: &[$($name::LESSON.card()),*],
        }),*];
    };
}

lessons! {
    "chapter-local":
        two_coins,
        hearing_the_crowd,
        guess_this_student,
        more_than_yes_and_no,
        numbers,
        it_adds_up,
        dont_ask_twice,
        adding_up_intervals,
        who_pays_for_the_noise,
        your_secret_never_enters_the_device,
        when_one_answer_is_proof,
        how_to_spoil_it,
        learning_from_noise;
    "chapter-curator":
        names_are_not_enough,
        k_anonymity_and_its_outlier,
        the_differencing_attack,
        neighbouring_tables,
        laplace_and_sensitivity,
        post_processing,
        composition,
        approximate,
        renyi_and_zero_concentrated,
        local_and_smooth_sensitivity,
        choosing_a_winner,
        the_first_above,
        private_learning,
        synthetic_data_from_marginals,
        with_and_without_a_trusted_curator;
}

/// The lesson of that name.
pub(crate) fn named(id: &str) -> Option<Card> {
    LESSONS.iter().copied().find(|lesson| lesson.id == id)
}

/// The number of the lesson of that name, counted from 1.
pub(crate) fn number(id: &str) -> Option<usize> {
    let place = LESSONS.iter().position(|lesson| lesson.id == id);
    Some(place? + 1)
}

/// The lessons before and after one.
pub(crate) fn neighbours(id: &str) -> [Option<Card>; 2] {
    let place = LESSONS.iter().position(|lesson| lesson.id == id);
    let at = |place: Option<usize>| LESSONS.get(place?).copied();
    [
        at(place.and_then(|place| place.checked_sub(1))),
        at(place.map(|place| place + 1)),
    ]
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::Path as FilePath,
    };

    use super::*;

    fn words(lesson: &Lesson, language: &str) -> BTreeMap<String, String> {
        let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../www/messages");
        let file = folder.join(format!("{}.{language}.json", lesson.card().bundle()));
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    fn numbered(words: &BTreeMap<String, String>, stem: &str) -> usize {
        (1..100)
            .take_while(|number| words.contains_key(&format!("{stem}-{number}")))
            .count()
    }

    #[test]
    fn a_lesson_has_all_its_parts() {
        for &lesson in WHOLE_LESSONS {
            for language in ["en", "zh-CN"] {
                let words = words(lesson, language);
                let id = lesson.id;
                for key in ["title", "summary", "terms", "idea", "do", "check", "source"] {
                    assert!(words.contains_key(key), "{key} of {id} in {language}");
                }
                // The map says these before any figure is computed.
                for key in ["title", "summary", "terms"] {
                    assert!(!words[key].contains('{'), "{key} of {id} in {language}");
                }
                let answers = numbered(&words, "answer");
                assert!(answers >= 2 && lesson.right <= answers, "{id}");
                assert!(lesson.right >= 1, "{id}");
                assert_eq!(numbered(&words, "feedback"), answers, "{id}");
                assert!(numbered(&words, "note") >= 2, "{id}");
                // The map says as many minutes as the teacher's note.
                let minutes = match language {
                    "en" => format!("{} minutes", lesson.minutes),
                    _ => format!("{} 分钟", lesson.minutes),
                };
                assert!(words["note-1"].contains(&minutes), "{id} in {language}");
                assert!(numbered(&words, "task") >= 3, "{id}");
                assert_eq!(numbered(&words, "key"), numbered(&words, "task"), "{id}");
            }
            assert!(lesson.source.starts_with("https://"), "{}", lesson.id);
        }
    }

    /// A lesson's words stand in front of the page's own, which they must not take the place of.
    #[test]
    fn no_word_of_a_lesson_is_one_of_the_page() {
        let page =
            FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../www/messages/learn.en.json");
        let page = fs::read_to_string(page).unwrap();
        let page: BTreeMap<String, String> = serde_json::from_str(&page).unwrap();
        for &lesson in WHOLE_LESSONS {
            for key in words(lesson, "en").keys() {
                assert!(!page.contains_key(key), "{key} of {}", lesson.id);
            }
        }
    }

    /// A figure that nobody computes would stand in braces.
    #[test]
    fn every_figure_that_the_words_name_is_computed() {
        const STEMS: &[&str] = &[
            "title",
            "summary",
            "idea",
            "do",
            "check",
            "source",
            "answer-",
            "feedback-",
            "note-",
            "task-",
            "key-",
        ];
        for &lesson in WHOLE_LESSONS {
            let figures: BTreeSet<_> = (lesson.figures)().iter().map(|(name, _)| *name).collect();
            for (key, text) in words(lesson, "en") {
                if !STEMS.iter().any(|stem| key.starts_with(stem)) {
                    continue;
                }
                let names = text.split('{').skip(1);
                for name in names.filter_map(|rest| Some(rest.split_once('}')?.0)) {
                    assert!(figures.contains(name), "{name} in {key} of {}", lesson.id);
                }
            }
        }
    }

    /// Whoever has a textbook finds the lesson by its word, in either language.
    #[test]
    fn the_textbooks_words_lead_to_a_lesson() {
        let all = |language| -> Vec<String> {
            let terms = WHOLE_LESSONS
                .iter()
                .map(|lesson| words(lesson, language)["terms"].clone());
            terms.collect()
        };
        for (language, terms) in [
            (
                "en",
                &[
                    "randomized response",
                    "unary and histogram encoding",
                    "Laplace mechanism",
                    "exponential mechanism",
                    "sparse vector",
                    "confidence interval",
                    "de-identification",
                    "post-processing",
                    "differencing attack",
                    "neighbouring data sets",
                    "k-anonymity",
                ][..],
            ),
            (
                "zh-CN",
                &[
                    "随机化回答",
                    "一元编码",
                    "拉普拉斯机制",
                    "指数机制",
                    "稀疏向量",
                    "置信区间",
                    "k-匿名",
                    "后处理",
                    "差分攻击",
                    "相邻数据集",
                    "本地差分隐私",
                ],
            ),
        ] {
            let all = all(language);
            for term in terms {
                assert!(all.iter().any(|one| one.contains(term)), "{term}");
            }
        }
    }

    #[test]
    fn lessons_have_names_and_neighbours() {
        let names: BTreeSet<_> = LESSONS.iter().map(|lesson| lesson.id).collect();
        assert_eq!(names.len(), LESSONS.len());
        for (place, lesson) in LESSONS.iter().enumerate() {
            assert_eq!(named(lesson.id).map(|lesson| lesson.id), Some(lesson.id));
            let [before, after] = neighbours(lesson.id);
            assert_eq!(before.is_none(), place == 0);
            assert_eq!(after.is_none(), place + 1 == LESSONS.len());
        }
        assert!(named("nothing").is_none());
        assert!(neighbours("nothing").iter().all(Option::is_none));
    }
}
