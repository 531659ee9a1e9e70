//! Files that tests make, and what became of them.

use serde_json::{Value, json};
use sotto_import::{Format, ImportError, Imported, import};

/// A draft as a test looks at it.
pub(crate) struct Drafted {
    pub(crate) draft: Value,
    pub(crate) lines: Vec<String>,
    pub(crate) imported: Imported,
}

impl Drafted {
    pub(crate) fn question(&self, id: &str) -> &Value {
        let found = self.questions().iter().find(|one| one["id"] == id);
        found.unwrap_or_else(|| panic!("no question {id} in {:#}", self.draft))
    }

    pub(crate) fn questions(&self) -> &[Value] {
        self.draft["questions"].as_array().unwrap()
    }

    pub(crate) fn ids(&self) -> Vec<&str> {
        let ids = self
            .questions()
            .iter()
            .map(|one| one["id"].as_str().unwrap());
        ids.collect()
    }

    /// The words of each option.
    pub(crate) fn options(&self, id: &str) -> Vec<&str> {
        let options = self.question(id)["options"].as_array().unwrap();
        let first = self.draft["languages"][0].as_str().unwrap();
        options
            .iter()
            .map(|one| one["title"][first].as_str().unwrap())
            .collect()
    }

    /// Whether a line has all of these words.
    pub(crate) fn says(&self, words: &[&str]) -> bool {
        self.lines
            .iter()
            .any(|line| words.iter().all(|word| line.contains(word)))
    }

    pub(crate) fn must_say(&self, words: &[&str]) {
        assert!(self.says(words), "{words:?} in {:#?}", self.lines);
    }

    /// No fault is left in it.
    pub(crate) fn is_valid(&self) {
        let faults: Vec<_> = self
            .lines
            .iter()
            .filter(|line| line.contains("not valid yet"))
            .collect();
        assert!(faults.is_empty(), "{faults:?} in {:#}", self.draft);
    }
}

pub(crate) fn drafted(bytes: &[u8], name: &str, format: Option<Format>) -> Drafted {
    let imported = import(bytes, name, format).unwrap_or_else(|error| match error {
        ImportError::Nothing { report } => {
            let lines: Vec<String> = report.iter().map(ToString::to_string).collect();
            panic!("nothing of it can be asked: {lines:#?}")
        }
        error => panic!("{error}"),
    });
    let drafted = Drafted {
        draft: serde_json::from_str(&imported.written()).unwrap(),
        lines: imported.report.iter().map(ToString::to_string).collect(),
        imported,
    };
    drafted.is_valid();
    drafted
}

pub(crate) fn surveyjs(survey: &Value) -> Drafted {
    drafted(
        survey.to_string().as_bytes(),
        "file.json",
        Some(Format::SurveyJs),
    )
}

/// A survey of SurveyJS's with these elements.
pub(crate) fn elements(elements: &Value) -> Drafted {
    surveyjs(&json!({ "title": "T", "elements": elements }))
}

/// An XLSForm of rows, whose first ones name the columns.
pub(crate) fn xlsform(survey: &[&[&str]], choices: &[&[&str]], settings: &[&[&str]]) -> Drafted {
    let bytes = workbook(&[
        ("survey", survey),
        ("choices", choices),
        ("settings", settings),
    ]);
    drafted(&bytes, "form.xlsx", None)
}

pub(crate) fn workbook(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut workbook = rust_xlsxwriter::Workbook::new();
    for (name, rows) in sheets {
        let sheet = workbook.add_worksheet().set_name(*name).unwrap();
        for (row, cells) in (0..).zip(*rows) {
            for (column, cell) in (0..).zip(*cells) {
                sheet.write_string(row, column, *cell).unwrap();
            }
        }
    }
    workbook.save_to_buffer().unwrap()
}

pub(crate) const YES_NO: &[&[&str]] = &[
    &["list_name", "name", "label"],
    &["yn", "yes", "Yes"],
    &["yn", "no", "No"],
];

/// A QSF of questions, blocks and a flow.
pub(crate) fn qsf_file(questions: &[(&str, Value)], blocks: &Value, flow: &Value) -> Value {
    let questions = questions.iter().map(|(id, payload)| {
        let mut payload = payload.clone();
        payload["QuestionID"] = json!(id);
        json!({ "SurveyID": "SV_1", "Element": "SQ", "PrimaryAttribute": id, "Payload": payload })
    });
    let mut elements = vec![
        json!({ "Element": "BL", "PrimaryAttribute": "Survey Blocks", "Payload": blocks }),
        json!({ "Element": "FL", "PrimaryAttribute": "Survey Flow", "Payload": { "Type": "Root", "Flow": flow } }),
    ];
    elements.extend(questions);
    json!({ "SurveyEntry": { "SurveyName": "Trial", "SurveyLanguage": "EN" }, "SurveyElements": elements })
}

pub(crate) fn qsf(file: &Value) -> Drafted {
    drafted(file.to_string().as_bytes(), "trial.qsf", None)
}

/// A QSF whose questions stand in one block.
pub(crate) fn one_block(questions: &[(&str, Value)]) -> Drafted {
    let elements: Vec<Value> = { questions.iter() }
        .map(|(id, _)| json!({ "Type": "Question", "QuestionID": id }))
        .collect();
    let blocks = json!([{ "Type": "Standard", "ID": "BL_1", "Description": "One", "BlockElements": elements }]);
    let flow = json!([{ "Type": "Block", "ID": "BL_1", "FlowID": "FL_1" }]);
    qsf(&qsf_file(questions, &blocks, &flow))
}

/// A choice of Qualtrics' between two.
pub(crate) fn choice(text: &str) -> Value {
    json!({
        "DataExportTag": text.to_lowercase(), "QuestionText": text, "QuestionType": "MC", "Selector": "SAVR", "SubSelector": "TX",
        "Choices": { "1": { "Display": "Yes" }, "2": { "Display": "No" } }, "ChoiceOrder": [1, 2],
        "Validation": { "Settings": { "ForceResponse": "OFF" } },
    })
}

/// LimeSurvey's rows.
pub(crate) fn limesurvey(rows: &str) -> Drafted {
    let table = rows.lines().map(|line| line.trim().replace('|', "\t"));
    let table: Vec<String> = table.filter(|line| !line.is_empty()).collect();
    drafted(table.join("\n").as_bytes(), "survey.txt", None)
}
