//! What is missing of a survey's languages, and what people read there.

use super::{
    rows::{State, rows},
    sources::Sources,
    texts::texts,
};
use crate::draft::Draft;

/// What one of a survey's languages lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its tag.
    pub language: String,
    /// How many texts there are.
    pub count: usize,
    /// How many are not in it.
    pub missing: usize,
    /// How many were made of words that have changed.
    pub out_of_date: usize,
    /// In which languages people read those that are missing, and how many in each.
    pub stand_ins: Vec<(String, usize)>,
}

/// What each of a survey's languages lacks, apart from the first, which lacks nothing where the survey has no faults.
#[must_use]
pub fn gaps(draft: &Draft, sources: &Sources) -> Vec<Gap> {
    let all = draft.languages();
    let Some((first, others)) = all.split_first() else {
        return Vec::new();
    };
    others
        .iter()
        .map(|language| {
            let rows = rows(draft, sources, language);
            let count_of = |state| rows.iter().filter(|row| row.state == state).count();
            let mut stand_ins: Vec<(String, usize)> = Vec::new();
            for text in texts(draft) {
                if !text.in_language(language).is_empty() {
                    continue;
                }
                let written: Vec<&str> = text.languages().collect();
                let Some(nearest) = nearest(&written, language, first) else {
                    continue;
                };
                match stand_ins.iter_mut().find(|(tag, _)| tag == nearest) {
                    Some((_, count)) => *count += 1,
                    None => stand_ins.push((nearest.to_owned(), 1)),
                }
            }
            Gap {
                language: (*language).to_owned(),
                count: rows.len(),
                missing: count_of(State::Missing),
                out_of_date: count_of(State::OutOfDate),
                stand_ins,
            }
        })
        .collect()
}

/// The language in which a text is shown that is not in the one that was asked for: the rule of
/// [`sotto_survey::Text::nearest`], which a test holds this to.
fn nearest<'a>(written: &[&'a str], language: &str, first: &str) -> Option<&'a str> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
    let find =
        |is_wanted: &dyn Fn(&str) -> bool| written.iter().copied().find(|tag| is_wanted(tag));
    find(&|tag| tag == language)
        .or_else(|| find(&|tag| primary(tag) == primary(language)))
        .or_else(|| find(&|tag| tag == first))
        .or_else(|| find(&|_| true))
}

#[cfg(test)]
mod tests {
    use sotto_survey::Text;

    use super::*;

    #[test]
    fn what_is_said_to_stand_in_is_what_people_are_shown() {
        let tags = ["en", "zh-CN", "zh-TW", "fr"];
        for written in [&tags[..1], &tags[1..2], &tags[..3], &tags[1..], &tags[..]] {
            let json: Vec<_> = written
                .iter()
                .map(|tag| format!("\"{tag}\":\"x\""))
                .collect();
            let text: Text = serde_json::from_str(&format!("{{{}}}", json.join(","))).unwrap();
            for wanted in ["en", "zh", "zh-TW", "zh-HK", "fr-CA", "de"] {
                for first in ["en", "fr"] {
                    let (tag, _) = text.nearest(wanted, first);
                    assert_eq!(nearest(written, wanted, first), Some(tag), "{wanted}");
                }
            }
        }
    }
}
