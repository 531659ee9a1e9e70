//! Numbers: a field to type into, a line to choose on, or several fields.

use sotto_ldp::numbers::{Decimal, Grid};
use sotto_survey::{Calendar, NumberField, NumberRange, Text};
use sotto_ui::{Tag, number_text::answered, tag};

use super::{Asking, multiple::decline};
use crate::survey::{Problem, UNFINISHED};

/// One number.
pub(super) fn controls(asking: &Asking<'_>, range: &NumberRange, on_a_line: bool) -> Vec<Tag> {
    let unit = range.unit.as_ref();
    let title = asking.description("t");
    let control = Control {
        asking,
        field: 0,
        name: asking.id(),
        grid: &range.grid,
        unit,
        calendar: range.calendar,
    };
    let mut parts = if on_a_line {
        vec![control.slider(&title)]
    } else {
        vec![control.hint(), control.typed(&title)]
    };
    parts.extend(decline(asking));
    parts
}

/// Several numbers, each with a name of its own.
pub(super) fn several(asking: &Asking<'_>, fields: &[NumberField]) -> Vec<Tag> {
    let fields = fields.iter().enumerate().map(|(index, field)| {
        let name = [asking.id(), ".", field.id.as_str()].concat();
        let title = ["t-", &name].concat();
        let control = Control {
            asking,
            field: index,
            name: &name,
            grid: &field.grid,
            unit: field.unit.as_ref(),
            calendar: None,
        };
        let name_of_field = asking.words.write(tag("p"), &field.title);
        tag("div")
            .set("class", "field")
            .with(name_of_field.set("id", &title))
            .with(control.hint())
            .with(control.typed(&title))
    });
    let mut parts: Vec<_> = fields.collect();
    parts.extend(decline(asking));
    parts
}

struct Control<'a> {
    asking: &'a Asking<'a>,
    field: usize,
    name: &'a str,
    grid: &'a Grid,
    unit: Option<&'a Text>,
    calendar: Option<Calendar>,
}

impl Control<'_> {
    fn text(&self) -> &str {
        self.asking.state.typed(self.asking.index, self.field)
    }

    fn hint_id(&self) -> String {
        ["r-", self.name].concat()
    }

    /// What can be answered.
    fn hint(&self) -> Tag {
        let hint = tag("p").set("class", "help").set("id", &self.hint_id());
        let words = self.asking.words;
        match self.calendar {
            Some(calendar) => hint.text(&words.moments(calendar, self.grid)),
            None => words.put_range(hint, "number-range", self.grid),
        }
    }

    /// A text field, because a number field swallows what it cannot read and changes under a
    /// mouse's wheel.
    fn typed(&self, title: &str) -> Tag {
        let words = self.asking.words;
        let whole = self.grid.step().micros() % 1_000_000 == 0;
        let signed = self.grid.minimum().micros() < 0;
        let mode = match (signed, whole) {
            (true, _) => "text",
            (false, true) => "numeric",
            (false, false) => "decimal",
        };
        let is_wrong = match self.asking.problem {
            // Where one of several is told to be wrong, every field is marked that has no usable number.
            Some(Problem::Field(_) | Problem::Range(_)) => {
                answered(self.text(), self.grid, self.calendar).is_none()
            }
            problem => problem.is_some(),
        };
        let unit = self.unit.iter().map(|unit| words.write(tag("span"), unit));
        let problem = self.asking.description("p");
        let input = tag("input")
            .set("type", self.calendar.map_or("text", Calendar::name))
            .set("class", "typed")
            .set("part", "field")
            .set("inputmode", mode)
            .set("autocomplete", "off")
            // By which the style knows whether anything stands in it.
            .set("placeholder", &self.example())
            .set("dir", "ltr")
            .set("name", self.name)
            .set("aria-labelledby", title)
            .join("aria-describedby", &[&self.hint_id(), " ", &problem])
            .when(is_wrong, "aria-invalid", "true");
        let input = match self.calendar {
            Some(calendar) => self.native(input, calendar),
            None => input.value(self.text()),
        };
        tag("div")
            .set("class", "number")
            .with(input)
            .all(unit.collect())
    }

    /// What stands in an empty field: nothing, or how a month is typed where a browser has no field for it.
    fn example(&self) -> String {
        let first = |calendar: Calendar| calendar.write(units(self.grid.minimum()));
        self.calendar.map_or_else(|| " ".to_owned(), first)
    }

    /// What a native field offers. It knows no other days, months and times than those on the grid; whoever types others
    /// is told.
    fn native(&self, input: Tag, calendar: Calendar) -> Tag {
        let written = |number| calendar.write(units(number));
        let text = self.text();
        // A time's step is in seconds.
        let per_step = if calendar.unit() == "minute" { 60 } else { 1 };
        let step = units(self.grid.step()) * per_step;
        input
            .set("min", &written(self.grid.minimum()))
            .set("max", &written(self.grid.maximum()))
            .set("step", &step.to_string())
            .when(text.is_empty(), "data-unset", "")
            // What was begun and not finished the field has, and nobody else.
            .value(if text == UNFINISHED { "" } else { text })
    }

    /// The line, which tells nothing before it is touched.
    fn slider(&self, title: &str) -> Tag {
        let words = self.asking.words;
        let text = self.text();
        let is_set = !text.is_empty();
        let shown = tag("span").set("dir", "auto");
        let (spoken, shown) = if is_set {
            let spoken = words.number_with_unit(text, self.unit);
            (spoken, words.write_number(shown, text, self.unit))
        } else {
            let spoken = words.say("slider-unset");
            (spoken, words.put(shown, "slider-unset"))
        };
        let end = |number: Decimal| tag("span").text(&words.number(&number.to_string()));
        let ends = tag("div").set("class", "ends").set("aria-hidden", "true");
        let input = tag("input")
            .set("part", "slider")
            .set("autocomplete", "off")
            .set("name", self.name)
            .set("min", &self.grid.minimum().to_string())
            .set("max", &self.grid.maximum().to_string())
            .set("step", &self.grid.step().to_string())
            // Last: a line that knows its ends begins in their middle, not at one of them.
            .set("type", "range")
            .set("aria-labelledby", title)
            .set("aria-valuetext", &spoken)
            .when(!is_set, "data-unset", "")
            .when(self.asking.problem.is_some(), "aria-invalid", "true");
        let input = if is_set { input.value(text) } else { input };
        // What it says of its value ends with the unit, and can be in one language only.
        let input = match self.unit {
            Some(unit) if is_set => words.spoken_as(input, unit),
            _ => input,
        };
        tag("div")
            .set("class", "slider")
            .with(tag("output").set("aria-hidden", "true").with(shown))
            .with(input)
            .with(
                ends.with(end(self.grid.minimum()))
                    .with(end(self.grid.maximum())),
            )
    }
}

/// The whole part of a number: those that stand for days, months and times have no other.
fn units(number: Decimal) -> i64 {
    number.micros().div_euclid(1_000_000)
}
