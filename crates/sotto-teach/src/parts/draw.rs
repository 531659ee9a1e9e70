//! Chance that can be shared: a draw has a number, and the same number shows everybody the same. The first draws are typical
//! ones ([`crate::crowd::drawn`]), which is said.

use sotto_ui::Messages;
use yew::prelude::*;

use super::field::{Field, field};
use crate::words::{Figure, WordsWithFigures};

/// The greatest number of a draw: short enough to be read out.
const MOST: u32 = 999_999;

/// The number after that one.
pub(crate) const fn after(draw: u32) -> u32 {
    draw % MOST + 1
}

#[derive(Properties, PartialEq)]
pub(crate) struct DrawNumberProps {
    pub(crate) words: Messages,
    /// The number of the draw that is shown; 0 before the first.
    pub(crate) draw: u32,
    pub(crate) change: Callback<u32>,
}

/// The field with the number of the draw.
#[component]
pub(crate) fn DrawNumber(props: &DrawNumberProps) -> Html {
    let DrawNumberProps {
        words,
        draw,
        change,
    } = props;
    // What is no number of a draw stays as it was typed.
    let wrong = use_state_eq(|| None::<String>);
    use_effect_with(*draw, {
        let wrong = wrong.setter();
        move |_| wrong.set(None)
    });
    let typed = {
        let (wrong, change) = (wrong.setter(), change.clone());
        Callback::from(move |text: String| match read(&text) {
            Some(number) => {
                wrong.set(None);
                change.emit(number);
            }
            None => wrong.set(Some(text)),
        })
    };
    let shown = if *draw == 0 {
        String::new()
    } else {
        draw.to_string()
    };
    let number = Field {
        id: "draw-number",
        label: words.text("draw-number"),
        value: wrong.as_deref().map_or(shown, str::to_owned),
        is_number: true,
        is_wrong: wrong.is_some(),
        described_by: Some("draw-note"),
    };
    let note = match &*wrong {
        Some(_) => WordsWithFigures::new(words.clone(), Vec::new())
            .fill("draw-wrong", &[("most", Figure::Whole(MOST.into()))]),
        None => words.text("draw-note"),
    };
    html! {
        <div class="draw">
            { field(number, &typed) }
            <p id="draw-note" class={if wrong.is_some() { "wrong" } else { "note" }} role="status">{ note }</p>
        </div>
    }
}

/// A number of a draw.
fn read(text: &str) -> Option<u32> {
    let number = text.trim().parse().ok()?;
    (1..=MOST).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_numbered_from_one_and_begin_again() {
        for (text, number) in [
            ("1", Some(1)),
            (" 42 ", Some(42)),
            ("999999", Some(MOST)),
            ("1000000", None),
            ("0", None),
            ("-1", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(read(text), number, "{text:?}");
        }
        assert_eq!([after(0), after(1), after(MOST)], [1, 2, 1]);
    }
}
