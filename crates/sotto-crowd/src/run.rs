//! A whole crowd, told about as it goes.

use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::Confidence;

use super::{
    protocol::{CrowdMessage, CrowdRequest},
    simulation::{Simulation, SimulationError},
};

/// How many times progress is told.
const CHUNKS: u32 = 100;

/// Simulates the crowd and tells `tell` of its progress, then of its outcome or why there is none. It
/// blocks until the crowd is done, so it must not run on a page's own thread.
pub fn run<R: CryptoRng>(request: CrowdRequest, rng: &mut R, mut tell: impl FnMut(CrowdMessage)) {
    let last = simulate(request, rng, &mut tell);
    tell(last.unwrap_or_else(|error| CrowdMessage::Refused(error.to_string())));
}

/// The same crowd for everybody who has the seed.
pub fn run_seeded(request: CrowdRequest, seed: u64, tell: impl FnMut(CrowdMessage)) {
    run(request, &mut ChaCha20Rng::seed_from_u64(seed), tell);
}

fn simulate<R: CryptoRng>(
    request: CrowdRequest,
    rng: &mut R,
    tell: &mut impl FnMut(CrowdMessage),
) -> Result<CrowdMessage, SimulationError> {
    let chunk = u64::from(request.people.div_ceil(CHUNKS));
    let mut simulation = Simulation::new(request)?;
    while !simulation.is_over() {
        simulation.advance(chunk, rng)?;
        // A crowd has a u32 of people.
        tell(CrowdMessage::Progress(
            u32::try_from(simulation.done()).unwrap_or(u32::MAX),
        ));
    }
    Ok(CrowdMessage::Done(
        simulation.outcome(Confidence::default()),
    ))
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    fn messages(people: u32, mechanism: &str) -> Vec<CrowdMessage> {
        let request = CrowdRequest {
            people,
            population: vec![3, 2, 1],
            mechanism: mechanism.to_owned(),
            epsilon: "1".parse().unwrap(),
            parameters: None,
            seed: None,
        };
        let mut messages = Vec::new();
        run(request, &mut ChaCha20Rng::seed_from_u64(3), |message| {
            messages.push(message);
        });
        messages
    }

    #[test]
    fn progress_rises_to_everybody_and_then_the_outcome_is_told() {
        for people in [1, 99, 100, 1_234] {
            let mut told = messages(people, "auto");
            let Some(CrowdMessage::Done(outcome)) = told.pop() else {
                panic!("no outcome");
            };
            assert_eq!(outcome.people, people);
            assert!(told.len() <= 100);
            let mut before = 0;
            for message in &told {
                let CrowdMessage::Progress(done) = *message else {
                    panic!("{message:?}");
                };
                assert!(done > before);
                before = done;
            }
            assert_eq!(before, people);
        }
    }

    #[test]
    fn a_request_that_cannot_be_carried_out_is_refused_once() {
        let told = messages(10, "nonsense");
        assert!(
            matches!(told.as_slice(), [CrowdMessage::Refused(why)] if why.contains("nonsense"))
        );
    }

    #[test]
    fn a_seed_makes_the_same_crowd_of_given_integers() {
        let crowd = |seed| {
            let request = CrowdRequest {
                people: 500,
                population: vec![1, 1],
                mechanism: "forced-response".to_owned(),
                epsilon: "ln 3".parse().unwrap(),
                // Four in five tell the truth.
                parameters: Some(vec![90, 10, 100]),
                seed: Some(seed),
            };
            let mut outcome = None;
            run_seeded(request, seed, |message| {
                if let CrowdMessage::Done(done) = message {
                    outcome = Some(done);
                }
            });
            outcome.unwrap()
        };
        assert_eq!(crowd(7), crowd(7));
        assert!((8..12).any(|other| crowd(other) != crowd(7)));
        // 0.066 wide; by ε = ln 3 it would be 0.15.
        let [low, high] = crowd(7).categories[0].interval;
        assert!(high - low < 0.1, "{low} {high}");
    }

    #[test]
    fn messages_survive_their_journey() {
        for message in messages(10, "auto") {
            // As values: a number may lose its last digit in text.
            let value = serde_json::to_value(&message).unwrap();
            assert_eq!(
                serde_json::from_value::<CrowdMessage>(value).unwrap(),
                message
            );
        }
    }
}
