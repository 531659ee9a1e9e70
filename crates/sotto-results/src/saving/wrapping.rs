//! Texts broken into lines before anything can measure them: by about how wide letters are.

/// About how wide a text is, in times of its size.
fn width_of(text: &str) -> f64 {
    let of_one = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | ':' | ';' | '\'' | ' ' => 0.33,
        'm' | 'w' | 'M' | 'W' | '%' => 0.9,
        letter if letter.is_ascii() => 0.58,
        // Chinese, Japanese and Korean letters are as wide as they are high.
        '\u{2e80}'..='\u{ffdc}' | '\u{20000}'.. => 1.0,
        _ => 0.62,
    };
    text.chars().map(of_one).sum()
}

/// The text in lines of at most `width` times its size, at most so many; what does not fit ends in "…".
/// White space of any kind is one space, and what cannot be seen is left out.
pub(super) fn lines(text: &str, width: f64, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let word: String = word.chars().filter(|one| !one.is_control()).collect();
        let current = lines.last_mut();
        let Some(current) = current else { break };
        let joined = if current.is_empty() {
            word.clone()
        } else {
            [&**current, " ", &word].concat()
        };
        if width_of(&joined) <= width {
            *current = joined;
            continue;
        }
        if width_of(&word) <= width {
            lines.push(word);
        } else {
            // Longer than a line, or of a language without spaces: broken wherever it must be.
            let mut piece = if current.is_empty() {
                String::new()
            } else {
                [&**current, " "].concat()
            };
            lines.pop();
            for letter in word.chars() {
                piece.push(letter);
                if width_of(&piece) > width && piece.chars().count() > 1 {
                    piece.pop();
                    lines.push(piece.trim_end().to_owned());
                    piece = letter.to_string();
                }
                if lines.len() > most {
                    break;
                }
            }
            lines.push(piece);
        }
        if lines.len() > most {
            break;
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while width_of(last) > width - 1.0 && last.pop().is_some() {}
            last.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_long() {
        assert_eq!(lines("one two  three", 100.0, 3), ["one two three"]);
        assert_eq!(lines("aaaa bbbb cccc", 6.0, 3), ["aaaa bbbb", "cccc"]);
        assert_eq!(lines("一二三四五六七", 3.0, 9), ["一二三", "四五六", "七"]);
        assert_eq!(lines("aaaa bbbb cccc dddd", 6.0, 1), ["aaaa bbbb…"]);
        assert_eq!(lines("", 6.0, 2), [""]);
        assert_eq!(lines("a\u{7}\nb", 6.0, 2), ["a b"]);
        for text in [
            "x".repeat(2_000),
            "ab ".repeat(700),
            "字".repeat(2_000),
            "م".repeat(2_000),
        ] {
            let found = lines(&text, 20.0, 2);
            assert_eq!(found.len(), 2);
            assert!(found.iter().all(|line| width_of(line) <= 21.0), "{found:?}");
            assert!(found.last().is_some_and(|line| line.ends_with('…')));
        }
    }
}
