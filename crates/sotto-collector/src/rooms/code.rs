//! A room's code: letters that are read aloud, and taken for no others.

use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};

/// Consonants: no vowels, so that no word comes out, and no letters or digits that look or sound alike.
const LETTERS: &[u8; 16] = b"BCDFGHJKMPRTVWXZ";

/// Letters in a code: 24 bits. It keeps strangers away; no secret depends on it.
const LENGTH: usize = 6;

/// What the ids of rooms' surveys begin with.
const SURVEY: &str = "room-";

/// Draws a code.
///
/// # Errors
/// When the system gives no randomness.
pub(super) fn draw() -> Result<String, SysError> {
    let mut bytes = [0; LENGTH];
    SysRng.try_fill_bytes(&mut bytes)?;
    // 256 is a multiple of 16: every letter is as likely as any other.
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    Ok(letters.into_iter().collect())
}

/// A code as somebody typed it: small letters, spaces and hyphens make no difference. `None`: no code is that.
pub(crate) fn read(text: &str) -> Option<String> {
    let letters = text.bytes().filter(|byte| !matches!(byte, b'-' | b' '));
    let letters: Vec<u8> = letters
        .take(LENGTH + 1)
        .map(|byte| byte.to_ascii_uppercase())
        .collect();
    let is_code = letters.len() == LENGTH && letters.iter().all(|letter| LETTERS.contains(letter));
    is_code.then(|| letters.into_iter().map(char::from).collect())
}

/// The id of the survey that takes a room's answers.
pub(crate) fn survey_of(code: &str) -> String {
    format!("{SURVEY}{}", code.to_ascii_lowercase())
}

/// The code of the room whose answers a survey may take.
pub(crate) fn code_of(survey: &str) -> Option<String> {
    let code = read(survey.strip_prefix(SURVEY)?)?;
    (survey_of(&code) == survey).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = draw().unwrap();
        assert_eq!(read(&code).as_ref(), Some(&code));
        assert_eq!(read("bcd-FGH").as_deref(), Some("BCDFGH"));
        assert_eq!(read(" b c d f g h ").as_deref(), Some("BCDFGH"));
        for wrong in [
            "", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG1", "ÄCDFGH", "BCDFGHÄ",
        ] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_survey_belongs_to_one_code() {
        let code = draw().unwrap();
        assert_eq!(code_of(&survey_of(&code)), Some(code));
        for other in [
            "room-",
            "room-bcdfg",
            "room-BCDFGH",
            "room-b-cdfgh",
            "census",
            "room-service",
        ] {
            assert_eq!(code_of(other), None, "{other:?}");
        }
    }
}
