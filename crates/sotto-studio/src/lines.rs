//! On which line of a text something stands that a JSON pointer leads to.

/// The line, from 1, of what a pointer leads to in a text that is JSON. Where it leads to nothing, of the
/// last object or list on the way: a field that is missing is missing there.
#[must_use]
pub fn line_of(text: &str, pointer: &str) -> usize {
    let mut scan = Scan {
        bytes: text.as_bytes(),
        at: 0,
    };
    scan.pass_space();
    let mut found = scan.at;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        if !scan.enter(&step) {
            break;
        }
        found = scan.at;
    }
    let before = &scan.bytes[..found.min(scan.bytes.len())];
    before.split(|byte| *byte == b'\n').count()
}

/// A walk through text that is known to be JSON; through any other it ends somewhere.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn here(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn pass_space(&mut self) {
        while self.here().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes to the value of a field, or to an element, of the value here.
    fn enter(&mut self, step: &str) -> bool {
        let is_object = match self.here() {
            Some(b'{') => true,
            Some(b'[') => false,
            _ => return false,
        };
        let index = step.parse::<usize>().ok();
        self.at += 1;
        for number in 0.. {
            self.pass_space();
            if matches!(self.here(), None | Some(b'}' | b']')) {
                break;
            }
            let is_wanted = if is_object {
                let from = self.at;
                self.pass_value();
                let name = self.bytes.get(from..self.at).unwrap_or_default();
                let name = serde_json::from_slice::<String>(name).ok();
                self.pass_space();
                // The colon.
                self.at += 1;
                self.pass_space();
                name.as_deref() == Some(step)
            } else {
                Some(number) == index
            };
            if is_wanted {
                return true;
            }
            self.pass_value();
            self.pass_space();
            if self.here() == Some(b',') {
                self.at += 1;
            }
        }
        false
    }

    /// Goes behind the value here.
    fn pass_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.here() {
            match byte {
                b'"' => self.pass_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth == 0 => return,
                _ => {
                    self.at += 1;
                    if depth > 0 || !matches!(self.here(), Some(b) if b.is_ascii_whitespace()) {
                        continue;
                    }
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn pass_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.here() {
            self.at += match byte {
                b'\\' => 2,
                _ => 1,
            };
            if byte == b'"' {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
{
  "a": [1, "}\"", { "b/c": 2 },
    -3.5e1 ],
  "d": {
    "a~": true, "e": [
      [], {}, null
    ]
  }
}"#;

    #[test]
    fn pointers_lead_to_lines() {
        for (pointer, line) in [
            ("", 2),
            ("/a", 3),
            ("/a/2/b~1c", 3),
            ("/a/3", 4),
            ("/d", 5),
            ("/d/a~0", 6),
            ("/d/e/2", 7),
            ("/d/e/1/missing", 7),
            ("/d/missing", 5),
            ("/missing", 2),
        ] {
            assert_eq!(line_of(TEXT, pointer), line, "{pointer}");
        }
    }

    #[test]
    fn any_text_has_an_end() {
        for text in ["", "{", "[[[", "{\"a", "\\", "{\"a\":", "]", "{]}"] {
            assert!(line_of(text, "/a/0") >= 1);
        }
    }
}
