//! The pages of the site that are made with the first page of their survey in them.

/// A page, and what its first page is drawn from beside the survey.
#[derive(Debug)]
pub(super) struct SitePage {
    /// Its file, from the site's folder.
    pub(super) file: &'static str,
    /// Which survey it shows.
    pub(super) shows: Shows,
    /// 2 where the page has a heading of its own.
    pub(super) heading_level: u8,
    /// Whether the survey is behind a button.
    pub(super) in_dialog: bool,
}

/// Which survey a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// One of the site's own, which stands in the page.
    Own,
    /// The collector's survey that the query names. Such a page stands in a frame.
    Named,
}

static PAGES: [SitePage; 4] = [
    SitePage {
        file: "five-questions.html",
        shows: Shows::Own,
        heading_level: 1,
        in_dialog: false,
    },
    SitePage {
        file: "embed/survey.html",
        shows: Shows::Own,
        heading_level: 1,
        in_dialog: false,
    },
    SitePage {
        file: "embed/dialog.html",
        shows: Shows::Own,
        heading_level: 2,
        in_dialog: true,
    },
    SitePage {
        file: "embed/frame.html",
        shows: Shows::Named,
        heading_level: 1,
        in_dialog: false,
    },
];

/// The page of that file, if it is one of them.
pub(super) fn find(file: &str) -> Option<&'static SitePage> {
    PAGES.iter().find(|page| page.file == file)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::site::element::PageElement;

    /// The heading's level follows from the page.
    #[test]
    fn the_pages_of_the_site_are_as_they_are_described() {
        let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www");
        for page in &PAGES {
            let text = fs::read_to_string(site.join(page.file)).unwrap();
            let element = PageElement::find(&text).unwrap();
            assert_eq!(
                element.survey().is_some(),
                page.shows == Shows::Own,
                "{page:?}"
            );
            let level = if text.contains("<h1") { 2 } else { 1 };
            assert_eq!(page.heading_level, level, "{page:?}");
            let in_dialog = text.contains("display=\"dialog\"");
            assert_eq!(page.in_dialog, in_dialog, "{page:?}");
            let root = if page.file.contains('/') { ".." } else { "." };
            // Its policy is one that takes a style's hash, and the loader stands beside it.
            assert_eq!(text.matches("style-src 'self'").count(), 1, "{page:?}");
            let loader = format!("{root}/sotto-survey.js");
            assert!(text.contains(&loader), "{page:?}");
        }
        assert!(find("index.html").is_none());
        assert!(find("embed/frame.html").is_some());
    }
}
