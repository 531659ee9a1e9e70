//! The scenes of the dots, and how they follow one another by themselves.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// What is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// All stand in rows, before anybody has said anything.
    Rows,
    /// What was said.
    Said,
    /// What chance adds on average is grey.
    Less,
    /// The rest has grown to what is estimated of the whole.
    Whole,
}

/// How long each scene is seen before the next, in milliseconds.
const SEEN: u32 = 1_600;

/// The scene that is seen now of those that follow one another, from the first whenever the key changes; the last one at
/// once for whoever wants no motion.
#[hook]
pub(crate) fn use_scenes<K: PartialEq + 'static>(key: K, scenes: &'static [Scene]) -> Scene {
    let is_still = wants_no_motion();
    let first = if is_still {
        scenes.last()
    } else {
        scenes.first()
    };
    let first = first.copied().unwrap_or(Scene::Whole);
    let scene = use_state_eq(|| first);
    use_effect_with((key, scenes), {
        let tell = scene.setter();
        move |_| {
            tell.set(first);
            let later = |(number, &scene): (u32, &Scene)| {
                let tell = tell.clone();
                Timeout::new(SEEN * number, move || tell.set(scene))
            };
            let timers: Vec<_> = (0..)
                .zip(scenes)
                .skip(1)
                .filter(|_| !is_still)
                .map(later)
                .collect();
            move || drop(timers)
        }
    });
    // Of another step's scenes nothing is seen until its own begin.
    if scenes.contains(&scene) {
        *scene
    } else {
        first
    }
}

fn wants_no_motion() -> bool {
    let query = web_sys::window().and_then(|window| {
        let query = window.match_media("(prefers-reduced-motion: reduce)");
        query.ok().flatten()
    });
    query.is_none_or(|query| query.matches())
}
