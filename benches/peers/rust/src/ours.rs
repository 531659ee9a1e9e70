//! Our oracles in two ways. "sotto" is typed: reports are drawn into memory that is used again, and
//! counted in batches of what was drawn. "sotto-any" is what the widget and the collector do: the
//! mechanism by its name, reports in the form in which they travel. The collector's time includes
//! decoding and the estimates of all values with their intervals.

use std::{collections::HashMap, error::Error, hint::black_box, num::NonZeroU64};

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, Intervals, Mechanism, Report, ShareEstimator,
    randomizers::{
        BloomFilterEncoding, DirectEncoding, HadamardCountMeanSketch, HadamardResponse,
        OptimizedLocalHashing, ProjectiveGeometryResponse, SubsetSelection,
        SummationHistogramEncoding, UnaryEncoding, count_mean_sketch, sketch::SketchShape,
        thresholding_histogram_encoding,
    },
    uniform_below,
};

use crate::stopwatch::{Micros, per_report};

type Answer = Result<Micros, Box<dyn Error>>;

#[derive(Default)]
pub struct Ours {
    values: HashMap<u32, Vec<u32>>,
}

impl Ours {
    pub fn time(&mut self, mechanism: &str, size: u32, side: &str, typed: bool) -> Answer {
        let values = self
            .values
            .entry(size)
            .or_insert_with(|| zipf(size, 100_000));
        // Reports of kilobytes: fewer of them are as long.
        let values = match mechanism {
            "summation-histogram-encoding" => &values[..10_000],
            "count-mean-sketch" => &values[..20_000],
            _ => values,
        };
        let epsilon: Epsilon = "1".parse()?;
        if !typed {
            return any(mechanism, &epsilon, size, side, values);
        }
        match mechanism {
            "direct-encoding" | "randomized-response" => {
                typed_time(&DirectEncoding::new(&epsilon, size)?, side, values)
            }
            "symmetric-unary-encoding" | "unary-encoding" => {
                typed_time(&UnaryEncoding::symmetric(&epsilon, size)?, side, values)
            }
            "optimized-unary-encoding" => {
                typed_time(&UnaryEncoding::optimized(&epsilon, size)?, side, values)
            }
            "thresholding-histogram-encoding" => {
                let parts = thresholding_histogram_encoding::best_threshold(&epsilon);
                let oracle =
                    thresholding_histogram_encoding::with_threshold(&epsilon, parts, size)?;
                typed_time(&oracle, side, values)
            }
            "summation-histogram-encoding" => {
                let oracle = SummationHistogramEncoding::new(&epsilon, size)?;
                typed_time(&oracle, side, values)
            }
            "optimized-local-hashing" => {
                typed_time(&OptimizedLocalHashing::new(&epsilon, size)?, side, values)
            }
            "hadamard-response" => {
                typed_time(&HadamardResponse::new(&epsilon, size)?, side, values)
            }
            "subset-selection" => typed_time(&SubsetSelection::new(&epsilon, size)?, side, values),
            "projective-geometry-response" => {
                let oracle = ProjectiveGeometryResponse::new(&epsilon, size)?;
                typed_time(&oracle, side, values)
            }
            "count-mean-sketch" => {
                let oracle = count_mean_sketch::with_shape(&epsilon, SketchShape::DEFAULT, size)?;
                typed_time(&oracle, side, values)
            }
            "hadamard-count-mean-sketch" => {
                let oracle = HadamardCountMeanSketch::new(&epsilon, SketchShape::DEFAULT, size)?;
                typed_time(&oracle, side, values)
            }
            "bloom-filter-encoding" => {
                let oracle = BloomFilterEncoding::new(&epsilon, 8, 2, 64, size)?;
                typed_time(&oracle, side, values)
            }
            _ => Err(format!("there is no typed {mechanism}").into()),
        }
    }
}

fn typed_time<O>(oracle: &O, side: &str, values: &[u32]) -> Answer
where
    O: ShareEstimator + Send + Sync,
{
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    if side == "client" {
        let mut output = oracle.randomize(0, &mut generator)?;
        return Ok(per_report(values.len(), || {
            for &value in values {
                let _ = oracle.randomize_into(value, &mut generator, &mut output);
                black_box(&output);
            }
        }));
    }
    let draw = |&value| oracle.randomize(value, &mut generator);
    let outputs: Vec<_> = values.iter().map(draw).collect::<Result<_, _>>()?;
    Ok(per_report(values.len(), || {
        let mut counts = sotto_ldp::Collector::empty_counts(oracle);
        let mut sums = counts.sums().to_vec();
        oracle.add_reports(&outputs, &mut sums);
        if let Ok(counted) = sotto_ldp::Counts::new(outputs.len() as u64, sums) {
            counts = counted;
        }
        let _ = black_box(oracle.estimate_sums(&counts, Intervals::default()));
    }))
}

fn any(name: &str, epsilon: &Epsilon, size: u32, side: &str, values: &[u32]) -> Answer {
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let mechanism = Mechanism::named(name)?;
    let parameters = mechanism.parameters(epsilon, size)?;
    if side == "client" {
        let randomizer = mechanism.randomizer(&parameters, size)?;
        randomizer.randomize(0, &mut generator)?;
        return Ok(per_report(values.len(), || {
            for &value in values {
                let _ = black_box(randomizer.randomize(value, &mut generator));
            }
        }));
    }
    let oracle = mechanism.oracle(&parameters, size)?;
    let draw = |&value| oracle.randomize(value, &mut generator);
    let reports: Vec<Report> = values.iter().map(draw).collect::<Result<_, _>>()?;
    let proven = reports.into_iter().map(|report| oracle.prove(report));
    let reports: Vec<_> = proven.collect::<Result<_, _>>()?;
    Ok(per_report(values.len(), || {
        let mut counts = oracle.empty_counts();
        let _ = oracle.accumulate_all(&reports.iter().collect::<Vec<_>>(), &mut counts);
        let _ = black_box(oracle.estimate(&counts, Intervals::default()));
    }))
}

/// Billions of bytes a second that one thread reads in order, and that unary reports of 1,024
/// values, side by side in as much memory, are counted with.
pub fn bandwidth() -> Result<(f64, f64), Box<dyn Error>> {
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let words: Vec<u64> = (0..16_usize << 20).map(|_| generator.next_u64()).collect();
    let bytes = 8.0 * words.len() as f64;
    let read = per_report(1, || {
        // Eight sums, so that no addition waits for the one before.
        let mut sums = [0_u64; 8];
        for words in words.chunks_exact(8) {
            for (sum, word) in sums.iter_mut().zip(words) {
                *sum = sum.wrapping_add(*word);
            }
        }
        black_box(sums);
    });
    let oracle = UnaryEncoding::optimized(&"1".parse()?, 1024)?;
    let counted = per_report(1, || {
        let mut sums = vec![0; 1024];
        oracle.add_strings(&words, &mut sums);
        black_box(&sums);
    });
    Ok((bytes / read.cpu / 1e3, bytes / counted.cpu / 1e3))
}

/// Values with chances ∝ 1/rank^1.1.
fn zipf(domain_size: u32, people: usize) -> Vec<u32> {
    let mut generator = ChaCha20Rng::seed_from_u64(7);
    let mut cumulative = Vec::new();
    let mut sum = 0;
    for rank in 1..=domain_size {
        sum += (f64::from(rank).powf(-1.1) * 2_f64.powi(40)) as u64;
        cumulative.push(sum);
    }
    let bound = NonZeroU64::new(sum).unwrap_or(NonZeroU64::MIN);
    let draw = |_| {
        let drawn = uniform_below(bound, &mut generator);
        cumulative.partition_point(|&end| end <= drawn) as u32
    };
    (0..people).map(draw).collect()
}
