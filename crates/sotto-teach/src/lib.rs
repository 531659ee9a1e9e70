#![doc = include_str!("../README.md")]

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
pub use lessons::{FIRST_LESSONS, FURTHER_LESSONS, LESSONS_FOR_STUDENTS, Lessons};
pub use page::{LearnPage, LearnPageProps, begin_words};
pub use room::{PhonePage, PhonePageProps, PresenterPage, PresenterPageProps};
