//! What a single made-up report adds to the estimate of a share: at most what planning says, and as much.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Counts, Intervals, MECHANISMS, Mechanism, Report, ReportShape,
    planning::manipulation::{share_weight, weight},
};

const VALUES: u32 = 4;

fn collector(name: &str, epsilon: &str) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism.parameters(&epsilon.parse().unwrap(), VALUES);
    mechanism.oracle(&parameters.unwrap(), VALUES).unwrap()
}

/// The greatest share that a report alone gives: estimates are means of what reports add.
fn share(collector: &dyn Collector, report: &Report) -> f64 {
    let mut counts = collector.empty_counts();
    collector.accumulate(report, &mut counts).unwrap();
    let estimates = collector.estimate(&counts, Intervals::default()).unwrap();
    let shares = estimates.iter().map(|one| one.share);
    shares.fold(f64::NEG_INFINITY, f64::max)
}

/// Reports of that form: all that honest devices are likely to send, and those with every bit set, which
/// they seldom do.
fn reports(collector: &dyn Collector) -> Vec<Report> {
    let mut generator = ChaCha20Rng::seed_from_u64(8);
    let honest = (0..400).map(|person| collector.randomize(person % VALUES, &mut generator));
    let mut reports: Vec<_> = honest.map(Result::unwrap).collect();
    let set = |bits: u32| {
        let mut bytes = vec![0xFF; bits.div_ceil(8) as usize];
        if let Some(last) = bytes.last_mut()
            && !bits.is_multiple_of(8)
        {
            *last = (1 << (bits % 8)) - 1;
        }
        bytes
    };
    match collector.report_shape() {
        ReportShape::Bits { bits } => reports.push(Report::Bits(set(bits))),
        ReportShape::Row { rows, bits } => {
            reports.extend((0..rows).map(|row| Report::Row(row, set(bits))));
        }
        _ => (),
    }
    reports
}

#[test]
fn no_report_of_any_mechanism_weighs_more_than_is_told() {
    for mechanism in MECHANISMS {
        let name = mechanism.name();
        for epsilon in ["0.5", "1", "3"] {
            let Ok(parameters) = mechanism.parameters(&epsilon.parse().unwrap(), VALUES) else {
                // For two values alone, or a table of one's own.
                continue;
            };
            let collector = mechanism.oracle(&parameters, VALUES).unwrap();
            let told = share_weight(&*collector).unwrap();
            let shares = reports(&*collector);
            let shares = shares.iter().map(|report| share(&*collector, report));
            let greatest = shares.fold(f64::NEG_INFINITY, f64::max);
            assert!(
                (greatest / told - 1.0).abs() < 1e-9,
                "{name} at {epsilon}: {greatest}, not {told}"
            );
        }
    }
}

/// A component travels in whole bytes, which hold more than any honest noise: 32,767 steps of 1/16 at ε = 1,
/// or 2,048 people who have the value, in each value at once. Whether it lies above one half, which
/// [`weight`] goes by, tells of 2.8.
#[test]
fn a_summed_component_weighs_as_much_as_its_bytes_hold() {
    let summed = collector("summation-histogram-encoding", "1");
    let told = share_weight(&*summed).unwrap();
    assert!((told - 32_767.0 / 16.0).abs() < 1e-9, "{told}");
    let support = summed.support_probabilities().unwrap();
    assert!((weight(support).unwrap() - 2.8).abs() < 0.05);
    // Among 2,000 honest reports one fake says that everybody, and more, has the first value.
    let mut generator = ChaCha20Rng::seed_from_u64(2);
    let mut counts = summed.empty_counts();
    for person in 0..1999 {
        let report = summed.randomize(1 + person % 3, &mut generator).unwrap();
        summed.accumulate(&report, &mut counts).unwrap();
    }
    let first = |counts: &Counts| summed.estimate(counts, Intervals::default()).unwrap()[0].share;
    let before = first(&counts);
    let bytes = vec![0xFF; 2 * VALUES as usize];
    summed
        .accumulate(&Report::Bits(bytes), &mut counts)
        .unwrap();
    let moved = 2000.0 * first(&counts) - 1999.0 * before;
    assert!((moved - told).abs() < 1e-6, "{moved}");
    // Published integers decide the bytes.
    let mechanism = Mechanism::named("she").unwrap();
    for (micros, steps, bytes) in [(1_000_000, 256, 3), (20_000_000, 1, 1), (1, 1 << 16, 6)] {
        let collector = mechanism.oracle(&[micros, steps], VALUES).unwrap();
        let expected = ((1_u64 << (8 * bytes - 1)) - 1) as f64 / steps as f64;
        let told = share_weight(&*collector).unwrap();
        assert!(
            (told / expected - 1.0).abs() < 1e-12,
            "{micros} {steps}: {told}"
        );
    }
}

/// "Yes" of 9 in 10 if it is true and 3 in 10 if not adds 7/6 to its share, and "no" 3/2 to its own.
#[test]
fn the_heavier_of_two_forced_responses_is_told() {
    let forced = Mechanism::named("forced-response").unwrap();
    let collector = forced.oracle(&[9, 3, 10], 2).unwrap();
    let told = share_weight(&*collector).unwrap();
    assert!((told - 1.5).abs() < 1e-12, "{told}");
    let shares = [0, 1].map(|report| share(&*collector, &Report::Index(report)));
    assert!((shares[0] - 7.0 / 6.0).abs() < 1e-12, "{shares:?}");
    assert!((shares[1] - 1.5).abs() < 1e-12, "{shares:?}");
}
