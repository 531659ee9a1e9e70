//! How long to wait before a failed post is tried again.

const FIRST: u32 = 2_000;
const LONGEST: u32 = 120_000;

/// Milliseconds before the next attempt, after that many failed ones: doubling, up to two minutes.
#[must_use]
pub(crate) fn delay_milliseconds(failed_attempts: u32) -> u32 {
    let doublings = failed_attempts.saturating_sub(1).min(16);
    (FIRST << doublings).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_two_minutes() {
        let delays: Vec<_> = [0, 1, 2, 3, 6, 7, 8, u32::MAX]
            .map(delay_milliseconds)
            .into();
        assert_eq!(
            delays,
            [
                2_000, 2_000, 4_000, 8_000, 64_000, 120_000, 120_000, 120_000
            ]
        );
    }
}
