//! The shipped crowd program (its WASM), asked from a page: whole crowds through its worker, and
//! single reports, to be held against the channel of their mechanism.

use serde_json::{Value, json};
use sotto_ldp::{
    Channel, Epsilon, FrequencyOracle, MECHANISMS, Mechanism, Report,
    exact::Natural,
    randomizers::{
        BloomFilterEncoding, DirectEncoding, ForcedResponse, HadamardCountMeanSketch,
        HadamardResponse, OptimizedLocalHashing, ProjectiveGeometryResponse, SubsetSelection,
        SummationHistogramEncoding, UnaryEncoding, count_mean_sketch, sketch::SketchShape,
        thresholding_histogram_encoding,
    },
};

use crate::{Browser, g_statistic};

/// Every frequency oracle's name, and the categories of a crowd that it is asked for.
pub fn crowds() -> impl Iterator<Item = (&'static str, u32)> {
    MECHANISMS.iter().map(|mechanism| {
        let binary = ["randomized-response", "two-coins", "forced-response"];
        let name = mechanism.name();
        (name, if binary.contains(&name) { 2 } else { 16 })
    })
}

/// A crowd's outcome as the worker tells it, and the seconds from the request to it. The worker has
/// said that it is ready before.
pub async fn simulate(
    browser: &Browser,
    mechanism: &str,
    categories: u32,
    people: u32,
) -> (Value, f64) {
    let request = json!({
        "people": people,
        "population": (1..=categories).collect::<Vec<_>>(),
        "mechanism": mechanism,
        "epsilon": if mechanism == "two-coins" { "ln 3" } else { "1" },
    });
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const worker = new Worker('crowd-worker.js', {{ type: 'module' }});
        let start;
        worker.onerror = () => done({{ error: 'the worker failed' }});
        worker.onmessage = ({{ data }}) => {{
            if (data === 'Ready') {{
                start = performance.now();
                worker.postMessage({request});
            }} else if (data.Done || data.Refused || data === 'NoRandomness') {{
                worker.terminate();
                done({{ outcome: data, seconds: (performance.now() - start) / 1000 }});
            }}
        }};"
    );
    let mut answer = browser.run_async(&script).await;
    let seconds = answer["seconds"].as_f64().unwrap_or(f64::NAN);
    let outcome = answer["outcome"]["Done"].take();
    assert!(outcome.is_object(), "{mechanism}: {answer}");
    (outcome, seconds)
}

/// The channel of one mechanism for one value.
pub struct ChannelCase {
    /// The mechanism's name.
    pub mechanism: &'static str,
    parameters: Vec<u64>,
    domain_size: u32,
    value: u32,
    /// The cell of a report, and the chance of each cell.
    cells: Box<dyn Cells>,
}

/// A partition of a mechanism's reports.
trait Cells {
    /// The cell of a report; `None` if it can never come out.
    fn cell(&self, report: &Report) -> Option<usize>;
    /// The chances of the cells, up to a factor.
    fn weights(&self) -> &[f64];
}

/// A cell for every report there is.
struct Outputs {
    reports: std::collections::HashMap<Report, usize>,
    weights: Vec<f64>,
}

impl Outputs {
    fn of<C: Channel + FrequencyOracle>(oracle: &C, value: u32) -> Box<dyn Cells> {
        let (mut reports, mut weights) = (std::collections::HashMap::new(), Vec::new());
        for (place, output) in oracle.outputs().enumerate() {
            weights.push(to_f64(&oracle.weight(value, &output)));
            reports.insert(oracle.to_report(output), place);
        }
        Box::new(Self { reports, weights })
    }
}

impl Cells for Outputs {
    fn cell(&self, report: &Report) -> Option<usize> {
        self.reports.get(report).copied()
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// Of summation: the noise on the true component and on another, each in cells of its own up to
/// where less is expected than one draw in 10⁴, beyond together.
struct Noise {
    oracle: SummationHistogramEncoding,
    value: u32,
    reach: i64,
    weights: Vec<f64>,
}

impl Noise {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a chance for a G-test, whose cells hold far fewer digits"
    )]
    fn of(oracle: SummationHistogramEncoding, value: u32) -> Box<dyn Cells> {
        let (numerator, denominator) = oracle.noise().decay();
        let kept = (-(numerator as f64) / denominator as f64).exp();
        let chance = |x: i64| {
            let distance = i32::try_from(x.abs()).expect("near zero");
            (1.0 - kept) / (1.0 + kept) * kept.powi(distance)
        };
        let reach = (0..1000)
            .take_while(|&x| chance(x) > 0.01)
            .last()
            .unwrap_or(0);
        let near: Vec<f64> = (-reach..=reach).map(chance).collect();
        let mut one = near.clone();
        one.push(1.0 - near.iter().sum::<f64>());
        let weights = one.iter().flat_map(|a| one.iter().map(move |b| a * b));
        Box::new(Self {
            value,
            reach,
            weights: weights.collect(),
            oracle,
        })
    }

    fn place(&self, noise: i64) -> usize {
        let width = 2 * self.reach + 1;
        let place = if noise.abs() <= self.reach {
            noise + self.reach
        } else {
            width
        };
        usize::try_from(place).expect("from zero")
    }
}

impl Cells for Noise {
    fn cell(&self, report: &Report) -> Option<usize> {
        let output = self.oracle.read_report(report).ok()?;
        let steps = i64::try_from(self.oracle.steps()).ok()?;
        let other = u32::from(self.value == 0);
        let truth = self.place(self.oracle.component(&output, self.value) - steps);
        let other = self.place(self.oracle.component(&output, other));
        let width = usize::try_from(2 * self.reach + 2).ok()?;
        Some(truth * width + other)
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// A case for every frequency oracle, over few values, so that each report comes out often.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a list: one case after another")]
pub fn channel_cases() -> Vec<ChannelCase> {
    let epsilon: Epsilon = "1".parse().expect("an epsilon");
    let shape = SketchShape {
        rows: 3,
        columns: 4,
    };
    let case =
        |mechanism: &'static str, parameters: Option<Vec<u64>>, domain_size, value, cells| {
            let published = Mechanism::named(mechanism).expect("a mechanism");
            let of_epsilon = || {
                let epsilon = if mechanism == "two-coins" {
                    "ln 3"
                } else {
                    "1"
                };
                let epsilon = epsilon.parse().expect("an epsilon");
                published
                    .parameters(&epsilon, domain_size)
                    .expect("parameters")
            };
            ChannelCase {
                mechanism,
                parameters: parameters.unwrap_or_else(of_epsilon),
                domain_size,
                value,
                cells,
            }
        };
    let expect = "a domain that every mechanism serves";
    let direct = |k| DirectEncoding::new(&epsilon, k).expect(expect);
    let symmetric = UnaryEncoding::symmetric(&epsilon, 4).expect(expect);
    let optimized = UnaryEncoding::optimized(&epsilon, 4).expect(expect);
    let parts = thresholding_histogram_encoding::best_threshold(&epsilon);
    let thresholding = thresholding_histogram_encoding::with_threshold(&epsilon, parts, 4);
    let hashing = OptimizedLocalHashing::new(&epsilon, 6).expect(expect);
    let hadamard = HadamardResponse::new(&epsilon, 6).expect(expect);
    let subsets = SubsetSelection::new(&epsilon, 7).expect(expect);
    let geometry = ProjectiveGeometryResponse::new(&epsilon, 7).expect(expect);
    let sketch = count_mean_sketch::with_shape(&epsilon, shape, 5).expect(expect);
    let hadamard_sketch = HadamardCountMeanSketch::new(&epsilon, shape, 5).expect(expect);
    let bloom = BloomFilterEncoding::new(&epsilon, 2, 2, 4, 5).expect(expect);
    let noise = SummationHistogramEncoding::new(&epsilon, 3).expect(expect);
    let two_coins = ForcedResponse::new((1, 2), (1, 2)).expect(expect);
    // π = 2/5, θ = 3/10: yes for yes 58 of 100, yes for no 18.
    let forced = ForcedResponse::new((2, 5), (3, 10)).expect(expect);
    let weights = |published: &str, k| {
        let mechanism = Mechanism::named(published).expect("a mechanism");
        mechanism.parameters(&epsilon, k).expect("parameters")
    };
    // Published integers with another form than the default one.
    let reformed = |mechanism: &str, form: &[u64]| {
        let default = weights(mechanism, 5);
        let same = default.len() - 2;
        Some([form, &default[same..]].concat())
    };
    vec![
        case(
            "randomized-response",
            None,
            2,
            1,
            Outputs::of(&direct(2), 1),
        ),
        case("two-coins", None, 2, 1, Outputs::of(&two_coins, 1)),
        case(
            "forced-response",
            Some(vec![58, 18, 100]),
            2,
            0,
            Outputs::of(&forced, 0),
        ),
        case("direct-encoding", None, 5, 2, Outputs::of(&direct(5), 2)),
        case("unary-encoding", None, 4, 1, Outputs::of(&symmetric, 1)),
        case(
            "symmetric-unary-encoding",
            None,
            4,
            2,
            Outputs::of(&symmetric, 2),
        ),
        case(
            "optimized-unary-encoding",
            None,
            4,
            0,
            Outputs::of(&optimized, 0),
        ),
        case(
            "summation-histogram-encoding",
            None,
            3,
            1,
            Noise::of(noise, 1),
        ),
        case(
            "thresholding-histogram-encoding",
            None,
            4,
            3,
            Outputs::of(&thresholding.expect(expect), 3),
        ),
        case(
            "optimized-local-hashing",
            None,
            6,
            5,
            Outputs::of(&hashing, 5),
        ),
        case("hadamard-response", None, 6, 3, Outputs::of(&hadamard, 3)),
        case("subset-selection", None, 7, 4, Outputs::of(&subsets, 4)),
        case(
            "projective-geometry-response",
            None,
            7,
            6,
            Outputs::of(&geometry, 6),
        ),
        case(
            "count-mean-sketch",
            reformed("count-mean-sketch", &[3, 4]),
            5,
            1,
            Outputs::of(&sketch, 1),
        ),
        case(
            "hadamard-count-mean-sketch",
            reformed("hadamard-count-mean-sketch", &[3, 4]),
            5,
            2,
            Outputs::of(&hadamard_sketch, 2),
        ),
        case(
            "bloom-filter-encoding",
            reformed("bloom-filter-encoding", &[2, 2, 4]),
            5,
            3,
            Outputs::of(&bloom, 3),
        ),
    ]
}

impl ChannelCase {
    /// Lets the shipped program draw that many reports, and holds them against the channel: G, and
    /// what a correct sampler exceeds with a chance of 10⁻⁸.
    pub async fn test(&self, browser: &Browser, draws: u32) -> (f64, f64) {
        let mut observed = vec![0_u32; self.cells.weights().len()];
        let mut left = draws;
        // In parts, for no script may run for ever.
        while left > 0 {
            let part = left.min(PART);
            for (report, count) in self.draw(browser, part).await {
                let cell = self.cells.cell(&report);
                let cell =
                    cell.unwrap_or_else(|| panic!("{}: {report} is impossible", self.mechanism));
                observed[cell] += count;
            }
            left -= part;
        }
        let g = g_statistic(&observed, self.cells.weights());
        (g, limit(observed.len()))
    }

    async fn draw(&self, browser: &Browser, draws: u32) -> Vec<(Report, u32)> {
        let request = json!({
            "mechanism": self.mechanism,
            "parameters": self.parameters,
            "domain_size": self.domain_size,
            "value": self.value,
            "draws": draws,
        });
        // The worker's script says where the program is.
        let script = format!(
            "const done = arguments[arguments.length - 1];
            (async () => {{
                if (!window.crowd) {{
                    const text = await (await fetch('crowd-worker.js')).text();
                    const address = (pattern) => new URL(text.match(pattern)[1], document.baseURI);
                    window.crowd = await import(address(/from *\"([^\"]+)\"/));
                    await window.crowd.default({{ module_or_path: address(/new URL\\(\"([^\"]+)\"/) }});
                }}
                done({{ seen: window.crowd.tally({request}) }});
            }})().catch((error) => done({{ error: String(error) }}));"
        );
        let mut answer = browser.run_async(&script).await;
        assert!(answer["error"].is_null(), "{}: {answer}", self.mechanism);
        serde_json::from_value(answer["seen"].take()).expect("reports and their numbers")
    }
}

/// Draws of one script.
const PART: u32 = 1_000_000;

/// The quantile of χ² by Wilson and Hilferty (1931) that is exceeded with a chance of about 10⁻⁸.
fn limit(cells: usize) -> f64 {
    let degrees = f64::from(u32::try_from(cells - 1).expect("few cells"));
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 5.62 * spread.sqrt()).powi(3)
}

/// A float of a natural number by its leading 64 bits.
#[expect(
    clippy::cast_precision_loss,
    reason = "that is what the function is for"
)]
fn to_f64(number: &Natural) -> f64 {
    let (mut leading, mut shift) = (number.clone(), 0);
    while leading.to_u64().is_none() {
        leading = leading.shifted_right(1);
        shift += 1;
    }
    leading.to_u64().map_or(f64::NAN, |word| word as f64) * 2_f64.powi(shift)
}
