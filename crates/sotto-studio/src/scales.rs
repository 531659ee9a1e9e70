//! Scales that are ready in every language of the widget.

use std::collections::BTreeMap;

/// What each scale says: by name, then by language, from one end to the other.
type Texts = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// A ready scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// From disagreement to agreement.
    Agreement,
    /// From never to always.
    Frequency,
    /// From dissatisfied to satisfied.
    Satisfaction,
}

impl Scale {
    /// Every scale.
    pub(crate) const ALL: [Self; 3] = [Self::Agreement, Self::Frequency, Self::Satisfaction];

    /// The name in messages and in the file.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Agreement => "agreement",
            Self::Frequency => "frequency",
            Self::Satisfaction => "satisfaction",
        }
    }

    /// Its steps, each with its words by language; a language that has none is left out.
    #[must_use]
    pub(crate) fn items(self, languages: &[String]) -> Vec<Vec<(String, String)>> {
        let texts = texts();
        let scale = texts.get(self.name());
        let steps = scale.and_then(|scale| scale.get("en")).map_or(0, Vec::len);
        let step = |number: usize| {
            let words = languages.iter().filter_map(|language| {
                let word = scale?.get(language)?.get(number)?;
                Some((language.clone(), word.clone()))
            });
            words.collect()
        };
        (0..steps).map(step).collect()
    }

    /// Whether the scales have words in a language.
    #[must_use]
    pub(crate) fn speaks(language: &str) -> bool {
        let texts = texts();
        texts.values().all(|scale| scale.contains_key(language))
    }
}

fn texts() -> Texts {
    // The tests read the same file.
    serde_json::from_str(include_str!("../scales.json")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scale_has_five_steps_in_fifteen_languages() {
        let texts = texts();
        for scale in Scale::ALL {
            let languages = &texts[scale.name()];
            assert_eq!(languages.len(), 15, "{}", scale.name());
            for (language, steps) in languages {
                let mut distinct = steps.clone();
                distinct.sort();
                distinct.dedup();
                assert_eq!((steps.len(), distinct.len()), (5, 5), "{language}");
            }
        }
    }
}
