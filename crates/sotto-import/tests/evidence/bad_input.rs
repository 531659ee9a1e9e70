//! Files that are cut, too much, or not what they say.

use std::io::Write;

use sotto_import::{Format, ImportError, import};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::made::{YES_NO, choice, drafted, qsf_file, workbook};

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
        // UTF-16 without its mark, and Latin-1 whatever the file says of itself.
        (b"{\0\"\0t\0\"\0:\x001\0}\0", "UTF-8"),
        (
            b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><document>caf\xe9</document>",
            "UTF-8",
        ),
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

/// A workbook whose sheet of questions has this inside.
fn workbook_of(rows: &str) -> Vec<u8> {
    let sheet = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{rows}</sheetData></worksheet>"
    );
    let parts: [(&str, &[u8]); 4] = [
        (
            "_rels/.rels",
            br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            br#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="survey" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ];
    archive(&parts)
}

#[test]
fn a_million_rows_are_refused() {
    let rows = "class\tname\n".to_owned() + &"Q\ta\n".repeat(1_000_000);
    assert!(refused(rows.as_bytes()).contains("more than 20000 rows"));
    // As long as a part may be: a million rows of a workbook are longer.
    let cells = |row: usize| format!("<row><c r=\"A{row}\"><v>1</v></c></row>");
    let some = workbook_of(&(1..=300_000).map(cells).collect::<String>());
    assert!(
        refused(&some).contains("more than 20000 rows"),
        "{}",
        refused(&some)
    );
    let all = workbook_of(&(1..=1_000_000).map(cells).collect::<String>());
    assert!(
        refused(&all).contains("more than 16 MB"),
        "{}",
        refused(&all)
    );
    let row = "<row><qid>1</qid></row>";
    let structure = format!(
        "<document><LimeSurveyDocType>Survey</LimeSurveyDocType><questions><rows>{}</rows></questions></document>",
        row.repeat(700_000)
    );
    assert!(refused(structure.as_bytes()).contains("cells or values"));
}

#[test]
fn macros_are_neither_run_nor_read_and_that_is_told() {
    let form = workbook(&[
        (
            "survey",
            &[&["type", "name", "label"], &["select_one yn", "a", "A?"]],
        ),
        ("choices", YES_NO),
    ]);
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(&form)).unwrap();
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for index in 0..parts.len() {
        let part = parts.by_index_raw(index).unwrap();
        writer.raw_copy_file(part).unwrap();
    }
    writer
        .start_file("xl/vbaProject.bin", SimpleFileOptions::default())
        .unwrap();
    writer.write_all(b"Sub Auto_Open()").unwrap();
    let with = writer.finish().unwrap().into_inner();
    let (without, with) = (
        drafted(&form, "form.xlsx", None),
        drafted(&with, "form.xlsm", None),
    );
    assert_eq!(with.draft, without.draft);
    with.must_say(&["vbaProject.bin: left out", "macros"]);
    assert!(!without.says(&["macros"]), "{:?}", without.lines);
}

#[test]
fn names_of_a_hundred_thousand_characters_are_cut_everywhere() {
    let name = "x".repeat(100_000);
    let survey = serde_json::json!({ "title": name, "elements": [{ "type": "radiogroup", "name": name, "title": name, "choices": [name, "b"], name.clone(): name,
        "visibleIf": name }] });
    let mut asked = choice(&name);
    asked["DataExportTag"] = serde_json::json!(name);
    asked["Choices"]["1"]["Display"] = serde_json::json!(name);
    asked[&name] = serde_json::json!(name);
    let blocks = serde_json::json!([{ "Type": "Standard", "ID": "BL_1", "Description": name, "BlockElements": [{ "Type": "Question", "QuestionID": name }] }]);
    let flow = serde_json::json!([{ "Type": "Block", "ID": "BL_1", "FlowID": name }]);
    let qsf = qsf_file(&[(&name, asked)], &blocks, &flow);
    // A cell of a workbook holds 32,767 characters and no more, but who writes one by hand may hold to nothing.
    let cell = |column: char, row: u32, text: &str| {
        format!("<c r=\"{column}{row}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let sheet =
        [["type", "name", "label"], ["integer", &name, &name]].map(|row| row.map(str::to_owned));
    let rows = (1..).zip(&sheet).map(|(number, row)| {
        let cells = "ABC".chars().zip(row);
        let cells: String = cells
            .map(|(column, text)| cell(column, number, text))
            .collect();
        format!("<row>{cells}</row>")
    });
    let form = workbook_of(&rows.collect::<String>());
    let table = format!(
        "class\ttype/scale\tname\ttext\trelevance\t{name}\nG\t0\t{name}\t{name}\t1\tx\nQ\tY\t{name}\t{name}\t{name}\tx\n"
    );
    let row = |fields: &str| format!("<rows><row>{fields}</row></rows>");
    let structure = format!(
        "<document><LimeSurveyDocType>Survey</LimeSurveyDocType><languages><language>en</language></languages><groups>{}</groups><questions>{}</questions><{name}>x</{name}></document>",
        row(&format!(
            "<gid>1</gid><group_name>{name}</group_name><language>en</language>"
        )),
        row(&format!(
            "<qid>1</qid><parent_qid>0</parent_qid><gid>1</gid><type>Y</type><title>{name}</title><question>{name}</question><relevance>{name}</relevance><language>en</language>"
        )),
    );
    for (file, bytes) in [
        (name.clone(), survey.to_string().into_bytes()),
        ("form.qsf".to_owned(), qsf.to_string().into_bytes()),
        ("form.xlsx".to_owned(), form),
        ("form.txt".to_owned(), table.into_bytes()),
        ("form.lss".to_owned(), structure.into_bytes()),
    ] {
        let drafted = drafted(&bytes, &file, None);
        let length = drafted.draft.to_string().len();
        assert!(length < 20_000, "{length}");
        for line in &drafted.lines {
            assert!(line.len() < 1_000, "{}", line.len());
        }
        drafted.must_say(&["is cut"]);
    }
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
