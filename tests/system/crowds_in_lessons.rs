//! A million people in a lesson: asked, stopped, asked again by the number of the draw, and a worker that breaks down.

use harness::{Browser, System};

const HEARD: &str = "document.querySelector('#heard').textContent";

async fn until_heard(browser: &Browser, words: &str) -> String {
    browser.until(&format!("{HEARD}.includes('{words}')")).await;
    browser.text_of("#heard").await
}

async fn open(system: &System) {
    let address = system.address("learn/hearing-the-crowd?lang=en");
    system.browser.open(&address).await;
    system.browser.click("#million").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_million_are_asked_and_everybody_with_their_number_hears_the_same() {
    let system = System::start().await;
    let browser = &system.browser;
    open(&system).await;
    browser.click("#ask").await;
    let first = until_heard(browser, "of 1,000,000 people said").await;
    assert!(first.contains("Draw no. 1."), "{first}");
    let bar = "document.querySelector('#asking progress')";
    browser
        .until(&format!("{bar}.value === 1000000 && {bar}.max === 1000000"))
        .await;
    // Another draw.
    browser.click("#ask").await;
    let second = until_heard(browser, "Draw no. 2.").await;
    assert_ne!(
        first.replace("no. 1", "no. 2"),
        second,
        "two draws of a million alike"
    );
    // By its number, in another page.
    open(&system).await;
    browser.click("#ask").await;
    until_heard(browser, "Draw no. 1.").await;
    browser.fill("#draw-number", "2").await;
    assert_eq!(until_heard(browser, "Draw no. 2.").await, second);
    browser.fill("#draw-number", "0").await;
    browser
        .until("document.querySelector('#draw-note').textContent.includes('from 1 to 999,999')")
        .await;
    assert_eq!(browser.text_of("#heard").await, second);
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_is_stopped_and_asked_again() {
    let system = System::start().await;
    let browser = &system.browser;
    open(&system).await;
    browser.click("#ask-often").await;
    until_heard(browser, "Asking 200 times").await;
    // Some of them are drawn while others are asked.
    let bar = "document.querySelector('#asking progress')";
    browser.until(&format!("{bar}.value > 0")).await;
    browser.click("#stop").await;
    until_heard(browser, "Stopped.").await;
    browser
        .until("document.querySelector('#stop').disabled")
        .await;
    browser.click("#students").await;
    browser.click("#ask").await;
    until_heard(browser, "of 200 people said").await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_breaks_down_is_told_and_the_lesson_goes_on() {
    let system = System::start().await;
    let browser = &system.browser;
    let refused = "window.Worker = class { constructor() { throw new Error('no worker'); } }";
    let gone = "window.Worker = class extends Worker { constructor(address, how) { super(`${address}-gone`, how); } }";
    for worker in [refused, gone] {
        open(&system).await;
        browser.run(worker).await;
        browser.click("#ask").await;
        until_heard(browser, "could not be started, or broke down").await;
        browser.click("#students").await;
        browser.click("#ask").await;
        until_heard(browser, "of 200 people said").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_found_again_by_its_number() {
    let system = System::start().await;
    let browser = &system.browser;
    let picture = "document.querySelector('#play figure').innerHTML";
    let address = system.address("learn/laplace-and-sensitivity?lang=en");
    browser.open(&address).await;
    browser.fill("#draw-number", "41").await;
    browser
        .until("document.querySelector('#draw-number').value === '41'")
        .await;
    browser.run(&format!("window.seen = {picture}")).await;
    browser.click("#publish").await;
    browser
        .until("document.querySelector('#draw-number').value === '42'")
        .await;
    browser.until(&format!("{picture} !== window.seen")).await;
    browser.fill("#draw-number", "41").await;
    browser.until(&format!("{picture} === window.seen")).await;
    assert_eq!(browser.errors().await, [""; 0]);
}
