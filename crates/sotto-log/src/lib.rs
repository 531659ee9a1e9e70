#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::{
    fmt::{self, Display, Write as _},
    io::Write as _,
};

/// Writes one line. Whether anybody reads it does not matter.
pub fn say(line: impl Display) {
    let mut inert = String::new();
    // Writing to a string cannot fail, unless the line itself does.
    let _ = write!(Inert(&mut inert), "{line}");
    let _ = writeln!(std::io::stderr().lock(), "{inert}");
}

/// Writes one line on standard output: what is told once, and belongs in no log. Whoever read it may have
/// closed it since, which ends nothing.
pub fn tell(line: impl Display) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Writes characters that show nothing and change how others are shown as what they are.
struct Inert<'a>(&'a mut String);

impl fmt::Write for Inert<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if is_inert(character) {
                self.0.push(character);
            } else {
                self.0.extend(character.escape_unicode());
            }
        }
        Ok(())
    }
}

/// Lines and tabs are ours: what others wrote stands in one line or in quotation marks.
fn is_inert(character: char) -> bool {
    match character {
        '\n' | '\t' => true,
        // Directions of writing, their ends, and what else has no width.
        '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => false,
        _ => !character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_steers_no_terminal() {
        let shown = |text: &str| {
            let mut inert = String::new();
            write!(Inert(&mut inert), "{text}").unwrap();
            inert
        };
        assert_eq!(shown("两个 surveys\n\tand é"), "两个 surveys\n\tand é");
        assert_eq!(shown("\u{1b}[2J\r\0"), "\\u{1b}[2J\\u{d}\\u{0}");
        assert_eq!(shown("\u{202e}txt.exe"), "\\u{202e}txt.exe");
    }
}
