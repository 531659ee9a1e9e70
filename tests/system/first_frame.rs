//! When a program is asked for by a page that has its first questions in it: on a phone at once, elsewhere once the
//! page has been drawn.

use harness::{Browser, StaticFiles};
use serde_json::json;

use crate::{
    engines::in_both,
    prerendered::{BEFORE, PAGE, TAKEN_OVER, page, prerendered},
    showing::CENSUS,
};

in_both!(
    the_first_frame_waits_for_no_program,
    a_page_that_is_not_drawn_gets_its_program,
    a_phone_asks_for_the_program_at_once,
);

/// JavaScript: holds frames and the time of those that never come until `draw` or `wait` lets them go, and keeps
/// what is asked for as `asked`.
const HELD: &str = "const later = window.setTimeout;
    const get = window.fetch;
    const frames = [];
    const times = [];
    window.asked = [];
    window.requestAnimationFrame = (then) => frames.push(then);
    window.setTimeout = (then, after, ...more) => after === 200 ? times.push(then) : later(then, after, ...more);
    window.fetch = (address, ...more) => (asked.push(String(address)), get(address, ...more));
    window.draw = () => frames.splice(0).forEach((then) => then(performance.now()));
    window.wait = () => times.splice(0).forEach((then) => then());";

/// JavaScript: a device with a finger.
const PHONE: &str =
    "const matches = window.matchMedia;
    window.matchMedia = (query) => query === '(pointer: coarse)' ? { matches: true } : matches.call(window, query);";

/// A page that holds its frames, with the census in it.
async fn held(browser: &Browser, more: &str) -> StaticFiles {
    let page = page("surveys/census.sotto", "en", &prerendered(CENSUS, "en"));
    let script = format!("<script>{HELD}{more}</script><script type=module");
    let page = page.replacen("<script type=module", &script, 1);
    let files = StaticFiles::with_files(&[(PAGE, &page)]).await;
    browser.open(&files.address(PAGE)).await;
    files
}

/// The first page stands there, the element has begun, and nothing has been asked for.
async fn nothing_is_asked_for(browser: &Browser) {
    let begun = format!("{BEFORE} && Boolean(customElements.get('sotto-survey'))");
    browser.until(&begun).await;
    assert_eq!(browser.run("return asked").await, json!([]));
}

async fn the_first_frame_waits_for_no_program(browser: Browser) {
    let _files = held(&browser, "").await;
    nothing_is_asked_for(&browser).await;
    browser.run("draw()").await;
    browser.until(TAKEN_OVER).await;
    // It began once.
    browser.run("wait()").await;
    let programs = "return asked.filter((address) => address.endsWith('_bg.wasm')).length";
    assert_eq!(browser.run(programs).await, json!(1));
}

async fn a_page_that_is_not_drawn_gets_its_program(browser: Browser) {
    let _files = held(&browser, "").await;
    nothing_is_asked_for(&browser).await;
    browser.run("wait()").await;
    browser.until(TAKEN_OVER).await;
}

async fn a_phone_asks_for_the_program_at_once(browser: Browser) {
    let _files = held(&browser, PHONE).await;
    // No frame was let go.
    browser.until(TAKEN_OVER).await;
}
