//! A class on its phones: the presenter's page opens a room and leads it from step to step; the phone's page joins
//! by the code, holds the survey's own widget, and shows what is on the projector as text.
//!
//! A true answer never comes here: the widget scrambles it and sends the copy. A guess stays on its phone.

mod client;
mod following;
mod joining;
mod phone;
mod presenter;
mod revealed;
mod sets;

pub use phone::{PhonePage, PhonePageProps};
pub use presenter::{PresenterPage, PresenterPageProps};
