//! Names of variables for programs that take only letters, digits and underscores.

use std::collections::HashSet;

/// Stata's limit; SPSS takes 64 bytes.
const LONGEST: usize = 32;

/// For each column a name of its own that begins with a letter, ends with none of the characters that a program
/// dislikes, and is nobody's reserved word.
pub(in super::super) fn variables<'a>(columns: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    columns.map(|column| variable(column, &mut taken)).collect()
}

fn variable(column: &str, taken: &mut HashSet<String>) -> String {
    let name: String = "q_"
        .chars()
        .chain(
            column
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }),
        )
        .collect();
    let shortened = |length: usize| {
        let end = length.min(name.len());
        name.get(..end)
            .unwrap_or("q")
            .trim_end_matches('_')
            .to_owned()
    };
    let first = shortened(LONGEST);
    let numbered = (2_u32..).map(|number| {
        let end = format!("_{number}");
        shortened(LONGEST - end.len()) + &end
    });
    let mut names = std::iter::once(first).chain(numbered);
    // There are more numbers than columns.
    let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let long = "a".repeat(64);
        let other = format!("{}b", "a".repeat(63));
        let columns = ["1-a", "1.a", "1:a", "a-", &long, &other];
        let names = variables(columns.into_iter());
        assert_eq!(names[..4], ["q_1_a", "q_1_a_2", "q_1_a_3", "q_a"]);
        assert!(names.iter().all(|name| name.len() <= LONGEST));
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), columns.len());
    }
}
