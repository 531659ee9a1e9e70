//! Copies as dots: of a class, of a hundred such classes, or of a crowd. Nobody knows whose coin fell how, so the dots are only
//! what came in, and what chance adds goes grey as a number, whichever copies it may be.

use yew::prelude::*;

use super::{Heard, Person, Scene, picture};
use crate::words::{Figure, WordsWithFigures};

/// As many dots as can be told apart on a projector.
const MOST_DOTS: u64 = 50;

/// Copies, of which some say "yes", or the first of two answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Copies {
    pub(crate) people: u64,
    pub(crate) yes: u64,
    /// How many of all say it by chance alone, on average.
    pub(crate) by_chance: f64,
    /// The part of all that chance leaves alone, on average.
    pub(crate) kept: f64,
    /// For how many copies a dot stands.
    pub(crate) each: u64,
}

impl Copies {
    /// So many copies for each dot that all are few enough: 1, 2, 5, 10, 20 and so on.
    pub(crate) fn each_of(people: u64) -> u64 {
        let steps =
            (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.saturating_pow(power)));
        let mut fitting = steps.filter(|each| people.div_ceil(*each) <= MOST_DOTS);
        fitting.next().unwrap_or(u64::MAX)
    }

    /// What is left of those that say "yes"; below nothing if fewer say it than chance adds.
    fn left(self) -> f64 {
        number(self.yes) - self.by_chance
    }

    /// What is estimated of all, as far as it can be.
    fn whole(self) -> f64 {
        (self.left() / self.kept).clamp(0.0, number(self.people))
    }

    /// The same, counted in whole dots.
    fn heard(self) -> Heard {
        let in_dots = |copies: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "some fifty dots, none of them below nothing"
            )]
            let dots = (copies.max(0.0) / number(self.each)).round() as u32;
            dots
        };
        let dots = in_dots(number(self.people)).max(1);
        let yes = in_dots(number(self.yes)).min(dots);
        let left = in_dots(self.left()).min(yes);
        Heard {
            dots,
            yes,
            left,
            whole: in_dots(self.whole()).clamp(left, dots),
        }
    }

    /// The name of the words about a scene. Where less came in than chance adds, or more than can be, they say so.
    fn told(self, scene: Scene) -> &'static str {
        match scene {
            Scene::Rows => "rows",
            Scene::Said => "said",
            Scene::Less if self.left() <= 0.0 => "less-none",
            Scene::Less => "less",
            Scene::Whole if self.left() <= 0.0 => "none",
            Scene::Whole if self.left() / self.kept > number(self.people) + 1e-6 => "all",
            Scene::Whole => "whole",
        }
    }

    fn figures(self) -> [(&'static str, Figure); 9] {
        let people = number(self.people).max(1.0);
        [
            ("people", Figure::Whole(self.people)),
            ("said", Figure::Whole(self.yes)),
            ("by-chance", on_average(self.by_chance)),
            ("left", on_average(self.left().max(0.0))),
            ("whole", Figure::Number(self.whole(), 0)),
            ("chance", Figure::Share(self.by_chance / people, 0)),
            ("kept", Figure::Share(self.kept, 0)),
            ("each", Figure::Whole(self.each)),
            ("dots", Figure::Whole(self.heard().dots.into())),
        ]
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct CopyDotsProps {
    /// They have the texts `{stem}-title` and `{stem}-each` (where a dot stands for one, and for several), and for each scene
    /// `{stem}-rows`, `-said`, `-less`, `-whole`, or `-less-none`, `-none`, `-all`.
    pub(crate) words: WordsWithFigures,
    #[prop_or("copies")]
    pub(crate) stem: &'static str,
    pub(crate) copies: Copies,
    /// What the two heaps say.
    pub(crate) names: [String; 2],
    pub(crate) scene: Scene,
}

/// The dots with their sentence.
#[component]
pub(crate) fn CopyDots(props: &CopyDotsProps) -> Html {
    let CopyDotsProps {
        words,
        stem,
        copies,
        names: [yes, no],
        scene,
    } = props;
    let heard = copies.heard();
    let people: Vec<_> = (0..heard.dots)
        .map(|person| Person {
            says_yes: person < heard.yes,
            in_row: "is-no",
        })
        .collect();
    let say = |name: &str| {
        let written = copies
            .figures()
            .map(|(name, figure)| (name, figure.write(words.messages())));
        let texts: Vec<_> = written
            .iter()
            .map(|(name, text)| (*name, &**text))
            .chain([("answer", &**yes)])
            .collect();
        words.fill_texts(&[stem, "-", name].concat(), &texts)
    };
    let title = if copies.each == 1 { "title" } else { "each" };
    html! {
        <figure class="people-dots" data-scene={copies.told(*scene)}>
            <p class="picture-title">{ say(title) }</p>
            { picture(&people, heard, *scene, [yes, no]) }
            <figcaption>{ say(copies.told(*scene)) }</figcaption>
        </figure>
    }
}

/// A number of people on average: with a decimal, unless it is whole.
fn on_average(number: f64) -> Figure {
    let is_whole = (number - number.round()).abs() < 1e-9;
    Figure::Number(number, u8::from(!is_whole))
}

fn number(whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a million people at most")]
    let number = whole as f64;
    number
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::Path,
    };

    use super::*;
    use crate::parts::dots::tests::assert_placed;

    fn by_coins(people: u64, yes: u64, each: u64) -> Copies {
        Copies {
            people,
            yes,
            by_chance: number(people) / 4.0,
            kept: 0.5,
            each,
        }
    }

    #[test]
    fn a_dot_stands_for_as_many_as_it_must() {
        for (people, each) in [
            (5, 1),
            (50, 1),
            (51, 2),
            (200, 5),
            (2_800, 100),
            (32_561, 1_000),
            (1_000_000, 20_000),
        ] {
            assert_eq!(Copies::each_of(people), each, "{people}");
        }
    }

    /// 12 of 28: chance adds 7; 5 are left; they are doubled, 10 of 28. And a hundred times as many are as many dots.
    #[test]
    fn a_class_and_a_hundred_of_it_are_the_same_dots() {
        let heard = by_coins(28, 12, 1).heard();
        let [dots, yes, left, whole] = [28, 12, 5, 10];
        let wanted = Heard {
            dots,
            yes,
            left,
            whole,
        };
        assert_eq!(heard, wanted);
        assert_eq!(by_coins(2_800, 1_203, 100).heard(), wanted);
    }

    /// For every count of every class, and where nearly nobody tells the truth.
    #[test]
    fn every_count_has_its_dots() {
        for people in 5..=60 {
            for yes in 0..=people {
                for (kept, each) in [(0.5, 1), (0.5, 2), (0.1, 1), (0.9, 1)] {
                    let copies = Copies {
                        kept,
                        by_chance: number(people) * (1.0 - kept) / 2.0,
                        ..by_coins(people, yes, each)
                    };
                    let heard = copies.heard();
                    let standing: Vec<_> = (0..heard.dots)
                        .map(|person| Person {
                            says_yes: person < heard.yes,
                            in_row: "is-no",
                        })
                        .collect();
                    assert_placed(&standing, heard);
                    let off = f64::from(heard.whole) * number(each) - copies.whole();
                    assert!(off.abs() <= number(each), "{copies:?} {heard:?}");
                }
            }
        }
    }

    /// A word that is missing, or a figure that nobody computes, would be seen.
    #[test]
    fn every_scene_has_words_whose_figures_are_computed() {
        const ALWAYS: [&str; 6] = ["each", "said", "less", "less-none", "whole", "none"];
        let copies = by_coins(28, 12, 1);
        let mut known: BTreeSet<_> = copies.figures().iter().map(|(name, _)| *name).collect();
        known.insert("answer");
        // A deck cannot make more than all of what is left, and nobody sees it in rows.
        for (bundle, stem, more) in [
            ("room", "copies", &["title", "rows", "all"][..]),
            ("room", "imagined", &["all"]),
            ("classroom", "copies", &["title"]),
            ("classroom", "imagined", &[]),
            (
                "lesson-hearing-the-crowd",
                "copies",
                &["title", "rows", "all"],
            ),
        ] {
            for language in ["en", "zh-CN"] {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/messages");
                let file = folder.join(format!("{bundle}.{language}.json"));
                let words = fs::read_to_string(file).unwrap();
                let words: BTreeMap<String, String> = serde_json::from_str(&words).unwrap();
                let wanted: BTreeSet<_> = ALWAYS
                    .iter()
                    .chain(more)
                    .map(|name| format!("{stem}-{name}"))
                    .collect();
                let told = words
                    .iter()
                    .filter(|(key, _)| key.starts_with(&format!("{stem}-")));
                let found: BTreeSet<_> = told.clone().map(|(key, _)| key.clone()).collect();
                assert_eq!(found, wanted, "{bundle} in {language}");
                for (key, text) in told {
                    let parts = text.split('{').skip(1);
                    for name in parts.filter_map(|rest| Some(rest.split_once('}')?.0)) {
                        assert!(known.contains(name), "{name} in {key} of {bundle}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        for (yes, less, whole) in [
            (12, "less", "whole"),
            (7, "less-none", "none"),
            (3, "less-none", "none"),
            (21, "less", "whole"),
            (22, "less", "all"),
        ] {
            let copies = by_coins(28, yes, 1);
            assert_eq!(copies.told(Scene::Less), less, "{yes}");
            assert_eq!(copies.told(Scene::Whole), whole, "{yes}");
        }
    }
}
