//! Which lesson the page's address names: `/learn/two-coins` at a collector, `learn/?lesson=two-coins` among static
//! files. A link has the second form, which leads everywhere.

use sotto_ui::site::parameter;

/// What the address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// No lesson: the map of all.
    Map,
    /// A lesson, if there is one of that name.
    Lesson(String),
}

/// What the address of this page names.
pub(super) fn of_this_page() -> Named {
    let (path, query) = here();
    named(&path, &query)
}

/// The path through the lessons that the address of this page names.
pub(super) fn path_of_this_page() -> Option<String> {
    parameter(&here().1, "path").map(str::to_owned)
}

/// The address of a lesson, or of the map, in that language.
pub(super) fn of_lesson(lesson: Option<&str>, language: &str) -> String {
    link(&here().0, lesson, language)
}

fn here() -> (String, String) {
    let location = web_sys::window().map(|window| window.location());
    let part = |part: fn(&web_sys::Location) -> Option<String>| {
        location.as_ref().and_then(part).unwrap_or_default()
    };
    (
        part(|location| location.pathname().ok()),
        part(|location| location.search().ok()),
    )
}

fn named(path: &str, query: &str) -> Named {
    let last = path.rsplit('/').next().unwrap_or_default();
    let last = last.strip_suffix(".html").unwrap_or(last);
    match parameter(query, "lesson").unwrap_or(last) {
        "" | "index" => Named::Map,
        name => Named::Lesson(name.to_owned()),
    }
}

/// A file named index.html may stand where a folder is not answered by it.
fn link(path: &str, lesson: Option<&str>, language: &str) -> String {
    let page = match path.rsplit('/').next() {
        Some("index.html") => "index.html",
        _ => "./",
    };
    match lesson {
        Some(lesson) => format!("{page}?lesson={lesson}&lang={language}"),
        None => format!("{page}?lang={language}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_a_lesson_or_the_map() {
        let lesson = |name: &str| Named::Lesson(name.to_owned());
        for (path, query, expected) in [
            ("/learn/", "", Named::Map),
            ("/learn/", "?lang=en", Named::Map),
            ("/learn/index.html", "", Named::Map),
            ("/learn/two-coins", "?lang=en", lesson("two-coins")),
            ("/a/learn/", "?lesson=two-coins", lesson("two-coins")),
            (
                "/learn/index.html",
                "?lang=en&lesson=numbers",
                lesson("numbers"),
            ),
            ("/learn/two-coins", "?lesson=numbers", lesson("numbers")),
            ("/learn/", "?lesson=", Named::Map),
            ("/learn/", "?lesson=<b>", lesson("<b>")),
        ] {
            assert_eq!(named(path, query), expected, "{path}{query}");
        }
    }

    #[test]
    fn links_lead_to_the_same_folder() {
        let numbers = Some("numbers");
        assert_eq!(
            link("/learn/two-coins", numbers, "en"),
            "./?lesson=numbers&lang=en"
        );
        assert_eq!(
            link("/a/index.html", numbers, "en"),
            "index.html?lesson=numbers&lang=en"
        );
        assert_eq!(link("/learn/", None, "zh-CN"), "./?lang=zh-CN");
    }
}
