//! Which versions of the survey are shown: what the address asks for, what can be chosen, and how it is said.

use sotto_api::{VersionView, WantedVersions};
use sotto_survey::{Results, Survey};
use sotto_ui::{Messages, Words, site::parameter};
use yew::prelude::*;

use crate::select::select;

/// What a query such as `?version=1` or `?through=2` asks for.
pub(super) fn asked(query: &str) -> WantedVersions {
    let number = |name| parameter(query, name)?.parse().ok();
    let alone = number("version").map(WantedVersions::Alone);
    let through = || number("through").map(WantedVersions::Through);
    alone.or_else(through).unwrap_or_default()
}

/// All that can be shown, of versions that are listed the newest first.
fn choices(listed: &[VersionView]) -> Vec<WantedVersions> {
    let choices = listed.iter().enumerate().flat_map(|(index, view)| {
        let later = listed.get(..index).unwrap_or_default();
        // What the version after it counts with it is offered there.
        let is_last = !later.iter().any(|one| one.with.contains(&view.version));
        let together = match index {
            0 => Some(WantedVersions::Current),
            _ if is_last && !view.with.is_empty() => Some(WantedVersions::Through(view.version)),
            _ => None,
        };
        let is_alone = together.is_none() || !view.with.is_empty();
        let alone = is_alone.then_some(WantedVersions::Alone(view.version));
        together.into_iter().chain(alone)
    });
    choices.collect()
}

/// The numbers that one of them shows, the oldest first.
fn numbers(listed: &[VersionView], wanted: WantedVersions) -> Vec<u32> {
    let of = |version: Option<u32>| match version {
        None => listed.first(),
        Some(version) => listed.iter().find(|one| one.version == version),
    };
    let Some(view) = of(wanted.newest()) else {
        return wanted.newest().into_iter().collect();
    };
    let earlier = match wanted {
        WantedVersions::Alone(_) => &[][..],
        WantedVersions::Current | WantedVersions::Through(_) => &view.with,
    };
    let earlier = earlier.iter().rev().copied();
    earlier.chain([view.version]).collect()
}

/// Versions by their numbers.
fn named(numbers: &[u32], words: &Messages) -> String {
    let each: Vec<_> = numbers.iter().map(u32::to_string).collect();
    let key = match numbers {
        [_] => "results-version",
        _ => "results-versions",
    };
    words.fill(key, &[("versions", &each.join(", "))])
}

/// Which versions results count, where that is not all there is to say: several, or one of several.
pub(super) fn counted(
    results: &Results,
    listed: &[VersionView],
    words: &Messages,
) -> Option<String> {
    let mut counted = results.versions.clone();
    counted.reverse();
    if counted.is_empty() {
        counted.push(results.version);
    }
    (listed.len() > 1).then(|| named(&counted, words))
}

/// A choice among the versions, where there are several.
pub(super) fn picker(
    listed: &[VersionView],
    wanted: WantedVersions,
    choose: &Callback<WantedVersions>,
    (survey, words): (&Survey, &Messages),
) -> Html {
    let choices = choices(listed);
    if choices.len() < 2 {
        return html! {};
    }
    let shown = numbers(listed, wanted);
    let chosen = choices
        .iter()
        .position(|&choice| numbers(listed, choice) == shown);
    let names = choices.iter().map(|&choice| {
        let numbers = numbers(listed, choice);
        let name = named(&numbers, words);
        match choice {
            WantedVersions::Current => words.fill("results-version-now", &[("versions", &name)]),
            WantedVersions::Through(_) | WantedVersions::Alone(_) => name,
        }
    });
    let names = names.collect();
    let labels = Words::new(words.clone(), words.language(), survey);
    let choose = {
        let choose = choose.clone();
        Callback::from(move |index: usize| {
            if let Some(&choice) = choices.get(index) {
                choose.emit(choice);
            }
        })
    };
    html! {
        <div class="ask-form">
            { select("results-choose-versions", names, chosen.unwrap_or(0), choose, &labels) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(views: &[(u32, &[u32])]) -> Vec<VersionView> {
        let views = views.iter().map(|&(version, with)| VersionView {
            version,
            with: with.to_vec(),
        });
        views.collect()
    }

    #[test]
    fn the_address_may_name_a_version() {
        for (query, wanted) in [
            ("", WantedVersions::Current),
            ("?lang=en", WantedVersions::Current),
            ("?version=1", WantedVersions::Alone(1)),
            ("?lang=en&through=2", WantedVersions::Through(2)),
            ("?version=1&through=2", WantedVersions::Alone(1)),
            ("?version=first", WantedVersions::Current),
        ] {
            assert_eq!(asked(query), wanted, "{query}");
        }
    }

    #[test]
    fn versions_that_fit_are_offered_together_and_each_alone() {
        let one = listed(&[(1, &[])]);
        assert_eq!(choices(&one), [WantedVersions::Current]);
        // A typing error, then another option, then a typing error again.
        let four = listed(&[(4, &[3]), (3, &[]), (2, &[1]), (1, &[])]);
        let offered = choices(&four);
        let shown: Vec<_> = offered.iter().map(|&one| numbers(&four, one)).collect();
        let expected: [&[u32]; 6] = [&[3, 4], &[4], &[3], &[1, 2], &[2], &[1]];
        assert_eq!(shown, expected);
        assert_eq!(offered[0], WantedVersions::Current);
        assert_eq!(offered[3], WantedVersions::Through(2));
        // Of versions that fit nothing each stands once.
        let two = listed(&[(2, &[]), (1, &[])]);
        let alone = [WantedVersions::Current, WantedVersions::Alone(1)];
        assert_eq!(choices(&two), alone);
    }
}
