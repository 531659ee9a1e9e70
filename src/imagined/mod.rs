//! Imagined people answer a survey that nobody was asked yet: drawn in a worker, and shown on the results page.

mod drawing;
mod page;

pub use page::{ImaginedPage, ImaginedPageProps};
