//! On the respondent's device: what is shown and asked, the answers, and their one way out, perturbed.

pub(crate) mod answers;
pub(crate) mod asked;
pub(crate) mod first_page;
pub(crate) mod layout;
pub(crate) mod permanent;
pub(crate) mod perturbing;
pub(crate) mod question;
pub(crate) mod received;
pub(crate) mod submission;
