//! A drawing as an SVG file.

use std::fmt::Write;

use super::shape::{Drawing, FONTS, Shape};

/// The whole file.
pub(super) fn svg(drawing: &Drawing) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"{FONTS}\">\n\
         <title>{}</title>\n",
        text(&drawing.title)
    );
    for shape in &drawing.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Box { at, size, ink } => writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            at.0,
            at.1,
            size.0,
            size.1,
            ink.color()
        ),
        Shape::Line {
            from,
            to,
            width,
            is_dashed,
            ink,
        } => writeln!(
            out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" \
             stroke-width=\"{width}\"{}/>",
            from.0,
            from.1,
            to.0,
            to.1,
            ink.color(),
            if *is_dashed {
                " stroke-dasharray=\"4 3\""
            } else {
                ""
            }
        ),
        Shape::Dot { at, radius, ink } => writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\"/>",
            at.0,
            at.1,
            ink.color()
        ),
        Shape::Text {
            at,
            size,
            is_bold,
            text: words,
            ink,
        } => writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\"{} fill=\"{}\">{}</text>",
            at.0,
            at.1,
            if *is_bold { " font-weight=\"600\"" } else { "" },
            ink.color(),
            // Isolated, so that a name written from right to left stays within its own line.
            text(&["\u{2068}", words, "\u{2069}"].concat())
        ),
    };
}

/// A text as XML holds it; characters that XML has no place for are left out.
fn text(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saving::shape::Ink;

    #[test]
    fn names_stay_names() {
        let hostile = "</text><script>alert(1)</script> & \"x\" \u{0}\u{ffff}=1+1 مرحبا";
        let drawing = Drawing {
            width: 10.0,
            height: 10.0,
            title: hostile.to_owned(),
            shapes: vec![Shape::Text {
                at: (1.0, 2.0),
                size: 13.0,
                is_bold: true,
                text: hostile.to_owned(),
                ink: Ink::Text,
            }],
        };
        let found = svg(&drawing);
        assert!(
            !found.contains("<script") && !found.contains('\u{0}'),
            "{found}"
        );
        assert_eq!(found.matches("<text").count(), 1);
        assert_eq!(found.matches("</text>").count(), 1);
        assert!(found.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"));
        assert!(found.contains("مرحبا"));
    }
}
