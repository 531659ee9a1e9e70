//! What the class has said as dots, and what a hundred such classes say.

use yew::prelude::*;

use crate::{
    classroom::class::{Class, TIMES},
    parts::{Copies, CopyDots, Scene, use_scenes},
    words::WordsWithFigures,
};

/// Whose answers they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Class,
    /// [`TIMES`] as many imagined people.
    Imagined,
}

#[derive(Properties, PartialEq)]
pub(super) struct SlipDotsProps {
    pub(super) words: WordsWithFigures,
    pub(super) whose: Whose,
    pub(super) class: Class,
    /// The number of the draw of imagined people.
    pub(super) draw: u32,
}

/// The dots, which say what was counted, give back what the slips said by themselves, and grow to the estimate.
#[component]
pub(super) fn SlipDots(props: &SlipDotsProps) -> Html {
    let SlipDotsProps {
        words,
        whose,
        class,
        draw,
    } = props;
    let scene = use_scenes((*whose, *draw), &[Scene::Said, Scene::Less, Scene::Whole]);
    let stem = match whose {
        Whose::Class => "copies",
        Whose::Imagined => "imagined",
    };
    let names = ["yes", "no"].map(|key| words.say(key));
    html! { <CopyDots words={words.clone()} {stem} copies={copies(*whose, *class)} {names} {scene}/> }
}

/// Of a deck it is known how many slips say "yes" by themselves, and how many leave the truth alone.
fn copies(whose: Whose, class: Class) -> Copies {
    let deck = class.deck;
    let people = u64::from(deck.slips());
    let each = match whose {
        Whose::Class => Copies::each_of(people),
        // As many dots as the class has.
        Whose::Imagined => Copies::each_of(people / u64::from(TIMES)) * u64::from(TIMES),
    };
    Copies {
        people,
        yes: class.count.yes.into(),
        by_chance: deck.yes.into(),
        kept: f64::from(deck.truth) / f64::from(deck.slips()),
        each,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classroom::{count::Count, deck::Deck};

    /// 28 slips: 7 say "yes", 14 "the truth". 12 have said it: 5 of those 14, so 10 of 28.
    #[test]
    fn a_deck_tells_what_its_slips_say() {
        let class = Class {
            deck: Deck::of(28).unwrap(),
            count: Count {
                yes: 12,
                true_yes: 5,
            },
        };
        let wanted = Copies {
            people: 28,
            yes: 12,
            by_chance: 7.0,
            kept: 0.5,
            each: 1,
        };
        assert_eq!(copies(Whose::Class, class), wanted);
        let crowd = copies(Whose::Imagined, class.hundredfold(1).unwrap());
        assert_eq!([crowd.people, crowd.each], [2_800, 100]);
        assert!((crowd.by_chance - 700.0).abs() < 1e-9);
    }
}
