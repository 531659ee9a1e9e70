//! Files that are cut, too much, or not what they say.

use std::io::Write;

use sotto_import::{Format, ImportError, import};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::made::{YES_NO, drafted, workbook};

fn refused(bytes: &[u8]) -> String {
    import(bytes, "file", None).unwrap_err().to_string()
}

/// An archive of parts.
fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, part) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(part).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn wrong_containers_are_named_with_what_to_do() {
    for (bytes, words) in [
        (&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], ".xlsx"),
        (b"\xff\xfec\0l\0a\0s\0s\0", "UTF-8"),
        (b"\xfe\xff\0c\0l\0a\0s\0s", "UTF-8"),
        (b"caf\xe9", "UTF-8"),
        (b"type,name,label\ntext,a,A\n", "whole workbook"),
        (b"list_name;name;label\nyn;yes;Yes\n", "whole workbook"),
        (
            b"<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"/>",
            "XLSForm workbook",
        ),
        (b"<html></html>", "LimeSurvey"),
        (b"hello", "none of these"),
        (b"{\"a\": 1}", "none of these"),
        (b"", "none of these"),
    ] {
        let said = refused(bytes);
        assert!(said.contains(words), "{said}");
    }
    let ods = archive(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("content.xml", b"<x/>"),
    ]);
    assert!(refused(&ods).contains(".ods"));
    assert!(refused(&archive(&[("xl/workbook.bin", b"x")])).contains(".xlsb"));
    assert!(refused(&archive(&[("readme.txt", b"x")])).contains("unpack it"));
}

#[test]
fn bombs_and_entities_are_refused() {
    let zeros = vec![b' '; 17_000_000];
    let bomb = archive(&[
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/worksheets/sheet1.xml", &zeros),
    ]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    assert!(refused(&bomb).contains("more than 16 MB"));
    let tags = b"<xf/>".repeat(2_000_000);
    let styles = archive(&[
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/styles.xml", &tags),
    ]);
    assert!(refused(&styles).contains("million tags"));
    let entities =
        b"<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">]><workbook>&lol;</workbook>";
    let declared = archive(&[("xl/workbook.xml", entities)]);
    assert!(refused(&declared).contains("declares entities"));
    let lss = b"<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"b\">]><document><LimeSurveyDocType>Survey</LimeSurveyDocType>&a;</document>";
    assert!(refused(lss).contains("document type"));
    let lsa = archive(&[("survey_1.lss", lss)]);
    assert!(refused(&lsa).contains("document type"));
}

#[test]
fn whatever_is_cut_is_refused_or_read_and_never_panics() {
    let form = workbook(&[
        (
            "survey",
            &[&["type", "name", "label"], &["select_one yn", "a", "A?"]],
        ),
        ("choices", YES_NO),
    ]);
    for length in (0..form.len()).step_by(97) {
        import(&form[..length], "form.xlsx", None).unwrap_err();
    }
    for name in [
        "health.surveyjs.json",
        "campus.qsf",
        "exams.limesurvey.txt",
        "product.formbricks.json",
        "party.google-forms.json",
        "tea.typeform.json",
        "pets.lss",
    ] {
        let file = crate::golden::file(name);
        for length in (0..file.len()).step_by(31) {
            // Separated text that is cut is a shorter text.
            let _ = import(&file[..length], name, None);
        }
    }
}

#[test]
fn other_bytes_than_a_files_own_never_panic() {
    for name in [
        "health.surveyjs.json",
        "campus.qsf",
        "exams.limesurvey.txt",
        "product.formbricks.json",
        "party.google-forms.json",
        "tea.typeform.json",
        "pets.lss",
    ] {
        let file = crate::golden::file(name);
        for (at, byte) in file.iter().enumerate().step_by(7) {
            let mut altered = file.clone();
            altered[at] = byte.wrapping_add(1);
            let _ = import(&altered, name, None);
        }
    }
    let form = workbook(&[
        (
            "survey",
            &[&["type", "name", "label"], &["select_one yn", "a", "A?"]],
        ),
        ("choices", YES_NO),
    ]);
    for (at, byte) in form.iter().enumerate().step_by(11) {
        let mut altered = form.clone();
        altered[at] = byte.wrapping_add(1);
        let _ = import(&altered, "form.xlsx", None);
    }
}

#[test]
fn deep_and_long_json_is_refused() {
    let deep = format!(
        "{{\"elements\": {}{}}}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    assert!(refused(deep.as_bytes()).contains("recursion limit"));
    let many = format!("{{\"elements\": [{}0]}}", "0,".repeat(500_000));
    assert!(refused(many.as_bytes()).contains("cells or values"));
    assert_eq!(
        import(&vec![b' '; 16_777_217], "file", None),
        Err(ImportError::TooLong)
    );
}

#[test]
fn a_million_rows_are_refused() {
    let rows = "class\tname\n".to_owned() + &"Q\ta\n".repeat(1_000_000);
    assert!(refused(rows.as_bytes()).contains("more than 20000 rows"));
}

#[test]
fn names_of_a_hundred_thousand_characters_are_cut_everywhere() {
    let name = "x".repeat(100_000);
    let survey = serde_json::json!({ "title": name, "elements": [{ "type": "radiogroup", "name": name, "title": name, "choices": [name, "b"], name.clone(): name,
        "visibleIf": name }] });
    let drafted = drafted(survey.to_string().as_bytes(), &name, None);
    assert!(
        drafted.draft.to_string().len() < 20_000,
        "{}",
        drafted.draft.to_string().len()
    );
    for line in &drafted.lines {
        assert!(line.len() < 1_000, "{}", line.len());
    }
    drafted.must_say(&["is cut"]);
}

#[test]
fn formulas_stay_what_was_shown_last() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet().set_name("survey").unwrap();
    for (column, cell) in [(0, "type"), (1, "name"), (2, "label")] {
        sheet.write_string(0, column, cell).unwrap();
    }
    for (column, cell) in [(0, "select_one yn"), (1, "a")] {
        sheet.write_string(1, column, cell).unwrap();
    }
    let formula =
        rust_xlsxwriter::Formula::new("=WEBSERVICE(\"https://example.org\")").set_result("Shown");
    sheet.write_formula(1, 2, formula).unwrap();
    let sheet = book.add_worksheet().set_name("choices").unwrap();
    for (row, cells) in (0..).zip(YES_NO) {
        for (column, cell) in (0..).zip(*cells) {
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
    let drafted = drafted(
        &book.save_to_buffer().unwrap(),
        "form.xlsx",
        Some(Format::XlsForm),
    );
    assert_eq!(drafted.question("a")["title"]["en"], "Shown");
}

#[test]
fn where_nothing_can_be_asked_the_lines_say_why() {
    let error = import(
        br#"{"elements": [{"type": "comment", "name": "why"}]}"#,
        "file",
        None,
    )
    .unwrap_err();
    let ImportError::Nothing { report } = error else {
        panic!("{error}");
    };
    assert!(
        report[0].to_string().contains("why: left out: free text"),
        "{report:?}"
    );
}

#[test]
fn references_to_themselves_end() {
    let survey = serde_json::json!({ "elements": [{ "type": "radiogroup", "name": "a", "choicesFromQuestion": "a", "choices": ["x", "y"] }] });
    drafted(survey.to_string().as_bytes(), "file", None);
    let mut panel = serde_json::json!({ "type": "boolean", "name": "q" });
    for depth in 0..40 {
        panel = serde_json::json!({ "type": "panel", "name": format!("p{depth}"), "elements": [panel] });
    }
    let survey = serde_json::json!({ "elements": [panel, { "type": "boolean", "name": "r" }] });
    let drafted = drafted(survey.to_string().as_bytes(), "file", None);
    drafted.must_say(&["elements"]);
}

#[test]
fn what_is_no_json_says_what_to_do() {
    let said = refused(b"{ pages: [{ elements: [] }] }");
    assert!(
        said.contains("JavaScript") && said.contains("export"),
        "{said}"
    );
}
