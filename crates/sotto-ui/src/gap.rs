//! What stands between two texts in a row.

/// A space, unless a sign beside it is as wide as a Chinese character and has its room in itself.
#[must_use]
#[inline(never)]
pub fn gap(before: &str, after: &str) -> &'static str {
    let is_wide = |sign: Option<char>| {
        matches!(
            sign,
            Some('\u{3001}'..='\u{3011}' | '\u{ff01}'..='\u{ff1f}')
        )
    };
    if is_wide(before.chars().next_back()) || is_wide(after.chars().next()) {
        ""
    } else {
        " "
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn no_space_stands_beside_a_wide_sign() {
        for (before, after) in [
            ("どうですか？", "はい"),
            ("你好吗", "（必答）"),
            ("好。", "再来"),
            ("「はい」", "x"),
        ] {
            assert_eq!(gap(before, after), "", "{before}{after}");
        }
        for (before, after) in [
            ("How?", "Yes"),
            ("何", "（"),
            ("", ""),
            ("어때요?", "(필수)"),
        ] {
            let wide = after == "（";
            assert_eq!(
                gap(before, after),
                if wide { "" } else { " " },
                "{before}{after}"
            );
        }
    }
}
