//! What people read below the receipt: closing words, a completion code, where help is to be had, links, and a way on. It
//! is the same for everybody, but for a code of somebody's own, which is not made here; nothing here knows an answer. The
//! common program has none of it.

use sotto_survey::{ClosingFile, CompletionCode, RedirectFile, Text};
use sotto_ui::{Tag, Words, tag};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::survey::{ScrambledCopy, Setting};

/// A page that a link leads to learns neither where people come from, nor which window they come from.
const ALONE: [(&str, &str); 2] = [
    ("rel", "noreferrer noopener"),
    ("referrerpolicy", "no-referrer"),
];

/// All of it, where the survey has any.
pub(super) fn closing(Setting { survey, words, .. }: &Setting) -> Option<Tag> {
    let ClosingFile {
        text,
        help,
        links,
        redirect,
        code,
        own_code,
    } = survey.closing()?;
    let paragraphs = text.iter().flat_map(|text| {
        let lines = words.text(text).lines();
        lines
            .filter(|line| !line.trim().is_empty())
            .map(move |line| {
                let paragraph = tag("p").set("dir", "auto");
                words.spoken_as(paragraph, text).text(line)
            })
    });
    // What is said of it, and the button, come from `code.js`, which surveys without a code do not load.
    // It puts somebody's own in there, too.
    let code = { code.iter().map(CompletionCode::as_str) }.chain(own_code.then_some(""));
    let code = code.map(|code| {
        let shown = tag("code").set("dir", "ltr").set("translate", "no");
        tag("div").set("part", "code").with(shown.text(code))
    });
    let help = help.iter().flatten().map(|line| {
        let to = (line.to.as_str(), line.to.host());
        at_host(tag("li").with(link(words, &line.title, to, "_blank")), to.1)
    });
    let links = links.iter().flatten().map(|one| {
        let to = (one.to.as_str(), Some(one.to.host()));
        at_host(tag("li").with(link(words, &one.title, to, "_blank")), to.1)
    });
    let lists = [help.collect::<Vec<_>>(), links.collect()]
        .into_iter()
        .filter(|list| !list.is_empty())
        .map(|list| tag("ul").all(list));
    // From a frame it leads the page around on, because somebody pressed it.
    let way_on = redirect.iter().map(|RedirectFile { title, to, .. }| {
        let to = (to.as_str(), Some(to.host()));
        let button = link(words, title, to, "_top").set("part", "button primary");
        at_host(tag("p").with(button), to.1)
    });
    let part = tag("div")
        .key("closing")
        .set("class", "note")
        .set("part", "closing")
        .all(paragraphs.chain(code).chain(lists).chain(way_on).collect());
    Some(part)
}

/// A link. A page opens where `target` says; a telephone number or an address for mail opens no page.
fn link(words: &Words, title: &Text, (to, host): (&str, Option<&str>), target: &str) -> Tag {
    let link = words.write(tag("a"), title).set("href", to);
    { ALONE.iter() }
        .fold(link, |link, (name, value)| link.set(name, value))
        .when(host.is_some(), "target", target)
}

/// Says whose page it is, whatever the link is called.
fn at_host(element: Tag, host: Option<&str>) -> Tag {
    match host {
        Some(host) => element
            .text(" ")
            .with(tag("small").set("dir", "ltr").text(host)),
        None => element,
    }
}

/// Where the page goes on to by itself once a copy was sent: nowhere in a frame of another site, which leads nobody on
/// who has pressed nothing.
fn own_way(setting: &Setting) -> Option<&RedirectFile> {
    let redirect = setting.survey.closing()?.redirect.as_ref()?;
    (redirect.by_itself && !setting.around.framed).then_some(redirect)
}

/// What people are told of that before they send.
pub(super) fn announced(setting: &Setting) -> Option<Tag> {
    let host = own_way(setting)?.to.host();
    let note = tag("p").key("leads-on").set("class", "note");
    Some(note.text(&setting.words.fill("leads-on", &[("host", host)])))
}

/// Goes on by itself, unless the receipt would be lost by that.
pub(super) fn go_on(setting: &Setting, copy: &ScrambledCopy) {
    let document = web_sys::window().and_then(|window| window.document());
    let way = own_way(setting).filter(|_| copy.stored);
    let link = document.zip(way).and_then(|(document, way)| {
        let link = document.create_element("a").ok()?;
        for (name, value) in ALONE.into_iter().chain([("href", way.to.as_str())]) {
            link.set_attribute(name, value).ok()?;
        }
        Some(link)
    });
    // A link, because nothing else leads on without telling where from.
    if let Some(link) = link {
        link.unchecked_ref::<HtmlElement>().click();
    }
}
