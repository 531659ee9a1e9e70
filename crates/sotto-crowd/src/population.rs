//! A known population, as it stands in www/populations/.

use std::collections::BTreeMap;

use serde::Deserialize;
use sotto_survey::Identifier;

/// How many people there are of each category of a question, and who says so.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Population {
    /// Where the counts come from.
    pub source: String,
    /// The survey whose question it is.
    pub survey: Identifier,
    /// The question whose categories are counted.
    pub question: Identifier,
    /// People by category id.
    pub counts: BTreeMap<String, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adult_population_counts_each_occupation_of_the_census_survey() {
        let population: Population = serde_json::from_str(include_str!(
            "../../../www/populations/adult-occupation.json"
        ))
        .unwrap();
        let survey: sotto_survey::Survey =
            serde_json::from_str(include_str!("../../../www/surveys/census.json")).unwrap();
        assert_eq!(population.counts.values().sum::<u64>(), 30_718);
        assert_eq!(population.survey, *survey.id());
        let question = survey
            .questions()
            .iter()
            .find(|question| *question.id() == population.question)
            .unwrap();
        for category in question.categories() {
            let counted = population.counts.contains_key(category.id());
            // Nobody in these counts declined: those without an occupation are left out.
            assert_eq!(
                counted,
                category.id() != sotto_survey::DECLINE,
                "{}",
                category.id()
            );
        }
        assert_eq!(population.counts.len(), 14);
    }
}
