//! The compiled form says what the survey says, and bytes that somebody has altered are refused.

use serde_json::{Value, json};
use sotto_survey::{CompiledError, FaultCause, Survey, SurveyFile};

/// Two questions of one ε each, of which one is drawn, and a choice of which one option is reported.
fn file() -> Value {
    json!({
        "sotto": 1, "id": "sampled", "version": 3, "title": { "en": "xyz" }, "languages": ["en"],
        "plan": "sample", "sample": 1, "epsilon": "1",
        "questions": [
            { "id": "first", "type": "yes-no", "title": { "en": "One?" }, "mechanism": "randomized-response", "decline": false },
            { "id": "other", "type": "multiple-choice", "title": { "en": "Two?" }, "mechanism": "randomized-response",
              "reported": 1, "condition": { "question": "first", "is": ["yes"] },
              "options": [
                { "id": "a", "title": { "en": "A" } },
                { "id": "b", "title": { "en": "B" } },
                { "id": "c", "title": { "en": "C" } },
              ] },
        ],
    })
}

fn survey() -> Survey {
    serde_json::from_value(file()).unwrap()
}

/// The compiled survey with something else in the place of the only bytes that read so.
fn altered(from: &[u8], to: &[u8]) -> Vec<u8> {
    let bytes = survey().compile();
    let mut found = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(from));
    let at = found.next().unwrap();
    assert_eq!(found.next(), None, "{from:?}");
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

fn refusal(bytes: &[u8]) -> CompiledError {
    Survey::of_compiled(bytes).unwrap_err()
}

/// Why a survey whose form can be read is refused.
fn cause(bytes: &[u8]) -> FaultCause {
    match refusal(bytes) {
        CompiledError::Faults(faults) => faults.as_slice()[0].cause.clone(),
        other => panic!("{other}"),
    }
}

#[test]
fn every_sample_is_read_as_it_is() {
    for name in ["census", "every-type", "five-questions"] {
        let path = format!(
            "{}/../../www/surveys/{name}.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let json = std::fs::read_to_string(path).unwrap();
        // Whom the figures are about is nothing to a device.
        let mut file: SurveyFile = serde_json::from_str(&json).unwrap();
        assert!(file.population.take().is_some(), "{name}");
        let survey = Survey::try_from(file).unwrap();
        let compiled = survey.compile();
        let published = serde_json::to_string(&survey).unwrap();
        assert!(compiled.len() < published.len(), "{name}");
        let read = Survey::of_compiled(&compiled).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), published);
        assert_eq!(read.compile(), compiled);
        assert_eq!(read.pinned_parameters(), survey.pinned_parameters());
    }
}

#[test]
fn no_end_is_missing_and_nothing_is_added() {
    let compiled = survey().compile();
    for length in 0..compiled.len() {
        assert!(
            Survey::of_compiled(&compiled[..length]).is_err(),
            "{length}"
        );
    }
    let longer = [&compiled[..], &[0]].concat();
    assert_eq!(refusal(&longer), CompiledError::BehindTheEnd);
}

#[test]
fn what_is_altered_is_refused_or_holds_every_rule() {
    let compiled = survey().compile();
    for place in 0..compiled.len() {
        for bit in 0..8 {
            let mut other = compiled.clone();
            other[place] ^= 1 << bit;
            if let Ok(read) = Survey::of_compiled(&other) {
                // What may be left out may be written, too; it is written in one way alone.
                let written = Survey::of_compiled(&read.compile());
                assert_eq!(written, Ok(read.clone()), "byte {place}, bit {bit}");
                assert!(read.privacy_loss() <= read.epsilon().privacy_loss());
            }
        }
    }
}

#[test]
fn other_forms_are_told_apart() {
    assert_eq!(refusal(b"{\"sotto\":1}"), CompiledError::NotCompiled);
    assert_eq!(refusal(b""), CompiledError::NotCompiled);
    let newer = altered(b"\xffsotto\x01", b"\xffsotto\x02");
    assert_eq!(refusal(&newer), CompiledError::Version(2));
    // Randomized response is in the common program.
    let other_program = altered(b"\xffsotto\x01\x00", b"\xffsotto\x01\x01");
    assert_eq!(refusal(&other_program), CompiledError::Program);
}

#[test]
fn an_epsilon_that_lies_is_found_out() {
    let one = [0xc0, 0x84, 0x3d];
    let half = [0xa0, 0xc2, 0x1e];
    let compiled = survey().compile();
    let places = (0..compiled.len()).filter(|&at| compiled[at..].starts_with(&one));
    let places: Vec<_> = places.collect();
    // Of the survey, and of each question.
    assert_eq!(places.len(), 3);
    for (index, at) in places.into_iter().enumerate() {
        let lie = [&compiled[..at], &half, &compiled[at + 3..]].concat();
        let cause = cause(&lie);
        let is_found = match index {
            0 => matches!(cause, FaultCause::BudgetExceeded { .. }),
            _ => matches!(cause, FaultCause::WeightsExceedEpsilon { .. }),
        };
        assert!(is_found, "{cause:?}");
    }
}

#[test]
fn a_count_of_what_is_drawn_that_lies_is_found_out() {
    // The plan `sample`, that it says of how many, and of how many.
    let of_two = altered(&[2, 1, 1, 0xc0, 0x84, 0x3d], &[2, 1, 2, 0xc0, 0x84, 0x3d]);
    assert!(matches!(cause(&of_two), FaultCause::BudgetExceeded { .. }));
    let of_three = altered(&[2, 1, 1, 0xc0, 0x84, 0x3d], &[2, 1, 3, 0xc0, 0x84, 0x3d]);
    assert!(matches!(
        cause(&of_three),
        FaultCause::SampleOutOfRange { .. }
    ));
    // One of three options is reported, then there are four parts' integers with "prefer not to answer".
    let compiled = survey().compile();
    let read = Survey::of_compiled(&compiled).unwrap();
    let parts = u8::try_from(read.questions()[1].parts().len()).unwrap();
    let reported = [0xc0, 0x84, 0x3d, 1, parts, 2];
    let two = altered(&reported, &[0xc0, 0x84, 0x3d, 2, parts, 2]);
    assert!(matches!(
        cause(&two),
        FaultCause::WeightsExceedEpsilon { .. }
    ));
    let none = altered(&reported, &[0xc0, 0x84, 0x3d, 0, parts, 2]);
    assert!(matches!(
        cause(&none),
        FaultCause::ReportedOutOfRange { .. }
    ));
}

#[test]
fn what_a_hostile_collector_could_write_is_refused() {
    let cases = [
        // A million questions.
        (
            altered(b"\x02\x05first\x00", b"\xc0\x84\x3d\x05first\x00"),
            CompiledError::TooLong {
                found: 1_000_000,
                most: 200,
            },
        ),
        // A name that is none.
        (
            altered(b"\x07sampled", b"\x07../etc/"),
            CompiledError::Value("name"),
        ),
        // A type of question that there is not.
        (
            altered(b"\x02\x05first\x00", b"\x02\x05first\x7f"),
            CompiledError::Value("question type"),
        ),
        // A title that is no text.
        (
            altered(b"\x03xyz", b"\x03\xff\xff\xff"),
            CompiledError::NotText,
        ),
        // A language twice.
        (
            altered(b"\x01\x02en\x03xyz", b"\x02\x02en\x01x\x02en\x01y"),
            CompiledError::Value("language"),
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(refusal(&bytes), expected);
    }
    let faults = [
        (
            altered(b"\x05other\x06", b"\x05first\x06"),
            FaultCause::RepeatedId("first".into()),
        ),
        (
            altered(b"\x03xyz", "\u{3}\u{202e}".as_bytes()),
            FaultCause::HiddenCharacters,
        ),
        (altered(b"\x03xyz", b"\x00"), FaultCause::TextLength),
        (
            altered(b"\x01\x02en\x03xyz", b"\x01\x02fr\x03xyz"),
            FaultCause::Untranslated("en".into()),
        ),
        (
            altered(b"\x03\x01a\x01", b"\x03\x01b\x01"),
            FaultCause::RepeatedId("b".into()),
        ),
        (
            altered(b"\x05first\x00\x01\x03yes", b"\x05fresh\x00\x01\x03yes"),
            FaultCause::NotAskedBefore("fresh".into()),
        ),
    ];
    for (bytes, expected) in faults {
        assert_eq!(cause(&bytes), expected);
    }
    // A mechanism that there is not.
    let name = b"\x13randomized-response";
    let compiled = survey().compile();
    let at = (0..compiled.len())
        .find(|&at| compiled[at..].starts_with(name))
        .unwrap();
    let unknown = [
        &compiled[..at],
        b"\x13randomized-telling!",
        &compiled[at + name.len()..],
    ]
    .concat();
    assert!(matches!(cause(&unknown), FaultCause::Mechanism(_)));
}

#[test]
fn what_is_left_open_is_not_computed_on_the_device() {
    let open = SurveyFile::read(serde_json::from_value(file()).unwrap()).unwrap();
    assert!(Survey::published(open).is_err());
}
