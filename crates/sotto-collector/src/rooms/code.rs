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
    let letters: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'-' | b' '))
        .take(LENGTH + 1)
        .map(|byte| byte.to_ascii_uppercase())
        .collect();
    let is_code = letters.len() == LENGTH && letters.iter().all(|letter| LETTERS.contains(letter));
    is_code.then(|| letters.into_iter().map(char::from).collect())
}

/// Draws the id of the survey that takes a room's answers: 128 bits beside the code, told to those in the room. So
/// nobody comes to the survey but by the room, and a locked room is locked at every address.
pub(super) fn draw_survey() -> Result<String, SysError> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(format!("{SURVEY}{:032x}", u128::from_be_bytes(bytes)))
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
    fn a_survey_has_an_id_that_no_code_tells() {
        let [one, other] = [(); 2].map(|()| draw_survey().unwrap());
        assert_ne!(one, other);
        let id: Result<sotto_survey::Identifier, _> = one.parse();
        assert_eq!(id.unwrap().as_str(), one);
        assert_eq!(one.len(), SURVEY.len() + 32);
    }
}
