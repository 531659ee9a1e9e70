//! Where a text stands in another.

/// The first place, in bytes, at which `text` holds `part`; 0 for an empty one. The texts are short. The standard
/// library's search is made for long ones, and every respondent would download it.
#[must_use]
pub fn place_of(text: &str, part: &str) -> Option<usize> {
    let last = text.len().checked_sub(part.len())?;
    let holds = |&place: &usize| {
        let rest = text.as_bytes().get(place..);
        rest.is_some_and(|rest| rest.starts_with(part.as_bytes()))
    };
    (0..=last).find(holds)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_where_the_standard_library_finds_it(text in "[aé{}]{0,12}", part in "[aé{}]{0,4}") {
            prop_assert_eq!(place_of(&text, &part), text.find(&part));
        }
    }
}
