//! Translations as files: nothing is lost on the way out and back, and what is wrong with a file is named.

use proptest::prelude::*;
use sotto_import::{
    FileText, Language, LeftText, Progress, TranslationError, TranslationFormat, TranslationTable,
    TranslationText, TranslationWhy, read_translations, write_translations,
};

fn table(texts: Vec<TranslationText>) -> TranslationTable {
    TranslationTable {
        survey: "tea".to_owned(),
        source: "en".to_owned(),
        target: "pt-BR".to_owned(),
        texts,
    }
}

fn text(key: &str, source: &str, target: &str) -> TranslationText {
    TranslationText {
        key: key.to_owned(),
        place: "1. What is asked".to_owned(),
        source: source.to_owned(),
        target: target.to_owned(),
        progress: match target {
            "" => Progress::Missing,
            _ => Progress::Done,
        },
        was: None,
    }
}

/// Whatever a text may hold, and what files make of some of it.
fn any_words() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zA-Zäéß中文ر ]{1,8}",
        1 => any::<char>().prop_map(String::from),
        1 => prop::sample::select(vec![
            "\"", "'", ",", ";", "\t", "\n", "=", "+1", "'=", "<b>", "&amp;", "&", "]]>", "  ",
            "{answer: way}", "{answer:way}", "{answer: ", "\u{1}", "\u{ffff}", "\u{feff}",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn nothing_is_lost_on_the_way_out_and_back(
        words in prop::collection::vec((any_words(), any_words(), any::<bool>()), 1..6)
    ) {
        let texts = words.iter().enumerate().map(|(index, (source, target, is_stale))| {
            let mut text = text(&format!("question.q-{index}.title"), source, target);
            if *is_stale && !target.is_empty() {
                text.progress = Progress::OutOfDate;
                text.was = Some("other words".to_owned());
            }
            text
        });
        let table = table(texts.collect());
        for format in TranslationFormat::ALL {
            let bytes = write_translations(&table, format).unwrap();
            let file = read_translations(&bytes).unwrap();
            prop_assert_eq!((&*file.source, &*file.target), ("en", "pt-BR"));
            prop_assert_eq!(&file.left, &[]);
            prop_assert_eq!(file.texts.len(), table.texts.len());
            for (read, written) in file.texts.iter().zip(&table.texts) {
                // Spreadsheets end lines by two characters, of which no survey may have the first.
                let held = |text: &str| match format {
                    TranslationFormat::Csv => text.replace("\r\n", "\n"),
                    TranslationFormat::Xliff => text.to_owned(),
                };
                prop_assert_eq!(&read.key, &written.key);
                prop_assert_eq!(read.source.as_deref(), Some(&*held(&written.source)));
                prop_assert_eq!(&read.target, &held(&written.target));
                prop_assert_eq!(read.is_done, written.progress == Progress::Done);
            }
        }
    }

    /// However few bytes are there, they are read to the end or refused, and never panic.
    #[test]
    fn half_a_file_is_told(cut in 1_usize..700) {
        let table = table(vec![
            text("survey.title", "Tea & cake", "Chá <e> bolo"),
            text("question.q.title", "Safe, {answer: way}?", "Seguro, \"{answer: way}\"?"),
        ]);
        for format in TranslationFormat::ALL {
            let bytes = write_translations(&table, format).unwrap();
            let half = &bytes[..cut.min(bytes.len() - 1)];
            match (format, read_translations(half)) {
                // A table that ends behind a row is a shorter table.
                (TranslationFormat::Csv, Ok(file)) => {
                    prop_assert!(half.ends_with(b"\n") || half.ends_with(b"\r") || half.ends_with(b"\"") || half.ends_with(b","));
                    // A row that was cut is named and left, unless it lacks but its state.
                    let whole = read_translations(&bytes).unwrap();
                    for (read, written) in file.texts.iter().zip(&whole.texts) {
                        prop_assert_eq!(&read.key, &written.key);
                        prop_assert_eq!(&read.source, &written.source);
                        prop_assert_eq!(&read.target, &written.target);
                    }
                    prop_assert!(file.texts.len() <= 2);
                }
                (TranslationFormat::Xliff, Ok(_)) => {
                    // Only the last line break was cut off.
                    prop_assert!(half.ends_with(b"</xliff>"));
                }
                (_, Err(error)) => {
                    for language in Language::ALL {
                        prop_assert!(!error.said(language).is_empty());
                    }
                }
            }
        }
    }
}

fn csv(texts: &str) -> Vec<u8> {
    texts.as_bytes().to_vec()
}

fn units(bytes: &[u8]) -> Vec<FileText> {
    read_translations(bytes).unwrap().texts
}

#[test]
fn a_table_is_read_however_a_spreadsheet_saved_it() {
    let expected = [FileText {
        key: "survey.title".to_owned(),
        source: Some("Tea; cake".to_owned()),
        target: "Thé à 5 €".to_owned(),
        is_done: true,
    }];
    let comma = "key,where,en,fr,state\r\nsurvey.title,Title,Tea; cake,Thé à 5 €,done\r\n";
    let semicolon = "key;where;en;fr;state\r\nsurvey.title;Title;\"Tea; cake\";Thé à 5 €;done\r\n";
    let tabs = "key\twhere\ten\tfr\tstate\r\nsurvey.title\tTitle\tTea; cake\tThé à 5 €\tDone\r\n";
    let marked = format!("\u{feff}{semicolon}");
    let named = format!("sep=;\r\n{semicolon}");
    let wide = |text: &str, mark: bool| -> Vec<u8> {
        let mark = if mark { "\u{feff}" } else { "" };
        let units = [mark, text].concat();
        units.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    for text in [comma, semicolon, tabs, &marked, &named] {
        assert_eq!(units(&csv(text)), expected, "{text}");
    }
    for bytes in [wide(tabs, true), wide(tabs, false)] {
        assert_eq!(units(&bytes), expected);
    }
    let (legacy, _, _) = encoding_rs::WINDOWS_1252.encode(semicolon);
    let file = read_translations(&legacy).unwrap();
    assert_eq!(
        (file.texts, file.legacy),
        (expected.to_vec(), Some("windows-1252"))
    );
}

#[test]
fn the_language_says_what_was_written_before_unicode() {
    let table = |tag: &str, said: &str| format!("key;en;{tag}\nsurvey.title;Tea;{said}\n");
    for (tag, said, encoding) in [
        ("ru", "Чай", encoding_rs::WINDOWS_1251),
        ("zh-CN", "茶", encoding_rs::GBK),
        ("zh-TW", "茶葉", encoding_rs::BIG5),
        ("ja", "お茶", encoding_rs::SHIFT_JIS),
        ("pl", "Zażółć", encoding_rs::WINDOWS_1250),
    ] {
        let text = table(tag, said);
        let (bytes, _, lost) = encoding.encode(&text);
        assert!(!lost, "{tag}");
        let file = read_translations(&bytes).unwrap();
        assert_eq!(file.texts[0].target, said, "{tag}");
        assert_eq!(file.legacy, Some(encoding.name()), "{tag}");
    }
    // In Hindi there was no such code page, and these bytes are no Unicode.
    let bytes = [table("hi", "").as_bytes(), b"a;b;\xe9\n"].concat();
    assert_eq!(read_translations(&bytes), Err(TranslationError::Encoding));
}

#[test]
fn rows_that_are_no_texts_are_named() {
    let file = read_translations(&csv(
        "key,en,fr,notes\nsurvey.title,Tea,Thé,see\n,Tea,Thé,\nsurvey.title,Tea,Thé,\n,,,\nquestion.q.title,a,b,c,d\n",
    ))
    .unwrap();
    let left = |key: &str, why| LeftText {
        key: key.to_owned(),
        why,
    };
    assert_eq!(
        file.left,
        [
            left("3", TranslationWhy::NoKey),
            left("survey.title", TranslationWhy::Twice),
            left("question.q.title", TranslationWhy::Cells),
        ]
    );
    assert_eq!(
        (file.texts.len(), file.unread),
        (1, vec!["notes".to_owned()])
    );
}

#[test]
fn what_is_no_such_file_is_refused() {
    for (bytes, error) in [
        (b"PK\x03\x04".to_vec(), TranslationError::Workbook),
        (csv("{ \"sotto\": 1 }"), TranslationError::Unknown),
        (csv(""), TranslationError::Unknown),
        (csv("key,en\nsurvey.title,Tea\n"), TranslationError::Columns),
        (csv("<html/>"), TranslationError::Unknown),
        (
            csv("key,en,fr\nsurvey.title,Tea,\"Th"),
            TranslationError::Half(Some("survey.title".to_owned())),
        ),
        (
            csv("<xliff version=\"1.2\"/>"),
            TranslationError::Version("1.2".to_owned()),
        ),
        (
            csv("<xliff version=\"2.0\" srcLang=\"en\"/>"),
            TranslationError::NoLanguage,
        ),
        (
            csv(
                "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"fr\"><file><unit id=\"survey.title\"><segm",
            ),
            TranslationError::Half(Some("survey.title".to_owned())),
        ),
    ] {
        assert_eq!(read_translations(&bytes), Err(error));
    }
    let entity = "<!DOCTYPE x [<!ENTITY a \"b\">]><xliff/>";
    assert!(matches!(
        read_translations(entity.as_bytes()),
        Err(TranslationError::Broken { .. })
    ));
}

/// As a translator's program saves it: in groups and segments, with marks of its own.
#[test]
fn xliff_of_other_programs_is_read() {
    let file = read_translations(
        br#"<?xml version="1.0"?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="fr">
 <x:file id="f" original="tea"><x:group id="g">
  <x:unit id="question.q.title">
   <x:originalData><x:data id="d1">{answer: way}</x:data></x:originalData>
   <x:segment state="final"><x:source>Safe. </x:source><x:target>S&#xFB;r.</x:target></x:segment>
   <x:ignorable><x:source> </x:source></x:ignorable>
   <x:segment><x:source>By <x:ph id="1" dataRef="d1"/>?</x:source><x:target>En <x:mrk id="m" type="term"><x:ph id="1" dataRef="d1"/></x:mrk> ?</x:target></x:segment>
  </x:unit>
  <x:unit id="survey.title"><x:segment><x:source>a</x:source><x:target>b</x:target></x:segment><x:segment><x:source>c</x:source></x:segment></x:unit>
  <x:unit id="closing.text"><x:segment state="initial"><x:source>a</x:source></x:segment></x:unit>
 </x:group></x:file>
</x:xliff>"#,
    )
    .unwrap();
    assert_eq!(file.survey.as_deref(), Some("tea"));
    let [title, closing] = &file.texts[..] else {
        panic!("{:?}", file.texts);
    };
    assert_eq!(title.source.as_deref(), Some("Safe.  By {answer: way}?"));
    assert_eq!(title.target, "Sûr. En {answer: way} ?");
    assert!(title.is_done);
    assert_eq!((&*closing.target, closing.is_done), ("", false));
    let partly = LeftText {
        key: "survey.title".to_owned(),
        why: TranslationWhy::Partly,
    };
    assert_eq!(file.left, [partly]);
}
