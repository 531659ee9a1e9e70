//! The ratio of two estimates, with an interval made of theirs.

use crate::estimation::estimate::Estimate;

/// x/y for an x and a y > 0 that are estimated from unrelated noise: the ratio, its standard deviation
/// by the delta method, and the interval of Donner and Zou (2012, MOVER-R), which is Fieller's where
/// both intervals are symmetric. `None` where y may be zero: then the ratio may be anything.
#[must_use]
pub fn ratio(numerator: &Estimate, denominator: &Estimate) -> Option<Estimate> {
    let (x, y) = (numerator.share, denominator.share);
    let (below, above) = (x - numerator.interval.0, numerator.interval.1 - x);
    let (low, high) = denominator.interval;
    if low.is_nan() || low <= 0.0 || y <= 0.0 {
        return None;
    }
    // The squares of the distances at which the ratio's ends lie, as a quadratic in each end.
    let end = |sign: f64, to_x: f64, to_y: f64| {
        let quadratic = y * y - to_y * to_y;
        let radicand = x * x * to_y * to_y + to_x * to_x * quadratic;
        (quadratic > 0.0).then(|| (x * y + sign * radicand.max(0.0).sqrt()) / quadratic)
    };
    // A greater denominator brings a ratio nearer to zero, a smaller one farther from it.
    let (towards, away) = (high - y, y - low);
    let lower = end(-1.0, below, if x >= 0.0 { towards } else { away })?;
    let upper = end(1.0, above, if x >= 0.0 { away } else { towards })?;
    let share = x / y;
    Some(Estimate {
        share,
        standard_error: numerator
            .standard_error
            .hypot(share * denominator.standard_error)
            / y,
        interval: (lower, upper),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(share: f64, below: f64, above: f64) -> Estimate {
        Estimate {
            share,
            standard_error: f64::midpoint(below, above) / 2.0,
            interval: (share - below, share + above),
        }
    }

    #[test]
    fn symmetric_intervals_give_fieller_s() {
        // The roots of (x − µy)² = a² + µ²b², for half-widths a and b.
        for (x, y, a, b) in [
            (0.3, 0.8, 0.1, 0.05),
            (-0.3, 0.8, 0.1, 0.05),
            (0.0, 0.5, 0.2, 0.1),
        ] {
            let found = ratio(&estimate(x, a, a), &estimate(y, b, b)).unwrap();
            for end in [found.interval.0, found.interval.1] {
                let off = (x - end * y).powi(2) - a * a - end * end * b * b;
                assert!(off.abs() < 1e-12, "{x} {y}: {end}");
            }
            assert!(found.interval.0 < x / y && x / y < found.interval.1);
        }
    }

    #[test]
    fn a_certain_denominator_only_scales() {
        let found = ratio(&estimate(0.3, 0.1, 0.2), &estimate(0.5, 0.0, 0.0)).unwrap();
        assert!((found.interval.0 - 0.4).abs() < 1e-12);
        assert!((found.interval.1 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_said_of_what_may_be_divided_by_zero() {
        assert!(ratio(&estimate(0.3, 0.1, 0.1), &estimate(0.1, 0.2, 0.1)).is_none());
        assert!(ratio(&estimate(0.3, 0.1, 0.1), &estimate(0.1, 0.1, 0.1)).is_none());
    }
}
