//! Lessons: the ideas of local differential privacy, understood by playing.
//!
//! A lesson has one idea, one thing to do in the first seconds, one picture that moves when it is touched, a check
//! question, a teacher's note and a worksheet. Its words are a file of texts per language
//! (`www/messages/lesson-NAME.LANGUAGE.json`), the rest one file of code in `lessons`; the page does all else.
//! Every figure is computed by sotto-ldp.
//!
//! The classroom, a page of its own, tells a class what its hands or cards mean, from two counts and its deck of slips.
//!
//! A room is a class on its phones: the presenter's page and the phones' page, led through a collector.
//!
//! No true answer of anybody is sent from here: lessons ask imagined people, and on a phone, or where a reader answers a
//! check question to be counted, the survey's own widget scrambles what it sends.

mod asking;
#[cfg(test)]
mod check_surveys;
mod classroom;
mod coins;
mod crowd;
mod first_flip;
mod guessing;
mod hour;
mod lesson;
mod lessons;
mod page;
mod parts;
mod progress;
mod room;
mod words;

pub use classroom::{ClassroomPage, ClassroomPageProps};
pub use first_flip::{FirstFlip, FirstFlipProps};
pub use page::{LearnPage, LearnPageProps};
pub use room::{PhonePage, PhonePageProps, PresenterPage, PresenterPageProps};
