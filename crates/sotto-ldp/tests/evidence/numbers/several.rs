//! Several numbers at once: the channels read whole, and the means.

use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Channel, Confidence, OutsideDomain, PrivacyLoss, Randomizer, Report, certify,
    exact::Natural,
    numbers::{
        Grid, NumericRandomizer, ReportSums, SampledCoordinates, SampledReport, Window,
        estimate_mean,
    },
};

use super::{assert_standard, epsilon};

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
    let sampled = SampledCoordinates::piecewise(&epsilon("2"), &cells).unwrap();
    assert_eq!(sampled.sampled(), 1);
    let how = (Population::Sampled, Confidence::default());
    let mut errors = vec![];
    for seed in 0..200 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut sums = sampled.empty_sums();
        for _ in 0..300 {
            let report = sampled.to_report(&sampled.randomize(&answer, &mut rng).unwrap());
            sampled.accumulate(&report, &mut sums).unwrap();
        }
        assert_eq!(sums.iter().map(ReportSums::reports).sum::<u64>(), 300);
        let each = sampled.randomizers().iter().zip(&sums).zip(&grids);
        for (((randomizer, sums), grid), truth) in each.zip(truth) {
            let found = estimate_mean(randomizer, sums, grid, how).unwrap();
            errors.push((found.mean - truth) / found.standard_error);
        }
    }
    assert_eq!(errors.len(), 600);
    assert_standard(&errors, 2.0, "sampled");
}
