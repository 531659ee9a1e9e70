//! `sotto publish`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sotto_api::{
    EditReport,
    client::{Client, ClientError, Publication},
    pictures::Picture,
};
use sotto_survey::{EditClass, ProblemKind};

use super::{
    collector::{CollectorError, CollectorFlags},
    ending::{failure, in_runtime, say_on_stdout},
    pictures::named_by,
    survey_text::SurveyText,
};

/// Publish a survey on a collector, or a later version of it
///
/// Prints the link for respondents, the two lines for a page of your own, and where the results will
/// stand. A version that is published never changes: to change a survey, raise its "version" and
/// publish again.
#[derive(Debug, Args)]
#[command(after_long_help = PUBLISH_HELP)]
pub(super) struct Publish {
    /// The survey's file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder in which the survey's pictures lie
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,

    #[command(flatten)]
    collector: CollectorFlags,
}

const PUBLISH_HELP: &str = "\
The token must be a designer's or an operator's:

  sotto publish tea.json --url http://127.0.0.1:8080 --token-file ben.token

Exit code: 0 when the survey is published, 1 when not, 2 for a wrong call.";

impl Publish {
    pub(super) fn run(self) -> ExitCode {
        let read = match SurveyText::to_publish(&self.file) {
            Ok(read) => read,
            Err(error) => return failure(format_args!("{}: {error}", self.file.display())),
        };
        let pictures = match named_by(&read.survey, self.pictures.as_deref()) {
            Ok(pictures) => pictures,
            Err(error) => return failure(error),
        };
        in_runtime(async {
            match self.published(&read, &pictures).await {
                Ok(words) => say_on_stdout(&words),
                Err(error) => failure(error),
            }
        })
    }

    async fn published(
        &self,
        read: &SurveyText,
        pictures: &[Picture],
    ) -> Result<String, CollectorError> {
        let client = self.collector.signed_client()?;
        let id = read.survey.id();
        // Nobody is to be shown a version without one; a new survey is there before its pictures are.
        let mut is_new = false;
        for picture in pictures {
            match client.keep_picture(id, picture).await {
                Ok(()) => {}
                Err(ClientError::Problem(problem))
                    if problem.type_uri == ProblemKind::UnknownSurvey.type_uri() =>
                {
                    is_new = true;
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let publication = client.publish(id, &read.text).await?;
        for picture in pictures.iter().filter(|_| is_new) {
            client.keep_picture(id, picture).await?;
        }
        words(&client, &publication)
    }
}

/// What an edit does to the counts, and why.
fn edited(edit: &EditReport) -> String {
    if edit.counts_fit {
        return format!(
            "Its counts can be added to those of version {}.",
            edit.current
        );
    }
    let weighty = edit.changes.iter();
    let weighty = weighty.filter(|change| change.class > EditClass::Compatible);
    let head = if edit.goes_on.is_empty() {
        format!(
            "Its counts start at zero and cannot be added to those of version {}:",
            edit.current
        )
    } else {
        format!(
            "What did not change goes on being counted: {}. All else starts at zero:",
            edit.goes_on.join(", ")
        )
    };
    let changes = weighty.map(|change| format!("  {}: {}", change.pointer, change.sentence));
    let lines: Vec<String> = [head].into_iter().chain(changes).collect();
    lines.join("\n")
}

fn words(client: &Client, publication: &Publication) -> Result<String, CollectorError> {
    let survey = &publication.survey;
    let (id, version) = (survey.id(), survey.version());
    let address = |path: &str| client.site_address(path);
    let what = match &publication.edit {
        Some(edit) => format!(
            "Version {version} of \"{id}\" collects from now on; earlier ones keep their results.\n{}",
            edited(edit)
        ),
        None => format!("\"{id}\" is published and collects from now on."),
    };
    let script = address("sotto-survey.js")?;
    let source = address(&format!("api/v1/surveys/{id}"))?;
    let collector = address("")?;
    let collector = collector.as_str().trim_end_matches('/');
    let page = address(&format!("embed/frame.html?survey={id}"))?;
    // One for each arm that links are to name, where the survey leaves them to links.
    let arms = survey.arms_for_links();
    let pages = arms.iter().map(|arm| {
        let named = arm.split(' ').flat_map(|one| ["&arm=", one]);
        [page.as_str()].into_iter().chain(named).collect()
    });
    let mut pages: Vec<String> = pages.collect();
    if pages.is_empty() {
        pages.push(page.to_string());
    }
    let links = pages
        .iter()
        .flat_map(|page| ["For respondents:  ", page, "\n"]);
    let links: String = links.collect();
    let arm = arms
        .first()
        .map_or_else(String::new, |arm| format!(" arm=\"{arm}\""));
    Ok(format!(
        "{what}\n\n\
         {links}\
         Results:          {results}\n\n\
         In a page of your own:\n\
         <script type=\"module\" src=\"{script}\"></script>\n\
         <sotto-survey src=\"{source}\" collector=\"{collector}\"{arm}></sotto-survey>",
        results = address(&format!("results/{id}"))?,
    ))
}
