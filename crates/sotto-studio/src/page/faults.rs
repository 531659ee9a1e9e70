//! What is wrong with a draft, in words.

use sotto_survey::{Fault, FaultCause, InvalidAddress, InvalidWord};
use sotto_ui::Messages;
use yew::prelude::*;

/// A fault as a sentence of the reader's language, or else in English, and whether it is that.
fn sentence(words: &Messages, fault: &Fault) -> (String, bool) {
    let of = |key: &str, what: &str| (words.fill(key, &[("what", what)]), true);
    match &fault.cause {
        FaultCause::TextLength => of("fault-text-length", ""),
        FaultCause::Untranslated(language) => of(
            "fault-untranslated",
            &super::languages::language_name(language),
        ),
        FaultCause::RepeatedId(id) => of("fault-repeated-id", id),
        FaultCause::QuestionCount(_) => of("fault-question-count", ""),
        FaultCause::NothingListed => of("fault-nothing-listed", ""),
        FaultCause::OptionCount => of("fault-option-count", ""),
        FaultCause::BudgetExceeded { actual, declared } => {
            let values = [
                ("actual", actual.to_string()),
                ("declared", declared.to_string()),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, &**value));
            (words.fill("fault-budget", &values), true)
        }
        FaultCause::WeakProtection(declared) => of("fault-weak-protection", &declared.to_string()),
        FaultCause::KnownShare(written) => of("fault-known-share", written),
        FaultCause::AnchorAlone => of("fault-anchor-alone", ""),
        FaultCause::SecretTwice(id) => of("fault-secret-twice", id),
        FaultCause::EpsilonMissing => of("fault-epsilon-missing", ""),
        FaultCause::Epsilon(_) => of("fault-epsilon", ""),
        FaultCause::Identifier(_) => of("fault-identifier", ""),
        FaultCause::LanguageTag(tag) => of("fault-language-tag", tag),
        FaultCause::Expected(_) => of("fault-expected", last_step(&fault.pointer)),
        FaultCause::Missing(field) | FaultCause::FieldMissing { field, .. } => {
            of("fault-missing", field)
        }
        FaultCause::UnknownField { name, .. } => of("fault-unknown-field", name),
        FaultCause::NotAskedBefore(id) => of("fault-not-asked-before", id),
        FaultCause::SampleMissing | FaultCause::SampleOutOfRange { .. } => of("fault-sample", ""),
        FaultCause::Number(_) => of("fault-number", ""),
        FaultCause::Address(InvalidAddress::NotWeb(_)) => of("fault-address-web", ""),
        FaultCause::Address(InvalidAddress::NotHelp(_)) => of("fault-address-help", ""),
        FaultCause::Address(InvalidAddress::Telephone(_)) => of("fault-address-telephone", ""),
        FaultCause::Address(InvalidAddress::Mail(_)) => of("fault-address-mail", ""),
        FaultCause::Address(InvalidAddress::Host(_) | InvalidAddress::Characters(_)) => {
            of("fault-address", "")
        }
        FaultCause::CompletionCode(_) => of("fault-completion-code", ""),
        FaultCause::CodesOfTwoKinds => of("fault-codes-of-two-kinds", ""),
        FaultCause::ClosingEmpty => of("fault-closing-empty", ""),
        FaultCause::ClosingCondition => of("fault-closing-condition", ""),
        FaultCause::PipingForeign(id) => of("fault-piping-foreign", id),
        FaultCause::OtherwiseMissing(id) => of("fault-otherwise-missing", id),
        FaultCause::OtherwiseAlone => of("fault-otherwise-alone", ""),
        FaultCause::PipedUnknown(id) => of("fault-piped-unknown", id),
        FaultCause::PipedKind(id) => of("fault-piped-kind", id),
        FaultCause::PipedTooMany { maximum, .. } => {
            of("fault-piped-too-many", &maximum.to_string())
        }
        FaultCause::PipedSeveral(id) => of("fault-piped-several", id),
        FaultCause::ClosingPiping(found) => of("fault-closing-piping", found),
        FaultCause::Word(InvalidWord::TooLong(most)) => {
            of("fault-word-too-long", &most.to_string())
        }
        FaultCause::Word(InvalidWord::Markup) => of("fault-word-markup", ""),
        FaultCause::Word(InvalidWord::Slots(english)) => of("fault-word-slots", english),
        FaultCause::Word(InvalidWord::Alike) => of("fault-word-alike", ""),
        FaultCause::Colour(_) => of("fault-colour", ""),
        FaultCause::ThemeEmpty => of("fault-theme-empty", ""),
        FaultCause::Contrast {
            colour,
            ground,
            found,
            least,
            nearest,
        } => {
            let values = [
                ("colour", colour.to_string()),
                ("ground", ground.to_string()),
                ("found", found.to_string()),
                ("least", least.to_string()),
                ("nearest", nearest.to_string()),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, &**value));
            (words.fill("fault-contrast", &values), true)
        }
        FaultCause::PictureHash(_) => of("fault-picture-hash", ""),
        FaultCause::PictureSize(pixels) => of("fault-picture-size", &pixels.to_string()),
        FaultCause::TooManyPictures => of("fault-too-many-pictures", ""),
        FaultCause::PictureForeign(_) => of("fault-picture-foreign", ""),
        FaultCause::HiddenCharacters => of("fault-hidden-characters", ""),
        other => (other.to_string(), words.language() == "en"),
    }
}

fn last_step(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap_or(pointer)
}

/// A fault as a list's entry.
pub(super) fn entry(words: &Messages, fault: &Fault) -> Html {
    let (sentence, is_translated) = sentence(words, fault);
    html! { <span lang={(!is_translated).then_some("en")}>{ sentence }</span> }
}

/// Where a fault is: the part of the form that it is about.
pub(super) fn place(words: &Messages, fault: &Fault) -> String {
    let below = fault.pointer.split('/').skip(1);
    let below = below.skip(if fault.question_index().is_some() {
        2
    } else {
        0
    });
    let mut parts = Vec::new();
    // What stands at the end has names of its own.
    let stem = if fault.pointer.starts_with("/closing/") {
        "closing"
    } else {
        "field"
    };
    for step in below {
        let own = format!("{stem}-{step}");
        let key = if words.has(&own) {
            own
        } else {
            format!("field-{step}")
        };
        parts.push(if let Ok(index) = step.parse::<usize>() {
            (index + 1).to_string()
        } else if words.has(&key) {
            words.text(&key)
        } else {
            step.to_owned()
        });
    }
    parts.join(" › ")
}

/// All of some faults; nothing where there are none.
pub(super) fn list<'a>(words: &Messages, faults: impl Iterator<Item = &'a Fault>) -> Html {
    let faults: Vec<_> = faults.collect();
    if faults.is_empty() {
        return Html::default();
    }
    let one = |fault: &&Fault| {
        let place = place(words, fault);
        html! {
            <li>
                if !place.is_empty() { <b>{ place }{ words.text("colon") }</b> }
                { entry(words, fault) }
            </li>
        }
    };
    html! {
        <div class="faults">
            <h3>{ words.text("faults-heading") }</h3>
            <ul>{ for faults.iter().map(one) }</ul>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{check::check, draft::Draft};

    #[test]
    fn two_kinds_of_completion_codes_are_told_in_both_languages() {
        let draft = Draft::of_text(
            r#"{ "sotto": 1, "id": "a", "version": 1, "title": { "en": "A" }, "languages": ["en"], "plan": "split",
                "epsilon": "ln 3", "questions": [{ "id": "q", "type": "yes-no", "title": { "en": "Q?" } }],
                "closing": { "code": "C1K2X9", "own-code": true } }"#,
        );
        let checked = check(&draft);
        let fault = checked.of_survey().next().unwrap();
        for (language, file, part) in [
            (
                "en",
                include_str!("../../../../www/messages/studio.en.json"),
                "Choose one of the two.",
            ),
            (
                "zh-CN",
                include_str!("../../../../www/messages/studio.zh-CN.json"),
                "请选择其中一种。",
            ),
        ] {
            let texts: BTreeMap<String, String> = serde_json::from_str(file).unwrap();
            let name = texts["closing-code"].clone();
            let words = Messages::native(language, texts);
            let (sentence, is_translated) = sentence(&words, fault);
            assert!(is_translated && sentence.ends_with(part), "{sentence}");
            assert!(place(&words, fault).ends_with(&name));
        }
    }
}
