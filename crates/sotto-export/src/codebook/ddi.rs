//! The codebook as DDI-Codebook 2.5, which archives of survey data take in.
//!
//! The elements stand in the order that the schema asks for.

use std::fmt::{self, Display, Write};

use sotto_survey::{Category, CategoryResults, Text};

use super::super::{
    Findings, Languages,
    figures::level,
    markup::Escaped,
    page, plain,
    variables::{Variable, VariableValues, variables},
    words::SurveyWords,
};

/// The document; `rows_file` is what the file of noisy rows is called.
pub(in super::super) fn ddi(
    findings: &Findings<'_>,
    languages: &Languages,
    rows_file: &str,
) -> Vec<u8> {
    let mut xml = Xml::default();
    xml.line(format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    xml.line(format_args!(
        "<codeBook xmlns=\"ddi:codebook:2_5\" version=\"2.5\" xml:lang=\"{}\">",
        Escaped(languages.first())
    ));
    study(findings, languages, &mut xml);
    xml.line(format_args!(
        "<fileDscr ID=\"F1\"><fileTxt><fileName>{}</fileName><fileCont>Noisy reports, one row for each respondent, in an \
         order drawn at random, without times.</fileCont><fileType>text/csv</fileType></fileTxt></fileDscr>",
        Escaped(rows_file)
    ));
    xml.line(format_args!("<dataDscr>"));
    for (index, variable) in variables(findings).iter().enumerate() {
        describe((index + 1, variable), (findings, languages), &mut xml);
    }
    xml.line(format_args!("</dataDscr>"));
    xml.line(format_args!("</codeBook>"));
    xml.text.into_bytes()
}

/// A document that is put together.
#[derive(Default)]
struct Xml {
    text: String,
}

impl Xml {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing into a text cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    /// An element for each language that the text is in.
    fn texts(&mut self, element: &str, text: &Text, languages: &Languages) {
        for language in languages.all().iter().filter(|one| text.speaks(one)) {
            let words = text.in_language(language, language);
            self.worded(element, language, words);
        }
    }

    fn worded(&mut self, element: &str, language: &str, words: impl Display) {
        let words = words.to_string();
        self.line(format_args!(
            "<{element} xml:lang=\"{}\">{}</{element}>",
            Escaped(language),
            Escaped(&words)
        ));
    }
}

fn study(findings: &Findings<'_>, languages: &Languages, xml: &mut Xml) {
    let survey = findings.survey();
    let first = languages.first();
    let title = |language: &str| {
        survey
            .title()
            .in_language(language, survey.first_language())
    };
    xml.line(format_args!("<stdyDscr><citation><titlStmt>"));
    xml.worded("titl", first, title(first));
    let others = languages.all().iter().skip(1);
    for language in others.filter(|one| survey.title().speaks(one)) {
        xml.worded("parTitl", language, title(language));
    }
    xml.line(format_args!(
        "<IDNo>{}</IDNo></titlStmt><verStmt><version>{}</version></verStmt></citation>",
        Escaped(survey.id().as_str()),
        survey.version()
    ));
    if let Some(description) = survey.description() {
        xml.line(format_args!("<stdyInfo>"));
        xml.texts("abstract", description, languages);
        xml.line(format_args!("</stdyInfo>"));
    }
    xml.line(format_args!("<method><dataColl>"));
    xml.worded(
        "collMode",
        "en",
        "Web questionnaire; answers perturbed on the respondent's device",
    );
    xml.line(format_args!("</dataColl>"));
    xml.worded("notes", "en", plain::method(survey));
    xml.worded(
        "notes",
        "en",
        format_args!(
            "{} {} Intervals are of {} %.",
            page::about(findings),
            plain::READING,
            level(findings.results().confidence)
        ),
    );
    xml.line(format_args!("</method></stdyDscr>"));
}

fn describe(
    (number, variable): (usize, &Variable<'_>),
    (findings, languages): (&Findings<'_>, &Languages),
    xml: &mut Xml,
) {
    let question = variable.question;
    let interval = match variable.values {
        VariableValues::Categories { .. } => "discrete",
        VariableValues::Number { .. } => "contin",
    };
    xml.line(format_args!(
        "<var ID=\"V{number}\" name=\"{}\" files=\"F1\" intrvl=\"{interval}\">",
        Escaped(&variable.name)
    ));
    xml.texts("labl", variable.part.unwrap_or(question.title()), languages);
    xml.line(format_args!("<qstn>"));
    xml.texts("qstnLit", question.title(), languages);
    if let Some(help) = question.help() {
        xml.texts("postQTxt", help, languages);
    }
    xml.line(format_args!("</qstn>"));
    if let VariableValues::Number { grid, .. } = &variable.values {
        xml.line(format_args!(
            "<valrng><range UNITS=\"REAL\" min=\"{}\" max=\"{}\"/></valrng>",
            grid.minimum(),
            grid.maximum()
        ));
    }
    xml.line(format_args!(
        "<sumStat type=\"vald\">{}</sumStat>",
        variable.reports
    ));
    match &variable.values {
        VariableValues::Categories { exclusive, of_each } => {
            for (code, (category, found)) in of_each.iter().enumerate() {
                let of = (code, *category, *exclusive);
                self::category(of, (variable, found), (findings, languages), xml);
            }
        }
        VariableValues::Number { mean, .. } => {
            if let Some(mean) = mean {
                let [low, high] = mean.interval;
                let (estimate, error) = (mean.estimate, mean.standard_error);
                xml.line(format_args!("<sumStat type=\"mean\">{estimate}</sumStat>"));
                for (name, figure) in figures(error, low, high) {
                    xml.line(format_args!(
                        "<sumStat type=\"other\" otherType=\"{name}\">{figure}</sumStat>"
                    ));
                }
            }
        }
    }
    let joint = variable.joint.map_or_else(String::new, |joint| {
        format!("; reported together as {joint}")
    });
    xml.worded(
        "notes",
        "en",
        format_args!(
            "Mechanism {}, epsilon {}{joint}",
            variable.mechanism, variable.epsilon
        ),
    );
    xml.line(format_args!("</var>"));
}

/// The names that `otherType` gives a standard error and the ends of an interval.
fn figures(error: f64, low: f64, high: f64) -> [(&'static str, f64); 3] {
    [
        ("standard-error", error),
        ("interval-low", low),
        ("interval-high", high),
    ]
}

fn category(
    (code, category, exclusive): (usize, Category<'_>, bool),
    (variable, found): (&Variable<'_>, &CategoryResults),
    (findings, languages): (&Findings<'_>, &Languages),
    xml: &mut Xml,
) {
    let missing = match category {
        Category::Decline => "Y",
        _ => "N",
    };
    xml.line(format_args!(
        "<catgry missing=\"{missing}\" excls=\"{exclusive}\"><catValu>{code}</catValu>"
    ));
    for language in languages.all() {
        let words = SurveyWords::new(findings.survey(), language);
        xml.worded(
            "labl",
            language,
            words.category(variable.question, category),
        );
    }
    xml.line(format_args!("<txt>{}</txt>", Escaped(category.id())));
    if let Some(count) = found.count {
        xml.line(format_args!(
            "<catStat type=\"other\" otherType=\"supporting-reports\">{count}</catStat>"
        ));
    }
    if let (Some(share), Some(error), Some([low, high])) =
        (found.estimate, found.standard_error, found.interval)
    {
        xml.line(format_args!(
            "<catStat type=\"percent\">{}</catStat>",
            100.0 * share
        ));
        for (name, figure) in figures(error, low, high) {
            xml.line(format_args!(
                "<catStat type=\"other\" otherType=\"{name}\">{figure}</catStat>"
            ));
        }
    }
    xml.line(format_args!("</catgry>"));
}
