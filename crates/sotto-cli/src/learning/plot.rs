//! The figure: accuracy against ε, one line for every method.

use std::fmt::Write;

use super::outcome::TriedAccuracies;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 300.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 60.0;

/// Told apart by colour-blind people too (Okabe and Ito); each comes with another dash.
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#8a6d00", "#56b4e9",
];
const DASHES: [&str; 4] = ["none", "8 3", "2 3", "10 3 2 3"];

/// An SVG with title and description, whose lines are told in a list beside them.
pub(crate) fn plot(outcome: &TriedAccuracies, name: &str) -> String {
    let budgets: Vec<f64> = outcome
        .tried
        .iter()
        .map(|tried| tried.epsilon.privacy_loss().to_f64())
        .collect();
    let greatest = budgets.iter().copied().fold(1e-6, f64::max);
    let accuracies = outcome.tried.iter().map(|tried| tried.accuracy.mean);
    let least = accuracies.fold(outcome.majority.min(outcome.not_private.mean), f64::min);
    // The axis begins at a full tenth.
    let least = ((least * 10.0).floor() / 10.0).clamp(0.0, 0.9);
    let x = |epsilon: f64| LEFT + epsilon / greatest * (WIDTH - LEFT - RIGHT);
    let y = |share: f64| TOP + (1.0 - share) / (1.0 - least) * (HEIGHT - TOP - BOTTOM);
    let mut svg = String::new();
    let title = format!("Accuracy against ε: {}", escaped(name));
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"title description\" font-family=\"sans-serif\" font-size=\"13\">\n<title id=\"title\">{title}</title>\n<desc id=\"description\">{}</desc>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n<text x=\"{LEFT}\" y=\"28\" font-size=\"16\">{title}</text>\n",
        escaped(&description(outcome))
    );
    axes(&mut svg, least, greatest, &x, &y);
    for (share, text, dash) in [
        (outcome.not_private.mean, "without privacy", "6 4"),
        (outcome.majority, "commonest class", "2 5"),
    ] {
        let (height, end) = (y(share), WIDTH - RIGHT);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {height:.1}H{end}\" stroke=\"#555\" stroke-dasharray=\"{dash}\" fill=\"none\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{text}</text>",
            end - 4.0,
            height - 4.0
        );
    }
    let lines = (0..32_u32).map(f64::from);
    for ((index, method), line_of_key) in outcome.methods().iter().enumerate().zip(lines.cycle()) {
        let (colour, dash) = (COLOURS[index % COLOURS.len()], DASHES[index % DASHES.len()]);
        let mut points: Vec<_> = outcome
            .tried
            .iter()
            .zip(&budgets)
            .filter(|(tried, _)| tried.method() == *method)
            .map(|(tried, &epsilon)| (epsilon, tried.accuracy.mean))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let line: Vec<String> = points
            .iter()
            .map(|&(epsilon, share)| format!("{:.1},{:.1}", x(epsilon), y(share)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            line.join(" ")
        );
        for &(epsilon, share) in &points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}, ε = {epsilon}: {:.1} %</title></circle>",
                x(epsilon),
                y(share),
                escaped(method),
                100.0 * share
            );
        }
        let (begin, height) = (WIDTH - RIGHT + 16.0, TOP + 18.0 * line_of_key);
        let _ = writeln!(
            svg,
            "<path d=\"M{begin} {height}h28\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/><text x=\"{}\" y=\"{}\" font-size=\"11\">{}</text>",
            begin + 34.0,
            height + 4.0,
            escaped(method)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn axes(
    svg: &mut String,
    least: f64,
    greatest: f64,
    x: &impl Fn(f64) -> f64,
    y: &impl Fn(f64) -> f64,
) {
    let end = WIDTH - RIGHT;
    for tenth in 0..=10_u32 {
        let share = f64::from(tenth) / 10.0;
        if share + 1e-9 >= least {
            let height = y(share);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {height:.1}H{end}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{} %</text>",
                LEFT - 8.0,
                height + 4.0,
                tenth * 10
            );
        }
    }
    for part in 0..=5_u32 {
        let epsilon = greatest * f64::from(part) / 5.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x(epsilon),
            HEIGHT - BOTTOM + 20.0,
            (epsilon * 100.0).round() / 100.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">ε of all that a respondent sends</text>",
        f64::midpoint(LEFT, end),
        HEIGHT - 14.0
    );
}

/// The figure in words, for those who do not see it.
fn description(outcome: &TriedAccuracies) -> String {
    let mut text = format!(
        "Rows in 100 that get their class, mean of {} runs over {} folds. Without privacy {:.1}; always the commonest class {:.1}.",
        outcome.runs,
        outcome.folds,
        100.0 * outcome.not_private.mean,
        100.0 * outcome.majority
    );
    for method in outcome.methods() {
        let of_method = outcome
            .tried
            .iter()
            .filter(|tried| tried.method() == method);
        let figures: Vec<_> = of_method
            .map(|tried| format!("{:.1} at ε {}", 100.0 * tried.accuracy.mean, tried.epsilon))
            .collect();
        let _ = write!(text, " {method}: {}.", figures.join(", "));
    }
    text
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::outcome::{Accuracy, Tried};

    #[test]
    fn a_figure_has_words_and_escapes_names() {
        let accuracy = Accuracy::of_runs(&[0.8, 0.9]);
        let tried = |epsilon: &str| Tried {
            mechanism: "auto",
            recipe: "pooled",
            epsilon: epsilon.parse().unwrap(),
            accuracy,
        };
        let outcome = TriedAccuracies {
            rows: 10,
            classes: 2,
            features: 1,
            folds: 2,
            runs: 2,
            majority: 0.6,
            not_private: accuracy,
            not_private_gaussian: None,
            tried: vec![tried("2"), tried("0.5")],
            notes: Vec::new(),
        };
        let svg = plot(&outcome, "a<b>&\u{1b}");
        assert!(
            svg.contains("<title id=\"title\">Accuracy against ε: a&lt;b&gt;&amp;\u{fffd}</title>")
        );
        assert!(svg.contains("auto, pooled: 85.0 at ε 2, 85.0 at ε 0.5."));
        assert_eq!(
            (
                svg.matches("<polyline").count(),
                svg.matches("<circle").count()
            ),
            (1, 2)
        );
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
