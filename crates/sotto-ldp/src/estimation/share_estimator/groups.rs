//! The protocols whose reports tell groups of values apart.

use super::ShareEstimator;
use crate::{
    estimation::{
        group_variance::{GroupVariance, PairVariance},
        pair_thirds::PairThirds,
        protocol::Protocol,
    },
    kernel::FrequencyOracle,
    randomizers::{Crosswise, DirectEncoding, SubsetSelection, UnaryEncoding},
    waves::{LongitudinalDirectEncoding, LongitudinalUnaryEncoding},
};

/// A protocol whose report tells groups of values apart.
macro_rules! with_groups {
    ($($protocol:ident: $most:expr, |$oracle:ident, $support:ident, $size:ident| $variance:expr, |$sizes:ident| $thirds:expr;)+) => {$(
        impl ShareEstimator for $protocol {
            fn group_variance(&self, $size: u32) -> Option<GroupVariance> {
                let $oracle = self;
                let $support = Protocol::new(self.support_probabilities()).ok()?;
                // All values together are reported for certain, and no group is larger.
                (1..self.domain_size()).contains(&$size).then(|| $variance)
            }

            fn pair_variance(&self, first: u32, second: u32) -> Option<PairVariance> {
                let $oracle = self;
                let $support = Protocol::new(self.support_probabilities()).ok()?;
                let both = first.checked_add(second)?;
                let are_groups = first > 0 && second > 0 && both <= self.domain_size();
                // Both may be all values together: then the truth is in one of them.
                let of = |$size: u32| $variance;
                are_groups.then(|| PairVariance::new(of(first), of(second), of(both)))
            }

            fn pair_thirds(&self, first: u32, second: u32) -> Option<PairThirds> {
                let $oracle = self;
                let $support = Protocol::new(self.support_probabilities()).ok()?;
                let $sizes = (first, second);
                self.pair_variance(first, second).map(|_| $thirds)
            }

            fn most_supported(&self) -> Option<u32> {
                let most: fn(&Self) -> u32 = $most;
                Some(most(self))
            }
        }
    )+};
}

with_groups! {
    DirectEncoding: |_| 1, |_oracle, protocol, size| GroupVariance::of_one_value(protocol, size),
        |sizes| PairThirds::of_one_value(protocol, sizes);
    UnaryEncoding: Self::domain_size, |_oracle, protocol, size| GroupVariance::of_bits(protocol, size),
        |sizes| PairThirds::of_bits(protocol, sizes);
    SubsetSelection: Self::subset_size, |oracle, protocol, size| {
        let slots = (oracle.domain_size(), oracle.subset_size());
        GroupVariance::of_subsets(protocol, slots, size)
    }, |sizes| {
        let slots = (oracle.domain_size(), oracle.subset_size());
        PairThirds::of_subsets(protocol, slots, sizes)
    };
    Crosswise: |_| 1, |_oracle, protocol, size| GroupVariance::of_one_value(protocol, size),
        |sizes| PairThirds::of_one_value(protocol, sizes);
    LongitudinalDirectEncoding: |_| 1, |_oracle, protocol, size| GroupVariance::of_one_value(protocol, size),
        |sizes| PairThirds::of_one_value(protocol, sizes);
    LongitudinalUnaryEncoding: Self::domain_size, |_oracle, protocol, size| GroupVariance::of_bits(protocol, size),
        |sizes| PairThirds::of_bits(protocol, sizes);
}
