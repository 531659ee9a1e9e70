//! The channels of single numbers, read whole: certificates, means, variances and draws.

use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Channel, Epsilon, Evidence, Mechanism, NUMERIC_MECHANISMS, OutsideDomain, PrivacyLoss,
    Randomizer, Report, Weights,
    exact::Natural,
    numbers::{
        Duchi, Hybrid, Laplace, MeanEstimator, NumericRandomizer, Window,
        design::{self, textbook},
        square_wave,
    },
};

use crate::words::{Words, word_for};

use super::{CELLS, EPSILONS, assert_certified, assert_unbiased, epsilon, to_f64};

/// The variance of what a report stands for, for each input, read off the channel.
fn variances<C: Channel<Output = u32> + MeanEstimator>(channel: &C) -> Vec<f64> {
    let total = to_f64(&channel.row_total());
    let steps = f64::from(channel.cells() - 1);
    (0..channel.cells())
        .map(|input| {
            let t = f64::from(input) * 2.0 / steps - 1.0;
            let square: f64 = channel
                .outputs()
                .map(|output| {
                    let score = channel.score(output);
                    let number = score.steps as f64 * channel.unit(score.part).to_f64();
                    to_f64(&channel.weight(input, &output)) / total * number * number
                })
                .sum();
            square - t * t
        })
        .collect()
}

/// What estimators are told of squares is what the channel does.
fn assert_square_law<C: Channel<Output = u32> + MeanEstimator>(channel: &C) {
    let steps = f64::from(channel.cells() - 1);
    for (input, variance) in variances(channel).into_iter().enumerate() {
        let t = input as f64 * 2.0 / steps - 1.0;
        let expected: f64 = (0..channel.parts())
            .map(|part| {
                let law = channel.square_law(part);
                let unit = channel.unit(part).to_f64();
                channel.share(part) * unit * unit * (law.slope * t * t + law.constant)
            })
            .sum();
        let found = variance + t * t;
        assert!(
            (found - expected).abs() < 1e-8 * expected,
            "{input}: {found}, {expected}"
        );
    }
}

fn worst<C: Channel<Output = u32> + MeanEstimator>(channel: &C) -> f64 {
    variances(channel).into_iter().fold(0.0, f64::max)
}

#[test]
fn every_channel_is_certified_and_unbiased() {
    for text in EPSILONS {
        for cells in CELLS {
            let e = epsilon(text);
            let duchi = Duchi::new(&e, cells).unwrap();
            assert_certified(&duchi, text);
            assert_unbiased(&duchi);
            let widths = [1, 2, 7, 20];
            let windows = widths.map(|width| Window::with_width(&e, cells, width).unwrap());
            for window in windows.into_iter().chain([square_wave(&e, cells).unwrap()]) {
                assert_certified(&window, text);
                assert_unbiased(&window);
            }
        }
    }
}

#[test]
fn chosen_windows_and_mixtures_are_certified_and_unbiased() {
    // At the least ε the best windows are the widest there are; they are taken by structure.
    for text in &EPSILONS[2..] {
        for cells in [2, 5, 12] {
            let e = epsilon(text);
            let piecewise = Window::piecewise(&e, cells).unwrap();
            assert_certified(&piecewise, text);
            assert_unbiased(&piecewise);
            assert_square_law(&piecewise);
            let hybrid = Hybrid::new(&e, cells).unwrap();
            assert_certified(&hybrid, text);
            assert_unbiased(&hybrid);
            assert_square_law(&hybrid);
            assert_square_law(&Duchi::new(&e, cells).unwrap());
        }
    }
}

#[test]
fn certificates_by_structure_agree_with_those_by_enumeration() {
    let e = epsilon("1");
    let small = NumericRandomizer::certificate(&Window::piecewise(&e, 101).unwrap());
    let large = NumericRandomizer::certificate(&Window::piecewise(&e, 100_001).unwrap());
    assert_eq!(
        (small.evidence, large.evidence),
        (Evidence::Enumeration, Evidence::Structure)
    );
    assert_eq!(small.privacy_loss, large.privacy_loss);
    for mechanism in NUMERIC_MECHANISMS {
        for (text, cells) in [("0.5", 11), ("1", 101), ("ln 3", 5000), ("8", 2)] {
            let e = epsilon(text);
            let parameters = mechanism.parameters(&e, cells).unwrap();
            let randomizer = mechanism.oracle(&parameters, cells).unwrap();
            let certificate = randomizer.certificate();
            let name = mechanism.name();
            assert!(certificate.holds(&e.exp_lower_bound()), "{name} {text}");
            assert_eq!(
                certificate.privacy_loss,
                Some(randomizer.privacy_loss()),
                "{name} {text}"
            );
            assert!(randomizer.privacy_loss() <= e.privacy_loss());
            assert!(randomizer.privacy_loss().micros() + 2 >= e.privacy_loss().micros());
        }
    }
}

/// One unit more in the greater weight is above ε.
#[test]
fn one_unit_too_much_is_caught() {
    for text in ["0.5", "1", "ln 3", "5"] {
        for name in ["duchi", "piecewise", "hybrid", "square-wave"] {
            let mechanism = Mechanism::for_numbers(name).unwrap();
            let mut parameters = mechanism.parameters(&epsilon(text), 11).unwrap();
            parameters[0] += 1;
            let greedy = mechanism.oracle(&parameters, 11).unwrap();
            assert!(
                !greedy.certificate().holds(&epsilon(text).exp_lower_bound()),
                "{name}"
            );
        }
        let laplace = Mechanism::for_numbers("laplace").unwrap();
        let parameters = laplace.parameters(&epsilon(text), 11).unwrap();
        let (greedy, per) = (parameters[0] + 1, parameters[1]);
        let greedy = laplace.oracle(&[greedy, per, 0], 11).unwrap();
        assert!(!greedy.certificate().holds(&epsilon(text).exp_lower_bound()));
    }
}

/// The acceptance table: worst-case variances at ε = ½, 1, 2, 4. Duchi's and Laplace's are the
/// textbook's; the window and hybrid are below the textbook's piecewise and hybrid mechanisms.
#[test]
fn worst_variances_are_those_accepted() {
    for (text, laplace, duchi, piecewise, hybrid) in [
        ("0.5", 32.0, 16.6708, 21.2226, 16.6708),
        ("1", 8.0, 4.6827, 5.2236, 4.2890),
        ("2", 2.0, 1.7241, 1.2276, 1.0423),
        ("4", 0.5, 1.0760, 0.2414, 0.2190),
    ] {
        let e = epsilon(text);
        // 101 cells have one at t = 0, where Duchi is worst.
        assert!(
            (worst(&Duchi::new(&e, 101).unwrap()) - duchi).abs() < 5.1e-5,
            "{text}"
        );
        assert!(
            worst(&Window::piecewise(&e, 201).unwrap()) < piecewise,
            "{text}"
        );
        assert!(
            worst(&Hybrid::new(&e, 101).unwrap()) < hybrid + 5.1e-5,
            "{text}"
        );
        let noisy = Laplace::new(&e, 1001).unwrap().uncut().unwrap();
        let unit = noisy.unit(0).to_f64();
        let found = noisy.square_law(0).constant * unit * unit;
        assert!((found - laplace).abs() < 1e-4 * laplace, "{text}: {found}");
    }
    // m = 100, that is 201 cells, and a five-point scale, at ε = 2.
    let e = epsilon("2");
    let found = worst(&Window::piecewise(&e, 201).unwrap());
    assert!((found - 1.092).abs() < 5e-4, "{found}");
    let five = worst(&Window::piecewise(&e, 5).unwrap());
    assert!(five < 1.084, "{five}");
}

#[test]
fn best_windows_and_duchi_cross_below_the_textbooks() {
    // Textbook: 1.28978. The best window is better than the textbook's, so it wins earlier.
    let gap = |micros: u32| {
        let e = Epsilon::from_micros(micros).unwrap();
        let width = design::piecewise_width(&e, 1001);
        let window = design::window_variances(&e, 1001, width).worst();
        window - textbook::duchi((f64::from(micros) / 1e6).exp()).worst()
    };
    assert!(gap(1_000_000) > 0.0 && gap(1_289_780) < 0.0);
}

/// Over all that can be drawn below the total, each output comes as often as its weight.
#[test]
fn draws_are_the_weights_over_every_draw() {
    fn check<C: Channel<Output = u32>>(channel: &C, outputs: usize) {
        let total = channel.row_total().to_u64().unwrap();
        for input in 0..channel.inputs() {
            let mut seen = vec![0_u64; outputs];
            for drawn in 0..total {
                let mut words = Words::new([word_for(drawn, total)]);
                let output = channel.randomize(input, &mut words).unwrap();
                assert!(words.all_taken());
                seen[output as usize] += 1;
            }
            for (output, count) in (0..).zip(seen) {
                assert_eq!(
                    channel.weight(input, &output).to_u64(),
                    Some(count),
                    "{input}, {output}"
                );
            }
        }
    }
    let weights = |truth, other| Weights { truth, other };
    for (truth, other, cells, width) in [(3, 1, 2, 1), (7, 2, 5, 2), (19, 4, 8, 5), (5, 3, 3, 9)] {
        let mechanism = Mechanism::for_numbers("piecewise").unwrap();
        assert!(
            mechanism
                .oracle(&[truth, other, width.into()], cells)
                .is_ok()
        );
        let e = Epsilon::ln_ratio(truth as u32, other as u32).unwrap();
        let window = Window::with_width(&e, cells, width).unwrap();
        assert!(window.privacy_loss() <= e.privacy_loss());
        check(
            &PublishedWindow::new(weights(truth, other), cells, width),
            (cells - 1 + width) as usize,
        );
        check(
            &Duchi::with_weights(weights(truth, other), cells).unwrap(),
            2,
        );
    }
}

/// The registry's window with small weights, read through its reports.
struct PublishedWindow {
    inner: Box<dyn sotto_ldp::Collector>,
    weights: Weights,
    width: u32,
}

impl PublishedWindow {
    fn new(weights: Weights, cells: u32, width: u32) -> Self {
        let mechanism = Mechanism::for_numbers("square-wave").unwrap();
        let parameters = [weights.truth, weights.other, width.into()];
        Self {
            inner: mechanism.oracle(&parameters, cells).unwrap(),
            weights,
            width,
        }
    }
}

impl Randomizer for PublishedWindow {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        mut rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        match self.inner.randomize(input, &mut rng)? {
            Report::Index(index) => Ok(index),
            report => panic!("{report}"),
        }
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.inner.privacy_loss()
    }
}

/// The definition, written down a second time.
impl Channel for PublishedWindow {
    fn inputs(&self) -> u32 {
        self.inner.domain_size()
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.inner.sum_count())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let near = (input..input + self.width).contains(output);
        Natural::from(if near {
            self.weights.truth
        } else {
            self.weights.other
        })
    }

    fn row_total(&self) -> Natural {
        let near = self.weights.truth * u64::from(self.width);
        Natural::from(near + self.weights.other * u64::from(self.inner.domain_size() - 1))
    }
}

/// The coin of hybrid does not look at the answer, and decides at its published chance exactly.
#[test]
fn hybrids_coin_is_its_share() {
    let weights = Weights { truth: 3, other: 1 };
    let share = 1 << 30;
    let hybrid = Hybrid::with_weights(weights, 4, 2, share).unwrap();
    for input in 0..4 {
        for (coin, window) in [
            (0, true),
            (share - 1, true),
            (share, false),
            ((1 << 32) - 1, false),
        ] {
            let output = hybrid
                .randomize(input, &mut Words::new([word_for(coin, 1 << 32), 1]))
                .unwrap();
            assert_eq!(output < 5, window, "{coin}");
        }
    }
    assert_unbiased(&hybrid);
    // Any share keeps ε and the mean.
    for share in [1, 12345, u64::from(u32::MAX)] {
        let hybrid = Hybrid::with_weights(weights, 4, 2, share).unwrap();
        assert_certified(&hybrid, "ln 3");
        assert_unbiased(&hybrid);
    }
}

/// Rounding to the two ends by chance and then randomized response is Duchi's mechanism, weight for
/// weight.
#[test]
fn rounding_and_randomized_response_are_duchis_mechanism() {
    for cells in CELLS {
        let weights = Weights { truth: 7, other: 2 };
        let duchi = Duchi::with_weights(weights, cells).unwrap();
        for input in 0..cells {
            // Of so many draws, cell i is rounded up in i.
            let (down, up) = (u64::from(cells - 1 - input), u64::from(input));
            let told = up * weights.truth + down * weights.other;
            assert_eq!(duchi.weight(input, &1), Natural::from(told));
        }
        assert_eq!(duchi.row_total(), Natural::from(u64::from(cells - 1) * 9));
    }
}

/// As surveys published it before: discrete Laplace noise is symmetric about the answer, and its cells do not tell the answer: each
/// output is possible for each input. Bounds on the mean are 6 deviations, 2·10⁻⁹.
#[test]
fn laplace_noise_is_centred_and_bounded() {
    let laplace = Laplace::new(&epsilon("2"), 21).unwrap().uncut().unwrap();
    assert_eq!(laplace.privacy_loss(), epsilon("2").privacy_loss());
    // γ = ε/20 for each step; the reach is 32 scales of 10 steps.
    assert_eq!(laplace.reach(), 320);
    assert_eq!(laplace.output_cells(), 21 + 640);
    assert_eq!(laplace.score(330).steps, 0);
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    for input in [0, 7, 20] {
        let draws = 50_000;
        let mut sum = 0;
        for _ in 0..draws {
            sum += i64::from(laplace.randomize(input, &mut rng).unwrap());
        }
        let mean = sum as f64 / f64::from(draws) - 320.0;
        // Var Z is just below 2/γ² = 200.
        let deviation = (200.0 / f64::from(draws)).sqrt();
        assert!(
            (mean - f64::from(input)).abs() < 6.0 * deviation,
            "{input}: {mean}"
        );
    }
}
