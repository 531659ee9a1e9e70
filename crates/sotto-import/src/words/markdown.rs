//! The few marks of Markdown that programs have in their texts: emphasis, headings, links. Everything else, the
//! stars in "Bürger*innen" and the names in `snake_case` among it, is words.

/// The marks around words, the longer ones first; of three stars the outer two are left to the end.
const MARKS: [&str; 6] = ["**", "__", "*", "_", "**", "__"];

/// The ends that are tried for a mark: whoever means it closes it soon.
const ENDS: usize = 8;

/// What stands behind a backslash stands for itself.
const ESCAPED: [(&str, &str); 3] = [("\\*", "*"), ("\\_", "_"), ("\\#", "#")];

/// The text without its marks, and where its links led; `None` where there is none.
pub(crate) fn unmarked(text: &str) -> Option<(String, Vec<String>)> {
    if !text.contains(['*', '_', '#', '[']) {
        return None;
    }
    let mut addresses = Vec::new();
    let lines: Vec<String> = text
        .lines()
        .map(|line| in_line(line, &mut addresses))
        .collect();
    let bare = lines.join("\n");
    (bare != text).then_some((bare, addresses))
}

fn in_line(line: &str, links: &mut Vec<String>) -> String {
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let headed = line.get(hashes..).filter(|_| (1..=6).contains(&hashes));
    let words = headed.and_then(|rest| rest.strip_prefix(' '));
    let linked = without_links(words.unwrap_or(line), links);
    let bare = MARKS
        .iter()
        .fold(linked, |text, mark| without_mark(&text, mark));
    ESCAPED
        .iter()
        .fold(bare, |text, (written, meant)| text.replace(written, meant))
}

/// `[words](address)` is the words.
fn without_links(text: &str, links: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        out.push_str(before);
        let link = behind.split_once("](").and_then(|(words, behind)| {
            let (address, after) = behind.split_once(')')?;
            let is_link = !words.contains(['[', ']']) && !address.trim().is_empty();
            is_link.then_some((words, address, after))
        });
        if let Some((words, address, after)) = link {
            out.push_str(words);
            links.push(address.to_owned());
            rest = after;
        } else {
            out.push('[');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

fn without_mark(text: &str, mark: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(mark) {
        out.push_str(before);
        if let Some((inside, after)) = marked(&out, behind, mark) {
            out.push_str(inside);
            rest = after;
        } else {
            out.push_str(mark);
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

/// What stands between a mark and its end, and what comes after that. A mark does not stand inside a word.
fn marked<'a>(before: &str, behind: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let is_sign = |one: char| mark.starts_with(one);
    let opens = before
        .chars()
        .next_back()
        .is_none_or(|one| !one.is_alphanumeric() && one != '\\')
        && behind
            .chars()
            .next()
            .is_some_and(|one| !one.is_whitespace() && !is_sign(one));
    if !opens {
        return None;
    }
    let mut ends = behind.match_indices(mark).take(ENDS);
    ends.find_map(|(end, _)| {
        let (inside, rest) = behind.split_at_checked(end)?;
        let after = rest.strip_prefix(mark)?;
        let closes = inside
            .chars()
            .next_back()
            .is_some_and(|one| !one.is_whitespace() && one != '\\')
            && after
                .chars()
                .next()
                .is_none_or(|one| !one.is_alphanumeric());
        closes.then_some((inside, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out_and_words_stay() {
        for (written, words) in [
            ("How many work **unpaid**?", "How many work unpaid?"),
            (
                "__Never__ and *always*, _maybe_.",
                "Never and always, maybe.",
            ),
            ("***Both*** of them", "Both of them"),
            ("# Part A\nplain\n### Part *B*", "Part A\nplain\nPart B"),
            (
                "See [our page](https://example.org/a_b_c).",
                "See our page.",
            ),
            ("\\*not\\* this", "*not* this"),
        ] {
            assert_eq!(unmarked(written).unwrap().0, words, "{written}");
        }
        for words in [
            "Bürger*innen und Mitarbeiter*innen",
            "snake_case and other_names",
            "2 * 3 * 4",
            "Your name: ______",
            "required *",
            "#1 of all",
            "[x] or (y)",
            "an *open end",
            "",
        ] {
            assert_eq!(unmarked(words), None, "{words}");
        }
        let (_, links) = unmarked("[a](https://example.org) [b](https://example.net)").unwrap();
        assert_eq!(links, ["https://example.org", "https://example.net"]);
    }
}
