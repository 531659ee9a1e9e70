//! A class's phone in every language, of 320 and of 390 px, from the door to the end: nothing sticks out or is cut off,
//! axe-core finds nothing, and language and direction are right. No collector takes part: the page is told what one would
//! tell it.

use std::{fs, path::Path};

use harness::{Browser, StaticFiles, setting};
use serde_json::{Value, json};

use crate::{
    accessibility::MEASURE,
    every_language::{WIDTHS, languages},
};

/// What stands in for the collector, before the page's own program runs.
const COLLECTOR: &str = "<script>
    const fetched = window.fetch;
    const streams = new Set();
    window.EventSource = class {
        constructor() {
            streams.add(this);
            setTimeout(() => this.onopen?.());
        }
        close() { streams.delete(this); }
    };
    window.fetch = async (asked, how) => {
        const path = new URL(asked.url ?? asked, location).pathname;
        if (!path.includes('/api/v1/rooms/')) return fetched(asked, how);
        if (!window.room) return Response.json({ type: 'urn:sotto:problem:unknown-room' }, { status: 404 });
        return Response.json(path.endsWith('/members') ? { invite: 'invite' } : room);
    };
    window.tell = (told) => {
        window.room = told;
        for (const stream of streams) stream.onmessage?.({ data: JSON.stringify(told) });
    };
    window.end = () => {
        window.room = undefined;
        for (const stream of streams) stream.onerror?.();
    };
    </script>";

/// The built page of a class, with that collector and without the policy that would forbid it.
fn page() -> String {
    let built = Path::new(&setting("SOTTO_DIST")).join("class/index.html");
    let html = fs::read_to_string(built).unwrap();
    let policy = html
        .find("<meta http-equiv=\"Content-Security-Policy\"")
        .unwrap();
    let behind = policy + html[policy..].find('>').unwrap() + 1;
    [&html[..policy], COLLECTOR, &html[behind..]].concat()
}

/// A room at a step, in a pool, asked twice.
fn room(step: &str, tag: u32, more: &Value) -> Value {
    let option = |sent: u32, share: f64| {
        json!({
            "sent": sent, "share": share,
            "class": [share - 0.17, share + 0.17], "beyond_class": [share - 0.24, share + 0.24],
        })
    };
    let mut room = json!({
        "tag": tag.to_string(), "code": "BCDFGH", "step": step, "locked": false, "member": "member",
        "survey": "room-bcdfgh", "round": 2, "asked": 2, "question": 0,
        "questions": [{
            "title": { "en": "Have you ever cheated on a test?", "zh-CN": "你考试作过弊吗？" },
            "options": [{ "en": "Yes", "zh-CN": "是" }, { "en": "No", "zh-CN": "否" }],
        }],
        "odds": 3, "chances": [3, 1, 4], "joined": 30, "answered": 28,
        "revealed": [option(12, 0.357), option(16, 0.643)],
        "pool": { "added": false, "ends": "2030-11-27T00:00:00Z" }, "ends": "2030-01-02T00:00:00Z",
    });
    for (name, value) in more.as_object().unwrap() {
        room[name] = value.clone();
    }
    room
}

async fn tell(phone: &Browser, room: &Value) {
    phone.run(&format!("tell({room})")).await;
    let step = &room["step"];
    phone
        .until(&format!(
            "document.querySelector('#phone')?.dataset.step === {step}"
        ))
        .await;
}

/// Opens the door in a language.
async fn open(files: &StaticFiles, phone: &Browser, query: &str) {
    phone
        .open(&files.address(&format!("class/phone.html?{query}")))
        .await;
    phone.find("#class > *").await;
}

/// What is shown, in every language: with a text of each that must be there as it stands in the file.
async fn assert_in_every_language(phone: &Browser, what: &str, key: &str) {
    for (language, texts) in languages("phone") {
        let choose = format!(
            "const list = document.querySelector('#language');
            list.value = '{language}';
            list.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        );
        phone.run(&choose).await;
        let says = format!(
            "document.documentElement.lang === '{language}' && document.body.textContent.includes({})",
            texts[key]
        );
        phone.until(&says).await;
        let shown = "const root = document.documentElement;
            return [root.dir, document.body.textContent.match(/[{][a-z-]+[}]/g) ?? []]";
        let expected = json!([texts["direction"], []]);
        let what = format!("{what} in {language}");
        assert_eq!(phone.run(shown).await, expected, "{what}");
        for width in WIDTHS {
            phone.resize(width, 844).await;
            let measured = phone.run(&format!("{MEASURE} return measured")).await;
            assert_eq!(measured, json!([]), "{what} at {width} px");
        }
        assert_eq!(phone.accessibility_violations().await, [""; 0], "{what}");
    }
}

async fn start() -> (StaticFiles, Browser) {
    let files = StaticFiles::with_files(&[("class/phone.html", &page())]).await;
    (files, Browser::start().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_door_and_a_guess_fit_on_a_phone_in_every_language() {
    let (files, phone) = start().await;
    open(&files, &phone, "lang=en&code=BCD").await;
    phone.find("#join-wrong:not(:empty)").await;
    assert_in_every_language(&phone, "the door", "code-wrong").await;
    open(&files, &phone, "lang=en&code=BCDFGH").await;
    phone.find("#another-code").await;
    assert_in_every_language(&phone, "a wrong code", "trouble-unknown").await;
    phone
        .run(&format!("window.room = {}", room("predict", 1, &json!({}))))
        .await;
    phone.click("#another-code").await;
    phone.click("#join").await;
    phone.find("#guess").await;
    assert_in_every_language(&phone, "a guess", "heading-predict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_revealed_fits_on_a_phone_in_every_language() {
    let (files, phone) = start().await;
    open(&files, &phone, "lang=en").await;
    let told = |step, tag, more| room(step, tag, &more);
    // Two have answered that the figures do not have.
    let closed = told("closed", 1, json!({ "answered": 30, "revealed": null }));
    phone.run(&format!("window.room = {closed}")).await;
    phone.fill("#join-code", "BCDFGH").await;
    phone.click("#join").await;
    phone.find("#phone").await;
    for (tag, step, key) in [
        (2, "corrected", "heading-corrected"),
        (3, "certainty", "phone-certainty"),
        (4, "hundredfold", "contest"),
    ] {
        tell(&phone, &told(step, tag, json!({}))).await;
        phone.find("#waiting").await;
        phone
            .run("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            .await;
        assert_in_every_language(&phone, step, key).await;
    }
    phone.run("end()").await;
    phone.find("#keepsake").await;
    assert_in_every_language(&phone, "the end", "keepsake-means").await;
}

/// A class that has a language is in it on every phone, unless somebody has chosen another there.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_speaks_the_language_of_its_room() {
    let (files, phone) = start().await;
    let french =
        json!([{ "title": { "fr": "Thé ?" }, "options": [{ "fr": "Oui" }, { "fr": "Non" }] }]);
    let room = room("open", 1, &json!({ "questions": french, "revealed": null }));
    for (query, language) in [("", "fr"), ("lang=fa&", "fa"), ("lang=zh-HK&", "zh-TW")] {
        open(&files, &phone, query).await;
        phone.run(&format!("window.room = {room}")).await;
        phone.fill("#join-code", "BCDFGH").await;
        phone.click("#join").await;
        let is_there = format!(
            "document.documentElement.lang === '{language}' \
             && document.querySelector('sotto-survey')?.lang === '{language}'"
        );
        phone.until(&is_there).await;
        // The question is in its own language.
        tell(&phone, &{
            let mut closed = room.clone();
            closed["step"] = json!("closed");
            closed
        })
        .await;
        let asked = "const { lang, textContent } = document.querySelector('.asked > *'); return [lang, textContent]";
        assert_eq!(phone.run(asked).await, json!(["fr", "Thé ?"]));
    }
    // A language that nobody has written falls back to one that somebody has.
    open(&files, &phone, "lang=xx").await;
    phone.until("document.documentElement.lang === 'en'").await;
}
