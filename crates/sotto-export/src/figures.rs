//! Figures as people read them.

/// A whole number, with commas.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// A level of confidence, in 100.
#[must_use]
pub fn level(confidence: f64) -> String {
    // 0.55 times 100 is a little above 55.
    ((confidence * 1e6).round() / 1e4).to_string()
}

/// A share in per cent, with as many decimals as its error deserves: two of its digits at most.
#[must_use]
pub fn percent(share: f64, error: f64) -> String {
    decimals(100.0 * share, 100.0 * error) + " %"
}

/// A number with as many decimals as its error deserves, none to six.
#[must_use]
pub fn decimals(number: f64, error: f64) -> String {
    let decimals = (0..6_u8)
        .find(|decimals| error * 10_f64.powi((*decimals).into()) >= 2.0)
        .unwrap_or(6);
    let text = format!("{number:.*}", usize::from(decimals));
    // −0.0 is a zero.
    let is_zero = text.bytes().all(|byte| !(b'1'..=b'9').contains(&byte));
    if is_zero {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(count(number), expected);
        }
    }

    #[test]
    fn levels_are_whole_where_they_can_be() {
        assert_eq!([0.95, 0.999, 0.55].map(level), ["95", "99.9", "55"]);
    }

    #[test]
    fn numbers_have_the_decimals_that_their_errors_deserve() {
        for (share, error, expected) in [
            (0.2534, 0.12, "25 %"),
            (0.2534, 0.012, "25.3 %"),
            (0.25342, 0.0012, "25.34 %"),
            (-0.00001, 0.01, "0.0 %"),
            (0.5, 0.0, "50.000000 %"),
        ] {
            assert_eq!(percent(share, error), expected);
        }
    }
}
