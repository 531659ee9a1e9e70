//! What a cell of a data set says in the words of a question.

use sotto_survey::{Category, Question, Survey};

/// Trims, lowercases, and turns every run of characters other than a–z and 0–9 into one `-`:
/// "Adm-clerical" and " ADM / Clerical" become `adm-clerical`.
pub(crate) fn normalise(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    for character in cell.trim().chars().flat_map(char::to_lowercase) {
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            out.push(character);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out
}

/// Whether a cell says that there is no value.
pub(crate) fn is_missing(cell: &str) -> bool {
    let cell = cell.trim();
    cell.is_empty() || cell == "?" || ["na", "n/a"].iter().any(|na| cell.eq_ignore_ascii_case(na))
}

/// The index of the category that a cell names: by its id, by its id after [`normalise`], or by its
/// title in any of the survey's languages.
pub(crate) fn category(survey: &Survey, question: &Question, cell: &str) -> Option<u32> {
    let cell = cell.trim();
    question
        .category_index(cell)
        .or_else(|| question.category_index(&normalise(cell)))
        .or_else(|| by_title(survey, question, cell))
}

fn by_title(survey: &Survey, question: &Question, cell: &str) -> Option<u32> {
    let cell = cell.to_lowercase();
    let is_titled = |category: Category<'_>| match category {
        Category::Option(option) => survey.languages().iter().any(|language| {
            option.title.speaks(language)
                && option
                    .title
                    .in_language(language, language)
                    .trim()
                    .to_lowercase()
                    == cell
        }),
        Category::Yes | Category::No | Category::Level(_) | Category::Decline => false,
    };
    (0..)
        .zip(question.categories())
        .find(|(_, category)| is_titled(*category))
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_as_they_stand_in_adult() {
        assert_eq!(normalise(" Adm-clerical"), "adm-clerical");
        assert_eq!(normalise("Other-service "), "other-service");
        assert_eq!(normalise("Amer-Indian-Eskimo"), "amer-indian-eskimo");
        assert_eq!(normalise("Married, civil  spouse"), "married-civil-spouse");
        // No id begins with "-": what says less and what says more must not become the same.
        assert_eq!(normalise("<=50K"), "-50k");
        for missing in ["", "  ", "?", " ? ", "NA", "n/a"] {
            assert!(is_missing(missing), "{missing:?}");
        }
        assert!(!is_missing("0") && !is_missing("none"));
    }

    proptest! {
        #[test]
        fn the_form_is_that_of_ids_and_stays(cell in any::<String>()) {
            let once = normalise(&cell);
            prop_assert!(once.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
            prop_assert!(!once.contains("--"));
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn ids_without_doubled_hyphens_are_their_own_form(id in "[a-z0-9](-?[a-z0-9]){0,20}") {
            prop_assert_eq!(normalise(&id), id.clone());
            prop_assert_eq!(normalise(&format!("  {} ", id.to_uppercase())), id);
        }
    }
}
