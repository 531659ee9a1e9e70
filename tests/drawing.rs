//! A drawing in a document of who may know whom, as its arrows say it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Each name of a drawing, and those that an arrow leads from it to.
pub(crate) type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The arrows of the drawing below a heading of ARCHITECTURE.md: the first indented lines behind it.
pub(crate) fn below(heading: &str) -> Arrows {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(document).unwrap();
    let section = text.split(&format!("\n{heading}\n")).nth(1).unwrap();
    let lines = section.lines().skip_while(|line| line.is_empty());
    let lines: Vec<_> = lines.take_while(|line| line.starts_with("    ")).collect();
    arrows(&lines.join("\n"))
}

/// The arrows of a drawing. `a ← { b, c } ← d` says that b and c may know a, and d both.
pub(crate) fn arrows(drawing: &str) -> Arrows {
    let names = |group: &str| -> Vec<String> {
        let group = group.trim_matches(|letter| " {}".contains(letter));
        group.split(", ").map(str::to_owned).collect()
    };
    let mut arrows = Arrows::new();
    for line in drawing.lines() {
        let groups: Vec<_> = line.split('←').map(names).collect();
        for name in groups.iter().flatten() {
            arrows.entry(name.clone()).or_default();
        }
        for pair in groups.windows(2) {
            for name in &pair[1] {
                let known = arrows.entry(name.clone()).or_default();
                known.extend(pair[0].iter().cloned());
            }
        }
    }
    arrows
}

/// All that a name may know: those that its arrows lead to, and all that these may know.
pub(crate) fn allowed<'a>(arrows: &'a Arrows, name: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut next: Vec<_> = arrows[name].iter().collect();
    while let Some(one) = next.pop() {
        if found.insert(one.as_str()) {
            next.extend(&arrows[one]);
        }
    }
    found
}
