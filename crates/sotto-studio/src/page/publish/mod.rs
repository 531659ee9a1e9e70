//! Publishing: signing in at the collector that the page came from, checking, publishing a survey or an edit
//! of it, and what is handed out afterwards.

mod account;
mod acts;
mod by_hand;
mod collector;
mod copying;
mod edition;
mod first_terms;
mod first_token;
mod gaps;
mod hand_out;
mod pictures;
mod second_word;
mod sections;
mod session;
mod shown;
mod state;
mod stricter;
mod terms_form;
mod try_policy;

pub use self::session::arrival;
pub(super) use self::{
    account::Account,
    collector::Collector,
    first_token::arrived,
    sections::Publish,
    session::{Said, Session, Signed, ask, set_up},
    shown::{regain_focus, said},
};
