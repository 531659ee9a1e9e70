//! What an earlier copy of this device goes on counting for: the questions that did not change since. Nothing is sent of
//! them again, so that nobody is counted twice and no noise is drawn twice.

use sotto_survey::{Entry, Submission, Survey};
use sotto_ui::{Tag, Words, heading, odds::loss_with_earlier, tag};

use super::{Setting, group};
use crate::outbox::Outbox;

/// The entries for which a copy of this device that has arrived goes on counting.
pub(super) fn entries<'a>(survey: &'a Survey, outbox: &Outbox) -> Vec<Entry<'a>> {
    if survey.counted_since().is_empty() {
        return Vec::new();
    }
    let sent = outbox.sent_before();
    let is_counted = |entry: &Entry<'_>| {
        let since = survey.first_counted(entry.name());
        since.is_some_and(|since| sent.iter().any(|&version| version >= since))
    };
    survey.entries().filter(is_counted).collect()
}

/// A submission without what goes on being counted.
pub(super) fn without(submission: Submission, setting: &Setting) -> Submission {
    let survey = &setting.survey;
    if survey.counted_since().is_empty() {
        return submission;
    }
    let sent = setting.destination.outbox.sent_before();
    let counts_from = |since| sent.iter().any(|&version| version >= since);
    submission.without_counted(survey, counts_from)
}

/// Which questions they are, and that nothing is sent of them.
pub(super) fn told(words: &Words, survey: &Survey, entries: &[Entry<'_>]) -> Option<Tag> {
    let titles = entries
        .iter()
        .map(|&entry| words.write_titles(tag("li"), survey, entry));
    let titles: Vec<_> = titles.collect();
    (!titles.is_empty()).then(|| {
        tag("div")
            .key("counted-on")
            .set("class", "note")
            .set("data-note", "counted-on")
            .with(tag("p").text(&words.say("counted-on")))
            .with(tag("ul").all(titles))
    })
}

/// For a device that knows of no earlier copy where there may be one: what another copy would cost.
pub(super) fn perhaps(words: &Words, survey: &Survey, level: u8) -> Option<Tag> {
    (!survey.counted_since().is_empty()).then(|| {
        let title = words.say("earlier-perhaps");
        group("earlier", "note", "earlier")
            .with(heading(level + 1, "earlier", &title))
            .with(tag("p").text(&loss_with_earlier(words, survey, 1)))
    })
}
