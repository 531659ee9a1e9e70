//! Puts the first page of a survey into the HTML of its page: it can be read and answered before the
//! widget's program has arrived. Where that cannot be done, the file is served as it stands.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::Request,
    http::{HeaderMap, Method},
};
use sotto_survey::{FirstPage, Survey};
use tokio::{task::spawn_blocking, time::timeout};

use super::{
    drawn::{DrawnPage, DrawnPages, FirstPageKey},
    element::PageElement,
    files::SiteFiles,
    first_page::{FirstPages, allowed},
    languages,
    open_survey::{OpenSurvey, OpenSurveys},
    pages::{self, Shows, SitePage},
    query,
};
use crate::estimates::{InTurn, Turns};

/// Whoever opens a page does not wait longer for what the program draws as well.
const PATIENCE: Duration = Duration::from_secs(5);

/// No first page that a person reads is longer. It is kept, and comes before all else that the page needs.
const LONGEST: usize = 256 * 1024;

/// What is asked for, as far as what is drawn follows from it.
pub(super) struct FirstPageRequest {
    page: &'static SitePage,
    /// The survey that the query names; none where it stands in the page.
    survey: Option<String>,
    languages: Vec<String>,
    /// Whether the query names the language.
    is_said: bool,
    /// Whether the page is in a frame of another origin.
    framed: bool,
}

impl FirstPageRequest {
    /// A page by its file or its path, if a first page may stand in it.
    pub(super) fn of(file: &str, request: &Request) -> Option<Self> {
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return None;
        }
        let page = pages::find(file.strip_prefix('/').unwrap_or(file))?;
        let query = request.uri().query().unwrap_or_default();
        let headers = request.headers();
        let (survey, framed) = match page.shows {
            Shows::Own => (None, false),
            // What is asked then depends on more than the survey.
            Shows::Named if query::names_arms(query) => return None,
            Shows::Named => (Some(query::survey(query)?), is_framed(headers)),
        };
        let said = query::language(query);
        Some(Self {
            page,
            survey,
            is_said: said.is_some(),
            languages: said.map_or_else(|| languages::accepted(headers), |tag| vec![tag]),
            framed,
        })
    }
}

/// Whether a page for frames is in one of another origin, and not opened by itself from a link. Old browsers do not
/// say; most of these open it by a link.
fn is_framed(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    let is_in_a_frame = is("sec-fetch-dest", "iframe") || is("sec-fetch-dest", "frame");
    is_in_a_frame && !is("sec-fetch-site", "same-origin")
}

/// A page with its survey's first page in it.
pub(super) struct FilledPage {
    pub(super) html: String,
    drawn: Arc<DrawnPage>,
}

impl FilledPage {
    /// The policy that it is served with, from the one of its file.
    pub(super) fn policy(&self, of_file: &str) -> String {
        allowed(of_file, &self.drawn.sources)
    }
}

/// Draws first pages into the pages of a site.
pub(super) struct PageDrawer {
    files: SiteFiles,
    first_pages: FirstPages,
    open: OpenSurveys,
    drawn: Arc<DrawnPages>,
    turns: Turns,
}

impl PageDrawer {
    pub(super) fn new(files: SiteFiles, first_pages: FirstPages, open: OpenSurveys) -> Self {
        Self {
            files,
            first_pages,
            open,
            drawn: Arc::default(),
            turns: Turns::at_first_pages(),
        }
    }

    /// The page with its survey's first page in it; nothing where the file is to be served as it stands.
    pub(super) async fn page(&self, asked: FirstPageRequest) -> Option<FilledPage> {
        timeout(PATIENCE, self.filled(asked)).await.ok()?
    }

    async fn filled(&self, asked: FirstPageRequest) -> Option<FilledPage> {
        let page = self.read(asked.page.file.to_owned()).await?;
        let element = PageElement::find(std::str::from_utf8(&page).ok()?)?;
        let survey = match &asked.survey {
            Some(id) => (self.open)(id.clone()).await?,
            None => self.of_site(element.survey()?).await?,
        };
        let drawn = self.drawn(asked, survey).await?;
        Some(FilledPage {
            // The policy stands in the head, before anything of a survey.
            html: allowed(&element.filled(&drawn.template), &drawn.sources),
            drawn,
        })
    }

    async fn of_site(&self, name: &str) -> Option<OpenSurvey> {
        let compiled = self.read(format!("surveys/{name}.sotto")).await?;
        Some(OpenSurvey::of_site(compiled))
    }

    async fn read(&self, path: String) -> Option<Vec<u8>> {
        let files = self.files.clone();
        let read = spawn_blocking(move || files.read(path)).await;
        read.ok()?.ok()
    }

    /// The first page, drawn now or of late.
    async fn drawn(&self, asked: FirstPageRequest, survey: OpenSurvey) -> Option<Arc<DrawnPage>> {
        let page = asked.page;
        let reading = FirstPageKey {
            page: page.file,
            pin: survey.pin,
            languages: asked.languages,
            is_said: asked.is_said,
            framed: asked.framed,
        };
        let drawn = match self.drawn.get(&reading) {
            Some(drawn) => drawn,
            None => self.draw(page, reading, survey).await?,
        };
        (!drawn.template.is_empty()).then_some(drawn)
    }

    /// Draws far from the threads that serve. The turn lasts until it is done, even if nobody waits for
    /// it any more.
    async fn draw(
        &self,
        page: &'static SitePage,
        reading: FirstPageKey,
        survey: OpenSurvey,
    ) -> Option<Arc<DrawnPage>> {
        let turn = self.turns.take().await.ok()?;
        let (first_pages, drawn) = (self.first_pages.clone(), Arc::clone(&self.drawn));
        let drawing = turn.work(move |in_turn| {
            // Whoever had the turn before may have drawn the same.
            drawn.get(&reading).unwrap_or_else(|| {
                let now = drawn_now(in_turn, &first_pages, page, &reading, &survey);
                drawn.keep(reading, now)
            })
        });
        let (_, drawn) = drawing.await.ok()?;
        Some(drawn)
    }
}

fn drawn_now(
    _: &InTurn,
    first_pages: &FirstPages,
    page: &SitePage,
    reading: &FirstPageKey,
    open: &OpenSurvey,
) -> Option<DrawnPage> {
    let survey = Survey::of_compiled(&open.compiled).ok()?;
    // Which questions are asked is said by a link.
    if survey.takes_arms_by_link() {
        return None;
    }
    let template = first_pages.draw(&FirstPage {
        survey: &survey,
        languages: &reading.languages,
        is_said: reading.is_said,
        is_whole_address: page.shows == Shows::Own,
        heading_level: page.heading_level,
        in_dialog: page.in_dialog,
        framed: reading.framed,
        hosted: true,
        keeps_rows: open.keeps_rows,
        relay: open.relay.as_deref(),
    })?;
    (template.len() <= LONGEST).then(|| DrawnPage {
        template,
        sources: first_pages.style_sources(&survey),
    })
}
