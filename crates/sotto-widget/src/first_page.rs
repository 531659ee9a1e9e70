//! A survey's first page as markup, for a page that shows it before the program is there: the views that the
//! program draws with, where there is no browser.

#[cfg(test)]
mod at_a_glance;

use std::{collections::BTreeMap, rc::Rc, slice};

#[cfg(feature = "whole")]
use sotto_survey::{Corners, Palette, ThemeFont};
use sotto_survey::{FirstPage, Layout, Survey};
use sotto_ui::{Messages, Words, gap, language, markup, tag};

use crate::{
    outbox::{Destination, Outbox},
    survey::{self, Setting, Surroundings},
};

/// The interface's texts, by the tag of their language: every `www/messages/widget.TAG.json` (`build.rs`).
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The style of a first page, which stands in the page beside it: another request would delay the first frame by a
/// round trip. A page with a policy has to allow it by its hash.
///
/// What is the first page's alone works without any script: a button that was pressed keeps the look of it, by which the
/// program knows (`element/adopt.js`); that, or some seconds, brings a word on what is waited for.
pub const FIRST_PAGE_STYLE: &str = concat!(
    include_str!("../../../www/styles/tokens.css"),
    include_str!("element/style.css"),
    include_str!("element/first_page.css")
);

/// What stands behind that style in the first page of a survey with a look of its own, in a `<style>` of its own; nothing
/// where there is none. A page with a policy has to allow it by its hash, too.
#[cfg(feature = "whole")]
#[must_use]
pub fn theme_style(survey: &Survey) -> Option<String> {
    let theme = survey.theme_file()?.theme();
    let font = ThemeFont::ALL.iter().position(|one| *one == theme.font)?;
    let corners = Corners::ALL.iter().position(|one| *one == theme.corners)?;
    let mut rules = vec![format!(
        "--theme-font:var(--font-{font});--theme-corners:{corners}"
    )];
    for (scheme, palette) in [("light", theme.light), ("dark", theme.dark)] {
        let named = Palette::NAMES.into_iter().zip(palette.colours());
        rules.extend(named.map(|(name, colour)| format!("--{scheme}-{name}:{colour}")));
    }
    let sheet = include_str!("element/theme.css");
    Some(format!("{sheet}:host{{{}}}", rules.join(";")))
}

/// The common program draws no first page.
#[cfg(not(feature = "whole"))]
#[must_use]
pub const fn theme_style(_survey: &Survey) -> Option<String> {
    None
}

/// The first page of a published survey, in a declarative shadow root that stands inside its
/// `<sotto-survey>`. Nothing where only the device knows what that page is: where chance decides the order of
/// pages, questions or options, or which arm is asked; where dates, months or times are told, which the browser writes; and
/// where there are pictures, which are all there before the first question is.
#[must_use]
pub fn first_page(page: &FirstPage<'_>) -> Option<String> {
    let survey = page.survey;
    if Layout::leaves_to_chance(survey) || is_written_by_the_browser(survey) {
        return None;
    }
    #[cfg(feature = "whole")]
    if !survey.picture_hashes().is_empty() {
        return None;
    }
    let (tag, own) = spoken(page);
    let (_, texts) = TEXTS.iter().find(|(of, _)| *of == tag)?;
    let texts: BTreeMap<String, String> = serde_json::from_str(texts).ok()?;
    let words = Words::new(Messages::native(tag, texts), &own, survey);
    #[cfg(feature = "whole")]
    let words = words.with_own(survey, &available());
    let setting = Setting {
        words,
        layout: Rc::new(Layout::as_written(survey)),
        survey: Rc::new(survey.clone()),
        destination: Destination {
            outbox: Outbox::new(survey.id().as_str(), survey.version(), ""),
            address: String::new(),
            invited: false,
            pin: None,
            keeps_rows: page.keeps_rows,
            relay: page.relay.map(str::to_owned),
        },
        around: Surroundings {
            heading_level: page.heading_level,
            framed: page.framed,
            hosted: page.hosted,
        },
    };
    let section = markup(&survey::first_page(&setting));
    let theme =
        theme_style(survey).map_or_else(String::new, |theme| format!("<style>{theme}</style>"));
    let late = markup(&late(&setting.words, page.is_whole_address));
    // What is in a closed dialog is not shown, whether its style is allowed or not.
    let (open, close) = if page.in_dialog {
        ("<dialog>", "</dialog>")
    } else {
        ("", "")
    };
    Some(format!(
        "<template shadowrootmode=\"open\">{open}<style data-first>{FIRST_PAGE_STYLE}</style>{theme}<div>{section}</div>{late}{close}</template>"
    ))
}

fn is_written_by_the_browser(survey: &Survey) -> bool {
    let mut questions = survey.questions().iter();
    questions.any(|question| question.shape().calendar().is_some())
}

/// The languages of the widget.
fn available() -> Vec<&'static str> {
    TEXTS.iter().map(|(tag, _)| *tag).collect()
}

/// The languages of the widget and of the survey, as the widget finds them (`spoken` in `element/show.js`).
fn spoken(page: &FirstPage<'_>) -> (&'static str, String) {
    let available = available();
    let languages = page.languages;
    let of_survey = page.survey.languages();
    let of_survey: Vec<_> = of_survey.iter().map(|tag| &**tag).collect();
    let both = languages.iter().find(|tag| {
        let tag = slice::from_ref(*tag);
        language::first_of(tag, &available).is_some()
            && language::first_of(tag, &of_survey).is_some()
    });
    let asked: Vec<_> = both.into_iter().chain(languages).cloned().collect();
    let own = language::first_of(&asked, &of_survey)
        .or_else(|| language::first_of(&["en".to_owned()], &of_survey))
        .or_else(|| of_survey.first().copied())
        .unwrap_or("en")
        .to_owned();
    let named = both.or_else(|| languages.first().filter(|_| page.is_said));
    let asked: Vec<_> = named.into_iter().chain([&own]).cloned().collect();
    (language::first_of(&asked, &available).unwrap_or("en"), own)
}

/// What is said where the program does not come: shown by the style alone, and gone with the first page. What cannot
/// be reached by a link without its fragment is loaded again by the browser's own means.
fn late(words: &Words, is_whole_address: bool) -> sotto_ui::Tag {
    let again = words.say("load-again");
    let loading = words.say("still-loading");
    let note = tag("span").text(&loading).text(gap(&loading, &again));
    let note = if is_whole_address {
        note.with(tag("a").set("href", "").text(&again))
    } else {
        note.text(&again)
    };
    tag("p")
        .set("class", "late")
        .set("lang", words.language())
        .set("dir", &words.say("direction"))
        .with(note)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use sotto_survey::WordsFile;

    use super::*;

    const CENSUS: &str = include_str!("../../../www/surveys/census.json");

    fn drawn(survey: &str, languages: &[&str]) -> Option<String> {
        drawn_in(false, survey, languages)
    }

    fn drawn_in(in_dialog: bool, survey: &str, languages: &[&str]) -> Option<String> {
        drawn_for((in_dialog, false, true), survey, languages)
    }

    fn drawn_for(
        (in_dialog, is_said, is_whole_address): (bool, bool, bool),
        survey: &str,
        languages: &[&str],
    ) -> Option<String> {
        let languages: Vec<_> = languages.iter().map(|&tag| tag.to_owned()).collect();
        let survey = serde_json::from_str(survey).unwrap();
        first_page(&FirstPage {
            survey: &survey,
            languages: &languages,
            is_said,
            is_whole_address,
            heading_level: 1,
            in_dialog,
            framed: false,
            hosted: false,
            keeps_rows: false,
            relay: None,
        })
    }

    #[test]
    fn a_first_page_stands_in_a_declarative_shadow_root() {
        let page = drawn(CENSUS, &["en"]).unwrap();
        assert!(!FIRST_PAGE_STYLE.contains("</"));
        let start = format!(
            "<template shadowrootmode=\"open\"><style data-first>{FIRST_PAGE_STYLE}</style><div>\
            <section class=\"survey\" part=\"survey\" lang=\"en\" dir=\"ltr\" data-screen=\"form\""
        );
        assert!(page.starts_with(&start), "{page}");
        assert!(
            page.contains("</section></div><p class=\"late\" "),
            "{page}"
        );
        assert!(page.ends_with("</span></p></template>"), "{page}");
        // The whole page: three questions, and the way on.
        assert_eq!(page.matches("<fieldset ").count(), 3);
        assert!(page.contains("data-action=\"review\""), "{page}");
        assert!(!page.contains(" checked"), "{page}");
    }

    #[test]
    fn a_first_page_for_a_dialog_stands_in_one_that_is_closed() {
        let plain = drawn(CENSUS, &["en"]).unwrap();
        let (start, end) = ("<template shadowrootmode=\"open\">", "</template>");
        let inside = plain.strip_prefix(start).unwrap();
        let inside = inside.strip_suffix(end).unwrap();
        assert_eq!(
            drawn_in(true, CENSUS, &["en"]).unwrap(),
            format!("{start}<dialog>{inside}</dialog>{end}")
        );
    }

    #[test]
    fn the_reader_gets_the_first_language_that_is_there() {
        for (asked, found) in [
            (&["zh-SG", "en"][..], "zh-CN"),
            (&["eo"], "en"),
            (&[], "en"),
            // The survey has no Arabic: of those that both have it is the first.
            (&["eo", "ar-EG"], "en"),
            (&["ar-EG", "zh-SG"], "zh-CN"),
            (&["en-x-easy"], "en-x-easy"),
            (&["en-x-old"], "en"),
        ] {
            let page = drawn(CENSUS, asked).unwrap();
            let start = format!("part=\"survey\" lang=\"{found}\"");
            assert!(page.contains(&start), "{asked:?}");
        }
        // A page that asks for Arabic gets it, around a survey that has none.
        let page = drawn_for((false, true, true), CENSUS, &["ar"]).unwrap();
        assert!(page.contains("part=\"survey\" lang=\"ar\""), "{page}");
    }

    /// A page and a survey in a language that the widget has not, and a reader whose browser names Arabic, too.
    #[test]
    fn no_third_language_comes_between_page_and_survey() {
        let other = CENSUS
            .replace("\"en\"", "\"eo\"")
            .replace("\"zh-CN\"", "\"la\"");
        for (is_said, asked) in [(false, &["eo-FR", "eo", "ar"][..]), (true, &["eo"])] {
            let page = drawn_for((false, is_said, true), &other, asked).unwrap();
            assert!(page.contains("part=\"survey\" lang=\"en\""), "{page}");
            assert!(page.contains("lang=\"eo\""), "{page}");
        }
    }

    /// The same survey with words of its own for that language.
    fn with_own_words() -> String {
        let other = CENSUS.replace("\"en\"", "\"eo\"");
        let mut survey: serde_json::Value = serde_json::from_str(&other).unwrap();
        survey["words"] = serde_json::json!({
            "yes": { "eo": "Jes", "zh-CN": "对" },
            "no": { "eo": "Ne" },
            "review": { "eo": "Revidu viajn respondojn", "zh-CN": "看一看" },
        });
        survey.to_string()
    }

    #[test]
    fn a_survey_brings_buttons_and_answers_and_no_other_promise() {
        let texts: BTreeMap<String, String> =
            serde_json::from_str(include_str!("../../../www/messages/widget.en.json")).unwrap();
        let page = drawn(&with_own_words(), &["eo"]).unwrap();
        assert!(page.contains("part=\"survey\" lang=\"en\""), "{page}");
        let review = "data-action=\"review\" dir=\"auto\" lang=\"eo\">Revidu viajn respondojn<";
        assert!(page.contains(review), "{page}");
        assert!(page.contains("dir=\"auto\" lang=\"eo\">Jes<"), "{page}");
        // What it does not bring, and what it cannot, is the widget's, which says so.
        let ours = [
            "decline",
            "label-first",
            "not-covered",
            "odds",
            "nothing-sent-yet",
            "label-language",
        ];
        for key in ours {
            assert!(page.contains(&texts[key]), "{key}: {page}");
        }
        // A language that the widget speaks is the widget's own.
        let page = drawn(&with_own_words(), &["zh-CN"]).unwrap();
        assert!(
            !page.contains("看一看") && !page.contains(&texts["label-language"]),
            "{page}"
        );
        let plain = drawn(CENSUS, &["en"]).unwrap();
        assert!(!plain.contains(&texts["label-language"]), "{plain}");
    }

    #[test]
    fn what_a_survey_may_bring_is_a_text_of_the_widget() {
        let (_, texts) = TEXTS.iter().find(|(tag, _)| *tag == "en").unwrap();
        let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
        for word in WordsFile::ALL {
            let counted = [word.name, ".other"].concat();
            let text = texts.get(word.name).or_else(|| texts.get(&counted));
            assert_eq!(
                text.map(String::as_str),
                Some(word.english),
                "{}",
                word.name
            );
        }
    }

    /// Whatever the widget speaks, a survey in that language has its label in it.
    #[test]
    fn a_survey_in_a_language_of_the_widget_has_its_label_in_it() {
        for (tag, texts) in TEXTS {
            let texts: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
            let survey = CENSUS.replace("\"en\"", &format!("\"{tag}\""));
            let survey = match *tag {
                "zh-CN" => CENSUS.to_owned(),
                _ => survey,
            };
            let page = drawn(&survey, &[tag]).unwrap();
            let start = format!(
                "part=\"survey\" lang=\"{tag}\" dir=\"{}\"",
                texts["direction"]
            );
            assert!(page.contains(&start), "{tag}: {page}");
            assert!(page.contains(&texts["label-first"]), "{tag}: {page}");
            assert!(
                !page.contains("odds-short") && !page.contains("label-"),
                "{tag}: {page}"
            );
        }
    }

    /// Without a script of ours: by the style, after some seconds or when a button is pressed in vain.
    #[test]
    fn a_page_whose_program_does_not_come_says_so_and_how_to_go_on() {
        let page = drawn(CENSUS, &["en"]).unwrap();
        let (_, late) = page.split_once("<p class=\"late\" lang=\"en\"").unwrap();
        assert!(late.contains("still loading"), "{late}");
        assert!(late.contains("<a href=\"\">"), "{late}");
        assert!(!late.contains("script"), "{late}");
        for rule in ["visibility: hidden", "animation: late 0s 8s forwards"] {
            assert!(FIRST_PAGE_STYLE.contains(rule), "{rule}");
        }
        let framed = drawn_for((false, false, false), CENSUS, &["zh-CN"]).unwrap();
        let (_, late) = framed.split_once("<p class=\"late\"").unwrap();
        // What stands behind the # would be lost.
        assert!(late.contains("重新加载") && !late.contains("<a "), "{late}");
    }

    #[test]
    fn what_chance_decides_on_the_device_is_not_drawn_before() {
        let mut survey: serde_json::Value = serde_json::from_str(CENSUS).unwrap();
        survey["questions"][1]["order"] = "random".into();
        assert_eq!(drawn(&survey.to_string(), &["en"]), None);
    }

    /// All of them are there before the first question is.
    #[test]
    fn a_survey_with_pictures_begins_once_they_are_there() {
        let mut survey: serde_json::Value = serde_json::from_str(CENSUS).unwrap();
        survey["questions"][1]["options"][0]["picture"] = serde_json::json!({
            "hash": "a".repeat(64), "width": 320, "height": 200,
            "alt": { "en": "Somebody at a till", "zh-CN": "收银台前的人" },
        });
        assert_eq!(drawn(&survey.to_string(), &["en"]), None);
    }

    /// The same rules, in the same order, as the element makes (`element/theme.js`).
    #[test]
    fn a_first_page_has_the_survey_s_own_look() {
        assert_eq!(theme_style(&serde_json::from_str(CENSUS).unwrap()), None);
        let mut survey: serde_json::Value = serde_json::from_str(CENSUS).unwrap();
        survey["theme"] =
            serde_json::json!({ "accent": "#7a1fa2", "font": "mono", "corners": "square" });
        let text = survey.to_string();
        let style = theme_style(&serde_json::from_str(&text).unwrap()).unwrap();
        assert!(!style.contains("</") && !style.contains("http"), "{style}");
        let rules = ":host{--theme-font:var(--font-3);--theme-corners:0;--light-accent:#7a1fa2;--light-on-accent:#ffffff;";
        assert!(style.contains(rules), "{style}");
        let page = drawn(&text, &["en"]).unwrap();
        let start = format!(
            "<template shadowrootmode=\"open\"><style data-first>{FIRST_PAGE_STYLE}</style><style>{style}</style><div><section"
        );
        assert!(page.starts_with(&start), "{page}");
        // Every colour of the style sheet has its rules, and no other has.
        for name in Palette::NAMES {
            for rule in [
                format!("--{name}: var(--sotto-{name}, var(--light-{name}));"),
                format!("light-dark(var(--light-{name}), var(--dark-{name}))"),
            ] {
                assert_eq!(style.matches(&rule).count(), 1, "{rule}");
            }
        }
    }

    /// A browser may keep what stands in the fields of a page, to give it back when the page is loaded again.
    #[test]
    fn no_field_asks_a_browser_to_keep_what_is_in_it() {
        let mut survey: serde_json::Value =
            serde_json::from_str(include_str!("../../../tests/surveys/every-type.json")).unwrap();
        survey.as_object_mut().unwrap().remove("pages");
        let page = drawn(&survey.to_string(), &["en"]).unwrap();
        let fields: Vec<_> = page.split("<input ").skip(1).collect();
        assert!(fields.len() > 50);
        for field in fields {
            let (attributes, _) = field.split_once('>').unwrap();
            assert!(attributes.contains("autocomplete=\"off\""), "{attributes}");
        }
    }

    /// Its place is there before anything is answered: the style shows it, and nothing moves.
    #[test]
    fn every_answer_but_boxes_can_be_taken_back() {
        let mut survey: serde_json::Value =
            serde_json::from_str(include_str!("../../../tests/surveys/every-type.json")).unwrap();
        survey.as_object_mut().unwrap().remove("pages");
        let page = drawn(&survey.to_string(), &["en"]).unwrap();
        let questions: Vec<_> = page.split("id=\"q-").skip(1).collect();
        assert!(questions.len() > 10);
        for question in questions {
            let (_, of_type) = question.split_once("data-type=\"").unwrap();
            let (name, _) = of_type.split_once('"').unwrap();
            let is_unticked = matches!(name, "statement" | "consent" | "multiple-choice");
            let count = question.matches("data-action=\"clear\"").count();
            assert_eq!(count, usize::from(!is_unticked), "{name}");
        }
    }

    /// What the browser writes in its own way cannot be drawn before.
    #[test]
    fn a_survey_with_dates_has_no_first_page_in_the_html() {
        let mut survey: serde_json::Value = serde_json::from_str(CENSUS).unwrap();
        let date = serde_json::json!({
            "id": "day", "type": "number", "as": "date", "title": { "en": "When?" },
            "min": "2020-01-01", "max": "2020-12-31", "epsilon": "1",
        });
        survey["questions"][1] = date;
        assert_eq!(drawn(&survey.to_string(), &["en"]), None);
    }

    #[test]
    fn every_language_of_the_widget_is_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/messages");
        let files = fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let of_widget = |name: String| {
            let tag = name.strip_prefix("widget.")?.strip_suffix(".json")?;
            Some(tag.to_owned())
        };
        let files: BTreeSet<_> = names.filter_map(of_widget).collect();
        let known = TEXTS.iter().map(|(tag, _)| (*tag).to_owned()).collect();
        assert_eq!(files, known);
    }
}
