//! Estimates and codebook as a workbook. Words are written as words: no cell is a formula.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use sotto_ldp::float;
use sotto_survey::Plan;

use super::{
    COLUMNS, ExportError, Findings,
    estimates::cells,
    lines::lines,
    page, plain,
    table::Cell,
    variables::{VariableValues, counted, variables, written},
    words::SurveyWords,
};

/// What a cell of a workbook holds at most, in characters.
const LONGEST: usize = 32_767;

/// The workbook, with labels in one language.
pub(super) fn xlsx(findings: &Findings<'_>, language: &str) -> Result<Vec<u8>, ExportError> {
    let mut workbook = Workbook::new();
    // No time of the machine: the same estimates give the same file.
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&created));
    about(findings, language, workbook.add_worksheet())?;
    results(findings, language, workbook.add_worksheet())?;
    codebook(findings, language, workbook.add_worksheet())?;
    Ok(workbook.save_to_buffer()?)
}

fn text(sheet: &mut Worksheet, row: u32, column: u16, text: &str) -> Result<(), XlsxError> {
    let cut: String = text.chars().take(LONGEST).collect();
    sheet.write_string(row, column, cut).map(|_| ())
}

fn head(sheet: &mut Worksheet, names: &[&str]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(names) {
        sheet.write_string_with_format(0, column, *name, &bold)?;
    }
    sheet.set_freeze_panes(1, 0).map(|_| ())
}

fn about(findings: &Findings<'_>, language: &str, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (survey, results) = (findings.survey(), findings.results());
    let words = SurveyWords::new(survey, language);
    sheet.set_name("About")?.set_column_width(1, 100)?;
    let plan = match survey.plan() {
        Plan::Fixed => "fixed",
        Plan::Split => "split",
        Plan::Sample => "sample",
    };
    let lines = [
        ("Survey", survey.id().to_string()),
        ("Title", words.text(survey.title()).to_owned()),
        (
            "Versions",
            plain::versions(results.version, &results.versions),
        ),
        (
            "People",
            results.submissions.map(plain::people).unwrap_or_default(),
        ),
        (
            "Pin",
            results.pin.map_or_else(String::new, |pin| pin.to_string()),
        ),
        ("Epsilon", survey.epsilon().to_string()),
        ("Plan", plan.to_owned()),
        ("Confidence", results.confidence.to_string()),
        ("Population", page::about(findings)),
        ("Method", plain::method(survey)),
        ("Reading", plain::READING.to_owned()),
    ];
    let wrapped = Format::new().set_text_wrap();
    for (row, (name, value)) in (0..).zip(&lines) {
        text(sheet, row, 0, name)?;
        let cut: String = value.chars().take(LONGEST).collect();
        sheet.write_string_with_format(row, 1, cut, &wrapped)?;
    }
    Ok(())
}

fn results(
    findings: &Findings<'_>,
    language: &str,
    sheet: &mut Worksheet,
) -> Result<(), XlsxError> {
    sheet.set_name("Results")?;
    head(sheet, &COLUMNS)?;
    for (row, line) in (1..).zip(lines(findings, language)) {
        for (column, cell) in (0..).zip(cells(findings.results(), &line)) {
            match cell {
                Cell::Text(words) => text(sheet, row, column, &words)?,
                Cell::Number(number) => {
                    sheet.write_number(row, column, number)?;
                }
                Cell::Count(count) => {
                    sheet.write_number(row, column, float(count))?;
                }
                Cell::Empty => (),
            }
        }
    }
    Ok(())
}

fn codebook(
    findings: &Findings<'_>,
    language: &str,
    sheet: &mut Worksheet,
) -> Result<(), XlsxError> {
    let words = SurveyWords::new(findings.survey(), language);
    sheet.set_name("Codebook")?;
    head(
        sheet,
        &["variable", "question", "part", "code", "category", "label"],
    )?;
    let mut row = 1;
    for variable in variables(findings) {
        let mut line = |code: &str, id: &str, label: &str| {
            text(sheet, row, 0, &variable.name)?;
            text(sheet, row, 1, words.text(variable.question.title()))?;
            text(
                sheet,
                row,
                2,
                variable.part.map_or("", |one| words.text(one)),
            )?;
            text(sheet, row, 3, code)?;
            text(sheet, row, 4, id)?;
            text(sheet, row, 5, label)?;
            row += 1;
            Ok::<_, XlsxError>(())
        };
        match &variable.values {
            VariableValues::Categories { of_each, .. } => {
                for (code, (category, _)) in of_each.iter().enumerate() {
                    let label = words.category(variable.question, *category);
                    line(&code.to_string(), category.id(), &label)?;
                }
            }
            VariableValues::Number {
                grid,
                unit,
                calendar,
                ..
            } => {
                let ends = [grid.minimum(), grid.maximum()];
                let range = ends.map(|end| written(end, *calendar)).join(" to ");
                let counted_in = calendar.map(counted);
                let unit = unit.map(|one| words.text(one));
                line("", &range, counted_in.or(unit).unwrap_or_default())?;
            }
        }
    }
    Ok(())
}
