//! How the number of a group's values that one report supports varies: in closed form where a report's
//! support is symmetric under every permutation of the values.

use crate::estimation::protocol::Protocol;

/// How the number of a group's values that a report supports varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupVariance {
    /// Var(X) where the true value is one of the group.
    pub inside: f64,
    /// Var(X) where it is none of them.
    pub outside: f64,
}

/// How the number of values of one group that a report supports, less that of another group, varies.
/// The groups share no value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairVariance {
    /// Var(X₁ − X₂) where the true value is one of the first group.
    pub first: f64,
    /// Var(X₁ − X₂) where it is one of the second.
    pub second: f64,
    /// Var(X₁ − X₂) where it is in neither.
    pub neither: f64,
}

impl PairVariance {
    /// From the variances of the two groups and of both together: Var(X₁ − X₂) = 2·Var(X₁) + 2·Var(X₂)
    /// − Var(X₁ + X₂).
    pub(crate) const fn new(
        first: GroupVariance,
        second: GroupVariance,
        both: GroupVariance,
    ) -> Self {
        Self {
            first: 2.0 * (first.inside + second.outside) - both.inside,
            second: 2.0 * (first.outside + second.inside) - both.inside,
            neither: 2.0 * (first.outside + second.outside) - both.outside,
        }
    }
}

impl GroupVariance {
    /// A report supports one value: X is 0 or 1.
    pub(crate) fn of_one_value(protocol: Protocol, size: u32) -> Self {
        let of_chance = |chance: f64| chance * (1.0 - chance);
        let others = f64::from(size) * protocol.q;
        Self {
            inside: of_chance(others + protocol.gap()),
            outside: of_chance(others),
        }
    }

    /// A report supports each value independently.
    pub(crate) fn of_bits(protocol: Protocol, size: u32) -> Self {
        let (p, q) = (
            protocol.p * (1.0 - protocol.p),
            protocol.q * (1.0 - protocol.q),
        );
        let outside = f64::from(size) * q;
        Self {
            inside: outside + p - q,
            outside,
        }
    }

    /// A report supports the truth with probability p*, and fills its w slots with others.
    pub(crate) fn of_subsets(protocol: Protocol, (values, slots): (u32, u32), size: u32) -> Self {
        let p = protocol.p;
        let filled = |marked: u32, drawn: u32| moments_of_draws(values - 1, marked, drawn);
        let mixed = |(with, extra): ((f64, f64), f64), without: (f64, f64)| {
            let apart = with.0 + extra - without.0;
            p * with.1 + (1.0 - p) * without.1 + p * (1.0 - p) * apart * apart
        };
        Self {
            inside: mixed((filled(size - 1, slots - 1), 1.0), filled(size - 1, slots)),
            outside: mixed((filled(size, slots - 1), 0.0), filled(size, slots)),
        }
    }
}

/// The mean and the variance of how many marked ones are among `drawn` of `all`, without replacement.
fn moments_of_draws(all: u32, marked: u32, drawn: u32) -> (f64, f64) {
    if all == 0 {
        return (0.0, 0.0);
    }
    let (all, marked, drawn) = (f64::from(all), f64::from(marked), f64::from(drawn));
    let chance = marked / all;
    let spread = drawn * chance * (1.0 - chance);
    let without_replacement = if all > 1.0 {
        (all - drawn) / (all - 1.0)
    } else {
        0.0
    };
    (drawn * chance, spread * without_replacement)
}
