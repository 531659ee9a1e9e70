//! How skewed the numbers of values are that a report supports out of two groups, which share no value.

use crate::estimation::protocol::Protocol;

/// The joint third central moments of the two numbers, X and Y: of XXX, XXY, XYY and YYY.
pub type Thirds = [f64; 4];

/// The same, by where the true value lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairThirds {
    /// It is one of the first group.
    pub first: Thirds,
    /// It is one of the second.
    pub second: Thirds,
    /// It is in neither.
    pub neither: Thirds,
}

/// In which group the true value is: how many of its values are in the first, and in the second.
const TRUTHS: [(u32, u32); 3] = [(1, 0), (0, 1), (0, 0)];

impl PairThirds {
    fn of(thirds: impl Fn((u32, u32)) -> Thirds) -> Self {
        let [first, second, neither] = TRUTHS.map(thirds);
        Self {
            first,
            second,
            neither,
        }
    }

    /// A report supports one value: X and Y are 0 or 1, and not both 1.
    pub(crate) fn of_one_value(protocol: Protocol, sizes: (u32, u32)) -> Self {
        Self::of(|truth| {
            let chance = |size: u32, own: u32| {
                f64::from(size) * protocol.q + f64::from(own) * protocol.gap()
            };
            let (x, y) = (chance(sizes.0, truth.0), chance(sizes.1, truth.1));
            [
                of_chance(x),
                -x * y * (1.0 - 2.0 * x),
                -x * y * (1.0 - 2.0 * y),
                of_chance(y),
            ]
        })
    }

    /// A report supports each value independently.
    pub(crate) fn of_bits(protocol: Protocol, sizes: (u32, u32)) -> Self {
        Self::of(|truth| {
            let third = |size: u32, own: u32| {
                f64::from(size - own) * of_chance(protocol.q)
                    + f64::from(own) * of_chance(protocol.p)
            };
            [third(sizes.0, truth.0), 0.0, 0.0, third(sizes.1, truth.1)]
        })
    }

    /// A report supports the truth with probability p*, and fills its w slots with others.
    pub(crate) fn of_subsets(
        protocol: Protocol,
        (values, slots): (u32, u32),
        sizes: (u32, u32),
    ) -> Self {
        Self::of(|truth| {
            let marked = (sizes.0 - truth.0, sizes.1 - truth.1);
            let filled = |drawn| TwoMoments::of_draws(values - 1, marked, drawn);
            let with = filled(slots - 1).moved(truth);
            with.mixed(filled(slots), protocol.p).thirds
        })
    }
}

/// The third central moment of what is 1 with that chance, else 0.
fn of_chance(chance: f64) -> f64 {
    chance * (1.0 - chance) * (1.0 - 2.0 * chance)
}

/// Of X and Y.
#[derive(Clone, Copy)]
struct TwoMoments {
    means: [f64; 2],
    /// Var(X), Cov(X, Y) and Var(Y).
    seconds: [f64; 3],
    thirds: Thirds,
}

impl TwoMoments {
    /// How many marked ones of two kinds are among `drawn` of `all`, without replacement: by their factorial
    /// moments.
    fn of_draws(all: u32, marked: (u32, u32), drawn: u32) -> Self {
        let falling = |from: u32, times: u32| -> f64 {
            let factors = (0..times).map(|taken| f64::from(from) - f64::from(taken));
            factors.product()
        };
        let factorial = |x: u32, y: u32| {
            let below = falling(all, x + y);
            if below > 0.0 {
                falling(marked.0, x) * falling(marked.1, y) * falling(drawn, x + y) / below
            } else {
                0.0
            }
        };
        let (x, y) = (factorial(1, 0), factorial(0, 1));
        let xx = factorial(2, 0) + x;
        let xy = factorial(1, 1);
        let yy = factorial(0, 2) + y;
        let xxx = factorial(3, 0) + 3.0 * factorial(2, 0) + x;
        let xxy = factorial(2, 1) + xy;
        let xyy = factorial(1, 2) + xy;
        let yyy = factorial(0, 3) + 3.0 * factorial(0, 2) + y;
        Self {
            means: [x, y],
            seconds: [xx - x * x, xy - x * y, yy - y * y],
            thirds: [
                xxx - 3.0 * x * xx + 2.0 * x * x * x,
                xxy - 2.0 * x * xy - y * xx + 2.0 * x * x * y,
                xyy - 2.0 * y * xy - x * yy + 2.0 * x * y * y,
                yyy - 3.0 * y * yy + 2.0 * y * y * y,
            ],
        }
    }

    /// With so many more of each.
    fn moved(self, (first, second): (u32, u32)) -> Self {
        let [x, y] = self.means;
        Self {
            means: [x + f64::from(first), y + f64::from(second)],
            ..self
        }
    }

    /// These with that chance, else the others.
    fn mixed(self, other: Self, chance: f64) -> Self {
        let rest = 1.0 - chance;
        let both = chance * rest;
        let [x, y] = [0, 1].map(|index| self.means[index] - other.means[index]);
        let [xx, xy, yy] = [0, 1, 2].map(|index| self.seconds[index] - other.seconds[index]);
        let mean = |index: usize| chance * self.means[index] + rest * other.means[index];
        let second = |index: usize, apart: f64| {
            chance * self.seconds[index] + rest * other.seconds[index] + both * apart
        };
        let third = |index: usize, crossed: f64, apart: f64| {
            let within = chance * self.thirds[index] + rest * other.thirds[index];
            within + both * (crossed + (rest - chance) * apart)
        };
        Self {
            means: [mean(0), mean(1)],
            seconds: [second(0, x * x), second(1, x * y), second(2, y * y)],
            thirds: [
                third(0, 3.0 * xx * x, x * x * x),
                third(1, xx * y + 2.0 * xy * x, x * x * y),
                third(2, yy * x + 2.0 * xy * y, x * y * y),
                third(3, 3.0 * yy * y, y * y * y),
            ],
        }
    }
}
