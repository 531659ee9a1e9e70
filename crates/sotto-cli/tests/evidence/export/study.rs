//! A survey that people have answered, as files that were taken from a collector.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Map, Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{Answer, Question, Results, Submission, Survey, SurveyOracles, Tally};
use tempfile::TempDir;

use crate::command_line::sotto;

/// The files `survey.json`, `results.json` and `rows.ndjson`, and a folder for exports.
pub(super) struct Study {
    folder: TempDir,
    pub(super) results: Results,
}

/// An answer that depends on who answers.
pub(super) fn answer(question: &Question, person: u32) -> Option<Answer> {
    let size = u32::try_from(question.categories().count()).unwrap().max(1);
    let choice = question.answer_of_simulated(person % size);
    let choice = choice.or_else(|_| question.answer_set(&[person % size.min(2)]));
    let number = choice.or_else(|_| question.answer_number(1.into()));
    number.or_else(|_| question.answer_consent()).ok()
}

impl Study {
    /// So many people answer.
    pub(super) fn of(survey: &Value, people: u32) -> Self {
        let survey: Survey = serde_json::from_value(survey.clone()).unwrap();
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut generator = ChaCha20Rng::seed_from_u64(16);
        let submissions: Vec<_> = (0..people)
            .map(|person| {
                let questions = survey.questions().iter();
                let answers: Vec<_> = questions.map(|one| answer(one, person)).collect();
                survey.randomize(&answers, &mut generator).unwrap()
            })
            .collect();
        let all: Vec<_> = submissions.iter().collect();
        let tally = Tally::of_submissions(&oracles, &all).unwrap();
        let results = tally.results(&oracles, Confidence::default());
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
        write("survey.json", serde_json::to_string(&survey).unwrap());
        write("results.json", serde_json::to_string(&results).unwrap());
        let lines = submissions.iter().map(|one| row(&survey, one));
        write("rows.ndjson", lines.collect());
        fs::create_dir(folder.path().join("out")).unwrap();
        Self { folder, results }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder that exports go to.
    pub(super) fn out(&self) -> PathBuf {
        self.path("out")
    }

    /// Calls `sotto export` with all three files.
    pub(super) fn export(&self, more: &[&str]) -> Output {
        let mut command = sotto();
        command.arg("export");
        for (flag, name) in [
            ("--file", "survey.json"),
            ("--results", "results.json"),
            ("--rows", "rows.ndjson"),
        ] {
            command.arg(flag).arg(self.path(name));
        }
        command.args(more).output().unwrap()
    }

    /// What one format prints.
    pub(super) fn printed(&self, format: &str) -> String {
        let output = self.export(&["--format", format]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{format}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Every format as a file; gives the names of the files.
    pub(super) fn everything(&self) -> Vec<String> {
        let output = self.export(&["--folder", self.out().to_str().unwrap()]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{errors}");
        names(&self.out())
    }
}

/// The names in a folder.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|one| one.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// As the collector writes it.
fn row(survey: &Survey, submission: &Submission) -> String {
    let parts = survey.entries().flat_map(|entry| {
        let parts = entry.parts().iter();
        parts.map(move |part| entry.part_name(part.role()))
    });
    let reports = submission.reports().iter();
    let reports = reports.map(|one| one.as_ref().map_or(Value::Null, |one| json!(**one)));
    Value::Object(parts.zip(reports).collect::<Map<_, _>>()).to_string() + "\n"
}

/// A survey of these questions, each with an ε of 1 unless it says otherwise.
pub(super) fn survey(questions: Vec<Value>) -> Value {
    let count = questions.len();
    let questions: Vec<_> = questions
        .into_iter()
        .map(|mut question| {
            if question.get("epsilon").is_none() {
                question["epsilon"] = json!("1");
            }
            question
        })
        .collect();
    json!({
        "sotto": 1, "id": "study", "version": 3, "languages": ["en", "zh-CN"],
        "title": { "en": "A study", "zh-CN": "研究" },
        "plan": "fixed", "epsilon": count.to_string(), "questions": questions,
    })
}

/// A question with options a, b, ….
pub(super) fn choice(id: &str, options: u32) -> Value {
    let option = |index| {
        let id = format!("o{index}");
        json!({ "id": id, "title": { "en": format!("Option {index}"), "zh-CN": format!("选项{index}") } })
    };
    json!({
        "id": id, "type": "single-choice", "title": { "en": format!("Which {id}?") },
        "options": (0..options).map(option).collect::<Value>(),
    })
}
