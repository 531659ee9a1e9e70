//! What answers are held against: ends of a range, and how many options can be chosen.

/// What a constraint comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constraint {
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) least: Option<u32>,
    pub(super) most: Option<u32>,
    /// Options that nothing else can be chosen with.
    pub(super) alone: Vec<String>,
    /// Whether all of it is in here.
    pub(super) is_whole: bool,
}

/// Reads a constraint; `step` is how far from an end that is left out the next number lies.
pub(super) fn read(written: &str, step: f64) -> Constraint {
    let mut constraint = Constraint {
        is_whole: true,
        ..Constraint::default()
    };
    for part in parts(written) {
        constraint.take(&part, step);
    }
    constraint
}

/// What is joined by "and", without blanks and outer parentheses.
fn parts(written: &str) -> Vec<String> {
    let (mut parts, mut depth, mut current) = (Vec::new(), 0_i32, String::new());
    let mut rest = written.trim();
    while let Some(one) = rest.chars().next() {
        let lower = rest.get(..5).unwrap_or_default().to_lowercase();
        let is_and = depth == 0 && lower.starts_with("and") && lower.ends_with([' ', '(', '.'])
            || depth == 0 && lower == " and ";
        if is_and && (current.is_empty() || current.ends_with(')') || rest.starts_with(' ')) {
            parts.push(std::mem::take(&mut current));
            let at = rest.to_lowercase().find("and").map_or(1, |at| at + 3);
            rest = rest.get(at..).unwrap_or_default();
            continue;
        }
        match one {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if !one.is_whitespace() {
            current.push(one);
        }
        rest = rest.get(one.len_utf8()..).unwrap_or_default();
    }
    parts.push(current);
    let mut found = Vec::new();
    for part in parts {
        let part = part.trim();
        match part
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
        {
            // One pair around all of it.
            Some(inner) if is_balanced(inner) => {
                let spaced = inner.replace("and", " and ");
                if is_simple(inner) {
                    found.extend(self::parts(&spaced));
                } else {
                    found.push(inner.to_owned());
                }
            }
            _ if part.is_empty() => {}
            _ => found.push(part.to_owned()),
        }
    }
    found
}

/// Whether it has no names in it that "and" could be a part of.
fn is_simple(text: &str) -> bool {
    text.replace("and", "")
        .chars()
        .all(|one| ".<>=0123456789-+()".contains(one))
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for one in text.chars() {
        depth += match one {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

impl Constraint {
    fn take(&mut self, part: &str, step: f64) {
        const SIGNS: [&str; 5] = [">=", "<=", ">", "<", "="];
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let compared = |subject: &str| -> Option<(&str, f64)> {
            let rest = part.strip_prefix(subject)?;
            SIGNS
                .into_iter()
                .find_map(|sign| Some((sign, number(rest.strip_prefix(sign)?)?)))
        };
        let alone = part
            .strip_prefix("not(selected(.,")
            .and_then(|rest| rest.split_once(')'))
            .filter(|(_, behind)| {
                matches!(
                    *behind,
                    "andcount-selected(.)>1)"
                        | "andcount-selected(.)>=2)"
                        | "and(count-selected(.)>1))"
                )
            });
        if let Some((option, _)) = alone {
            self.alone.push(option.trim_matches(['\'', '"']).to_owned());
        } else if let Some((sign, number)) = compared(".") {
            let (min, max) = match sign {
                ">=" => (Some(number), None),
                "<=" => (None, Some(number)),
                ">" => (Some(number + step), None),
                "<" => (None, Some(number - step)),
                _ => (Some(number), Some(number)),
            };
            self.min = self.min.into_iter().chain(min).reduce(f64::max);
            self.max = self.max.into_iter().chain(max).reduce(f64::min);
        } else if let Some((sign, number)) = compared("count-selected(.)") {
            let count = whole(number);
            let (least, most) = match sign {
                ">=" => (count, None),
                "<=" => (None, count),
                ">" => (count.map(|count| count + 1), None),
                "<" => (None, count.and_then(|count| count.checked_sub(1))),
                _ => (count, count),
            };
            self.least = least.or(self.least);
            self.most = most.or(self.most);
        } else {
            self.is_whole = false;
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held against the range before"
)]
fn whole(number: f64) -> Option<u32> {
    (number.fract() == 0.0 && (0.0..=10_000.0).contains(&number)).then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_read_however_they_are_written() {
        for (written, ends) in [
            (". >= 0 and . <= 120", (Some(0.0), Some(120.0))),
            ("(. >= 1) and (. <= 9)", (Some(1.0), Some(9.0))),
            ("(. > 0 and . < 5)", (Some(1.0), Some(4.0))),
            (".>=-5", (Some(-5.0), None)),
            (". < 10 AND . > 2", (Some(3.0), Some(9.0))),
        ] {
            let read = read(written, 1.0);
            assert_eq!(
                (read.min, read.max, read.is_whole),
                (ends.0, ends.1, true),
                "{written}"
            );
        }
        assert_eq!(read(". > 0", 0.1).min, Some(0.1));
        for written in [". >= ${a}", "regex(., '[0-9]+')", ". >= 1 or . <= 9"] {
            assert!(!read(written, 1.0).is_whole, "{written}");
        }
    }

    #[test]
    fn counts_and_options_that_stand_alone_are_read() {
        let read = read(
            "count-selected(.) <= 3 and not(selected(., 'none') and count-selected(.) > 1)",
            1.0,
        );
        assert_eq!((read.most, read.least), (Some(3), None));
        assert_eq!(read.alone, ["none"]);
        assert!(read.is_whole);
    }
}
