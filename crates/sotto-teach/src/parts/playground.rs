//! The frame that every lesson is played in: the picture first and largest, then what is pressed, then what is set. It keeps
//! the setting and the number of the draw, and says aloud what the picture has come to show.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::{DrawNumber, Slider, after, announced, choice, slider};
use crate::words::{Figure, WordsWithFigures};

/// How long a picture rests before its words are read aloud, in milliseconds: a slider passes many figures on its way.
const REST: u32 = 500;

/// What is on the stage.
#[derive(Default)]
pub(crate) struct Playground {
    /// What moves, the picture that a press changes before all others.
    pub(crate) picture: Html,
    /// What is pressed.
    pub(crate) buttons: Html,
    /// What is set.
    pub(crate) controls: Html,
    /// The words of the picture, which are read aloud when they have changed and rest; none as long as they are not complete.
    pub(crate) spoken: String,
}

/// The stage, and below it what is to be read about it.
pub(crate) fn playground(words: &WordsWithFigures, play: Playground) -> Html {
    html! {
        <>
            <div class="playground">
                <div class="stage">{ play.picture }</div>
                <p class="buttons press">{ play.buttons }</p>
                <div class="settings">{ play.controls }</div>
                <Spoken words={play.spoken}/>
            </div>
            if words.messages().has("reading") {
                <p class="reading">{ words.say("reading") }</p>
            }
        </>
    }
}

/// A button of the stage, with the text of that name; the first one is the one that is meant.
pub(crate) fn press_button(
    words: &WordsWithFigures,
    [id, text]: [&'static str; 2],
    is_first: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button {id} type="button" class={(!is_first).then_some("quiet")} {onclick}>{ words.say(text) }</button>
    }
}

/// What is played with: a setting, and the number of a draw.
pub(crate) struct Play<S: 'static> {
    words: WordsWithFigures,
    setting: UseStateHandle<S>,
    draw: UseStateHandle<u32>,
}

/// A lesson that begins with that setting and that draw; none is drawn at 0.
#[hook]
pub(crate) fn use_play<S: Copy + PartialEq + 'static>(
    words: &WordsWithFigures,
    first: S,
    first_draw: u32,
) -> Play<S> {
    Play {
        words: words.clone(),
        setting: use_state_eq(|| first),
        draw: use_state_eq(|| first_draw),
    }
}

impl<S: Copy + PartialEq + 'static> Play<S> {
    /// The setting and the number of the draw, on which everything depends that is shown.
    pub(crate) fn now(&self) -> (S, u32) {
        (*self.setting, *self.draw)
    }

    /// Changes the setting.
    pub(crate) fn set<T: 'static>(&self, change: fn(S, T) -> S) -> Callback<T> {
        let setting = self.setting.clone();
        Callback::from(move |value| setting.set(change(*setting, value)))
    }

    /// A button that draws again, the first of the stage.
    pub(crate) fn again(&self, names: [&'static str; 2]) -> Html {
        self.draw_button(names, true)
    }

    /// The same beside another button that is meant first.
    pub(crate) fn also_again(&self, names: [&'static str; 2]) -> Html {
        self.draw_button(names, false)
    }

    fn draw_button(&self, names: [&'static str; 2], is_first: bool) -> Html {
        let draw = self.draw.clone();
        let onclick = Callback::from(move |_| draw.set(after(*draw)));
        press_button(&self.words, names, is_first, onclick)
    }

    /// A button that changes the setting.
    pub(crate) fn button(&self, id: &'static str, is_first: bool, change: fn(S) -> S) -> Html {
        let setting = self.setting.clone();
        let onclick = Callback::from(move |_| setting.set(change(*setting)));
        press_button(&self.words, [id, id], is_first, onclick)
    }

    /// A slider for whole numbers whose figure is a text.
    pub(crate) fn slider(
        &self,
        [id, label]: [&'static str; 2],
        ends: (u32, u32),
        (value, figure): (u32, String),
        change: fn(S, u32) -> S,
    ) -> Html {
        self.slider_by(1, [id, label], ends, (value, figure), change)
    }

    /// The same, whose positions are so far apart.
    pub(crate) fn slider_by(
        &self,
        step: u32,
        [id, label]: [&'static str; 2],
        ends: (u32, u32),
        (value, figure): (u32, String),
        change: fn(S, u32) -> S,
    ) -> Html {
        let label = self.words.say(label);
        let control = Slider {
            id,
            label,
            ends,
            step,
            value,
            figure,
        };
        slider(control, &self.set(change))
    }

    /// A slider for a whole number.
    pub(crate) fn whole(
        &self,
        names: [&'static str; 2],
        ends: (u32, u32),
        value: u32,
        change: fn(S, u32) -> S,
    ) -> Html {
        let figure = self.words.messages().whole(value.into());
        self.slider(names, ends, (value, figure), change)
    }

    /// A slider for so many of a hundred people.
    pub(crate) fn of_hundred(
        &self,
        names: [&'static str; 2],
        ends: (u32, u32),
        value: u32,
        change: fn(S, u32) -> S,
    ) -> Html {
        let count = Figure::Whole(value.into());
        let figure = self.words.fill("of-hundred", &[("count", count)]);
        self.slider(names, ends, (value, figure), change)
    }

    /// The slider for ε in tenths.
    pub(crate) fn epsilon(&self, ends: (u32, u32), value: u32, change: fn(S, u32) -> S) -> Html {
        let figure = self.words.messages().number(f64::from(value) / 10.0, 1);
        self.slider(["epsilon", "epsilon"], ends, (value, figure), change)
    }

    /// A slider whose positions are these numbers, in their order.
    pub(crate) fn one_of(
        &self,
        names: [&'static str; 2],
        numbers: &'static [u32],
        value: u32,
        change: fn(S, u32) -> S,
    ) -> Html {
        let short = |place: usize| u32::try_from(place).unwrap_or(0);
        let position = numbers.iter().position(|&number| number == value);
        let position = short(position.unwrap_or(0));
        let last = short(numbers.len().saturating_sub(1));
        let control = Slider {
            id: names[0],
            label: self.words.say(names[1]),
            ends: (0, last),
            step: 1,
            value: position,
            figure: self.words.messages().whole(value.into()),
        };
        let setting = self.setting.clone();
        let moved = Callback::from(move |position: u32| {
            let number = numbers.get(position as usize).copied();
            setting.set(change(*setting, number.unwrap_or(value)));
        });
        slider(control, &moved)
    }

    /// Several ways to choose from.
    pub(crate) fn choice<T: Copy + PartialEq + 'static>(
        &self,
        [id, legend]: [&'static str; 2],
        options: impl IntoIterator<Item = (T, String)>,
        chosen: T,
        change: fn(S, T) -> S,
    ) -> Html {
        let legend = self.words.say(legend);
        choice(id, legend, options, chosen, &self.set(change))
    }

    /// The stage of a lesson without chance.
    pub(crate) fn show(&self, play: Playground) -> Html {
        playground(&self.words, play)
    }

    /// The stage of a lesson whose draws have numbers.
    pub(crate) fn show_numbered(&self, mut play: Playground) -> Html {
        let draw = self.draw.clone();
        let change = Callback::from(move |number| draw.set(number));
        play.controls = html! {
            <>
                { play.controls }
                <DrawNumber words={self.words.messages().clone()} draw={*self.draw} {change}/>
            </>
        };
        playground(&self.words, play)
    }
}

#[derive(Properties, PartialEq)]
struct SpokenProps {
    words: String,
}

/// Reads words aloud once they have changed and rest. The first ones are those that anybody finds there.
#[component]
fn Spoken(props: &SpokenProps) -> Html {
    let said = use_state_eq(String::new);
    let is_first = use_mut_ref(|| true);
    use_effect_with(props.words.clone(), {
        let said = said.setter();
        move |words: &String| {
            let was_first = is_first.replace(false);
            let timer = (!was_first && !words.is_empty()).then(|| {
                let words = words.clone();
                Timeout::new(REST, move || said.set(words))
            });
            move || drop(timer)
        }
    });
    announced((*said).clone())
}
