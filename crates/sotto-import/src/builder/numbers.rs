//! Ranges of numbers as a survey takes them.

use sotto_survey::Json;

use super::{Builder, value::DraftValue};
use crate::{model::Range, report::Reason};

/// The most numbers that can be told apart.
const MOST_CELLS: f64 = 10_001.0;

/// No number is greater, and no step smaller.
const GREATEST: f64 = 1e9;
const SMALLEST: f64 = 1e-6;

impl Builder {
    /// The fields of a range: its ends, and its step unless that is 1. Whatever the file leaves open, or a
    /// survey does not take, is told.
    pub(super) fn range(&mut self, what: &str, range: Range) -> Vec<(&'static str, DraftValue)> {
        let (min, max) = self.ends(what, range);
        let written = range.step.filter(|step| *step > 0.0);
        let step = written.unwrap_or_else(|| {
            let is_whole = min.fract() == 0.0 && max.fract() == 0.0;
            if is_whole { 1.0 } else { 0.1 }
        });
        let mut step = rounded(step.clamp(SMALLEST, max - min));
        while (max - min) / step + 1.0 > MOST_CELLS {
            step = rounded(step * 10.0);
        }
        if written.is_some_and(|written| (written - step).abs() > SMALLEST / 2.0) {
            self.change(what, Reason::Step(shown(step)));
        }
        let steps = ((max - min) / step + 1e-9).floor().max(1.0);
        let reached = rounded(min + steps * step);
        if (reached - max).abs() > SMALLEST / 2.0 {
            self.change(what, Reason::StepMisses(shown(reached)));
        }
        let mut fields = vec![
            ("min", DraftValue::Json(Json::of_number(min))),
            ("max", DraftValue::Json(Json::of_number(reached))),
        ];
        if (step - 1.0).abs() > SMALLEST / 2.0 {
            fields.push(("step", DraftValue::Json(Json::of_number(step))));
        }
        fields
    }

    fn ends(&mut self, what: &str, range: Range) -> (f64, f64) {
        let within = |end: f64| rounded(end.clamp(-GREATEST, GREATEST));
        let (min, max) = (range.min.map(within), range.max.map(within));
        match (min, max) {
            (Some(min), Some(max)) if min < max => (min, max),
            (Some(min), None) => {
                let mut powers = [100.0, 1_000.0, 10_000.0, 1e6].into_iter();
                let max = powers.find(|power| *power > min);
                let max = max.unwrap_or(min + 100.0);
                self.change(what, Reason::RangeEnd(shown(max)));
                (min, max)
            }
            (None, Some(max)) => {
                let min = if max > 0.0 { 0.0 } else { max - 100.0 };
                self.change(what, Reason::RangeEnd(shown(min)));
                (min, max)
            }
            _ => {
                self.change(what, Reason::Range);
                (0.0, 100.0)
            }
        }
    }
}

/// To a millionth, which is as exact as a survey is.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn shown(number: f64) -> String {
    rounded(number).to_string()
}
