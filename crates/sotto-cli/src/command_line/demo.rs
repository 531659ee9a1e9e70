//! `sotto demo`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sotto_collector::{Collector, DatabaseUrl, ServeOptions, SiteFiles};
use sotto_log as log;
use tempfile::TempDir;

use super::{
    ending::{failure, in_runtime, wrong_call},
    serve::{draw_first_pages, serve},
    site_inside::site_inside,
};

const NO_SITE: &str = "This program was built without the site, and a demo has nothing to show: build the site by \
    scripts/build-site, and name its folder with --site.";

/// Try Sotto: a collector with sample surveys that is gone when it ends
///
/// The database is a file in a temporary folder, deleted at the end. The browser opens the studio, signed in as an
/// operator; only this machine can reach it. Nothing else has to be installed or set.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value = "0")]
    port: u16,
    /// The folder of the built site; by default the site inside the program
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Open no browser: only print the addresses
    #[arg(long)]
    no_open: bool,
}

impl Demo {
    pub(super) fn run(self) -> ExitCode {
        let site = match self
            .site
            .map(SiteFiles::Folder)
            .map_or_else(site_inside, |site| Ok(Some(site)))
        {
            Ok(Some(site)) => site,
            Ok(None) => return wrong_call(NO_SITE),
            Err(error) => {
                return failure(format_args!(
                    "the site inside this program is damaged: {error}"
                ));
            }
        };
        let folder = match TempDir::with_prefix("sotto-demo-") {
            Ok(folder) => folder,
            Err(error) => {
                return failure(format_args!(
                    "no temporary folder can be made ({error}): TMPDIR can name another place"
                ));
            }
        };
        let file = folder.path().join("demo.sqlite");
        let database = match format!("sqlite:{}", file.display()).parse::<DatabaseUrl>() {
            Ok(database) => database,
            Err(error) => return wrong_call(&error.to_string()),
        };
        let mut options = ServeOptions::new(format!("127.0.0.1:{}", self.port), database);
        options.site = Some(site);
        draw_first_pages(&mut options);
        let opens = !self.no_open;
        let ended = in_runtime(serve(options, move |collector, _| greet(collector, opens)));
        // Whoever reads this looks no more: say what is true only once it is.
        match folder.close() {
            Ok(()) => log::say("The demo's database was deleted."),
            Err(error) => log::say(format_args!(
                "The demo's database could not be deleted ({error}): {}",
                file.display()
            )),
        }
        ended
    }
}

fn greet(collector: &Collector, opens: bool) {
    let url = collector.url();
    // Behind the "#", which no browser sends to a server.
    let studio = collector.setup_token().map_or_else(
        || format!("{url}studio/"),
        |token| format!("{url}studio/#setup={token}"),
    );
    log::say(format_args!(
        "A demo of Sotto. Its database is a temporary file, deleted when you end this with Ctrl-C."
    ));
    log::tell(format_args!(
        "  The front door: {url}\n  A survey:       {url}five-questions\n  Its results:    {url}results/five-questions\n  \
         The studio, signed in as an operator, once: {studio}"
    ));
    if opens && open::that_detached(&studio).is_err() {
        log::say("No browser could be opened: open one of these addresses yourself.");
    }
}
