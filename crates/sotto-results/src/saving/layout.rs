//! Where everything stands on a saved chart.

use super::{
    picture::{ChartPicture, Marks, PictureRow},
    shape::{Drawing, Ink, Shape},
    wrapping::lines,
};

const WIDTH: f64 = 720.0;
const MARGIN: f64 = 24.0;
const INNER: f64 = WIDTH - 2.0 * MARGIN;
/// A lane's height, and how far its bar stays away from its edges.
const LANE: f64 = 22.0;
const INSET: f64 = 4.0;
/// The distance of two lines of the hatching.
const HATCH: f64 = 7.0;
/// A chart of more rows would be no picture any more.
const MOST_ROWS: usize = 200;

/// Lays the picture out.
pub(super) fn layout(picture: &ChartPicture) -> Drawing {
    let mut sheet = Sheet {
        y: MARGIN,
        shapes: Vec::new(),
    };
    sheet.write(&picture.title, (18.0, true), 3, Ink::Text);
    sheet.write(&picture.subtitle, (13.0, false), 2, Ink::Quiet);
    for row in picture.rows.iter().take(MOST_ROWS) {
        sheet.row(row);
    }
    sheet.y += 10.0;
    let rest = picture.rows.len().saturating_sub(MOST_ROWS);
    if rest > 0 {
        sheet.write(&format!("+ {rest}"), (13.0, false), 1, Ink::Quiet);
    }
    for note in &picture.notes {
        sheet.write(note, (12.0, false), 4, Ink::Quiet);
    }
    let height = sheet.y + MARGIN;
    let paper = Shape::Box {
        at: (0.0, 0.0),
        size: (WIDTH, height),
        ink: Ink::Paper,
    };
    sheet.shapes.insert(0, paper);
    Drawing {
        width: WIDTH,
        height,
        title: picture.title.clone(),
        shapes: sheet.shapes,
    }
}

struct Sheet {
    /// How far the sheet is filled.
    y: f64,
    shapes: Vec<Shape>,
}

impl Sheet {
    fn write(&mut self, text: &str, (size, is_bold): (f64, bool), most: usize, ink: Ink) {
        let narrower = if is_bold { 1.08 } else { 1.0 };
        for text in lines(text, INNER / size / narrower, most) {
            if text.is_empty() {
                continue;
            }
            self.shapes.push(Shape::Text {
                at: (MARGIN, self.y + size),
                size,
                is_bold,
                text,
                ink,
            });
            self.y += size * 1.4;
        }
    }

    fn row(&mut self, row: &PictureRow) {
        self.y += 12.0;
        self.write(&row.title, (14.0, true), 2, Ink::Text);
        self.shapes.push(Shape::Box {
            at: (MARGIN, self.y + INSET),
            size: (INNER, LANE - 2.0 * INSET),
            ink: Ink::Track,
        });
        if let Some(marks) = row.marks {
            self.marks(marks);
        }
        self.y += LANE + 2.0;
        self.write(&row.words, (13.0, false), 2, Ink::Text);
    }

    fn marks(&mut self, marks: Marks) {
        let x = |position: f64| MARGIN + position.clamp(0.0, 1.0) * INNER;
        let middle = self.y + LANE / 2.0;
        let (top, bottom) = (self.y + INSET, self.y + LANE - INSET);
        let estimate = x(marks.estimate);
        if marks.is_bar {
            self.shapes.push(Shape::Box {
                at: (MARGIN, top),
                size: (estimate - MARGIN, bottom - top),
                ink: Ink::Estimate,
            });
            let hatching = hatching((MARGIN, estimate), (top, bottom));
            self.shapes.extend(hatching);
        } else {
            self.shapes.push(Shape::Dot {
                at: (estimate, middle),
                radius: 6.0,
                ink: Ink::Estimate,
            });
        }
        let mut line = |from, to, width, is_dashed, ink| {
            self.shapes.push(Shape::Line {
                from,
                to,
                width,
                is_dashed,
                ink,
            });
        };
        let (low, high) = (x(marks.interval.0), x(marks.interval.1));
        line((low, middle), (high, middle), 2.0, false, Ink::Text);
        for end in [low, high] {
            line(
                (end, middle - 5.0),
                (end, middle + 5.0),
                2.0,
                false,
                Ink::Text,
            );
        }
        if let Some(reported) = marks.reported {
            let at = x(reported);
            line((at, self.y), (at, self.y + LANE), 2.0, true, Ink::Noise);
        }
    }
}

/// Lines that rise through a box, cut at its edges.
fn hatching((left, right): (f64, f64), (top, bottom): (f64, f64)) -> Vec<Shape> {
    let height = bottom - top;
    let mut lines = Vec::new();
    // Where a line meets the lower edge.
    let mut start = left - height + HATCH;
    while start < right {
        let from = start.max(left);
        let to = (start + height).min(right);
        if to > from {
            lines.push(Shape::Line {
                from: (from, bottom - (from - start)),
                to: (to, bottom - (to - start)),
                width: 1.0,
                is_dashed: false,
                ink: Ink::Hatching,
            });
        }
        start += HATCH;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(rows: usize, title: &str) -> ChartPicture {
        let row = PictureRow {
            title: title.to_owned(),
            words: "24 % (between 18 % and 31 %)".to_owned(),
            marks: Some(Marks {
                estimate: 0.24,
                interval: (0.18, 0.31),
                reported: Some(1.7),
                is_bar: true,
            }),
        };
        ChartPicture {
            name: "census".to_owned(),
            title: title.to_owned(),
            subtitle: String::new(),
            rows: vec![row; rows],
            notes: vec![title.to_owned()],
        }
    }

    #[test]
    fn everything_stands_on_the_sheet() {
        let long = "字 and words ".repeat(200);
        for (rows, title) in [(0, "A"), (1, "A"), (1_000, &*long)] {
            let drawing = layout(&picture(rows, title));
            let within = |(x, y): (f64, f64)| {
                (0.0..=drawing.width).contains(&x) && (0.0..=drawing.height).contains(&y)
            };
            for shape in &drawing.shapes {
                let is_within = match shape {
                    Shape::Box { at, size, .. } => {
                        within(*at) && within((at.0 + size.0, at.1 + size.1))
                    }
                    Shape::Line { from, to, .. } => within(*from) && within(*to),
                    Shape::Dot { at, .. } | Shape::Text { at, .. } => within(*at),
                };
                assert!(is_within, "{shape:?}");
            }
            let is_note =
                |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text.starts_with('+'));
            assert_eq!(
                drawing.shapes.iter().any(|one| is_note(&one)),
                rows > MOST_ROWS
            );
        }
    }

    #[test]
    fn hatching_stays_in_its_bar() {
        for right in [10.0, 24.1, 300.0] {
            for line in hatching((10.0, right), (5.0, 19.0)) {
                let Shape::Line { from, to, .. } = line else {
                    panic!("only lines");
                };
                for (x, y) in [from, to] {
                    assert!((10.0..=right).contains(&x) && (5.0..=19.0).contains(&y));
                }
                // They rise by as much as they go to the right.
                assert!(((to.0 - from.0) - (from.1 - to.1)).abs() < 1e-9);
            }
        }
        assert!(hatching((10.0, 10.0), (5.0, 19.0)).is_empty());
    }
}
