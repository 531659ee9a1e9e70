//! A language that nobody speaks: the words of one, with accents and longer, so that what is not translated and what
//! does not fit can be seen.

use sotto_survey::{Json, Text};

use crate::draft::{Draft, member_mut, text_of};

use super::texts::texts;

/// So much longer a text becomes, in parts of its length: German and Finnish are by as much than English.
const LONGER: (usize, usize) = (2, 5);

/// What stands around such a text: one that is cut off shows no end.
const AROUND: [char; 2] = ['⟦', '⟧'];

/// A letter with an accent that reads as it does.
const fn accented(letter: char) -> char {
    match letter {
        'a' => 'á',
        'c' => 'ç',
        'd' => 'ð',
        'e' => 'é',
        'g' => 'ĝ',
        'h' => 'ĥ',
        'i' => 'í',
        'j' => 'ĵ',
        'k' => 'ķ',
        'l' => 'ļ',
        'n' => 'ñ',
        'o' => 'ö',
        'r' => 'ŕ',
        's' => 'š',
        't' => 'ţ',
        'u' => 'û',
        'w' => 'ŵ',
        'y' => 'ý',
        'z' => 'ž',
        'A' => 'Á',
        'C' => 'Ç',
        'D' => 'Ð',
        'E' => 'É',
        'G' => 'Ĝ',
        'H' => 'Ĥ',
        'I' => 'Í',
        'J' => 'Ĵ',
        'K' => 'Ķ',
        'L' => 'Ļ',
        'N' => 'Ñ',
        'O' => 'Ö',
        'R' => 'Ŕ',
        'S' => 'Š',
        'T' => 'Ţ',
        'U' => 'Û',
        'W' => 'Ŵ',
        'Y' => 'Ý',
        'Z' => 'Ž',
        other => other,
    }
}

/// A text with accents, 40 % longer, between brackets. Places for answers stay as they are.
#[must_use]
pub fn stressed(text: &str) -> String {
    let mut out = String::from(AROUND[0]);
    let mut is_place = false;
    // Around them, a space between.
    let most = Text::MAX_CHARACTERS - AROUND.len() - 1;
    for character in text.chars().take(most) {
        is_place = character == '{' || (is_place && character != '}');
        out.push(if is_place {
            character
        } else {
            accented(character)
        });
    }
    let count = text.chars().count().min(most);
    let longer = (count * LONGER.0).div_ceil(LONGER.1);
    // Its own words again, in which lines can break as they do in it; no place for an answer twice.
    let words: String = text.split(['{', '}']).step_by(2).collect();
    if !words.trim().is_empty() {
        let more = words.trim().chars().chain([' ']).cycle();
        out.push(' ');
        out.extend(
            more.take(longer.saturating_sub(1).min(most - count))
                .map(accented),
        );
    }
    out.push(AROUND[1]);
    out
}

/// The draft with every text in a language stressed. What is not in that language stays as it is, so that it shows.
#[must_use]
pub(crate) fn stressed_in(draft: &Draft, language: &str) -> Draft {
    let Some(mut survey) = draft.json() else {
        return draft.clone();
    };
    for text in texts(draft) {
        let said = text.in_language(language);
        if said.is_empty() {
            continue;
        }
        let object = crate::edit::object_at(&mut survey, text.place);
        let words = object.and_then(|object| member_mut(object, text.words.name()));
        if let Some(found) = words.and_then(|words| member_mut(words, language))
            && text_of(found).is_some()
        {
            *found = Json::Text(stressed(said));
        }
    }
    Draft::of_json(survey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_longer_by_two_fifths_and_keeps_its_places() {
        for text in [
            "Do you feel safe when you come {answer: way}?",
            "Yes",
            "您吸烟吗？",
            "a\nb",
        ] {
            let stressed = stressed(text);
            let (before, after) = (text.chars().count(), stressed.chars().count());
            assert!(after * 10 >= before * 14, "{stressed}");
            assert_eq!(
                stressed.matches("{answer: way}").count(),
                text.matches("{answer: way}").count()
            );
            assert!(stressed.starts_with('⟦') && stressed.ends_with('⟧'));
        }
        assert_eq!(stressed("Safe"), "⟦Šáfé Š⟧");
        // A survey may have no text that is longer.
        for count in [1_995, 1_998, 2_000] {
            let long = stressed(&"x".repeat(count));
            assert!(long.chars().count() <= Text::MAX_CHARACTERS, "{count}");
        }
    }
}
