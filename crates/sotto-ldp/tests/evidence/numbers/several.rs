//! Several numbers at once: the channels read whole, the published ties, and the means.

use num_bigint::BigInt;
use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Channel, Confidence, OutsideDomain, PrivacyLoss, Randomizer, Report, Weights, certify,
    exact::Natural,
    numbers::{
        Grid, MeanEstimate, NumericRandomizer, SampledCoordinates, SampledReport, SeveralDuchi,
        Window,
    },
};

use crate::words::{Words, word_for};

use super::{assert_certified, assert_standard, big, epsilon};

type Weight<'a, O> = Box<dyn Fn(&[u32], &O) -> Natural + 'a>;

/// Several grids as one channel: inputs and outputs in mixed radix.
struct Flat<'a, O> {
    grids: &'a [u32],
    outputs: Vec<O>,
    weight: Weight<'a, O>,
    row_total: Natural,
    privacy_loss: PrivacyLoss,
}

impl<O> Flat<'_, O> {
    fn inputs_of(&self, mut index: u32) -> Vec<u32> {
        let digits = self.grids.iter().map(|cells| {
            let digit = index % cells;
            index /= cells;
            digit
        });
        digits.collect()
    }
}

impl<O: Clone> Randomizer for Flat<'_, O> {
    type Input = u32;
    type Output = O;
    fn randomize<R: CryptoRng + ?Sized>(&self, _: u32, _: &mut R) -> Result<O, OutsideDomain> {
        unreachable!("only the weights are read")
    }
    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl<O: Clone> Channel for Flat<'_, O> {
    fn inputs(&self) -> u32 {
        self.grids.iter().product()
    }
    fn outputs(&self) -> Box<dyn Iterator<Item = O> + '_> {
        Box::new(self.outputs.iter().cloned())
    }
    fn weight(&self, input: u32, output: &O) -> Natural {
        (self.weight)(&self.inputs_of(input), output)
    }
    fn row_total(&self) -> Natural {
        self.row_total.clone()
    }
}

const SEVERAL_GRIDS: [&[u32]; 6] = [&[5], &[3, 4], &[2, 3, 2], &[2, 2, 3, 2], &[2; 5], &[2; 6]];

fn flat_duchi<'a>(several: &'a SeveralDuchi, grids: &'a [u32]) -> Flat<'a, u64> {
    Flat {
        grids,
        outputs: (0..1 << grids.len()).collect(),
        weight: Box::new(|inputs, signs| several.weight(inputs, *signs)),
        row_total: several.row_total(),
        privacy_loss: several.privacy_loss(),
    }
}

/// Σ weight·sign·B = t·row total, for every number and every input.
fn signs_are_unbiased(flat: &Flat<'_, u64>, numerator: u128, denominator: u128) -> bool {
    (0..flat.inputs()).all(|input| {
        let inputs = flat.inputs_of(input);
        let weights: Vec<_> = flat
            .outputs
            .iter()
            .map(|signs| big(&flat.weight(input, signs)))
            .collect();
        flat.grids
            .iter()
            .zip(inputs)
            .enumerate()
            .all(|(place, (&cells, cell))| {
                let sum: BigInt = (0..)
                    .zip(&weights)
                    .map(|(signs, weight): (u64, _)| {
                        if signs >> place & 1 == 1 {
                            weight.clone()
                        } else {
                            -weight
                        }
                    })
                    .sum();
                let steps = i64::from(cells - 1);
                sum * numerator * steps
                    == big(&flat.row_total) * denominator * (2 * i64::from(cell) - steps)
            })
    })
}

#[test]
fn duchi_for_several_numbers_is_certified_and_unbiased() {
    for grids in SEVERAL_GRIDS {
        for text in ["0.1", "1", "ln 3", "4"] {
            let several = SeveralDuchi::new(&epsilon(text), grids).unwrap();
            let flat = flat_duchi(&several, grids);
            assert_certified(&flat, text);
            let unit = several.unit();
            assert!(
                signs_are_unbiased(&flat, unit.numerator, unit.denominator),
                "{grids:?}"
            );
        }
    }
}

/// As published, ties of an even number of signs are in both halves: then their weight is a + b, and
/// the true ε is ln(e^ε + 1), 1.3133 for a claimed 1. In the agreeing half alone, with the published
/// B, the mean is wrong. Neither passes.
#[test]
fn ties_in_both_halves_or_in_one_are_caught() {
    let grids = [2, 2];
    let several = SeveralDuchi::new(&epsilon("1"), &grids).unwrap();
    let [truth, other] = several.parameters()[..] else {
        panic!()
    };
    // Inputs at the ends: their signs are certain. |T⁺| = |T⁻| = 3 with ties.
    let agreement = |inputs: &[u32], signs: u64| -> u32 {
        (0..2)
            .map(|place| u32::from(signs >> place & 1 == u64::from(inputs[place])))
            .sum()
    };
    let published = |ties: u64, total: u64| Flat {
        grids: &grids,
        outputs: (0..4).collect(),
        weight: Box::new(move |inputs: &[u32], signs: &u64| {
            Natural::from(match agreement(inputs, *signs) {
                2 => truth,
                1 => ties,
                _ => other,
            })
        }),
        row_total: Natural::from(total),
        privacy_loss: PrivacyLoss::default(),
    };
    let both = published(truth + other, 3 * (truth + other));
    let certificate = certify(&both);
    assert!(certificate.rows_are_equal);
    assert!(!certificate.holds(&epsilon("1").exp_lower_bound()));
    assert_eq!(certificate.privacy_loss.unwrap().to_string(), "1.313262");
    // B = C_d(a+b)/(a−b) with C_2 = (2 + 1)/1: it is unbiased, but not private.
    let sum = u128::from(truth + other);
    let difference = u128::from(truth - other);
    assert!(signs_are_unbiased(&both, 3 * sum, difference));

    // One half alone, drawn with chance a/(a+b): the agreeing half is 3 vectors with its ties.
    let one = Flat {
        weight: Box::new(move |inputs: &[u32], signs: &u64| {
            Natural::from(if agreement(inputs, *signs) >= 1 {
                truth
            } else {
                3 * other
            })
        }),
        ..published(0, 3 * (truth + other))
    };
    assert!(certify(&one).rows_are_equal);
    assert!(!signs_are_unbiased(&one, 3 * sum, difference));
}

/// Over all that can be drawn, signs come as often as their weights, the rejected draws aside.
#[test]
fn signs_are_drawn_by_their_weights() {
    let grids = [3, 2];
    let weights = Weights { truth: 4, other: 1 };
    let several = SeveralDuchi::with_weights(weights, &grids).unwrap();
    for inputs in [[0, 0], [1, 0], [1, 1], [2, 1]] {
        let mut seen = [0_u64; 4];
        // One word of two values rounds the first number, none is needed for the second; one is
        // the signs, one the coin of four values.
        for code in 0..2 * 2 * 4 * 4_u64 {
            let mut words = Words::new([
                word_for(code % 2, 2),
                code / 2 % 2,
                code / 4 % 4,
                word_for(code / 16, 4),
            ]);
            let signs = several.randomize(&inputs, &mut words).unwrap();
            if !words.ran_out {
                seen[signs as usize] += 1;
            }
        }
        for (signs, count) in (0..).zip(seen) {
            // The word for the second number is drawn, and its value does not matter.
            let weight = several.weight(&inputs, signs).to_u64().unwrap();
            assert_eq!(count, 2 * weight, "{inputs:?}, {signs}");
        }
    }
}

fn flat_sampled<'a>(
    several: &'a SampledCoordinates<Window>,
    grids: &'a [u32],
) -> Flat<'a, SampledReport> {
    let dimensions = grids.len() as u32;
    let sets = (0_u32..1 << dimensions).filter(|set| set.count_ones() == several.sampled());
    let mut outputs = Vec::new();
    for set in sets {
        let mut reports = vec![vec![]];
        for place in (0..dimensions).filter(|place| set >> place & 1 == 1) {
            let cells = several.randomizers()[place as usize].output_cells();
            reports = reports
                .iter()
                .flat_map(|report| {
                    (0..cells).map(move |cell| [&report[..], &[(place, cell)]].concat())
                })
                .collect();
        }
        outputs.extend(reports.into_iter().map(|cells| SampledReport { cells }));
    }
    Flat {
        grids,
        outputs,
        weight: Box::new(|inputs, report| several.weight(inputs, report)),
        row_total: several.row_total(),
        privacy_loss: several.privacy_loss(),
    }
}

#[test]
fn sampled_numbers_are_certified() {
    let window = |text: &str, cells| Window::with_width(&epsilon(text), cells, 2).unwrap();
    for (sampled, whole) in [(1, "1"), (2, "2"), (3, "3")] {
        let grids = [2, 3, 2];
        let parts = grids.map(|cells| window("1", cells));
        let several = SampledCoordinates::new(parts.to_vec(), sampled).unwrap();
        let flat = flat_sampled(&several, &grids);
        let certificate = certify(&flat);
        assert!(certificate.rows_are_equal);
        assert!(certificate.holds(&epsilon(whole).exp_lower_bound()));
        let found = certificate.privacy_loss.unwrap().micros();
        let said = several.privacy_loss().micros();
        assert!(
            found <= said && said <= found + u64::from(sampled),
            "{found} of {said}"
        );
    }
}

/// Drawing places with replacement and overwriting one drawn twice loses reports: what is left of
/// two places of two is a report of one, which is refused.
#[test]
fn a_number_drawn_twice_is_refused() {
    let parts = vec![Window::with_width(&epsilon("1"), 3, 2).unwrap(); 2];
    let several = SampledCoordinates::new(parts, 2).unwrap();
    let mut sums = several.empty_sums();
    for report in [vec![1], vec![1, 1], vec![1, 2]] {
        assert!(
            several
                .accumulate(&Report::Indices(report), &mut sums)
                .is_err()
        );
    }
    several
        .accumulate(&Report::Indices(vec![1, 5]), &mut sums)
        .unwrap();
    assert_eq!(sums[0].reports() + sums[1].reports(), 2);
}

/// Means of several numbers at once, calibrated as above; each number's n is the number of reports
/// that hold it, and taking all respondents for it would shrink the error by √3.
#[test]
fn several_means_are_calibrated() {
    let grids: Vec<Grid> = [10, 5, 100]
        .map(|max| Grid::new(0.into(), max.into(), 1.into()).unwrap())
        .into();
    let cells: Vec<_> = grids.iter().map(Grid::cells).collect();
    let truth = [2.0, 4.0, 50.0];
    let answer = [2, 4, 50];
    let duchi = SeveralDuchi::new(&epsilon("2"), &cells).unwrap();
    let sampled = SampledCoordinates::hybrid(&epsilon("2"), &cells).unwrap();
    assert_eq!(sampled.sampled(), 1);
    let (mut of_duchi, mut of_sampled) = (vec![], vec![]);
    for seed in 0..200 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let (mut signs, mut sums) = (duchi.empty_sums(), sampled.empty_sums());
        for _ in 0..300 {
            let report = duchi.to_report(duchi.randomize(&answer, &mut rng).unwrap());
            duchi.accumulate(&report, &mut signs).unwrap();
            let report = sampled.to_report(&sampled.randomize(&answer, &mut rng).unwrap());
            sampled.accumulate(&report, &mut sums).unwrap();
        }
        assert_eq!(
            sums.iter()
                .map(sotto_ldp::numbers::ReportSums::reports)
                .sum::<u64>(),
            300
        );
        let of = |found: Vec<Option<MeanEstimate>>| -> Vec<f64> {
            let each = found.into_iter().flatten().zip(truth);
            each.map(|(estimate, truth)| (estimate.mean - truth) / estimate.standard_error)
                .collect()
        };
        of_duchi.extend(of(duchi.estimate_means(
            &signs,
            &grids,
            (Population::Sampled, Confidence::default()),
        )));
        of_sampled.extend(of(sampled.estimate_means(
            &sums,
            &grids,
            (Population::Sampled, Confidence::default()),
        )));
    }
    assert_eq!((of_duchi.len(), of_sampled.len()), (600, 600));
    assert_standard(&of_duchi, 4.0, "duchi");
    assert_standard(&of_sampled, 2.0, "sampled");
}
