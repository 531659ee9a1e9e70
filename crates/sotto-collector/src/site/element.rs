//! The survey's element in the HTML of a page.

/// The first element of a page that shows a survey. What stands in it is seen only where nothing is drawn.
#[derive(Debug)]
pub(super) struct PageElement<'a> {
    tag: &'a str,
    /// The page up to what stands in the element.
    before: &'a str,
    /// The page from what stands in the element on.
    after: &'a str,
}

const OPENING: &str = "<sotto-survey";
const CLOSING: &str = "</sotto-survey>";

/// The folders of the site's own surveys, from its pages.
const FOLDERS: [&str; 3] = ["surveys", "./surveys", "../surveys"];

impl<'a> PageElement<'a> {
    pub(super) fn find(page: &'a str) -> Option<Self> {
        let start = page.find(OPENING)?;
        let length = page.get(start..)?.find('>')? + 1;
        let (before, after) = page.split_at_checked(start + length)?;
        let tag = before.get(start..)?;
        let attributes = tag.get(OPENING.len()..)?;
        let is_one = attributes.starts_with(|letter: char| letter == '>' || letter.is_whitespace());
        (is_one && after.contains(CLOSING)).then_some(Self { tag, before, after })
    }

    /// The name of the survey, if it shows one of the site's own.
    pub(super) fn survey(&self) -> Option<&'a str> {
        let (_, value) = self.tag.split_once(" src=\"")?;
        let (address, _) = value.split_once('"')?;
        let (folder, file) = address.rsplit_once('/')?;
        let name = file.strip_suffix(".sotto")?;
        let is_ours = FOLDERS.contains(&folder)
            && !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        is_ours.then_some(name)
    }

    /// The page with something in the element.
    pub(super) fn filled(&self, template: &str) -> String {
        [self.before, template, self.after].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_found_and_filled() {
        let page = "<main>\n<sotto-survey src=\"../surveys/census.sotto\" collector=\"..\"></sotto-survey>\n\
            <sotto-survey></sotto-survey></main>";
        let element = PageElement::find(page).unwrap();
        assert_eq!(element.survey(), Some("census"));
        assert_eq!(
            element.filled("<template>é</template>"),
            page.replacen("\"></", "\"><template>é</template></", 1)
        );
        let plain = PageElement::find("<sotto-survey></sotto-survey>").unwrap();
        assert_eq!(plain.survey(), None);
        assert_eq!(plain.filled("x"), "<sotto-survey>x</sotto-survey>");
        let waiting = PageElement::find("<sotto-survey><p>Wait</p></sotto-survey>").unwrap();
        let filled = waiting.filled("<template></template>");
        assert_eq!(
            filled,
            "<sotto-survey><template></template><p>Wait</p></sotto-survey>"
        );
    }

    #[test]
    fn what_is_no_element_is_left_alone() {
        for page in [
            "",
            "<script src=\"sotto-survey.js\"></script>",
            "<sotto-survey",
            "<sotto-survey src=\"a\"",
            "<sotto-survey>",
            "<sotto-surveys></sotto-survey>",
        ] {
            assert!(PageElement::find(page).is_none(), "{page}");
        }
    }

    #[test]
    fn only_the_sites_own_surveys_are_named() {
        for (src, name) in [
            ("surveys/five-questions.sotto", Some("five-questions")),
            ("./surveys/a_1.sotto", Some("a_1")),
            ("surveys/census.json", None),
            ("surveys/.sotto", None),
            ("surveys/../secret.sotto", None),
            ("surveys/%2e%2e.sotto", None),
            ("/surveys/census.sotto", None),
            ("https://a.example/surveys/census.sotto", None),
            ("../api/v1/surveys/census", None),
            ("census.sotto", None),
            ("", None),
        ] {
            let page = format!("<sotto-survey collector=\".\" src=\"{src}\"></sotto-survey>");
            assert_eq!(PageElement::find(&page).unwrap().survey(), name, "{src}");
        }
    }
}
