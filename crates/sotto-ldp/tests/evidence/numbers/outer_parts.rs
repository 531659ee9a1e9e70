//! The published piecewise mechanism whose outer part is picked by a fair coin, and how it shows.

use rand::CryptoRng;
use sotto_ldp::{
    Channel, OutsideDomain, PrivacyLoss, Randomizer, Weights, certify,
    exact::Natural,
    numbers::{MeanEstimator, NumericRandomizer, Ratio, Score, SquareLaw, Window},
};

use super::{epsilon, is_unbiased, to_f64};

/// The textbook's window whose outer part is picked by a fair coin and not by length: what lies on
/// the short side is too likely. At ε = 1 and t = 0.9 the mean comes out near 1.86, and a report
/// beside the window on the short side costs far more than ε.
#[test]
fn an_outer_part_by_a_fair_coin_is_caught() {
    struct FairCoin {
        window: Window,
        common: u64,
    }
    impl Randomizer for FairCoin {
        type Input = u32;
        type Output = u32;
        fn randomize<R: CryptoRng + ?Sized>(
            &self,
            input: u32,
            rng: &mut R,
        ) -> Result<u32, OutsideDomain> {
            self.window.randomize(input, rng)
        }
        fn privacy_loss(&self) -> PrivacyLoss {
            self.window.privacy_loss()
        }
    }
    impl Channel for FairCoin {
        fn inputs(&self) -> u32 {
            self.window.cells()
        }
        fn outputs(&self) -> Box<dyn Iterator<Item = u32> + '_> {
            Channel::outputs(&self.window)
        }
        fn weight(&self, input: u32, output: &u32) -> Natural {
            let Weights { truth, other } = self.window.weights();
            let steps = u64::from(self.window.cells() - 1);
            let (left, right) = (u64::from(input), steps - u64::from(input));
            let all = Natural::from(self.common).times(other).times(steps);
            let half = |cells: u64, one_sided: bool| {
                let cell = all.divided_by(cells).unwrap();
                if one_sided { cell.times(2) } else { cell }
            };
            if *output < input {
                half(left, right == 0)
            } else if *output >= input + self.window.width() {
                half(right, left == 0)
            } else {
                Natural::from(2 * self.common).times(truth)
            }
        }
        fn row_total(&self) -> Natural {
            self.window.row_total().times(2 * self.common)
        }
    }
    impl NumericRandomizer for FairCoin {
        fn cells(&self) -> u32 {
            self.window.cells()
        }
        fn output_cells(&self) -> u32 {
            self.window.output_cells()
        }
        fn certificate(&self) -> sotto_ldp::Certificate {
            certify(self)
        }
    }
    impl MeanEstimator for FairCoin {
        fn score(&self, output: u32) -> Score {
            self.window.score(output)
        }
        fn unit(&self, part: usize) -> Ratio {
            self.window.unit(part)
        }
        fn square_law(&self, part: usize) -> SquareLaw {
            self.window.square_law(part)
        }
    }
    // The textbook's width is e^(−½) of the way the window moves.
    let e = epsilon("1");
    let window = Window::with_width(&e, 21, 12).unwrap();
    assert!(certify(&window).holds(&e.exp_lower_bound()) && is_unbiased(&window));
    let mutant = FairCoin {
        window,
        common: (1..=20_u64).fold(1, |lcm, n| lcm * n / gcd(lcm, n)),
    };
    let certificate = certify(&mutant);
    assert!(certificate.rows_are_equal);
    assert!(!certificate.holds(&e.exp_lower_bound()));
    assert!(certificate.privacy_loss.unwrap().to_f64() > 2.0);
    assert!(!is_unbiased(&mutant));
    // t = 0.9 is cell 19 of 20 steps.
    let total = to_f64(&mutant.row_total());
    let mean: f64 = Channel::outputs(&mutant)
        .map(|output| {
            let number = mutant.score(output).steps as f64 * mutant.unit(0).to_f64();
            to_f64(&mutant.weight(19, &output)) / total * number
        })
        .sum();
    assert!((mean - 1.86).abs() < 0.1, "{mean}");
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
