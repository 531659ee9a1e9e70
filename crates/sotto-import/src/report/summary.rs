//! What comes before the lines: what there was, and what the draft gives.

use std::{collections::HashSet, fmt};

use super::{Line, Outcome, Reason};

/// What a file became, in few words.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Questions of the draft.
    pub questions: usize,
    /// Statements of the draft, and consents.
    pub texts: usize,
    /// How many of all these are as they were.
    pub kept: usize,
    /// How many are not.
    pub changed: usize,
    /// Things that are not in the draft.
    pub left_out: usize,
    /// Pages of the draft.
    pub pages: usize,
    /// Tags of its languages, the first one first.
    pub languages: Vec<String>,
    /// What its plan gives; none where the draft has faults.
    pub serves: Option<Serves>,
}

/// What a plan gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Serves {
    /// How many questions each respondent reports; none: all of them share ε.
    pub sample: Option<u32>,
    /// How many respondents give every share to within 5 points; none where no number does.
    pub respondents: Option<u64>,
    /// The margin with 1,000 respondents, as a share.
    pub margin: f64,
    /// The same if all questions shared ε, where that is not the plan.
    pub margin_of_split: Option<f64>,
}

impl Summary {
    pub(crate) fn new(
        lines: &[Line],
        pages: usize,
        languages: Vec<String>,
        serves: Option<Serves>,
    ) -> Self {
        let of = |outcome: Outcome| lines.iter().filter(move |line| line.outcome == outcome);
        let changed: HashSet<&str> = of(Outcome::Changed)
            .flat_map(|line| line.what.iter().map(String::as_str))
            .collect();
        let made: Vec<(&str, bool)> = of(Outcome::Kept)
            .filter_map(|line| match line.reason {
                Reason::Became(name) => Some((line, matches!(name, "statement" | "consent"))),
                _ => None,
            })
            .flat_map(|(line, is_text)| line.what.iter().map(move |name| (&**name, is_text)))
            .collect();
        let texts = made.iter().filter(|(_, is_text)| *is_text).count();
        let altered = made.iter().filter(|(name, _)| changed.contains(name));
        let altered = altered.count();
        Self {
            questions: made.len() - texts,
            texts,
            kept: made.len() - altered,
            changed: altered,
            left_out: of(Outcome::LeftOut).map(|line| line.what.len()).sum(),
            pages,
            languages,
            serves,
        }
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// A whole number with its thousands parted, as English has it.
fn grouped(number: u64) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            questions,
            texts,
            kept,
            changed,
            left_out,
            pages,
            languages,
            serves,
        } = self;
        write!(out, "{}", counted(*questions, "question", "questions"))?;
        if *texts > 0 {
            write!(out, " and {}", counted(*texts, "text", "texts"))?;
        }
        write!(
            out,
            " on {}, in {}: {kept} as before, {changed} changed; {} left out",
            counted(*pages, "page", "pages"),
            languages.join(", "),
            counted(*left_out, "thing", "things"),
        )?;
        if let Some(serves) = serves {
            write!(out, "\n{serves}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Serves {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A margin of all there is says nothing.
        let known = |share: f64| match share {
            share if share < 1.0 => format!("to ±{:.0} points", share * 100.0),
            _ => "not at all".to_owned(),
        };
        match self.sample {
            None => write!(out, "Plan: all questions share ε = 2. ")?,
            Some(1) => write!(
                out,
                "Plan: each respondent reports one question, drawn by chance, at ε = 2. "
            )?,
            Some(sample) => write!(
                out,
                "Plan: each respondent reports {sample} questions, drawn by chance, which share ε = 2. "
            )?,
        }
        let margin = known(self.margin);
        write!(out, "With 1,000 people every share is known {margin}; ")?;
        match self.respondents {
            Some(people) => write!(out, "for ±5 points it takes {} people", grouped(people))?,
            None => out.write_str("no number of people gives ±5 points")?,
        }
        if let Some(split) = self.margin_of_split {
            write!(
                out,
                " (if all questions shared ε: {} with 1,000)",
                known(split)
            )?;
        }
        out.write_str(". Ask less, or raise ε, to need fewer")
    }
}
