//! The site inside the program.

use std::io;

use sotto_collector::{Inside, SiteFile, SiteFiles};

/// None unless the program was built with a site.
static FILES: &[SiteFile] = include!(concat!(env!("OUT_DIR"), "/site_inside.rs"));

/// The site that the program was built with, if it was built with one.
///
/// # Errors
/// When what is inside cannot be unpacked: the program's file is damaged.
pub(super) fn site_inside() -> io::Result<Option<SiteFiles>> {
    if FILES.is_empty() {
        return Ok(None);
    }
    Inside::new(FILES).map(|inside| Some(SiteFiles::Inside(inside)))
}
