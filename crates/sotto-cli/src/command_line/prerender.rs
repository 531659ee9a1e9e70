//! `sotto prerender`.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, value_parser};
use sotto_collector::FirstPages;
use sotto_survey::FirstPage;
use sotto_widget::{FIRST_PAGE_STYLE, first_page, theme_style};

use super::{
    ending::{ended, failure},
    survey_text::SurveyText,
};
use crate::streams::StreamError;

/// Print a survey's first page as HTML, so that it is seen before its program is there
///
/// What is printed goes between <sotto-survey …> and </sotto-survey> on a page that you serve yourself, and brings its
/// style along. When the program has loaded it takes over the page, with what was chosen in the meantime; if the
/// survey or the reader's language is another by then, it draws the page anew.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sotto prerender census.json --language zh-CN
  sotto prerender census.json --policy     what the page's policy needs")]
pub(super) struct Prerender {
    /// The survey's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The reader's language, the best first if there are several
    #[arg(long = "language", value_name = "TAG", default_value = "en")]
    languages: Vec<String>,
    /// The level of the survey's headings: 2 on a page that has an <h1> of its own
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = value_parser!(u8).range(1..=2))]
    heading_level: u8,
    /// For an element with display="dialog"
    #[arg(long)]
    dialog: bool,
    /// For a page on the collector's own origin: the survey's operator runs the page, too
    #[arg(long)]
    same_origin: bool,
    /// Print instead what allows the style in a content security policy: its hash, for style-src; two where the survey has
    /// a theme
    #[arg(long)]
    policy: bool,
}

impl Prerender {
    pub(super) fn run(self) -> ExitCode {
        let survey = match SurveyText::read(&self.file) {
            Ok(read) => read.survey,
            Err(error) => return failure(format_args!("{}: {error}", self.file.display())),
        };
        let page = FirstPage {
            survey: &survey,
            languages: &self.languages,
            is_said: self.languages.len() == 1,
            is_whole_address: true,
            heading_level: self.heading_level,
            in_dialog: self.dialog,
            framed: false,
            hosted: self.same_origin,
            keeps_rows: false,
            relay: None,
        };
        let printed =
            |text: &str| ended(writeln!(io::stdout(), "{text}").map_err(StreamError::Write));
        match first_page(&page) {
            Some(_) if self.policy => {
                let pages = FirstPages::new(FIRST_PAGE_STYLE, first_page).with_looks(theme_style);
                printed(&pages.style_sources(&survey))
            }
            Some(page) => printed(&page),
            None => failure(format_args!(
                "{}: this survey leaves an order, or who is asked what, to chance, or it has pictures, which are all there \
                 before its first question: only the respondent's own device can draw its first page",
                self.file.display()
            )),
        }
    }
}
