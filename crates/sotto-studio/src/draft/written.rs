//! A draft as text that people read: what fits stands on one line.

use std::fmt::Write;

use sotto_survey::Json;

/// What fits on a line.
const WIDTH: usize = 100;

/// The text, which ends with a line break.
pub(super) fn written(json: &Json) -> String {
    let mut text = String::new();
    write_value(json, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes a value that begins `used` characters behind an indent of so many levels.
fn write_value(json: &Json, depth: usize, used: usize, out: &mut String) {
    let line = on_one_line(json);
    let is_short = depth > 0 && 2 * depth + used + line.chars().count() < WIDTH;
    match json {
        Json::List(elements) if !is_short && !elements.is_empty() => {
            out.push_str("[\n");
            for (index, element) in elements.iter().enumerate() {
                indent(depth + 1, out);
                write_value(element, depth + 1, 0, out);
                end(index, elements.len(), out);
            }
            indent(depth, out);
            out.push(']');
        }
        Json::Object(entries) if !is_short && !entries.is_empty() => {
            out.push_str("{\n");
            for (index, (name, value)) in entries.iter().enumerate() {
                indent(depth + 1, out);
                let name = quoted(name);
                // Writing to a string cannot fail.
                let _ = write!(out, "{name}: ");
                write_value(value, depth + 1, name.chars().count() + 2, out);
                end(index, entries.len(), out);
            }
            indent(depth, out);
            out.push('}');
        }
        _ => out.push_str(&line),
    }
}

fn indent(depth: usize, out: &mut String) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

fn end(index: usize, count: usize, out: &mut String) {
    out.push_str(if index + 1 < count { ",\n" } else { "\n" });
}

fn on_one_line(json: &Json) -> String {
    match json {
        Json::List(elements) => {
            let elements: Vec<_> = elements.iter().map(on_one_line).collect();
            format!("[{}]", elements.join(", "))
        }
        Json::Object(entries) => {
            let entry = |(name, value): &(String, Json)| {
                format!("{}: {}", quoted(name), on_one_line(value))
            };
            let entries: Vec<_> = entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        // A scalar can always be written.
        scalar => serde_json::to_string(scalar).unwrap_or_default(),
    }
}

fn quoted(name: &str) -> String {
    serde_json::to_string(name).unwrap_or_default()
}
