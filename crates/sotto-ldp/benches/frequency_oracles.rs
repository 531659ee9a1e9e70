//! Time per report of every frequency oracle, on the device and in the collector, at ε = 1 and
//! k = 16, 128 and 1024 (the peers' workload: Zipf(1.1)-distributed values, a CSPRNG):
//! `cargo bench -p sotto-ldp --bench frequency_oracles [-- NAME…]`, short names.
//!
//! Prints microseconds per report, the median of five runs. "typed" draws into memory that is used
//! again and counts in batches; "any" is the way of a survey, through reports in their travelling
//! form. The collector's time includes decoding and the estimates.

use std::{error::Error, hint::black_box, sync::LazyLock, time::Instant};

use rand::{
    CryptoRng, SeedableRng,
    rngs::{ChaCha12Rng, ChaCha20Rng},
};
use sotto_ldp::{
    BitWeights, Epsilon, FrequencyOracle, Intervals, Mechanism, Randomizer,
    randomizers::{
        DirectEncoding, HadamardCountMeanSketch, HadamardResponse, OptimizedLocalHashing,
        ProjectiveGeometryResponse, SubsetSelection, SummationHistogramEncoding, UnaryEncoding,
        count_mean_sketch, sketch::SketchShape, thresholding_histogram_encoding,
    },
    uniform_below,
};

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    time_words::<ChaCha20Rng>("ChaCha20");
    time_words::<ChaCha12Rng>("ChaCha12");
    println!(
        "oracle     k  client(typed)  client(any)  collector(typed)  collector(any)   µs/report"
    );
    for domain_size in [16, 128, 1024] {
        let bench = Bench::new(domain_size)?;
        for name in [
            "grr", "sue", "oue", "the", "olh", "hr", "ss", "pgr", "she", "cms", "hcms",
        ] {
            if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
                bench.run(name)?;
            }
        }
    }
    Ok(())
}

struct Bench {
    epsilon: Epsilon,
    domain_size: u32,
    values: Vec<u32>,
}

impl Bench {
    fn new(domain_size: u32) -> Result<Self, sotto_ldp::EpsilonError> {
        Ok(Self {
            epsilon: "1".parse()?,
            domain_size,
            values: zipf(domain_size, 100_000),
        })
    }

    fn run(&self, name: &str) -> Result<(), Box<dyn Error>> {
        let (epsilon, k) = (&self.epsilon, self.domain_size);
        match name {
            "grr" => self.time(name, &DirectEncoding::new(epsilon, k)?, 1),
            "sue" => self.time(name, &UnaryEncoding::symmetric(epsilon, k)?, 1),
            "oue" => {
                self.time(name, &UnaryEncoding::optimized(epsilon, k)?, 1)?;
                self.time_rows(k, BitWeights::optimized(epsilon))
            }
            "the" => {
                let threshold = thresholding_histogram_encoding::best_threshold(epsilon);
                let the = thresholding_histogram_encoding::with_threshold(epsilon, threshold, k)?;
                self.time(name, &the, 1)
            }
            "olh" => self.time(name, &OptimizedLocalHashing::new(epsilon, k)?, 1),
            "hr" => self.time(name, &HadamardResponse::new(epsilon, k)?, 1),
            "ss" => self.time(name, &SubsetSelection::new(epsilon, k)?, 1),
            "pgr" => self.time(name, &ProjectiveGeometryResponse::new(epsilon, k)?, 1),
            "she" => self.time(name, &SummationHistogramEncoding::new(epsilon, k)?, 10),
            "cms" => {
                let sketch = count_mean_sketch::with_shape(epsilon, SketchShape::DEFAULT, k)?;
                self.time(name, &sketch, 10)
            }
            _ => {
                let sketch = HadamardCountMeanSketch::new(epsilon, SketchShape::DEFAULT, k)?;
                self.time(name, &sketch, 1)
            }
        }
    }

    /// Times an oracle on one in `thinned` of the respondents.
    fn time<O>(&self, name: &str, oracle: &O, thinned: usize) -> Result<(), Box<dyn Error>>
    where
        O: FrequencyOracle + Send + Sync,
        O::Output: Clone,
    {
        let values = &self.values[..self.values.len() / thinned];
        let mut generator = ChaCha20Rng::seed_from_u64(1);

        let mut output = oracle.randomize(0, &mut generator)?;
        let client_typed = micros_per_report(values.len(), || {
            for &value in values {
                let _ = oracle.randomize_into(value, &mut generator, &mut output);
                black_box(&output);
            }
        });
        let mechanism = Mechanism::named(name)?;
        let any = mechanism.oracle(
            &mechanism.parameters(&self.epsilon, self.domain_size)?,
            self.domain_size,
        )?;
        let client_any = micros_per_report(values.len(), || {
            for &value in values {
                let _ = black_box(any.randomize(value, &mut generator));
            }
        });

        let outputs: Result<Vec<_>, _> = values
            .iter()
            .map(|&value| oracle.randomize(value, &mut generator))
            .collect();
        let outputs = outputs?;
        let collector_typed = micros_per_report(values.len(), || {
            let mut sums = vec![0; oracle.sum_count() as usize];
            oracle.add_reports(&outputs, &mut sums);
            if let Ok(counts) = any.stored_counts(outputs.len() as u64, sums) {
                let _ = black_box(any.estimate(&counts, Intervals::default()));
            }
        });
        let reports: Vec<_> = outputs
            .into_iter()
            .map(|output| any.prove(oracle.to_report(output)))
            .collect::<Result<_, _>>()?;
        let collector_any = micros_per_report(values.len(), || {
            let mut counts = any.empty_counts();
            let _ = any.accumulate_all(&reports.iter().collect::<Vec<_>>(), &mut counts);
            let _ = black_box(any.estimate(&counts, Intervals::default()));
        });
        println!(
            "{name:6}{:6}  {client_typed:13.4}  {client_any:11.4}  {collector_typed:16.4}  {collector_any:14.4}",
            self.domain_size
        );
        Ok(())
    }

    /// Unary reports that lie side by side, as a batch is read from storage.
    fn time_rows(&self, domain_size: u32, weights: BitWeights) -> Result<(), Box<dyn Error>> {
        let oracle = UnaryEncoding::new(weights, domain_size)?;
        let mut generator = ChaCha20Rng::seed_from_u64(1);
        let mut words = Vec::new();
        for &value in &self.values {
            if let Ok(bits) = oracle.randomize(value, &mut generator) {
                words.extend_from_slice(bits.words());
            }
        }
        let collector = micros_per_report(self.values.len(), || {
            let mut sums = vec![0; domain_size as usize];
            oracle.add_strings(&words, &mut sums);
            black_box(&sums);
        });
        println!("  rows side by side {collector:47.4}");
        Ok(())
    }
}

fn time_words<R: SeedableRng + CryptoRng>(name: &str) {
    let mut generator = R::seed_from_u64(1);
    let mut buffer = [0; 8 * 512];
    let single = micros_per_report(10_000, || {
        for _ in 0..10_000 {
            black_box(generator.next_u64());
        }
    });
    let filled = micros_per_report(512, || {
        generator.fill_bytes(&mut buffer);
        black_box(&buffer);
    });
    println!("a word of {name}: {single:.4}, in a buffer: {filled:.4}");
}

/// Seconds on this thread's processor, so that what else the machine does counts little; of the
/// clock where the system does not tell.
fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let start = *START;
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn micros_per_report(reports: usize, mut run: impl FnMut()) -> f64 {
    let mut seconds: Vec<f64> = (0..RUNS)
        .map(|_| {
            // The system counts in ticks of some milliseconds.
            let (start, mut times, mut spent) = (now(), 0.0, 0.0);
            while spent < 0.1 {
                run();
                times += 1.0;
                spent = now() - start;
            }
            spent / times
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "some thousand reports")]
    let reports = reports as f64;
    seconds[RUNS / 2] * 1e6 / reports
}

/// Values with chances ∝ 1/rank^1.1.
fn zipf(domain_size: u32, people: usize) -> Vec<u32> {
    let mut generator = ChaCha20Rng::seed_from_u64(7);
    let mut cumulative = Vec::new();
    let mut sum = 0;
    for rank in 1..=domain_size {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a chance in parts of 2⁴⁰"
        )]
        let part = (f64::from(rank).powf(-1.1) * 2_f64.powi(40)) as u64;
        sum += part;
        cumulative.push(sum);
    }
    let bound = std::num::NonZeroU64::new(sum).unwrap_or(std::num::NonZeroU64::MIN);
    let draw = |_| {
        let drawn = uniform_below(bound, &mut generator);
        let rank = cumulative.partition_point(|&end| end <= drawn);
        u32::try_from(rank).unwrap_or(0)
    };
    (0..people).map(draw).collect()
}
