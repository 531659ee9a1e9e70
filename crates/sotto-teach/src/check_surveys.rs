//! The surveys in which readers count themselves: one for each lesson, whose question is the lesson's own check
//! question. Collectors carry them (`crates/sotto-collector/lessons.json`); `SOTTO_APPROVE=1` writes them anew from
//! the words of the lessons.

use std::{collections::BTreeMap, fs, path::Path};

use sotto_survey::Survey;

use crate::{
    lesson::Lesson,
    lessons::WHOLE_LESSONS,
    page::check_survey,
    words::{Figure, Figures},
};

const FILE: &str = "../sotto-collector/lessons.json";

type Words = BTreeMap<String, String>;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn words(bundle: &str, language: &str) -> Words {
    let file = folder().join(format!("../../www/messages/{bundle}.{language}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// As a page writes it: both languages group digits by commas, and differ in their percentages alone.
fn written(figure: Figure, site: &Words) -> String {
    match figure {
        Figure::Whole(number) => grouped(&number.to_string()),
        Figure::Number(number, decimals) => {
            let digits = format!("{:.*}", usize::from(decimals), number.abs());
            let sign = if number < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
                "−"
            } else {
                ""
            };
            let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
            format!("{sign}{}{rest}", grouped(whole))
        }
        Figure::Share(share, decimals) => {
            let number = written(Figure::Number(share * 100.0, decimals), site);
            site["percent"].replace("{number}", &number)
        }
    }
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A text of a lesson in every language, as JSON.
fn text(write: &dyn Fn(&str) -> String) -> String {
    let texts = ["en", "zh-CN"].map(|language| {
        let text = serde_json::to_string(&write(language)).unwrap();
        format!("\"{language}\": {text}")
    });
    format!("{{ {} }}", texts.join(", "))
}

fn survey(lesson: &Lesson) -> String {
    let figures: Figures = (lesson.figures)();
    let say = |bundle: &str, key: &str| {
        text(&|language| {
            let (site, words) = (words("site", language), words(bundle, language));
            let filled = figures
                .iter()
                .fold(words[key].clone(), |text, &(name, figure)| {
                    text.replace(&format!("{{{name}}}"), &written(figure, &site))
                });
            assert!(!filled.contains('{'), "{filled}");
            filled
        })
    };
    let bundle = lesson.card().bundle();
    let options = (1..)
        .take_while(|number| words(&bundle, "en").contains_key(&format!("answer-{number}")))
        .map(|number| {
            let id = format!("answer-{number}");
            format!(
                "        {{ \"id\": \"{id}\", \"title\": {} }}",
                say(&bundle, &id)
            )
        });
    let options: Vec<_> = options.collect();
    format!(
        r#"  {{
    "sotto": 1,
    "id": "{}",
    "version": 1,
    "title": {},
    "languages": ["en", "zh-CN"],
    "plan": "split",
    "epsilon": "ln 3",
    "questions": [{{
      "id": "check",
      "type": "single-choice",
      "title": {},
      "help": {},
      "options": [
{}
      ],
      "mechanism": "direct-encoding",
      "decline": false
    }}]
  }}"#,
        check_survey(lesson.id),
        say(&bundle, "title"),
        say(&bundle, "check"),
        say("learn", "count-help"),
        options.join(",\n"),
    )
}

#[test]
fn collectors_carry_the_check_question_of_every_lesson() {
    let surveys: Vec<_> = WHOLE_LESSONS.iter().copied().map(survey).collect();
    let surveys = format!("[\n{}\n]\n", surveys.join(",\n"));
    let file = folder().join(FILE);
    if std::env::var_os("SOTTO_APPROVE").is_some() {
        fs::write(&file, &surveys).unwrap();
    }
    let carried = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        surveys == carried,
        "the words of a lesson are not those of its survey: run with SOTTO_APPROVE=1, and read the difference"
    );
    let read: Vec<Survey> = serde_json::from_str(&surveys).unwrap();
    for (survey, lesson) in read.iter().zip(WHOLE_LESSONS) {
        assert_eq!(survey.id().as_str(), check_survey(lesson.id));
        let loss = survey.privacy_loss().to_f64();
        assert!((loss - 3.0_f64.ln()).abs() < 1e-6, "{loss}");
        let question = &survey.questions()[0];
        let right = question.categories().nth(lesson.right - 1).unwrap();
        assert_eq!(right.id(), format!("answer-{}", lesson.right));
    }
}

#[test]
fn figures_are_written_as_on_the_page() {
    let site = words("site", "en");
    for (figure, expected) in [
        (Figure::Whole(0), "0"),
        (Figure::Whole(999), "999"),
        (Figure::Whole(1_000_000), "1,000,000"),
        (Figure::Number(-10.2, 0), "−10"),
        (Figure::Number(-0.4, 0), "0"),
        (Figure::Number(12_345.678, 2), "12,345.68"),
        (Figure::Share(0.245, 1), "24.5 %"),
    ] {
        assert_eq!(written(figure, &site), expected);
    }
}
