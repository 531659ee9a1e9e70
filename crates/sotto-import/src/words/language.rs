//! Languages by their tags (BCP 47), and by the names and codes that programs give them.

/// Names in English and in the language itself, in small letters, by tag: as the Unicode CLDR has them.
const NAMES: &[(&str, &[&str])] = &[
    ("af", &["afrikaans"]),
    ("am", &["amharic", "አማርኛ"]),
    ("ar", &["arabic", "العربية", "عربي"]),
    ("az", &["azerbaijani", "azərbaycan"]),
    ("bg", &["bulgarian", "български"]),
    ("bn", &["bangla", "bengali", "বাংলা"]),
    ("bs", &["bosnian", "bosanski"]),
    ("ca", &["catalan", "català"]),
    ("cs", &["czech", "čeština"]),
    ("cy", &["welsh", "cymraeg"]),
    ("da", &["danish", "dansk"]),
    ("de", &["german", "deutsch"]),
    ("el", &["greek", "ελληνικά"]),
    ("en", &["english"]),
    ("es", &["spanish", "español", "espanol", "castellano"]),
    ("et", &["estonian", "eesti"]),
    ("eu", &["basque", "euskara"]),
    ("fa", &["persian", "farsi", "فارسی"]),
    ("fi", &["finnish", "suomi"]),
    ("fil", &["filipino", "tagalog"]),
    ("fr", &["french", "français", "francais"]),
    ("ga", &["irish", "gaeilge"]),
    ("gu", &["gujarati", "ગુજરાતી"]),
    ("ha", &["hausa"]),
    ("he", &["hebrew", "עברית"]),
    ("hi", &["hindi", "हिन्दी", "हिंदी"]),
    ("hr", &["croatian", "hrvatski"]),
    ("ht", &["haitian creole", "kreyòl ayisyen", "kreyol"]),
    ("hu", &["hungarian", "magyar"]),
    ("hy", &["armenian", "հայերեն"]),
    ("id", &["indonesian", "bahasa indonesia", "bahasa"]),
    ("ig", &["igbo"]),
    ("is", &["icelandic", "íslenska"]),
    ("it", &["italian", "italiano"]),
    ("ja", &["japanese", "日本語"]),
    ("ka", &["georgian", "ქართული"]),
    ("kk", &["kazakh", "қазақ тілі"]),
    ("km", &["khmer", "ខ្មែរ"]),
    ("kn", &["kannada", "ಕನ್ನಡ"]),
    ("ko", &["korean", "한국어"]),
    ("ku", &["kurdish", "kurdî"]),
    ("ckb", &["central kurdish", "sorani", "کوردی"]),
    ("ky", &["kyrgyz", "кыргызча"]),
    ("lg", &["ganda", "luganda"]),
    ("ln", &["lingala"]),
    ("lo", &["lao", "ລາວ"]),
    ("lt", &["lithuanian", "lietuvių"]),
    ("lv", &["latvian", "latviešu"]),
    ("mg", &["malagasy"]),
    ("mk", &["macedonian", "македонски"]),
    ("ml", &["malayalam", "മലയാളം"]),
    ("mn", &["mongolian", "монгол"]),
    ("mr", &["marathi", "मराठी"]),
    ("ms", &["malay", "melayu", "bahasa melayu"]),
    ("my", &["burmese", "မြန်မာ"]),
    ("nb", &["norwegian bokmål", "norsk bokmål"]),
    ("ne", &["nepali", "नेपाली"]),
    ("nl", &["dutch", "nederlands"]),
    ("no", &["norwegian", "norsk"]),
    ("ny", &["nyanja", "chichewa", "chinyanja"]),
    ("or", &["odia", "oriya", "ଓଡ଼ିଆ"]),
    ("pa", &["punjabi", "ਪੰਜਾਬੀ"]),
    ("pl", &["polish", "polski"]),
    ("ps", &["pashto", "پښتو"]),
    ("pt", &["portuguese", "português", "portugues"]),
    ("pt-BR", &["brazilian portuguese", "português (brasil)"]),
    ("ro", &["romanian", "română"]),
    ("ru", &["russian", "русский"]),
    ("rw", &["kinyarwanda"]),
    ("si", &["sinhala", "සිංහල"]),
    ("sk", &["slovak", "slovenčina"]),
    ("sl", &["slovenian", "slovenščina"]),
    ("so", &["somali", "soomaali"]),
    ("sq", &["albanian", "shqip"]),
    ("sr", &["serbian", "српски", "srpski"]),
    ("st", &["southern sotho", "sesotho"]),
    ("sv", &["swedish", "svenska"]),
    ("sw", &["swahili", "kiswahili"]),
    ("ta", &["tamil", "தமிழ்"]),
    ("te", &["telugu", "తెలుగు"]),
    ("tg", &["tajik", "тоҷикӣ"]),
    ("th", &["thai", "ไทย"]),
    ("ti", &["tigrinya", "ትግርኛ"]),
    ("tr", &["turkish", "türkçe", "turkce"]),
    ("uk", &["ukrainian", "українська"]),
    ("ur", &["urdu", "اردو"]),
    ("uz", &["uzbek", "o‘zbek"]),
    ("vi", &["vietnamese", "tiếng việt"]),
    ("xh", &["xhosa", "isixhosa"]),
    ("yo", &["yoruba", "èdè yorùbá"]),
    (
        "zh-CN",
        &[
            "chinese",
            "simplified chinese",
            "chinese (simplified)",
            "中文",
            "简体中文",
            "zh-s",
            "zh-hans",
            "zh-chs",
        ],
    ),
    (
        "zh-TW",
        &[
            "traditional chinese",
            "chinese (traditional)",
            "繁體中文",
            "zh-t",
            "zh-hant",
            "zh-cht",
        ],
    ),
    ("zh-HK", &["zh-hant-hk"]),
    ("zu", &["zulu", "isizulu"]),
    // Codes of single programs that are no tags.
    ("uk", &["ua"]),
    ("el", &["gr"]),
    ("es-419", &["es-la"]),
    ("sq", &["sqi"]),
];

/// A language of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileLanguage {
    pub(crate) tag: String,
    /// Whether the file's name for it says which language it is.
    pub(crate) is_known: bool,
}

/// The tag for a code: `zh_cn` is zh-CN, Qualtrics' ZH-S is zh-CN, LimeSurvey's de-informal is de.
pub(crate) fn language(code: &str) -> String {
    let code = code.trim().replace('_', "-");
    let lower = code.to_lowercase();
    if let Some(tag) = by_name(&lower) {
        return tag.to_owned();
    }
    let stem = ["-informal", "-easy", "-formal"]
        .into_iter()
        .find_map(|suffix| lower.strip_suffix(suffix));
    let parts = stem.unwrap_or(&lower).split('-').enumerate();
    let written = parts.map(|(index, part)| match (index, part.len()) {
        (0, _) => part.to_owned(),
        (_, 2) => part.to_uppercase(),
        (_, 4) => {
            let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
            first.to_uppercase() + rest
        }
        _ => part.to_owned(),
    });
    let tag: String = written.collect::<Vec<_>>().join("-");
    if is_tag(&tag) { tag } else { private(&tag) }
}

/// The language that a name stands for: `English (en)`, `Français`, `zh-cn`.
pub(crate) fn language_of_name(name: &str) -> FileLanguage {
    let inside = name
        .rsplit_once('(')
        .and_then(|(_, rest)| rest.split_once(')'));
    let lower = name.trim().to_lowercase();
    let known = |tag: String| FileLanguage {
        tag,
        is_known: true,
    };
    if let Some(tag) = by_name(&lower) {
        return known(tag.to_owned());
    }
    match inside {
        Some((code, _)) if is_tag(code.trim()) => known(language(code)),
        _ if is_short_tag(&lower) => known(language(&lower)),
        _ => FileLanguage {
            tag: private(&lower),
            is_known: false,
        },
    }
}

fn by_name(lower: &str) -> Option<&'static str> {
    let found = NAMES.iter().find(|(_, names)| names.contains(&lower));
    found.map(|(tag, _)| *tag)
}

/// As surveys take them.
fn is_tag(tag: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (2..=35).contains(&tag.len()) && tag.bytes().all(plain)
}

/// Two or three letters, and perhaps a region or a script.
fn is_short_tag(tag: &str) -> bool {
    let mut parts = tag.split(['-', '_']);
    let is_first = parts.next().is_some_and(|part| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    is_first && parts.all(|part| (2..=4).contains(&part.len())) && is_tag(&tag.replace('_', "-"))
}

/// A tag of private use that shows a name.
fn private(name: &str) -> String {
    let plain = name.chars().filter(char::is_ascii_alphanumeric).take(8);
    let plain: String = plain.collect();
    if plain.is_empty() {
        "x-unnamed".to_owned()
    } else {
        format!("x-{plain}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_tags() {
        for (code, tag) in [
            ("EN", "en"),
            ("zh_cn", "zh-CN"),
            ("ZH-S", "zh-CN"),
            ("ZH-T", "zh-TW"),
            ("zh-Hans", "zh-CN"),
            ("pt-br", "pt-BR"),
            ("sr-latn", "sr-Latn"),
            ("de-informal", "de"),
            ("ua", "uk"),
            ("?", "x-unnamed"),
        ] {
            assert_eq!(language(code), tag);
        }
    }

    #[test]
    fn names_become_tags_or_say_that_they_are_not_known() {
        for (name, tag) in [
            ("English (en)", "en"),
            ("Français", "fr"),
            ("Kiswahili", "sw"),
            ("Deutsch (de)", "de"),
            ("es", "es"),
            ("Chinese (Simplified)", "zh-CN"),
        ] {
            assert_eq!(language_of_name(name).tag, tag);
            assert!(language_of_name(name).is_known);
        }
        let acholi = language_of_name("Acholi");
        assert_eq!((&*acholi.tag, acholi.is_known), ("x-acholi", false));
    }
}
