//! Every figure that the words of a lesson name, beside its value by a formula, an enumeration or a simulation of its own.
//!
//! The lessons compute their figures with sotto-ldp. The values here were computed without it, as the comments say.

use std::f64::consts::{E, LN_10};

use super::WHOLE_LESSONS;
use crate::words::Figure;

/// The value has to be that figure to the last digit that is shown.
const SHOWN: f64 = 0.0;

/// A figure's name, its value, and how far it may be off.
type Row = (&'static str, f64, f64);

/// The figures of each lesson, in the order in which it lists them.
const TABLE: [(&str, &[Row]); 28] = [
    // Normal margins of exactly these 500 people: 1.96·√(Σ share·Var of one report/500)/(p − q), p = e/(e + 3), of
    // 0.4, 0.3, of both together, and of their difference; intervals by squares hold the difference with a chance
    // of 0.906. Those of the page are exact, and so wider by up to the 0.67 points of one copy in each part; six
    // standard errors of the count.
    (
        "adding-up-intervals",
        &[
            ("surveys", 200.0, SHOWN),
            ("sum-added", 24.8229, 1.4),
            ("sum-squares", 17.5543, 0.9),
            ("sum-right", 13.9109, 0.7),
            ("difference-squares", 17.5543, 0.9),
            ("difference-right", 20.562, 0.7),
            ("difference-held", 181.145, 25.0),
        ],
    ),
    // The chances of discrete Gaussian noise one by one, with the least variance in tenths that keeps to δ: 3.5,
    // 17.9 and 49.5. 1 − 1/e; √(2·ln(1.25·10⁵))/½ (Dwork and Roth 2014); √(2k·ln 10⁶)·ε + kε(e^ε − 1). Laplace:
    // √(2z)/(1 − z) with z = e^−ε, here and below.
    (
        "approximate",
        &[
            ("releases", 1_000.0, SHOWN),
            ("people", 1_000_000.0, SHOWN),
            ("somebody", 0.632_120_559, SHOWN),
            ("first-odds", 100.0, SHOWN),
            ("expected", 10.0, SHOWN),
            ("gaussian-deviation", 4.230_839_16, SHOWN),
            ("first-above", 34.308_110_7, SHOWN),
            ("rare-above", 59_085.736_8, SHOWN),
            ("rare-times", 16.924_558_3, SHOWN),
            ("gaussian-twice", 16.687_423_4, SHOWN),
            ("laplace-deviation", 1.356_962_49, SHOWN),
            ("textbook-deviation", 9.689_610_53, SHOWN),
            ("least-deviation", 7.035_623_64, SHOWN),
            ("hundred-basic", 10.0, SHOWN),
            ("hundred-advanced", 6.308_230_95, SHOWN),
        ],
    ),
    // e^(0.2·35/2) over the sum of such weights; permute and flip over all 24 orders.
    (
        "choosing-a-winner",
        &[
            ("rounds", 500.0, SHOWN),
            ("first-lead", 5.0, SHOWN),
            ("exponential-share", 0.509_905_565, SHOWN),
            ("permute-share", 0.595_186_377, SHOWN),
            ("large-share", 0.922_856_433, SHOWN),
            ("odds", 1.648_721_27, SHOWN),
        ],
    ),
    // kε, √(2k·ln 10⁶)·ε + kε(e^ε − 1), and ρ + 2√(ρ·ln 10⁶) with ρ = kε²/2.
    (
        "composition",
        &[
            ("each", 0.1, SHOWN),
            ("step", 10.0, SHOWN),
            ("truth", 100.0, SHOWN),
            ("ten-basic", 1.0, SHOWN),
            ("ten-advanced", 1.767_429_05, SHOWN),
            ("hundred-basic", 10.0, SHOWN),
            ("hundred-advanced", 6.308_230_95, SHOWN),
            ("hundred-concentrated", 5.756_521_77, SHOWN),
        ],
    ),
    // p = e/(e + 1); most of 5 and of 21 answers by the binomial distribution; e⁵/(e⁵ + 1).
    (
        "dont-ask-twice",
        &[
            ("many", 20.0, SHOWN),
            ("once", 0.731_058_579, SHOWN),
            ("five", 0.875_507_479, SHOWN),
            ("twenty-one", 0.988_501_412, SHOWN),
            ("five-bound", 0.993_307_149, SHOWN),
            ("weeks", 20.0, SHOWN),
        ],
    ),
    // e^ε/(e^ε + 1) at 0.1, 1 and 5; of 100 people 10·p and 90·(1 − p) say “Yes”.
    (
        "guess-this-student",
        &[
            ("best-small", 0.524_979_187, SHOWN),
            ("best-one", 0.731_058_579, SHOWN),
            ("best-large", 0.993_307_149, SHOWN),
            ("factor", E, SHOWN),
            ("after-yes", 0.231_969_317, SHOWN),
            ("true-yes", 7.310_585_79, SHOWN),
            ("false-yes", 24.204_727_9, SHOWN),
            ("all-yes", 31.0, SHOWN),
            ("many", 1_000.0, SHOWN),
        ],
    ),
    // A quarter of the people, and twice what is left of the yeses; 2·√(32,561·3/16).
    (
        "hearing-the-crowd",
        &[
            ("people", 200.0, SHOWN),
            ("false-yes", 50.0, SHOWN),
            ("few", 45.0, SHOWN),
            ("few-estimate", -10.0, SHOWN),
            ("many", 80.0, SHOWN),
            ("many-estimate", 60.0, SHOWN),
            ("adult", 32_561.0, SHOWN),
            ("adult-over-50", 6_460.0, SHOWN),
            ("adult-yes", 11_400.0, SHOWN),
            ("adult-false-yes", 8_140.25, SHOWN),
            ("adult-estimate", 6_519.5, SHOWN),
            ("adult-error", 156.271_399, SHOWN),
            ("surveys", 200.0, SHOWN),
        ],
    ),
    // e^ε/(e^ε − 1); 1.96·√(¼/1,000)/(p − q); the least k with (200 + 1.582·k)/(1,000 + k) so far above one fifth.
    (
        "how-to-spoil-it",
        &[
            ("honest", 1_000.0, SHOWN),
            ("honest-yes", 200.0, SHOWN),
            ("true-share", 0.2, SHOWN),
            ("weight", 1.581_976_71, SHOWN),
            ("half-weight", 2.541_494_08, SHOWN),
            ("large-weight", 1.052_395_7, SHOWN),
            ("margin", 6.706_037_88, SHOWN),
            ("unseen", 51.0, SHOWN),
            ("gang", 30.0, SHOWN),
            ("gang-weight", 47.459_301_2, SHOWN),
        ],
    ),
    // Most of five answers by the binomial distribution at ε = 1 and 0.2; 1.96·√(¼/n)/(p − q), and the least n for
    // 0.03.
    (
        "it-adds-up",
        &[
            ("one-guess", 0.731_058_579, SHOWN),
            ("five-guess", 0.875_507_479, SHOWN),
            ("five-belief", 0.993_307_149, SHOWN),
            ("shared-guess", 0.592_821_793, SHOWN),
            ("five-loss", 5.0, SHOWN),
            ("one-people", 4_997.0, SHOWN),
            ("shared-people", 107_420.0, SHOWN),
            ("one-margin", 6.706_037_88, SHOWN),
            ("shared-margin", 31.092_982, SHOWN),
            ("people", 1_000.0, SHOWN),
        ],
    ),
    // The table by hand: the five between 50 and 59 earn 53, 57, 55, 58 and 480, the sixteen others 735.
    (
        "k-anonymity-and-its-outlier",
        &[
            ("ten-k", 4.0, SHOWN),
            ("ten-people", 5.0, SHOWN),
            ("ten-mean", 140.6, SHOWN),
            ("ten-sum", 703.0, SHOWN),
            ("ten-reveals", 519.25, SHOWN),
            ("usual", 45.9375, SHOWN),
            ("director", 480.0, SHOWN),
            ("director-age", 52.0, SHOWN),
        ],
    ),
    // The 200 incomes by their formula, Laplace noise of 500 over 200, and the least √(noise² + cut²) of all
    // bounds.
    (
        "laplace-and-sensitivity",
        &[
            ("people", 200.0, SHOWN),
            ("releases", 200.0, SHOWN),
            ("most", 500.0, SHOWN),
            ("truth", 58.1, SHOWN),
            ("wide-noise", 3.535_533_32, SHOWN),
            ("best", 350.0, SHOWN),
            ("best-error", 2.669_268_78, SHOWN),
            ("narrow-cut", 38.1, SHOWN),
            ("count-noise", 1.356_962_49, SHOWN),
        ],
    ),
    // Bayes' rule with the shares that mushrooms were made by; the mean of simulations written apart, of 60 and 600
    // draws, which vary by 0.012 and 0.117. Six standard errors of 2,000 mushrooms, and twice what draws vary by.
    (
        "learning-from-noise",
        &[
            ("tested", 2_000.0, SHOWN),
            ("right", 0.8647, 0.05),
            ("right-of-true", 0.878_075, 0.045),
            ("right-of-guess", 0.55, 0.067),
            ("right-of-few", 0.7136, 0.24),
        ],
    ),
    // Smooth sensitivity by brute force over how many wages change, β = ln(1 + ε/30); e¹⁵/2 and tanh(ε/60)^−5 to
    // two digits.
    (
        "local-and-smooth-sensitivity",
        &[
            ("people", 1_001.0, SHOWN),
            ("low", 20.0, SHOWN),
            ("middle", 50.0, SHOWN),
            ("high", 80.0, SHOWN),
            ("most", 100.0, SHOWN),
            ("releases", 5.0, SHOWN),
            ("first-epsilon", 2.0, SHOWN),
            ("odds", 1_634_508.69, 50_000.0),
            ("zeros", 24_345_030.0, 500_000.0),
            ("one-local", 30.0, SHOWN),
            ("one-smooth", 56.25, SHOWN),
            ("three-local", 0.0, SHOWN),
            ("three-smooth", 49.438_476_6, SHOWN),
            ("hundred-smooth", 1.190_378_5, SHOWN),
            ("enough", 107.0, SHOWN),
        ],
    ),
    // 1.96·√(λ(1 − λ)/1,000)/(p − q), λ = q + (p − q)/k, with p = e/(e + k − 1) or ½ and 1/(e + 1); summation √(8 +
    // f(1 − f)).
    (
        "more-than-yes-and-no",
        &[
            ("people", 1_000.0, SHOWN),
            ("answers", 14.0, SHOWN),
            ("few-direct", 9.693_305_57, SHOWN),
            ("few-optimized", 12.461_879_5, SHOWN),
            ("many-direct", 14.601_665_8, SHOWN),
            ("many-optimized", 12.114_495_2, SHOWN),
            ("many-summation", 17.602_971_7, SHOWN),
            ("variance-direct", 4.985_036_24, SHOWN),
            ("variance-optimized", 3.682_694_38, SHOWN),
            ("turning", 10.154_845_5, SHOWN),
        ],
    ),
    // The table by hand.
    (
        "names-are-not-enough",
        &[
            ("pupils", 24.0, SHOWN),
            ("alone-with-two", 0.0, SHOWN),
            ("alone-with-all", 18.0, SHOWN),
            ("lin-with-three", 2.0, SHOWN),
        ],
    ),
    // (1 − z)/(1 + z) and z times that, with z = 1/e; e^ε and e^ε/(e^ε + 1).
    (
        "neighbouring-tables",
        &[
            ("without", 12.0, SHOWN),
            ("with", 13.0, SHOWN),
            ("factor", E, SHOWN),
            ("square", 7.389_056_1, SHOWN),
            ("belief", 0.731_058_579, SHOWN),
            ("weak-factor", 1.221_402_76, SHOWN),
            ("weak-belief", 0.549_833_997, SHOWN),
            ("top", 0.462_117_157, SHOWN),
            ("beside", 0.170_003_402, SHOWN),
        ],
    ),
    // 5·√(worst variance/1,000): 8/ε², ((e^ε + 1)/(e^ε − 1))², the piecewise one's 1/(s − 1) + (s + 3)/(3(s − 1)²),
    // s = e^(ε/2), and the hybrid's greatest over all numbers (Wang and others 2019).
    (
        "numbers",
        &[
            ("people", 1_000.0, SHOWN),
            ("laplace-error", 0.447_213_595, SHOWN),
            ("duchi-error", 0.342_151_077, SHOWN),
            ("piecewise-error", 0.361_372_296, SHOWN),
            ("hybrid-error", 0.327_452, SHOWN),
            ("duchi-large", 0.164_013_858, SHOWN),
            ("laplace-large", 0.111_803_399, SHOWN),
            ("hybrid-large", 0.073_989_632_1, SHOWN),
            ("high", 15.819_767_1, SHOWN),
            ("low", -5.819_767_07, SHOWN),
        ],
    ),
    // Laplace noise at ε = ½.
    (
        "post-processing",
        &[("pupils", 100.0, SHOWN), ("noise", 2.799_177_77, SHOWN)],
    ),
    // The least of ρα + ln(1/(αδ))/(α − 1) + ln(1 − 1/α) over α (Canonne, Kamath and Steinke 2020); the sampled one
    // over whole α with Σ C(α, k)(1 − q)^(α − k) q^k e^((k² − k)/2σ²) (Mironov and others 2019).
    (
        "private-learning",
        &[
            ("pupils", 200.0, SHOWN),
            ("others", 199.0, SHOWN),
            ("first-steps", 30.0, SHOWN),
            ("twice-steps", 60.0, SHOWN),
            ("first-noise", 20.0, SHOWN),
            ("half-noise", 10.0, SHOWN),
            ("first-epsilon", 1.260_486_86, SHOWN),
            ("twice-epsilon", 1.832_135_65, SHOWN),
            ("half-epsilon", 2.672_935_86, SHOWN),
            ("short-longest", 5.0, SHOWN),
            ("sampled-epsilon", 1.035_490_07, SHOWN),
        ],
    ),
    // The same with the Rényi loss of two losses, ln(p^α q^(1 − α) + q^α p^(1 − α))/(α − 1); numbers of releases by
    // trying each.
    (
        "renyi-and-zero-concentrated",
        &[
            ("each", 0.1, SHOWN),
            ("step", 20.0, SHOWN),
            ("hundred-basic", 10.0, SHOWN),
            ("hundred-advanced", 6.308_230_95, SHOWN),
            ("hundred-concentrated", 5.756_521_77, SHOWN),
            ("hundred-renyi", 5.073_106_17, SHOWN),
            ("best-order", 6.325_533_33, SHOWN),
            ("few-order", 19.551_414_1, SHOWN),
            ("many-order", 3.974_679_71, SHOWN),
            ("five-basic", 50.0, SHOWN),
            ("five-advanced", 66.0, SHOWN),
            ("five-concentrated", 77.0, SHOWN),
            ("five-renyi", 97.0, SHOWN),
            ("five-gaussian", 185.0, SHOWN),
            ("census", 17.158_308_7, SHOWN),
        ],
    ),
    // The table by hand; Laplace noise at a third, a half and the whole of ε = 1.
    (
        "synthetic-data-from-marginals",
        &[
            ("pupils", 400.0, SHOWN),
            ("close-points", 3.0, SHOWN),
            ("number-of-figures", 7.0, SHOWN),
            ("true-far", 0.45, SHOWN),
            ("true-late", 0.255, SHOWN),
            ("true-far-late", 0.225, SHOWN),
            ("columns-far-late", 0.114_75, SHOWN),
            ("pairs-far-late", 0.140_268_542, SHOWN),
            ("columns-noise", 4.223_062_3, SHOWN),
            ("pairs-noise", 2.799_177_77, SHOWN),
            ("together-noise", 1.356_962_49, SHOWN),
        ],
    ),
    // Over all pairs of noises; √2 times the noise of one count.
    (
        "the-differencing-attack",
        &[
            ("pupils", 24.0, SHOWN),
            ("others", 23.0, SHOWN),
            ("all-count", 7.0, SHOWN),
            ("others-count", 6.0, SHOWN),
            ("right-at-one", 0.640_200_831, SHOWN),
            ("most-at-one", 0.731_058_579, SHOWN),
            ("noise-at-one", 1.919_034_75, SHOWN),
        ],
    ),
    // The chances of discrete Laplace noise of scale 2/ε and 4/ε one by one, over all thresholds; six standard
    // errors of a count of 500.
    (
        "the-first-above",
        &[
            ("trials", 500.0, SHOWN),
            ("first-threshold", 30.0, SHOWN),
            ("first-day", 8.0, SHOWN),
            ("first-close", 474.881, 30.0),
            ("each-noise", 14.136_244_8, SHOWN),
        ],
    ),
    // Warner 1965 by two fair coins: ¾, ¼, ln 3.
    (
        "two-coins",
        &[
            ("if-yes", 0.75, SHOWN),
            ("if-no", 0.25, SHOWN),
            ("factor", 3.0, SHOWN),
            ("epsilon", 1.098_612_29, SHOWN),
            ("many", 100.0, SHOWN),
        ],
    ),
    // ln 3, ln 10; six sevenths by Bayes' rule.
    (
        "when-one-answer-is-proof",
        &[
            ("coins", 1.098_612_29, SHOWN),
            ("dice", LN_10, SHOWN),
            ("six-after-yes", 0.857_142_857, SHOWN),
        ],
    ),
    // 1.96·√(pq/n)/(p − q) of exactly these people.
    (
        "who-pays-for-the-noise",
        &[
            ("people", 1_000.0, SHOWN),
            ("few", 50.0, SHOWN),
            ("large-margin", 6.101_535_35, SHOWN),
            ("small-margin", 26.595_976, SHOWN),
            ("times", 4.358_898_94, SHOWN),
            ("quarter-margin", 13.297_988, SHOWN),
            ("ten-points", 354.0, SHOWN),
        ],
    ),
    // √(pq/n)/(p − q) and the Laplace noise over n; of a population √(λ(1 − λ)/n)/(p − q) and √(0.21/n + noise²).
    (
        "with-and-without-a-trusted-curator",
        &[
            ("surveys", 100.0, SHOWN),
            ("people", 1_000.0, SHOWN),
            ("local-error", 3.034_260_36, SHOWN),
            ("central-error", 0.135_696_249, SHOWN),
            ("times", 22.360_679_8, SHOWN),
            ("sample-times", 2.310_272_77, SHOWN),
            ("four-local", 1.517_130_18, SHOWN),
            ("four-central", 0.033_924_062_2, SHOWN),
        ],
    ),
    // A quarter by birthday; 0.05·0.8 + 0.2/2.
    (
        "your-secret-never-enters-the-device",
        &[
            ("people", 2_000.0, SHOWN),
            ("if-yes", 0.75, SHOWN),
            ("if-no", 0.25, SHOWN),
            ("epsilon", 1.098_612_29, SHOWN),
            ("true-share", 0.05, SHOWN),
            ("pulled-share", 0.14, SHOWN),
        ],
    ),
];

/// As it is shown: the number, and how many of its decimals.
#[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
fn shown(figure: Figure) -> (f64, u8) {
    match figure {
        Figure::Whole(number) => (number as f64, 0),
        Figure::Number(number, decimals) => (number, decimals),
        Figure::Share(share, decimals) => (share, decimals + 2),
    }
}

#[test]
fn every_figure_is_its_independent_value() {
    for lesson in WHOLE_LESSONS {
        let rows = TABLE.iter().find(|(id, _)| *id == lesson.id);
        let (_, rows) = rows.unwrap_or_else(|| panic!("no figures of {}", lesson.id));
        let figures = (lesson.figures)();
        let names: Vec<_> = figures.iter().map(|(name, _)| *name).collect();
        let listed: Vec<_> = rows.iter().map(|(name, ..)| *name).collect();
        assert_eq!(names, listed, "{}", lesson.id);
        for ((name, figure), (_, value, off)) in figures.into_iter().zip(*rows) {
            let (found, decimals) = shown(figure);
            let rounded = |number: f64| (number * 10_f64.powi(decimals.into())).round();
            let is_right = if *off > SHOWN {
                (found - value).abs() <= *off
            } else {
                (rounded(found) - rounded(*value)).abs() < 0.5
            };
            assert!(is_right, "{name} of {}: {found}, not {value}", lesson.id);
        }
    }
}
