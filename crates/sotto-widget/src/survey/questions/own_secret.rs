//! Whether two statements are alike: the second one, on whose secrecy the protection rests, and what can be said
//! of both. Which of them is true is never asked.

use sotto_ldp::randomizers::Said;
use sotto_survey::OwnSecret;
use sotto_ui::{Tag, tag};

use super::{
    Asking,
    choice::{option, tick},
};

/// The first statement is the title of the question.
pub(super) fn controls(asking: &Asking<'_>, secret: &OwnSecret) -> Vec<Tag> {
    let words = asking.words;
    let said = asking
        .answer()
        .and_then(|answer| asking.question.said(answer));
    let second = words.write(tag("strong"), &secret.title);
    let beside = tag("div")
        .join("id", &["s-", asking.id()])
        .with(tag("p").text(&words.say("secret-ask")))
        .with(tag("p").set("class", "secret").with(second))
        .with(
            tag("p")
                .set("class", "help")
                .text(&words.say("secret-label")),
        );
    let options = Said::ALL.map(|one| {
        let radio = tick("radio", asking.id(), one.name(), said == Some(one));
        option(radio, tag("span").text(&words.said(one)))
    });
    let options = tag("div").set("class", "options").all(options.into());
    vec![beside, options]
}
