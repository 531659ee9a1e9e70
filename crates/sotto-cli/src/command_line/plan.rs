//! `sotto plan`.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, Mechanism, PrivacyLoss, float,
    numbers::Grid,
    planning::{
        ASKED_DIRECTLY, MeanPlanner, Planner, PlanningError, least_epsilon,
        manipulation::{self, NumberWeight},
    },
};
use sotto_survey::Whom;

use super::{
    document_format::DocumentFormat,
    ending::{ended, sentence, wrong_call},
    protocol::{ProtocolFlags, mechanism_help},
    survey_plan::{self, SurveyFlags},
    values::{confidence, one_of},
};
use crate::{
    listing::{Alignment, Listing, count, decimals, level},
    streams::{CategoryProtocol, NumberProtocol, StreamProtocol},
};

/// Plan a question: how many respondents a margin takes, which margin respondents give, or which
/// epsilon gives both; or a whole survey
///
/// A margin is half the width of an interval: of categories as a share, 0.03 for 3 points to either
/// side; of the mean of numbers in their own unit.
#[derive(Debug, Args)]
#[command(after_long_help = mechanism_help())]
pub(super) struct PlanFlags {
    #[command(flatten)]
    pub(super) protocol: ProtocolFlags,

    /// The margin that is wanted, such as 0.03 for a share or 2 for a mean
    #[arg(
        long,
        value_name = "M",
        required_unless_present_any = ["respondents", "survey"],
        allow_hyphen_values = true
    )]
    margin: Option<f64>,

    /// The number of respondents there will be; with a margin as well, the least epsilon that gives
    /// it is found, and --epsilon left out
    #[arg(long, value_name = "N")]
    respondents: Option<u64>,

    /// For categories, the share that is expected [default: the one that is hardest to estimate]
    #[arg(
        long,
        value_name = "F",
        conflicts_with = "min",
        allow_hyphen_values = true
    )]
    share: Option<f64>,

    /// For numbers: about what standard deviation the answers have, in their unit [default: the hardest]
    #[arg(
        long,
        value_name = "S",
        conflicts_with_all = ["size", "categories", "survey"],
        allow_hyphen_values = true
    )]
    spread: Option<f64>,

    /// Whom the estimates are to be about: respondents or sampled [default: as the survey says, else sampled]
    #[arg(long, value_name = "WHOM", value_parser = one_of::<Whom>(&Whom::ALL.map(Whom::name)))]
    population: Option<Whom>,

    /// How sure the margin is
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    confidence: Confidence,

    #[command(flatten)]
    survey: SurveyFlags,

    /// How it is printed [default: a table on a terminal, JSON elsewhere]
    #[arg(long, value_enum)]
    format: Option<DocumentFormat>,
}

/// A plan, as it is printed.
#[derive(Debug, Serialize)]
pub(super) struct Planned {
    mechanism: &'static str,
    /// Why `auto` chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    epsilon: Epsilon,
    epsilon_actual: PrivacyLoss,
    /// Categories, or answers on the grid.
    size: u32,
    /// Whether it is planned with "Prefer not to answer"; of categories that may be one of them.
    declinable: bool,
    population: Whom,
    confidence: f64,
    /// `None`: the one that is hardest to estimate, or for a mean.
    share: Option<f64>,
    respondents: u64,
    margin: f64,
    /// The same without any noise.
    asked_directly: Direct,
    /// For a mean: how far one made-up report among the respondents moves it at most, in its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_fake_moves: Option<f64>,
    /// For a mean: every mechanism for numbers at that ε.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mechanisms: Vec<Alternative>,
}

/// What a mechanism for numbers would give.
#[derive(Debug, Serialize)]
struct Alternative {
    mechanism: &'static str,
    /// What `auto` takes it for, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    recommended_for: Option<&'static str>,
    /// With the respondents of the plan.
    margin: f64,
    /// The same of those who answer, where the number can be declined and nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin_if_declinable: Option<f64>,
    one_fake_moves: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Direct {
    Respondents(u64),
    Margin(f64),
}

/// Respondents for a margin, and a margin for respondents.
trait MarginPlanner {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError>;
    fn margin(&self, respondents: u64) -> Result<f64, PlanningError>;
}

impl MarginPlanner for Planner {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        Self::respondents(self, margin)
    }

    fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        Self::margin(self, respondents)
    }
}

impl MarginPlanner for MeanPlanner {
    fn respondents(&self, margin: f64) -> Result<u64, PlanningError> {
        Self::respondents(self, margin)
    }

    fn margin(&self, respondents: u64) -> Result<f64, PlanningError> {
        Self::margin(self, respondents)
    }
}

impl PlanFlags {
    fn whom(&self) -> Whom {
        self.population.unwrap_or_default()
    }

    pub(super) fn run(self) -> ExitCode {
        let format = DocumentFormat::or_by_reader(self.format);
        if let Some(file) = &self.survey.survey {
            let planned =
                self.survey
                    .planned(file, self.respondents, self.confidence, self.population);
            return match planned {
                Ok(planned) => ended(format.print(&planned, || survey_plan::listing(&planned))),
                Err(sentence) => wrong_call(&sentence),
            };
        }
        if self.survey.is_about_people() {
            return wrong_call(
                "--reach and --declining are for a whole survey: give --survey FILE",
            );
        }
        let protocol = match (self.margin, self.respondents) {
            (Some(margin), Some(respondents)) => self.least(margin, respondents),
            _ => self.protocol.protocol(),
        };
        let protocol = match protocol {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        match self.planned(&protocol) {
            Ok(planned) => ended(format.print(&planned, || planned.listing(&protocol))),
            Err(error) => wrong_call(&sentence(error)),
        }
    }

    /// The protocol of the least ε with which so many respondents give that margin.
    fn least(&self, margin: f64, respondents: u64) -> Result<StreamProtocol, String> {
        if self.protocol.tells_epsilon() {
            return Err("give --margin or --respondents: with both, the epsilon is what is looked for, so it cannot be given".to_owned());
        }
        let narrow = |protocol: &StreamProtocol| {
            let [planner, _] = self.planners(protocol)?;
            Ok::<_, PlanningError>(planner.margin(respondents)? <= margin)
        };
        let greatest = Epsilon::from_micros(Epsilon::MAX_MICROS).map_err(sentence)?;
        let [_, direct] = self
            .planners(&self.protocol.protocol_at(Some(greatest))?)
            .map_err(sentence)?;
        // What is wrong with a margin or a number of respondents is told here.
        direct.respondents(margin).map_err(sentence)?;
        direct.margin(respondents).map_err(sentence)?;
        let found = least_epsilon(|epsilon| {
            let protocol = self.protocol.protocol_at(Some(epsilon));
            // Not every mechanism serves the smallest.
            Ok::<_, String>(protocol.is_ok_and(|protocol| narrow(&protocol).unwrap_or(false)))
        })?;
        let out_of_reach = PlanningError::OutOfReach {
            margin,
            respondents,
        };
        self.protocol
            .protocol_at(Some(found.ok_or_else(|| sentence(out_of_reach))?))
    }

    /// With the mechanism's noise, and without any.
    fn planners(
        &self,
        protocol: &StreamProtocol,
    ) -> Result<[Box<dyn MarginPlanner>; 2], PlanningError> {
        match protocol {
            StreamProtocol::Categories(protocol) => self.of_categories(protocol),
            StreamProtocol::Numbers(protocol) => self.of_numbers(protocol),
        }
    }

    pub(super) fn planned(&self, protocol: &StreamProtocol) -> Result<Planned, PlanningError> {
        let [planner, direct] = self.planners(protocol)?;
        let (respondents, margin, asked_directly) = match (self.margin, self.respondents) {
            (Some(margin), None) => {
                let respondents = planner.respondents(margin)?;
                let asked = direct.respondents(margin)?;
                (respondents, margin, Direct::Respondents(asked))
            }
            (_, respondents) => {
                let respondents = respondents.unwrap_or(0);
                let margin = planner.margin(respondents)?;
                let asked = direct.margin(respondents)?;
                (respondents, margin, Direct::Margin(asked))
            }
        };
        let (weight, mechanisms) = match protocol {
            StreamProtocol::Categories(_) => (None, vec![]),
            StreamProtocol::Numbers(protocol) => {
                let weight =
                    manipulation::number_weight(&*protocol.oracle)? * range(&protocol.grid);
                (Some(weight), self.alternatives(protocol, respondents)?)
            }
        };
        Ok(Planned {
            mechanism: protocol.mechanism().name(),
            reason: protocol.reason().map(str::to_owned),
            epsilon: protocol.epsilon(),
            epsilon_actual: protocol.oracle().privacy_loss(),
            size: protocol.oracle().domain_size(),
            declinable: protocol.is_declinable(),
            population: self.whom(),
            confidence: self.confidence.level(),
            share: self.share,
            respondents,
            margin,
            asked_directly,
            one_fake_moves: weight.map(|weight| weight / float(respondents)),
            mechanisms,
        })
    }

    /// Every mechanism for numbers at the plan's ε.
    fn alternatives(
        &self,
        protocol: &NumberProtocol,
        respondents: u64,
    ) -> Result<Vec<Alternative>, PlanningError> {
        let NumberProtocol { epsilon, grid, .. } = protocol;
        let all = manipulation::number_weights(epsilon, grid.cells());
        let alternative = |found: NumberWeight| {
            let margin = |law| {
                self.about_numbers(MeanPlanner::new(law, grid, self.confidence))?
                    .margin(respondents)
            };
            let mechanism = found.mechanism;
            let cells = grid.cells();
            let declinable = mechanism.parameters_or_declined(epsilon, cells).ok();
            let declinable = declinable.and_then(|found| mechanism.oracle(&found, cells).ok());
            let weight = match &declinable {
                Some(oracle) if protocol.declinable => manipulation::number_weight(&**oracle)?,
                _ => found.weight,
            };
            let declinable = declinable.and_then(|oracle| oracle.mean_law().ok());
            Ok(Alternative {
                mechanism: mechanism.name(),
                recommended_for: recommended_for(mechanism),
                margin: margin(found.randomizer.mean_law()?)?,
                margin_if_declinable: declinable.map(margin).transpose()?,
                one_fake_moves: weight * range(grid) / float(respondents),
            })
        };
        all.map(alternative).collect()
    }

    fn of_categories(
        &self,
        protocol: &CategoryProtocol,
    ) -> Result<[Box<dyn MarginPlanner>; 2], PlanningError> {
        let noisy = Planner::of(protocol.oracle.precision()?, self.confidence);
        let direct = Planner::new(ASKED_DIRECTLY, self.confidence)?;
        let about = |planner: Planner| -> Result<Box<dyn MarginPlanner>, PlanningError> {
            let planner = planner.with_population(self.whom().population());
            Ok(Box::new(match self.share {
                Some(share) => planner.with_share(share)?,
                None => planner,
            }))
        };
        Ok([about(noisy)?, about(direct)?])
    }

    fn of_numbers(
        &self,
        protocol: &NumberProtocol,
    ) -> Result<[Box<dyn MarginPlanner>; 2], PlanningError> {
        let NumberProtocol { oracle, grid, .. } = protocol;
        let planners = [
            MeanPlanner::new(oracle.mean_law()?, grid, self.confidence),
            MeanPlanner::asked_directly(grid, self.confidence),
        ];
        let [noisy, direct] = planners.map(|planner| self.about_numbers(planner));
        Ok([Box::new(noisy?), Box::new(direct?)])
    }

    /// Of whom, and of what numbers.
    fn about_numbers(&self, planner: MeanPlanner) -> Result<MeanPlanner, PlanningError> {
        let planner = planner.with_population(self.whom().population());
        match self.spread {
            Some(spread) => planner.with_spread(spread),
            None => Ok(planner),
        }
    }
}

/// The greatest answer less the least.
fn range(grid: &Grid) -> f64 {
    2.0 * grid.half_range()
}

fn recommended_for(mechanism: Mechanism) -> Option<&'static str> {
    [("the mean", false), ("the distribution", true)]
        .into_iter()
        .find(|&(_, distribution)| mechanism == Mechanism::recommended_for_numbers(distribution))
        .map(|(estimand, _)| estimand)
}

impl Planned {
    /// The same for people.
    fn listing(&self, protocol: &StreamProtocol) -> Listing {
        let of_numbers = matches!(protocol, StreamProtocol::Numbers(_));
        let amount = |amount: f64| {
            if of_numbers {
                decimals(amount, amount / 5.0)
            } else {
                format!("{} points", decimals(100.0 * amount, 20.0 * amount))
            }
        };
        let margin = |margin: f64| format!("±{}", amount(margin));
        let mut listing = Listing::default();
        listing.line(&format!(
            "{} respondents: {} of a {}, {} times in 100",
            count(self.respondents),
            margin(self.margin),
            if of_numbers { "mean" } else { "share" },
            level(self.confidence),
        ));
        listing.line("");
        let direct = match self.asked_directly {
            Direct::Respondents(respondents) => format!("{} respondents", count(respondents)),
            Direct::Margin(direct) => margin(direct),
        };
        let mut fields = vec![
            ("asked directly", direct),
            ("mechanism", self.mechanism.to_owned()),
            ("ε", self.epsilon.to_string()),
            ("its integers cost", self.epsilon_actual.to_string()),
            (
                if of_numbers { "answers" } else { "categories" },
                count(self.size.into()),
            ),
        ];
        if let Some(moves) = self.one_fake_moves {
            let (people, moves) = (count(self.respondents), amount(moves));
            fields.push((
                "one fake",
                format!("moves the mean of {people} by up to {moves}"),
            ));
        }
        if !of_numbers {
            let share = self.share.map_or_else(
                || "the one that is hardest to estimate".to_owned(),
                |share| share.to_string(),
            );
            fields.push(("share", share));
        }
        let declining = if self.declinable {
            "offered; the mean is of those who answer, if nobody declines"
        } else if of_numbers {
            "not offered; if it is, see below"
        } else {
            "not offered, unless it is one of the categories"
        };
        fields.push(("prefer not to answer", declining.to_owned()));
        fields.push(("about", self.population.in_words().to_owned()));
        fields.extend(self.reason.clone().map(|reason| ("why", reason)));
        listing.fields(&fields);
        self.list_mechanisms(&mut listing);
        listing
    }

    /// What the others for numbers would give.
    fn list_mechanisms(&self, listing: &mut Listing) {
        if self.mechanisms.is_empty() {
            return;
        }
        let people = count(self.respondents);
        let [margin, declinable, moves] = [
            format!("± with {people}"),
            "± if it can be declined".to_owned(),
            format!("one fake moves the mean of {people} by up to"),
        ];
        let head = [
            ("mechanism", Alignment::Left),
            (&*margin, Alignment::Right),
            (&*declinable, Alignment::Right),
            (&*moves, Alignment::Right),
            ("recommended for", Alignment::Left),
        ];
        let rows = self.mechanisms.iter().map(|one| {
            vec![
                one.mechanism.to_owned(),
                decimals(one.margin, one.margin / 5.0),
                one.margin_if_declinable
                    .map_or_else(|| "–".to_owned(), |margin| decimals(margin, margin / 5.0)),
                decimals(one.one_fake_moves, one.one_fake_moves / 5.0),
                one.recommended_for.unwrap_or_default().to_owned(),
            ]
        });
        listing.line("");
        listing.table(&head, &rows.collect::<Vec<_>>());
    }
}
