//! The sentence that stands first: the one figure of a question that people ask for.

use sotto_survey::ShareResults;
use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::{
    figure::{Named, missing},
    quantity::Quantity,
};

/// A sentence about one figure; `key` is the text before it, with the figure's name as `{name}`.
pub(super) fn headline(key: &str, named: &Named, times_in: TimesIn, words: &Messages) -> Html {
    let label = words.fill(key, &[("name", &named.title)]);
    let figure = match &named.figure {
        Some(figure) => named.in_words(figure, times_in, words),
        None => missing(words).into(),
    };
    html! { <>{ label }{ " " }{ figure }</> }
}

/// The same about a share that is no line of the table.
pub(super) fn of_share(
    key: &str,
    share: ShareResults,
    times_in: TimesIn,
    words: &Messages,
) -> Html {
    let named = Named {
        id: String::new(),
        title: String::new(),
        quantity: Quantity::Share,
        figure: Some(share.into()),
    };
    headline(key, &named, times_in, words)
}

/// The figure with the greatest estimate.
pub(super) fn greatest<'a>(figures: impl IntoIterator<Item = &'a Named>) -> Option<&'a Named> {
    let known = figures.into_iter().filter_map(|named| {
        let estimate = named.figure?.estimate();
        Some((named, estimate))
    });
    // The first of equals, as they stand.
    let greatest = known.reduce(|one, other| if other.1 > one.1 { other } else { one });
    greatest.map(|(named, _)| named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: &str, estimate: Option<f64>) -> Named {
        let share = estimate.map(|estimate| ShareResults {
            estimate,
            standard_error: 0.1,
            interval: [estimate - 0.2, estimate + 0.2],
        });
        Named {
            id: id.to_owned(),
            title: String::new(),
            quantity: Quantity::Share,
            figure: share.map(Into::into),
        }
    }

    #[test]
    fn the_greatest_is_the_first_of_equals() {
        let all = [
            named("a", Some(-0.1)),
            named("b", Some(0.4)),
            named("c", None),
            named("d", Some(0.4)),
        ];
        assert_eq!(greatest(&all).map(|named| &*named.id), Some("b"));
        assert_eq!(greatest(&all[..1]).map(|named| &*named.id), Some("a"));
        assert!(greatest(&all[2..3]).is_none());
    }
}
