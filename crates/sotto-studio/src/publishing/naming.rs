//! The name that a survey gets when it is published first: from its title, unless somebody chose one.

use crate::{
    draft::{Draft, Words},
    edit::id_of_words,
};

/// So many names are tried before somebody has to choose one.
const MOST: usize = 50;

/// The names to try, the best first. A name that is one of `mine` leads to a survey that goes on as it is, and is
/// not tried, except where it was chosen: then it is for its designer to choose another.
#[must_use]
pub(crate) fn names(draft: &Draft, is_chosen: bool, mine: &[String]) -> Vec<String> {
    if is_chosen {
        return vec![draft.id().to_owned()];
    }
    let languages = draft.languages();
    let mut titles = languages.iter().map(|tag| draft.words(Words::Title, tag));
    let stem = titles
        .find_map(id_of_words)
        .unwrap_or_else(|| "survey".to_owned());
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let names = [stem.clone()].into_iter().chain(numbered);
    names
        .filter(|name| !mine.contains(name))
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(title: &str) -> Draft {
        Draft::of_text(&format!(
            r#"{{ "id": "my-survey", "title": {title}, "languages": ["zh-CN", "en"] }}"#
        ))
    }

    #[test]
    fn two_surveys_from_one_template_get_two_names() {
        let people = draft(r#"{ "en": "How is it to work here?", "zh-CN": "在这里工作怎么样？" }"#);
        let first = names(&people, false, &[]);
        assert_eq!(
            first[..2],
            ["how-is-it-to-work-here", "how-is-it-to-work-here-2"]
        );
        let second = names(&people, false, &first[..1]);
        assert_eq!(second[0], first[1]);
        let sales = draft(r#"{ "en": "Sales: how is it?" }"#);
        assert_eq!(names(&sales, false, &[])[0], "sales-how-is-it");
    }

    #[test]
    fn a_title_without_letters_that_ids_have_gets_a_name_all_the_same() {
        let chinese = draft(r#"{ "zh-CN": "在这里工作怎么样？" }"#);
        let found = names(&chinese, false, &["survey".to_owned()]);
        assert_eq!(found[0], "survey-2");
        assert_eq!(found.len(), MOST);
    }

    #[test]
    fn a_chosen_name_is_the_only_one() {
        let mine = ["my-survey".to_owned()];
        assert_eq!(names(&draft("{}"), true, &mine), mine);
    }
}
