//! The look of a survey: in words, readable whatever they say, and told from what it asks.

use serde_json::{Value, json};
use sotto_survey::{
    ChangeKind, CompiledError, Contrast, Edit, EditClass, FaultCause, LeastContrast, NotAColour,
    Scheme, Survey, Theme, ThemeFont,
};

use crate::faults::places;

/// Where a compiled survey says which program it needs.
const PROGRAM: usize = 7;

/// How long a look is at the end of it.
const LENGTH: usize = 77;

fn file() -> Value {
    json!({
        "sotto": 1, "id": "tea", "version": 1, "title": { "en": "Tea" }, "languages": ["en"],
        "plan": "split", "epsilon": "1",
        "questions": [{ "id": "tea", "type": "yes-no", "title": { "en": "Tea?" } }],
    })
}

fn themed(theme: Value) -> Value {
    let mut file = file();
    file["theme"] = theme;
    file
}

fn survey(file: Value) -> Survey {
    serde_json::from_value(file).unwrap()
}

fn brand() -> Value {
    json!({
        "accent": "#7A1FA2", "surface": "#fff8e7", "text": "#2b1a33",
        "dark": { "accent": "#d7a8ff", "surface": "#1b1020" },
        "font": "serif", "corners": "round",
    })
}

fn theme(survey: &Survey) -> Theme {
    survey.theme_file().unwrap().theme()
}

#[test]
fn a_published_survey_has_it_as_its_file_does() {
    let published = serde_json::to_value(survey(themed(brand()))).unwrap();
    let mut expected = brand();
    expected["accent"] = json!("#7a1fa2");
    assert_eq!(published["theme"], expected);
    let plain = serde_json::to_value(survey(file())).unwrap();
    assert_eq!(plain.get("theme"), None);
}

#[test]
fn what_is_named_is_drawn_and_the_rest_follows() {
    let drawn = theme(&survey(themed(brand())));
    let text = |colours: &[sotto_survey::Colour]| -> Vec<String> {
        colours.iter().map(ToString::to_string).collect()
    };
    let light = &drawn.light;
    assert_eq!(
        text(&[light.accent, light.on_accent, light.surface, light.text]),
        ["#7a1fa2", "#ffffff", "#fff8e7", "#2b1a33"]
    );
    let dark = &drawn.dark;
    assert_eq!(
        text(&[dark.accent, dark.on_accent, dark.surface, dark.text]),
        ["#d7a8ff", "#000000", "#1b1020", "#e7efed"]
    );
    assert_eq!(drawn.font, ThemeFont::Serif);
    // A brand's colour alone: Sotto's own surfaces and words, and in the dark the same hue, lighter.
    let drawn = theme(&survey(themed(json!({ "accent": "#7a1fa2" }))));
    let own = Scheme::Dark.own();
    assert_eq!(
        (drawn.dark.surface, drawn.dark.text),
        (own.surface, own.text)
    );
    assert_ne!(drawn.dark.accent, own.accent);
    assert!(
        drawn
            .dark
            .accent
            .stands_on(&[own.surface, drawn.dark.soft], LeastContrast::Text)
    );
    // On something dark words are light, without being named.
    let drawn = theme(&survey(themed(json!({ "surface": "#102030" }))));
    assert!(drawn.light.text.luminance() > drawn.light.surface.luminance());
}

#[test]
fn a_colour_that_cannot_be_read_is_refused_with_the_nearest_that_can() {
    for (theme, pointer, sentence) in [
        (
            json!({ "text": "#777777" }),
            "/theme/text",
            "#777777 on #ffffff has a contrast of 4.47 : 1, and to be read by everybody it needs 4.5 : 1: the nearest colour \
             that has it is #767676",
        ),
        (
            json!({ "accent": "#FFCC00" }),
            "/theme/accent",
            "#ffcc00 on #ffffff has a contrast of 1.51 : 1, and to be read by everybody it needs 4.5 : 1: the nearest colour \
             that has it is #907300",
        ),
        (
            json!({ "surface": "#000000", "accent": "#b00000" }),
            "/theme/accent",
            "#b00000 on #000000 has a contrast of 2.84 : 1, and to be read by everybody it needs 4.5 : 1: the nearest colour \
             that has it is #c74a4a",
        ),
        (
            json!({ "dark": { "accent": "#0b6358" } }),
            "/theme/dark/accent",
            "#0b6358 on #141d1b has a contrast of 2.40 : 1, and to be read by everybody it needs 4.5 : 1: the nearest colour \
             that has it is #4e8e86",
        ),
    ] {
        let found = places(&themed(theme.clone()));
        let [(at, cause)] = &found[..] else {
            panic!("{theme}: {found:?}");
        };
        assert_eq!(
            (at.as_str(), cause.to_string().as_str()),
            (pointer, sentence)
        );
        let FaultCause::Contrast { nearest, .. } = cause else {
            panic!("{cause}");
        };
        // What is offered is taken.
        let mut taken = themed(theme);
        *taken.pointer_mut(pointer).unwrap() = json!(nearest.to_string());
        assert_eq!(places(&taken), []);
    }
}

#[test]
fn what_is_no_colour_no_font_and_no_look_is_refused() {
    for (theme, pointer) in [
        (json!({}), "/theme"),
        (json!({ "font": "mono", "dark": {} }), "/theme"),
    ] {
        assert_eq!(
            places(&themed(theme)),
            [(pointer.to_owned(), FaultCause::ThemeEmpty)]
        );
    }
    for colour in [
        "red",
        "#fff",
        "url(https://example.org/x)",
        "#0b6358;}",
        "var(--x)",
        "",
    ] {
        let found = places(&themed(json!({ "accent": colour })));
        let expected = ("/theme/accent".to_owned(), FaultCause::Colour(NotAColour));
        assert_eq!(found, [expected], "{colour}");
    }
    for (field, value) in [
        ("font", json!("Comic Sans")),
        ("font", json!("https://example.org/font.woff2")),
        ("corners", json!("3px")),
        ("css", json!("* { display: none }")),
        ("logo", json!("https://example.org/logo.svg")),
    ] {
        let found = places(&themed(json!({ "text": "#000000", field: value })));
        assert_eq!(found.len(), 1, "{field}: {found:?}");
        assert_eq!(found[0].0, format!("/theme/{field}"));
    }
}

#[test]
fn it_stands_at_the_end_and_names_no_other_program() {
    let (plain, with) = (survey(file()), survey(themed(brand())));
    let (short, compiled) = (plain.compile(), with.compile());
    assert_eq!((short[PROGRAM], compiled[PROGRAM]), (0, 32));
    // What devices load of a survey without it is what it was.
    assert_eq!(compiled[PROGRAM + 1..short.len()], short[PROGRAM + 1..]);
    assert_eq!(compiled.len(), short.len() + LENGTH);
    let read = Survey::of_compiled(&compiled).unwrap();
    assert_eq!((read.compile(), &read), (compiled.clone(), &with));
    // What the element reads: font, corners, and each colour of both schemes.
    let look = &compiled[short.len() + LENGTH - 56..];
    let drawn = theme(&with);
    let colours = [drawn.light, drawn.dark].map(|one| one.colours());
    let colours: Vec<_> = colours
        .as_flattened()
        .iter()
        .flat_map(|one| one.rgb())
        .collect();
    assert_eq!((look[0], look[1], &look[2..]), (1, 2, &colours[..]));
    // Beside anything else.
    for (field, value, program) in [
        ("closing", json!({ "text": { "en": "Thank you." } }), 36),
        ("words", json!({ "yes": { "eo": "Jes" } }), 40),
        ("epsilon-first", json!("0.5"), 33),
    ] {
        let mut file = themed(brand());
        file[field] = value;
        let survey = survey(file);
        let compiled = survey.compile();
        assert_eq!(compiled[PROGRAM], program, "{field}");
        assert_eq!(Survey::of_compiled(&compiled).unwrap(), survey);
    }
}

/// No colour is drawn but those that follow from the file: nobody can hide words by altered bytes.
#[test]
fn a_look_that_does_not_follow_is_refused() {
    let compiled = survey(themed(brand())).compile();
    let start = compiled.len() - LENGTH;
    for place in start..compiled.len() {
        for bit in 0..8 {
            let mut other = compiled.clone();
            other[place] ^= 1 << bit;
            let refused = Survey::of_compiled(&other).unwrap_err();
            assert_eq!(refused, CompiledError::Value("theme"), "{}", place - start);
        }
        assert!(Survey::of_compiled(&compiled[..place]).is_err());
    }
    let mut unread = compiled;
    unread[PROGRAM] = 0;
    assert_eq!(
        Survey::of_compiled(&unread),
        Err(CompiledError::BehindTheEnd)
    );
}

#[test]
fn another_look_is_another_pin_and_the_same_counts() {
    let (plain, with) = (survey(file()), survey(themed(brand())));
    assert_ne!(plain.compile(), with.compile());
    let mut next = themed(brand());
    next["version"] = json!(2);
    let edit = Edit::between(&plain, &survey(next));
    let [change] = edit.changes() else {
        panic!("{:?}", edit.changes());
    };
    assert_eq!(
        (change.kind, change.pointer.as_str()),
        (ChangeKind::Theme, "/theme")
    );
    assert_eq!(edit.class(), EditClass::Words);
    assert!(edit.keeps_counts());
}

#[test]
fn a_ratio_never_reads_as_more_than_it_is() {
    let ratio = |one: &str, other: &str| -> Contrast {
        let [one, other] = [one, other].map(|text| text.parse::<sotto_survey::Colour>().unwrap());
        one.contrast(other)
    };
    // 4.478 : 1 does not reach 4.5 : 1, and does not read so.
    assert_eq!(ratio("#777777", "#ffffff").to_string(), "4.47 : 1");
    assert!(!ratio("#777777", "#ffffff").reaches(LeastContrast::Text));
}
