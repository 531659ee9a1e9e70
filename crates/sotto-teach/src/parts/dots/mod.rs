//! People as dots, from the front door to a class and to a hundred of them: they stand in rows, go to the heap of what is
//! said, as many as chance adds go grey, and the rest grows to what is estimated. One picture for all: of imagined people whose
//! coins are known ([`PeopleDots`]), and of copies, of which nobody knows more than what they say ([`CopyDots`]).

mod copies;
mod flipping;
mod scene;

use yew::prelude::*;

pub(crate) use copies::{Copies, CopyDots};
pub(crate) use flipping::PeopleDots;
pub(crate) use scene::{Scene, use_scenes};

/// What was said, counted in dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heard {
    dots: u32,
    yes: u32,
    /// How many of those are left when what chance adds is taken out.
    left: u32,
    /// How many the rest grows to.
    whole: u32,
}

/// A dot before the others come to its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Person {
    says_yes: bool,
    /// How it looks as long as all stand in rows.
    in_row: &'static str,
}

/// A dot on a picture that is [`WIDTH`] wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dot {
    x: u32,
    y: u32,
    look: &'static str,
}

const WIDTH: u32 = 360;

/// The height where all stand in two rows.
const LEAST_HEIGHT: u32 = 80;

/// How far dots stand apart, and in how many columns on each side.
const APART: u32 = 20;
const COLUMNS: u32 = 8;

/// How many stand in a row before they go to their heaps, and how far apart.
const IN_ROW: u32 = 16;
const ROWS_FROM: u32 = 30;
const ROWS_APART: u32 = 30;

/// Where the dots for "no" begin: `.heaps` puts their name there as well.
const NO_FROM: u32 = 200;

/// The place of that number in a heap that begins at `from`.
const fn in_heap(from: u32, number: u32) -> (u32, u32) {
    (
        from + APART / 2 + number % COLUMNS * APART,
        10 + number / COLUMNS * APART,
    )
}

/// The height of all pictures of what was heard: rows and the tallest heap have room.
fn height(heard: Heard) -> u32 {
    let tallest = heard.yes.max(heard.dots - heard.yes).max(heard.whole);
    let of_rows = ROWS_FROM + heard.dots.div_ceil(IN_ROW).saturating_sub(1) * ROWS_APART + 20;
    (tallest.div_ceil(COLUMNS) * APART + 10)
        .max(of_rows)
        .max(LEAST_HEIGHT)
}

/// The dots of everybody, and then as many more, which stand behind the dots that are left until these grow.
fn dots(people: &[Person], heard: Heard, scene: Scene) -> Vec<Dot> {
    let (mut said_yes, mut said_no) = (0, 0);
    let first = (0..).zip(people).map(|(person, one)| {
        let heap = if one.says_yes {
            &mut said_yes
        } else {
            &mut said_no
        };
        let number = *heap;
        *heap += 1;
        let ((x, y), look) = match scene {
            Scene::Rows => {
                let place = (
                    15 + person % IN_ROW * 22,
                    ROWS_FROM + person / IN_ROW * ROWS_APART,
                );
                (place, one.in_row)
            }
            _ if !one.says_yes => (in_heap(NO_FROM, number), "is-no"),
            Scene::Less if number >= heard.left => (in_heap(0, number), "by-chance"),
            Scene::Whole if number >= heard.left => (in_heap(0, number), "gone"),
            Scene::Said | Scene::Less | Scene::Whole => (in_heap(0, number), "is-yes"),
        };
        Dot { x, y, look }
    });
    let first: Vec<_> = first.collect();
    let grown = heard.whole.saturating_sub(heard.left);
    let more = (0..heard.dots).map(|number| {
        let stands = scene == Scene::Whole && number < grown;
        let place = if stands {
            heard.left + number
        } else {
            number % heard.left.max(1)
        };
        let (x, y) = in_heap(0, place);
        let look = if stands { "is-double" } else { "gone" };
        Dot { x, y, look }
    });
    first.into_iter().chain(more).collect()
}

/// The picture, with the names of its heaps, which stand there once something is said. It is told in words beside it.
fn picture(people: &[Person], heard: Heard, scene: Scene, names: [&str; 2]) -> Html {
    let dot = |(number, dot): (usize, Dot)| {
        html! {
            <circle
                key={number}
                class={classes!("person-dot", dot.look)}
                cx={dot.x.to_string()}
                cy={dot.y.to_string()}
                r="7.5"
            />
        }
    };
    html! {
        <>
            <div class="heaps" aria-hidden="true">
                if scene != Scene::Rows {
                    { for names.map(|name| html! { <span>{ short(name) }</span> }) }
                }
            </div>
            <svg viewBox={format!("0 0 {WIDTH} {}", height(heard))} aria-hidden="true">
                <g>{ for dots(people, heard, scene).into_iter().enumerate().map(dot) }</g>
            </svg>
        </>
    }
}

/// A heap is so many letters wide; the words beside the picture have the whole name.
const LETTERS: usize = 18;

fn short(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    pub(super) const ALL: [Scene; 4] = [Scene::Rows, Scene::Said, Scene::Less, Scene::Whole];

    pub(super) fn count(dots: &[Dot], look: &str) -> u32 {
        let found = dots.iter().filter(|dot| dot.look == look).count();
        u32::try_from(found).unwrap()
    }

    /// Nobody is lost or stands in somebody's place, and nothing lies outside, in any scene.
    pub(super) fn assert_placed(people: &[Person], heard: Heard) {
        for scene in ALL {
            let dots = dots(people, heard, scene);
            assert_eq!(dots.len(), 2 * people.len());
            let seen: Vec<_> = dots.iter().filter(|dot| dot.look != "gone").collect();
            let places: BTreeSet<_> = seen.iter().map(|dot| (dot.x, dot.y)).collect();
            assert_eq!(places.len(), seen.len(), "{scene:?} {heard:?}");
            for dot in &dots {
                assert!((8..=WIDTH - 8).contains(&dot.x), "{dot:?}");
                assert!(
                    dot.look == "gone" || (8..=height(heard) - 8).contains(&dot.y),
                    "{dot:?} {heard:?}"
                );
            }
            let chance = u32::from(scene == Scene::Less) * (heard.yes - heard.left);
            assert_eq!(count(&dots, "by-chance"), chance, "{scene:?} {heard:?}");
            if scene == Scene::Said {
                assert_eq!(count(&dots, "is-yes"), heard.yes);
                let no = heard.dots - heard.yes;
                assert_eq!(count(&dots, "is-no"), no, "what is said does not tell why");
            }
            if scene == Scene::Whole {
                let whole = count(&dots, "is-yes") + count(&dots, "is-double");
                assert_eq!(whole, heard.whole, "{heard:?}");
            }
        }
    }

    #[test]
    fn long_names_are_cut_by_letters() {
        assert_eq!(short("Yes"), "Yes");
        assert_eq!(short("经常".repeat(9).as_str()), "经常".repeat(9));
        assert_eq!(short("Hardly ever in a year").chars().count(), LETTERS);
    }
}
