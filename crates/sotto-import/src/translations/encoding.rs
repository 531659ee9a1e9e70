//! In which encoding a file is: spreadsheets save tables in UTF-8, in UTF-16, or as their machine's language was
//! written before Unicode.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
    WINDOWS_1257, WINDOWS_1258,
};

use super::{csv_file, error::TranslationError};

/// A file's text.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// The name of its encoding where that is not Unicode.
    pub(super) legacy: Option<&'static str>,
}

/// The text of a file.
///
/// # Errors
/// When no encoding can be told, or the bytes are none of it.
pub(super) fn decoded(bytes: &[u8]) -> Result<Decoded, TranslationError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return whole(encoding, bytes.get(mark..).unwrap_or_default());
    }
    // Whoever leaves out the mark of UTF-16 still has a zero in every second byte of "key" or "<?".
    match bytes {
        [_, 0, _, 0, ..] => return whole(UTF_16LE, bytes),
        [0, _, 0, _, ..] => return whole(UTF_16BE, bytes),
        _ => {}
    }
    if str::from_utf8(bytes).is_ok() {
        return whole(UTF_8, bytes);
    }
    // What a table's first row says is ASCII, in whatever encoding.
    let (first, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let target = csv_file::target_in(&first).ok_or(TranslationError::Encoding)?;
    let encoding = before_unicode(&target).ok_or(TranslationError::Encoding)?;
    let decoded = whole(encoding, bytes)?;
    // Windows' code pages have no characters there: it was another encoding.
    let mut characters = decoded.text.chars();
    if characters.any(|one| matches!(one, '\u{80}'..='\u{9f}')) {
        return Err(TranslationError::Encoding);
    }
    Ok(Decoded {
        legacy: Some(encoding.name()),
        ..decoded
    })
}

fn whole(encoding: &'static Encoding, bytes: &[u8]) -> Result<Decoded, TranslationError> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    Ok(Decoded {
        text: text.ok_or(TranslationError::Encoding)?.into_owned(),
        legacy: None,
    })
}

/// The code page of Windows in that language.
fn before_unicode(tag: &str) -> Option<&'static Encoding> {
    let lower = tag.to_lowercase();
    let parts: Vec<&str> = lower.split('-').collect();
    let has = |wanted: &[&str]| parts.iter().skip(1).any(|part| wanted.contains(part));
    Some(match *parts.first()? {
        "zh" if has(&["hant", "tw", "hk", "mo"]) => BIG5,
        "zh" => GBK,
        "ja" => SHIFT_JIS,
        "ko" => EUC_KR,
        "th" => WINDOWS_874,
        "sr" if has(&["latn"]) => WINDOWS_1250,
        "pl" | "cs" | "sk" | "sl" | "hu" | "hr" | "ro" | "bs" | "sq" => WINDOWS_1250,
        "ru" | "uk" | "bg" | "sr" | "mk" | "be" => WINDOWS_1251,
        "el" => WINDOWS_1253,
        "tr" => WINDOWS_1254,
        "he" => WINDOWS_1255,
        "ar" | "fa" | "ur" => WINDOWS_1256,
        "et" | "lv" | "lt" => WINDOWS_1257,
        "vi" => WINDOWS_1258,
        "af" | "ca" | "da" | "de" | "en" | "es" | "eu" | "fi" | "fo" | "fr" | "ga" | "gl"
        | "id" | "is" | "it" | "lb" | "ms" | "nb" | "nl" | "nn" | "no" | "pt" | "sv" | "sw" => {
            WINDOWS_1252
        }
        _ => return None,
    })
}
