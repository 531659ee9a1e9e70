//! The simulation, in chunks of people so that progress can be reported.

use rand::CryptoRng;
use sotto_ldp::{
    Collector, Confidence, Counts, ImpossibleReport, Intervals, Mechanism, MechanismError,
    OutsideDomain, ProvenReport, choose,
};
use thiserror::Error;

use super::{
    apportionment::{ApportionmentError, apportion},
    protocol::{CategoryOutcome, CrowdOutcome, CrowdRequest},
};

/// Why a crowd cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulationError {
    /// The population has no proportions.
    #[error(transparent)]
    Population(#[from] ApportionmentError),
    /// The mechanism does not exist or does not serve the domain.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// A person is outside the mechanism's domain.
    #[error(transparent)]
    Person(#[from] OutsideDomain),
    /// The mechanism's own report cannot be counted.
    #[error(transparent)]
    Report(#[from] ImpossibleReport),
}

/// A crowd of which some people have reported.
pub(crate) struct Simulation {
    request: CrowdRequest,
    mechanism: Mechanism,
    oracle: Box<dyn Collector>,
    /// People of each category.
    people: Vec<u64>,
    /// Those of each category who have not reported yet.
    waiting: Vec<u64>,
    /// Reports that wait to be counted.
    reports: Vec<ProvenReport>,
    counts: Counts,
}

/// How many reports are counted together: enough to be fast even where they are sorted by row first, and
/// few enough for a phone.
const BATCH: usize = 8192;

fn count(
    oracle: &dyn Collector,
    reports: &mut Vec<ProvenReport>,
    counts: &mut Counts,
) -> Result<(), SimulationError> {
    oracle.accumulate_all(&reports.iter().collect::<Vec<_>>(), counts)?;
    reports.clear();
    Ok(())
}

impl Simulation {
    /// A crowd of which nobody has reported.
    ///
    /// # Errors
    /// When the population is empty, or the mechanism cannot serve it.
    pub(crate) fn new(request: CrowdRequest) -> Result<Self, SimulationError> {
        let people = apportion(request.people, &request.population)?;
        // More categories than a u32 holds are refused by every mechanism all the same.
        let domain_size = u32::try_from(people.len()).unwrap_or(u32::MAX);
        let mechanism = match request.mechanism.as_str() {
            "auto" => choose(&request.epsilon, domain_size)?.mechanism,
            name => Mechanism::named(name)?,
        };
        let parameters = match &request.parameters {
            Some(parameters) => parameters.clone(),
            None => mechanism.parameters(&request.epsilon, domain_size)?,
        };
        let oracle = mechanism.oracle(&parameters, domain_size)?;
        Ok(Self {
            reports: Vec::with_capacity(BATCH),
            counts: oracle.empty_counts(),
            oracle,
            waiting: people.clone(),
            request,
            mechanism,
            people,
        })
    }

    /// How many people have reported.
    #[must_use]
    pub(crate) const fn done(&self) -> u64 {
        self.counts.reports()
    }

    /// Whether everybody has reported.
    #[must_use]
    pub(crate) fn is_over(&self) -> bool {
        self.done() >= u64::from(self.request.people)
    }

    /// Lets up to `people` more people report, each as a real respondent does: the mechanism makes
    /// the report, and what has travelled is checked and counted, a batch at a time.
    ///
    /// # Errors
    /// Never for an oracle built from a request; if it does, the crowd is of no use.
    pub(crate) fn advance<R: CryptoRng>(
        &mut self,
        people: u64,
        rng: &mut R,
    ) -> Result<(), SimulationError> {
        let mut left = people;
        for (value, waiting) in (0..).zip(&mut self.waiting) {
            let now = left.min(*waiting);
            for _ in 0..now {
                let report = self.oracle.randomize(value, rng)?;
                self.reports.push(self.oracle.prove(report)?);
                if self.reports.len() == BATCH {
                    count(&*self.oracle, &mut self.reports, &mut self.counts)?;
                }
            }
            *waiting -= now;
            left -= now;
        }
        count(&*self.oracle, &mut self.reports, &mut self.counts)
    }

    /// The truth, the noisy shares and the estimates for the people who have reported so far.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a crowd is far below 2⁵³")]
    pub(crate) fn outcome(&self, confidence: Confidence) -> CrowdOutcome {
        let reports = self.counts.reports();
        let share = |count: u64| count as f64 / reports as f64;
        let intervals = Intervals {
            confidence,
            ..Intervals::default()
        };
        let estimates = self
            .oracle
            .estimate(&self.counts, intervals)
            .unwrap_or_default();
        let decoded = self.oracle.decode(&self.counts);
        let supports = decoded.as_ref().map_or(&[][..], Counts::supports);
        let reported = self.people.iter().zip(&self.waiting);
        CrowdOutcome {
            people: self.request.people,
            mechanism: self.mechanism.name().to_owned(),
            epsilon: self.request.epsilon,
            confidence: confidence.level(),
            categories: reported
                .zip(supports)
                .zip(estimates)
                .map(|(((people, waiting), count), estimate)| CategoryOutcome {
                    truth: share(people - waiting),
                    reported: share(*count),
                    estimate: estimate.share,
                    interval: [estimate.interval.0, estimate.interval.1],
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use sotto_ldp::MECHANISMS;

    use super::*;

    fn request(people: u32, mechanism: &str, epsilon: &str) -> CrowdRequest {
        CrowdRequest {
            people,
            population: vec![
                3770, 9, 4099, 4066, 994, 1370, 2002, 3295, 149, 4140, 649, 3650, 928, 1597,
            ],
            mechanism: mechanism.to_owned(),
            epsilon: epsilon.parse().unwrap(),
            parameters: None,
            seed: None,
        }
    }

    /// Runs a whole crowd in chunks of `chunk`.
    fn run(request: CrowdRequest, chunk: u64, seed: u64) -> CrowdOutcome {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut simulation = Simulation::new(request).unwrap();
        while !simulation.is_over() {
            let before = simulation.done();
            simulation.advance(chunk, &mut rng).unwrap();
            assert!(simulation.done() > before);
        }
        simulation.outcome(Confidence::default())
    }

    /// Every mechanism there is serves a crowd, the binary ones one of two categories. Estimates are
    /// held against the truth at six standard errors; seeds are fixed (below 2e-9 for each of some
    /// two hundred figures otherwise).
    #[test]
    fn every_mechanism_serves_a_crowd() {
        for mechanism in MECHANISMS {
            let name = mechanism.name();
            let binary = ["randomized-response", "two-coins", "forced-response"].contains(&name);
            let request = CrowdRequest {
                people: 20_000,
                population: if binary {
                    vec![3, 7]
                } else {
                    (1..=16).collect()
                },
                mechanism: name.to_owned(),
                epsilon: if name == "two-coins" { "ln 3" } else { "1" }
                    .parse()
                    .unwrap(),
                parameters: None,
                seed: None,
            };
            let outcome = run(request, 3_000, 5);
            assert_eq!((outcome.mechanism.as_str(), outcome.people), (name, 20_000));
            assert_eq!(outcome.categories.len(), if binary { 2 } else { 16 });
            for category in &outcome.categories {
                let half_width = (category.interval[1] - category.interval[0]) / 2.0;
                let deviations = (category.estimate - category.truth).abs() / (half_width / 1.96);
                assert!(deviations < 6.0, "{name}: {category:?}");
            }
        }
    }

    #[test]
    fn chunks_change_nothing() {
        for mechanism in ["direct-encoding", "optimized-unary-encoding"] {
            let whole = run(request(5_000, mechanism, "1"), 5_000, 7);
            let chunked = run(request(5_000, mechanism, "1"), 333, 7);
            assert_eq!(whole, chunked);
            assert_eq!(whole.people, 5_000);
        }
    }

    #[test]
    fn auto_says_which_mechanism_it_took() {
        // Direct encoding is the best subset selection while k is below about 2e^ε + 1.
        for (epsilon, mechanism) in [("1", "subset-selection"), ("3", "direct-encoding")] {
            assert_eq!(
                run(request(100, "auto", epsilon), 100, 1).mechanism,
                mechanism
            );
        }
    }

    /// The estimates must be near the truth, and the raw shares where the channel puts them.
    ///
    /// With a fixed seed this cannot flicker; another seed would fail with a chance below 1e-6: 28
    /// figures, each allowed 6 standard deviations (2e-9 each).
    #[test]
    fn estimates_are_near_the_truth_and_raw_shares_are_not() {
        for (mechanism, epsilon) in [("direct-encoding", "2"), ("optimized-unary-encoding", "1")] {
            let outcome = run(request(200_000, mechanism, epsilon), 10_000, 20_261_121);
            for category in &outcome.categories {
                let half_width = (category.interval[1] - category.interval[0]) / 2.0;
                let deviations = (category.estimate - category.truth).abs() / (half_width / 1.96);
                assert!(deviations < 6.0, "{mechanism}: {category:?}");
            }
            // Nine in thirty thousand are in the armed forces; the noise alone makes them many.
            assert!(outcome.categories[1].truth < 0.001);
            assert!(outcome.categories[1].reported > 0.03);
            // Each holds with a chance of 0.95: fewer than 7 of 14 has one below 1e-7.
            let held = outcome.intervals_that_hold();
            assert!(held >= 7, "{mechanism}: only {held} of 14 hold");
        }
    }

    #[test]
    fn what_cannot_be_simulated_is_refused_with_a_sentence() {
        let of = |request| Simulation::new(request).err().map(|e| e.to_string());
        assert!(
            of(request(10, "two-coins", "1"))
                .unwrap()
                .contains("two-coins")
        );
        assert!(
            of(request(10, "nonsense", "1"))
                .unwrap()
                .contains("use one of")
        );
        let nobody = CrowdRequest {
            population: vec![0, 0],
            ..request(10, "auto", "1")
        };
        assert!(of(nobody).unwrap().contains("nobody"));
    }

    #[test]
    fn an_empty_crowd_is_over_and_estimates_nothing() {
        let simulation = Simulation::new(request(0, "auto", "1")).unwrap();
        assert!(simulation.is_over());
        assert!(
            simulation
                .outcome(Confidence::default())
                .categories
                .is_empty()
        );
    }
}
