//! Noisy rows: codes, labels, and which categories a report supports.

use std::fs::{self, File};

use parquet::{
    file::{reader::FileReader, serialized_reader::SerializedFileReader},
    record::Field,
};
use serde_json::{Value, json};

use super::study::{Study, choice, survey};

fn study() -> Study {
    let coin = json!({
        "id": "coin", "type": "yes-no", "title": { "en": "Heads?" }, "decline": false,
        "mechanism": "randomized-response",
    });
    let mut subset = choice("subset", 6);
    subset["mechanism"] = json!("subset-selection");
    let number = json!({ "id": "number", "type": "number", "title": { "en": "How many?" }, "min": 0, "max": 10 });
    Study::of(&survey(vec![coin, subset, number]), 200)
}

fn column(table: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let index = reader.headers().unwrap().iter().position(|one| one == name);
    let index = index.unwrap_or_else(|| panic!("no column {name}"));
    let rows = reader.records().map(|row| row.unwrap()[index].to_owned());
    rows.collect()
}

#[test]
fn the_columns_add_up_to_the_counts() {
    let study = study();
    let table = study.printed("rows");
    let coin = column(&table, "coin");
    let categories = &study.results.questions[0].categories;
    for (code, category) in categories.iter().enumerate() {
        let found = coin
            .iter()
            .filter(|cell| **cell == code.to_string())
            .count();
        assert_eq!(Some(found as u64), category.count, "{}", category.id);
    }
    for category in &study.results.questions[1].categories {
        let supported = column(&table, &format!("subset:{}", category.id));
        let found = supported.iter().filter(|cell| *cell == "1").count();
        assert_eq!(Some(found as u64), category.count, "{}", category.id);
        assert!(supported.iter().all(|cell| cell == "0" || cell == "1"));
    }

    let labelled = column(&study.printed("rows-labelled"), "coin");
    assert!(labelled.iter().all(|cell| cell == "Yes" || cell == "No"));
    // As they were sent they are what the export was made of, in both forms.
    let sent = fs::read_to_string(study.path("rows.ndjson")).unwrap();
    let objects = |text: &str| -> Vec<Value> {
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let sent = objects(&sent);
    assert_eq!(objects(&study.printed("ndjson")), sent);
    let reports = study.printed("reports");
    for name in ["coin", "subset"] {
        let cells = column(&reports, name);
        let cells = cells
            .iter()
            .map(|cell| serde_json::from_str::<Value>(cell).unwrap());
        assert!(cells.eq(sent.iter().map(|row| row[name].clone())), "{name}");
    }
}

#[test]
fn the_scripts_name_every_column_in_order() {
    let study = study();
    let table = study.printed("rows");
    let head: Vec<_> = table.lines().next().unwrap().split(',').collect();
    let script = study.printed("r");
    let named: Vec<_> = script
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .skip(1)
        .collect();
    assert_eq!(named, head);
    let script = study.printed("stata");
    let named: Vec<_> = script
        .lines()
        .filter_map(|line| line.strip_prefix("* "))
        .skip(1)
        .collect();
    assert_eq!(named, head);
    let script = study.printed("spss");
    let (_, variables) = script.split_once("/VARIABLES=\n").unwrap();
    let (variables, _) = variables.split_once(".\n").unwrap();
    assert_eq!(variables.lines().count(), head.len(), "{variables}");
    assert!(
        script.contains("VALUE LABELS q_coin\n  0 'Yes'\n  1 'No'."),
        "{script}"
    );
}

#[test]
fn parquet_has_the_same_columns_and_codes() {
    let study = study();
    study.everything();
    let file = File::open(study.out().join("study-3-rows.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let found = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    let cells = |field: &Field| match field {
        Field::Null => String::new(),
        Field::UInt(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let found: Vec<Vec<_>> = found
        .map(|row| {
            row.get_column_iter()
                .map(|(_, field)| cells(field))
                .collect()
        })
        .collect();
    let table = study.printed("rows");
    let expected = csv::Reader::from_reader(table.as_bytes())
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect::<Vec<Vec<_>>>();
    assert_eq!(found, expected);
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let meaning = metadata.unwrap()[0].value.clone().unwrap();
    let meaning: Value = serde_json::from_str(&meaning).unwrap();
    assert_eq!(meaning[0]["values"], json!(["Yes", "No"]));
}

/// Read as the format has it: the number of elements and of rows at the front, the rows at the end.
#[test]
fn a_system_file_holds_the_same_codes() {
    let study = study();
    study.everything();
    let file = fs::read(study.out().join("study-3-rows.sav")).unwrap();
    let int = |at: usize| usize::try_from(i32::from_le_bytes(file[at..at + 4].try_into().unwrap()));
    assert_eq!(&file[..4], b"$FL2");
    let (elements, cases) = (int(68).unwrap(), int(80).unwrap());
    let table = study.printed("rows");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().unwrap().len(), elements);
    let data = &file[file.len() - 8 * elements * cases..];
    let numbers = data
        .chunks_exact(8)
        .map(|one| f64::from_le_bytes(one.try_into().unwrap()));
    let expected = reader.records().flat_map(|row| {
        let row: Vec<f64> = row
            .unwrap()
            .iter()
            .map(|one| one.parse().unwrap())
            .collect();
        row
    });
    assert!(numbers.eq(expected));
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("V0000001=q_coin\tV0000002=q_subset_o0") && text.contains("Heads?"));
}
