//! Pages with an address of their own, such as `/five-questions` or `/results/{survey}`. The bundle lists
//! them in `places.json`; on a server that does not read it, they are found by the name of their file,
//! with what stands in braces in the query: `/results/?survey=census`.

use std::{collections::BTreeMap, io};

use super::SiteFiles;

const LIST: &str = "places.json";

/// Each address with the file of its page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(BTreeMap<String, String>);

impl Places {
    /// Reads the list of a site. A site without a list has no such pages.
    ///
    /// # Errors
    /// When the list is not one, or cannot be read.
    pub(crate) fn read(files: &SiteFiles) -> io::Result<Self> {
        match files.read(LIST) {
            Ok(list) => Ok(Self(serde_json::from_slice(&list)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// The file of the page at a path, if it is the path of a place.
    pub(super) fn page(&self, path: &str) -> Option<&str> {
        let mut places = self.0.iter();
        let found = places.find(|(address, _)| is_at(path, address));
        found.map(|(_, page)| page.as_str())
    }
}

/// Whether a path fits an address: segment by segment, where one in braces stands for any name. A dot
/// is in no name, but in those of files.
fn is_at(path: &str, address: &str) -> bool {
    let is_name = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let fits = |given: &str, wanted: &str| match wanted.strip_prefix('{') {
        Some(_) => is_name(given),
        None => given == wanted,
    };
    let (mut given, mut wanted) = (path.split('/'), address.split('/'));
    loop {
        match (given.next(), wanted.next()) {
            (None, None) => return true,
            (Some(given), Some(wanted)) if fits(given, wanted) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_place_is_found_by_its_address_alone() {
        let places = [
            ("/results/{survey}", "results/index.html"),
            ("/class/{code}/present", "class/present/index.html"),
        ];
        let places = places.map(|(address, page)| (address.to_owned(), page.to_owned()));
        let places = Places(places.into());
        for (path, page) in [
            ("/results/census", Some("results/index.html")),
            ("/results/a-1", Some("results/index.html")),
            ("/class/AB_12/present", Some("class/present/index.html")),
            ("/results/", None),
            ("/results", None),
            ("/results/index.html", None),
            ("/results/%2e%2e", None),
            ("/results/..", None),
            ("/results/census/", None),
            ("/results/census/more", None),
            ("/class/AB_12", None),
            ("//census", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(places.page(path), page, "{path}");
        }
    }

    #[test]
    fn a_list_that_is_none_is_refused_and_a_missing_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let files = SiteFiles::Folder(folder.path().to_owned());
        let places = Places::read(&files).unwrap();
        assert_eq!(places.page("/results/census"), None);
        fs::write(folder.path().join(LIST), "[1]").unwrap();
        let error = Places::read(&files).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let list = r#"{ "/results/{survey}": "results/index.html" }"#;
        fs::write(folder.path().join(LIST), list).unwrap();
        let places = Places::read(&files).unwrap();
        assert_eq!(places.page("/results/census"), Some("results/index.html"));
    }
}
