//! Ids and texts as a survey may have them.

/// The longest id that is made of a name.
const LONGEST_ID: usize = 40;

/// The longest text, in characters.
const LONGEST_TEXT: usize = 2_000;

/// An id of small letters, figures and hyphens that suggests a name, or `stem`.
pub(crate) fn id_of(name: &str, stem: &str) -> String {
    let mut id = String::new();
    for one in name.chars().flat_map(char::to_lowercase) {
        if one.is_ascii_alphanumeric() {
            id.push(one);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
        if id.len() >= LONGEST_ID {
            break;
        }
    }
    let id = id.trim_end_matches('-');
    // "decline" is what every question calls declining.
    if id.is_empty() || id == "decline" {
        stem.to_owned()
    } else {
        id.to_owned()
    }
}

/// The id, or with a number behind it, that none of those has.
pub(crate) fn fresh(id: &str, taken: &[&str]) -> String {
    if !taken.contains(&id) {
        return id.to_owned();
    }
    // One of them is free: there is one more of them than ids.
    let mut all = (2..=taken.len() + 2).map(|number| format!("{id}-{number}"));
    let free = all.find(|id| !taken.contains(&&**id));
    free.unwrap_or_else(|| id.to_owned())
}

/// A text without markup and without what cannot be seen; whether it had markup, and whether it is cut.
pub(crate) fn plain(text: &str) -> (String, bool, bool) {
    let mut out = String::new();
    let (mut has_markup, mut is_inside) = (false, false);
    let mut rest = text.chars().peekable();
    while let Some(one) = rest.next() {
        match one {
            '>' if is_inside => {
                is_inside = false;
                out.push(' ');
            }
            _ if is_inside => {}
            '<' if rest
                .peek()
                .is_some_and(|next| next.is_alphabetic() || "/!?".contains(*next)) =>
            {
                has_markup = true;
                is_inside = true;
            }
            _ if one.is_whitespace() => out.push(' '),
            _ if one.is_control() || is_hidden(one) => {}
            _ => out.push(one),
        }
    }
    let out = entities(&out);
    let words: Vec<_> = out.split_whitespace().collect();
    let whole = words.join(" ");
    let cut: String = whole.chars().take(LONGEST_TEXT).collect();
    let is_cut = cut.len() < whole.len();
    (cut, has_markup, is_cut)
}

/// Characters that turn or hide what stands beside them.
fn is_hidden(one: char) -> bool {
    matches!(one,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn entities(text: &str) -> String {
    let known = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (entity, plain) in known {
        text = text.replace(entity, plain);
    }
    text
}

/// A tag of a language as surveys write it: `zh-cn` is zh-CN.
pub(crate) fn language(tag: &str) -> String {
    let tag = tag.trim().replace('_', "-");
    let parts = tag.split('-').enumerate().map(|(index, part)| {
        if index > 0 && part.len() == 2 {
            part.to_uppercase()
        } else if index > 0 && part.len() == 4 {
            let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
            first.to_uppercase() + &rest.to_lowercase()
        } else {
            part.to_lowercase()
        }
    });
    parts.collect::<Vec<_>>().join("-")
}
