//! A crowd of any size in the proportions of a known population.

use thiserror::Error;

/// Why a crowd cannot be drawn in the proportions of a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ApportionmentError {
    /// There is no proportion to keep.
    #[error("the population counts nobody; at least one category needs a person")]
    NobodyCounted,
}

/// Divides `people` in the proportions of `counts`, so that the parts add up to `people` exactly.
///
/// By largest remainder (Hamilton's method): every category gets its quota people·count/total,
/// rounded down; the people left over go, one each, to the categories whose quotas lost most. Among
/// equals the earlier category comes first. No part is off its quota by a whole person or more.
///
/// # Errors
/// When the counts add up to zero.
pub(crate) fn apportion(people: u32, counts: &[u64]) -> Result<Vec<u64>, ApportionmentError> {
    let total: u128 = counts.iter().copied().map(u128::from).sum();
    if total == 0 {
        return Err(ApportionmentError::NobodyCounted);
    }
    // A quota is at most `people`, so that it fits; u32 times u64 stays far below 2¹²⁸.
    let quota = |&count: &u64| u128::from(people) * u128::from(count);
    let mut parts: Vec<u64> = counts
        .iter()
        .map(|count| u64::try_from(quota(count) / total).unwrap_or(u64::MAX))
        .collect();
    let mut by_remainder: Vec<usize> = (0..counts.len()).collect();
    // The sort is stable: equal remainders stay in order.
    by_remainder.sort_by_key(|&index| std::cmp::Reverse(quota(&counts[index]) % total));
    let left_over = u64::from(people) - parts.iter().sum::<u64>();
    for (index, _) in by_remainder.into_iter().zip(0..left_over) {
        parts[index] += 1;
    }
    Ok(parts)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_examples_by_hand() {
        // Quotas 3.33, 3.33, 3.33: the one left over goes to the first.
        assert_eq!(apportion(10, &[1, 1, 1]).unwrap(), [4, 3, 3]);
        // Quotas 0.5, 4.5, 5: the half goes to the first.
        assert_eq!(apportion(10, &[1, 9, 10]).unwrap(), [1, 4, 5]);
        assert_eq!(apportion(0, &[1, 2]).unwrap(), [0, 0]);
        assert_eq!(apportion(7, &[0, 5, 0]).unwrap(), [0, 7, 0]);
        assert_eq!(
            apportion(7, &[0, 0]),
            Err(ApportionmentError::NobodyCounted)
        );
        assert_eq!(apportion(7, &[]), Err(ApportionmentError::NobodyCounted));
    }

    #[test]
    fn the_whole_population_is_itself() {
        let adult = [
            3770, 9, 4099, 4066, 994, 1370, 2002, 3295, 149, 4140, 649, 3650, 928, 1597,
        ];
        assert_eq!(apportion(30_718, &adult).unwrap(), adult);
        assert_eq!(
            apportion(1_000_000, &adult).unwrap().iter().sum::<u64>(),
            1_000_000
        );
    }

    proptest! {
        #[test]
        fn parts_add_up_and_keep_their_quotas(
            people: u32, counts in prop::collection::vec(any::<u64>(), 1..40)
        ) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let total: u128 = counts.iter().copied().map(u128::from).sum();
            let parts = apportion(people, &counts).unwrap();
            prop_assert_eq!(parts.iter().sum::<u64>(), u64::from(people));
            for (part, count) in parts.iter().zip(&counts) {
                let floor = u64::try_from(u128::from(people) * u128::from(*count) / total).unwrap();
                prop_assert!(*part == floor || *part == floor + 1);
            }
        }
    }
}
