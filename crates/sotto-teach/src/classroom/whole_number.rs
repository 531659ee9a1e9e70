//! Whole numbers as people type them.

/// The number, if it lies between `least` and `most`. Digits may be full-width, as Chinese keyboards write them.
pub(super) fn whole_number(text: &str, (least, most): (u32, u32)) -> Option<u32> {
    let digits: Option<Vec<u32>> = text.trim().chars().map(digit).collect();
    let digits = digits.filter(|digits| !digits.is_empty())?;
    let number = digits.into_iter().try_fold(0_u32, |number, digit| {
        number.checked_mul(10)?.checked_add(digit)
    })?;
    (least..=most).contains(&number).then_some(number)
}

fn digit(character: char) -> Option<u32> {
    let full_width = u32::from(character).checked_sub(u32::from('０'));
    character.to_digit(10).or(full_width.filter(|&it| it < 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_both_widths_are_read_and_nothing_else() {
        for (text, expected) in [
            ("30", Some(30)),
            (" 0 ", Some(0)),
            ("３０", Some(30)),
            ("1000", Some(1000)),
            ("1001", None),
            ("-1", None),
            ("+1", None),
            ("12.5", None),
            ("1e2", None),
            ("", None),
            (" ", None),
            ("٣", None),
            ("99999999999999999999", None),
            ("thirty", None),
        ] {
            assert_eq!(whole_number(text, (0, 1000)), expected, "{text:?}");
        }
    }
}
