//! A QR code, drawn in the page.

use qrcode::{Color, EcLevel, QrCode};
use yew::prelude::*;

/// Modules of quiet around the code, as ISO/IEC 18004 asks for.
const QUIET: usize = 4;

/// The code of a text, with its name; nothing if the text is longer than any code.
pub fn qr(text: &str, name: String) -> Html {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::M) else {
        return Html::default();
    };
    let size = code.width() + 2 * QUIET;
    html! {
        <svg class="qr" viewBox={format!("0 0 {size} {size}")} role="img" aria-label={name}>
            <rect class="qr-ground" width="100%" height="100%"/>
            <path class="qr-ink" d={path(&code)}/>
        </svg>
    }
}

/// The dark modules, row by row, as strips.
fn path(code: &QrCode) -> String {
    let width = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (row, colors) in colors.chunks(width).enumerate() {
        let mut column = 0;
        while column < width {
            let is_dark = |color: &&Color| **color == Color::Dark;
            let length = colors[column..].iter().take_while(is_dark).count();
            if length > 0 {
                let (x, y) = (column + QUIET, row + QUIET);
                let strip = format!("M{x} {y}h{length}v1h-{length}z");
                path.push_str(&strip);
            }
            column += length.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_module_is_drawn_once() {
        let code = QrCode::new("http://192.0.2.1:8000/class/BCDFGH").unwrap();
        let drawn: usize = path(&code)
            .split('h')
            .skip(1)
            .filter_map(|strip| strip.split('v').next()?.parse::<usize>().ok())
            .sum();
        let dark = code.to_colors().into_iter();
        assert_eq!(drawn, dark.filter(|color| *color == Color::Dark).count());
    }
}
