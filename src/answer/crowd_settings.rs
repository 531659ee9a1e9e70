//! The settings of a simulated crowd, and what their controls say.

use sotto_ldp::{Deniability, Epsilon, Mechanism, choose};

/// The fewest people that make a crowd.
pub(super) const LEAST: u32 = 10;
/// The most people that a page simulates.
pub(super) const MOST: u32 = 1_000_000;

/// Up to so many people another crowd is drawn as soon as a setting changes.
pub(super) const DRAWN_AT_ONCE: u32 = 100_000;

/// The positions of the slider for people.
const PEOPLE: [u32; 16] = [
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000,
    500_000, 1_000_000,
];

/// The positions of the slider for ε, exactly.
const EPSILONS: [&str; 9] = ["0.1", "0.25", "0.5", "1", "1.5", "2", "3", "4", "5"];

/// The mechanisms offered, `auto` first.
pub(super) const MECHANISMS: [&str; 4] = [
    "auto",
    "direct-encoding",
    "subset-selection",
    "optimized-unary-encoding",
];

/// The settings as they stand in the controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CrowdSettings {
    /// People, as written.
    pub(super) people: String,
    /// The position of ε on its slider.
    pub(super) epsilon: usize,
    /// The name of the mechanism.
    pub(super) mechanism: &'static str,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        Self {
            people: "1000".to_owned(),
            epsilon: 3,
            mechanism: "auto",
        }
    }
}

impl CrowdSettings {
    /// The last position of the slider for people.
    pub(super) const LAST_PEOPLE_POSITION: usize = PEOPLE.len() - 1;
    /// The last position of the slider for ε.
    pub(super) const LAST_EPSILON_POSITION: usize = EPSILONS.len() - 1;

    /// The number of people, if it is one from [`LEAST`] to [`MOST`].
    pub(super) fn people(&self) -> Option<u32> {
        let people = self.people.trim().parse().ok()?;
        (LEAST..=MOST).contains(&people).then_some(people)
    }

    /// The slider's position that is nearest to the number of people, in proportion.
    pub(super) fn people_position(&self) -> usize {
        let wanted = f64::from(self.people().unwrap_or(LEAST)).ln();
        let distance = |position: &usize| (f64::from(PEOPLE[*position]).ln() - wanted).abs();
        (0..PEOPLE.len())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(0)
    }

    /// With the number of people at that position of the slider.
    pub(super) fn with_people_position(self, position: usize) -> Self {
        let people = PEOPLE.get(position).copied().unwrap_or(MOST).to_string();
        Self { people, ..self }
    }

    /// ε as written.
    pub(super) fn epsilon_text(&self) -> &'static str {
        EPSILONS.get(self.epsilon).copied().unwrap_or("1")
    }

    /// ε.
    pub(super) fn epsilon(&self) -> Option<Epsilon> {
        self.epsilon_text().parse().ok()
    }

    /// What one report proves under these settings, over so many categories; `None` before the
    /// categories are here.
    pub(super) fn deniability(&self, domain_size: u32) -> Option<Deniability> {
        let epsilon = self.epsilon()?;
        let mechanism = match self.mechanism {
            "auto" => choose(&epsilon, domain_size).ok()?.mechanism,
            name => Mechanism::named(name).ok()?,
        };
        let parameters = mechanism.parameters(&epsilon, domain_size).ok()?;
        let randomizer = mechanism.randomizer(&parameters, domain_size).ok()?;
        randomizer.support_probabilities().map(Deniability::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(text: &str) -> CrowdSettings {
        CrowdSettings {
            people: text.to_owned(),
            ..CrowdSettings::default()
        }
    }

    #[test]
    fn people_are_whole_numbers_within_bounds() {
        for (text, expected) in [
            ("10", Some(10)),
            (" 30718 ", Some(30_718)),
            ("1000000", Some(1_000_000)),
            ("9", None),
            ("1000001", None),
            ("1e5", None),
            ("10.5", None),
            ("-100", None),
            ("", None),
            ("99999999999999", None),
        ] {
            assert_eq!(people(text).people(), expected, "{text:?}");
        }
    }

    #[test]
    fn the_slider_stands_at_the_nearest_position() {
        for (text, position) in [("10", 0), ("149", 4), ("10000", 9), ("999999", 15), ("", 0)] {
            assert_eq!(people(text).people_position(), position, "{text:?}");
        }
        for position in 0..=CrowdSettings::LAST_PEOPLE_POSITION {
            let settings = CrowdSettings::default().with_people_position(position);
            assert!(settings.people().is_some());
            assert_eq!(settings.people_position(), position);
        }
    }

    #[test]
    fn every_epsilon_is_exact_and_every_mechanism_serves_it() {
        for epsilon in 0..=CrowdSettings::LAST_EPSILON_POSITION {
            for mechanism in MECHANISMS {
                let settings = CrowdSettings {
                    epsilon,
                    mechanism,
                    ..CrowdSettings::default()
                };
                let written = settings.epsilon_text();
                assert_eq!(settings.epsilon().unwrap().to_string(), written);
                let odds = settings.deniability(14).unwrap();
                assert!(
                    odds.said_by_those_it_is_true_of >= odds.said_by_the_others,
                    "{settings:?}"
                );
            }
        }
    }

    #[test]
    fn odds_are_those_of_the_mechanism() {
        // Direct encoding, ε = 5, k = 14: p = 0.9195, q = 0.0062 (MECHANISMS, figures).
        let settings = CrowdSettings {
            epsilon: 8,
            mechanism: "direct-encoding",
            ..CrowdSettings::default()
        };
        let odds = settings.deniability(14).unwrap();
        assert_eq!(
            (odds.said_by_those_it_is_true_of, odds.said_by_the_others),
            (92, 1)
        );
    }
}
