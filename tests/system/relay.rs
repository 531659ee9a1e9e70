//! A survey that is answered through a relay: what goes which way, what is told, and what happens when the relay
//! is gone or the key was replaced.

use harness::{Browser, Relay, Request, System};
use serde_json::json;

use crate::{
    log::key,
    respondent::{SOMEBODY, WORDS, act, send, shown_body, until_screen},
    showing::show,
    types::ROOT,
};

/// The collector's own page of the survey, whose policy names the relay.
const PAGE: &str = "embed/frame.html?survey=census";

/// The census, answered through a relay within so many seconds.
async fn relayed(seconds: u32) -> (System, Relay) {
    let mut system = System::start().await;
    let token = system.collector.operator().await;
    let relay = Relay::start(&system.collector).await;
    let url = format!("http://{}/", relay.host());
    let settings = json!({ "relay": { "url": url, "seconds": seconds } });
    system
        .collector
        .manage("PATCH", "surveys/census/settings", &token, &settings)
        .await;
    system.browser.open(&system.address(PAGE)).await;
    until_screen(&system.browser, "form").await;
    // The key is there, too.
    let fetched =
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/ohttp/keys'))";
    system.browser.until(fetched).await;
    (system, relay)
}

/// How often the keys were asked for.
fn asked_for_keys(system: &System) -> usize {
    let requests = system.recorder.requests().into_iter();
    requests
        .filter(|request| request.target == "/api/v1/ohttp/keys")
        .count()
}

/// The names of a request's headers.
fn headers(request: &Request) -> Vec<String> {
    let name = |line: &String| line.split(':').next().unwrap_or_default().to_lowercase();
    let mut names: Vec<_> = request.head.iter().skip(1).map(name).collect();
    names.sort_unstable();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_goes_to_the_relay_alone_and_is_counted() {
    let (system, relay) = relayed(0).await;
    let browser = &system.browser;
    let asked = asked_for_keys(&system);
    assert!(asked > 0);
    let words = browser.run(&format!("return {WORDS}")).await;
    let told = format!(
        "travels through {}, which sees your network address",
        relay.host()
    );
    assert!(words.as_str().unwrap().contains(&told), "{words}");
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    let copy = shown_body(browser).await;
    assert_eq!(system.results().await.questions[0].reports, 1);
    // Nothing was posted past the relay, and nothing that is known of the copy asked for.
    assert!(system.recorder.posted().is_empty());
    assert_eq!(asked_for_keys(&system), asked);
    let id = copy.split("\"report_id\":\"").nth(1).unwrap()[..32].to_owned();
    for request in system.recorder.requests() {
        assert!(!format!("{request:?}").contains(&id), "{request:?}");
    }
    // What the relay got it cannot read.
    let sent = relay.before.posted();
    assert_eq!(sent.len(), 1);
    for secret in [id.as_str(), "report_id", "census", "submissions"] {
        assert!(!sent[0].contains(secret), "{secret}");
    }
    // What it passed on says nothing of the browser.
    let passed: Vec<_> = relay.behind.requests();
    assert_eq!(passed.len(), 1);
    assert_eq!(passed[0].body, sent[0]);
    assert_eq!(
        headers(&passed[0]),
        ["accept", "content-length", "content-type", "host"]
    );
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_waits_for_its_moment_and_its_reader_is_told() {
    let (system, relay) = relayed(3600).await;
    let browser = &system.browser;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "sending").await;
    let words = browser.run(&format!("return {WORDS}")).await;
    let words = words.as_str().unwrap();
    assert!(
        words.contains("at a random moment within 3,600 seconds"),
        "{words}"
    );
    assert!(words.contains("You can close this page"), "{words}");
    assert_eq!(browser.run("return localStorage.length").await, 1);
    assert!(system.recorder.posted().is_empty());
    assert_eq!(browser.accessibility_violations().await, [""; 0]);
    // Nor by whoever opens the page again does it leave at once.
    browser.client().refresh().await.unwrap();
    until_screen(browser, "sending").await;
    assert_eq!(browser.run("return localStorage.length").await, 1);
    assert!(system.recorder.posted().is_empty());
    assert!(relay.before.posted().is_empty());
}

/// From now on the page draws moments when the test says so: `moments` has, for each that was drawn, what is to be
/// called when it has come. Drawn ones are no whole milliseconds away, and all others are, the driver's among them.
async fn hold_moments(browser: &Browser) {
    browser
        .run(
            "const [draw, later] = [crypto.getRandomValues.bind(crypto), setTimeout.bind(window)];
            crypto.getRandomValues = (array) => array instanceof Uint32Array ? array.fill(2 ** 32 - 1) : draw(array);
            window.moments = [];
            window.setTimeout = (act, ms) => ms % 1 ? moments.push(act) : later(act, ms);",
        )
        .await;
}

/// Waits until so many moments have been drawn, and lets the last come.
async fn let_come(browser: &Browser, moments: usize) {
    browser
        .run_async(&format!(
            "const done = arguments[arguments.length - 1];
            const look = () => moments.length < {moments} ? requestAnimationFrame(look) : done(moments.at(-1)());
            look();"
        ))
        .await;
    assert_eq!(browser.run("return moments.length").await, moments);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_replaced_key_another_moment_is_drawn_whatever_comes_between() {
    let (mut system, relay) = relayed(3600).await;
    let browser = &system.browser;
    hold_moments(browser).await;
    system.collector.kill().await;
    system.collector.replace_gateway_key().await;
    system.collector.restart().await;
    let browser = &system.browser;
    system.recorder.withhold("/api/v1/ohttp/keys");
    send(browser, &SOMEBODY).await;
    let_come(browser, 1).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    assert_eq!(relay.before.posted().len(), 1);
    system.recorder.mend();
    act(browser, "retry").await;
    let_come(browser, 2).await;
    until_screen(browser, "receipt").await;
    assert_eq!(relay.before.posted().len(), 2);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_forgotten_before_its_moment_is_not_sent() {
    let (system, relay) = relayed(3600).await;
    let browser = &system.browser;
    hold_moments(browser).await;
    // Where the browser keeps nothing, the page alone knows of it.
    browser
        .run("Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError') }")
        .await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "sending").await;
    browser
        .run_async(
            "const done = arguments[arguments.length - 1];
            const drawn = () => moments.length ? done() : requestAnimationFrame(drawn);
            drawn();",
        )
        .await;
    browser
        .run_async(
            "document.querySelector('sotto-survey').forget().then(arguments[arguments.length - 1])",
        )
        .await;
    let_come(browser, 1).await;
    send(browser, &SOMEBODY).await;
    let_come(browser, 2).await;
    until_screen(browser, "receipt").await;
    assert_eq!(relay.before.posted().len(), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// From now on the page's requests are answered by JavaScript: `url` and `how` are what was asked, and `fetched` asks
/// it.
async fn answer_by(browser: &Browser, answer: &str) {
    browser
        .run(&format!(
            "window.fetched ??= window.fetch;
            window.fetch = async (asked, how) => {{
                const url = new URL(asked, document.baseURI);
                {answer}
                return fetched(url, how);
            }}"
        ))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_cannot_say_which_way_gets_nothing_past_the_relay() {
    let (system, relay) = relayed(0).await;
    let browser = &system.browser;
    answer_by(
        browser,
        "if (url.pathname.endsWith('/status')) return Response.json({}, { status: 503 });",
    )
    .await;
    show(browser, &json!({ "src": "../api/v1/surveys/census" })).await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    assert!(system.recorder.posted().is_empty());
    answer_by(browser, "").await;
    act(browser, "retry").await;
    until_screen(browser, "receipt").await;
    assert!(system.recorder.posted().is_empty());
    assert_eq!(relay.before.posted().len(), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_below_a_path_is_reached_through_a_relay() {
    let (system, relay) = relayed(0).await;
    let browser = &system.browser;
    // As whatever stands in front of the collector would.
    answer_by(
        browser,
        "if (url.pathname.startsWith('/below/')) url.pathname = url.pathname.slice('/below'.length);",
    )
    .await;
    let below = json!({ "src": "/below/api/v1/surveys/census", "collector": "/below/" });
    show(browser, &below).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(relay.before.posted().len(), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_not_in_the_log_is_encrypted_to_by_nobody_who_pins_the_log() {
    let (system, relay) = relayed(0).await;
    let browser = &system.browser;
    let pinned =
        json!({ "src": "../api/v1/surveys/census", "log-key": key(&system.collector).await });
    show(browser, &pinned).await;
    until_screen(browser, "form").await;
    // Another's key, of the RFC's appendix A.
    answer_by(
        browser,
        "const hex = '01002031e1f05a740102115220e9af918f738674aec95f54db6e04eb705aae8e79815500080001000100010003';
        if (url.pathname.endsWith('/ohttp/keys')) {
            const config = hex.match(/../g).map((byte) => parseInt(byte, 16));
            return new Response(Uint8Array.of(0, config.length, ...config));
        }",
    )
    .await;
    show(browser, &pinned).await;
    browser.find_in_survey("[data-failure=log-missing]").await;
    let controls = format!("return {ROOT}.querySelectorAll('input').length");
    assert_eq!(browser.run(&controls).await, 0);
    answer_by(browser, "").await;
    show(browser, &pinned).await;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    assert_eq!(relay.before.posted().len(), 1);
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_is_gone_loses_nothing_and_is_not_gone_around() {
    let (system, mut relay) = relayed(0).await;
    let browser = &system.browser;
    relay.kill().await;
    send(browser, &SOMEBODY).await;
    browser.find_in_survey("[data-failure=unreachable]").await;
    let kept = shown_body(browser).await;
    assert!(system.recorder.posted().is_empty());
    // Nor by whoever comes back to the page.
    browser.client().refresh().await.unwrap();
    browser.find_in_survey("[data-failure=unreachable]").await;
    assert!(system.recorder.posted().is_empty());
    assert_eq!(system.results().await.questions[0].reports, 0);
    relay.restart().await;
    act(browser, "retry").await;
    until_screen(browser, "receipt").await;
    assert_eq!(shown_body(browser).await, kept);
    assert!(system.recorder.posted().is_empty());
    assert_eq!(system.results().await.questions[0].reports, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_replaced_is_asked_for_again() {
    let (mut system, relay) = relayed(0).await;
    let asked = asked_for_keys(&system);
    system.collector.kill().await;
    system.collector.replace_gateway_key().await;
    system.collector.restart().await;
    let browser = &system.browser;
    send(browser, &SOMEBODY).await;
    until_screen(browser, "receipt").await;
    // Once in vain, and once with the new key.
    assert_eq!(relay.before.posted().len(), 2);
    assert_eq!(asked_for_keys(&system), asked + 1);
    assert!(system.recorder.posted().is_empty());
    assert_eq!(system.results().await.questions[0].reports, 1);
}

/// RFC 9458, appendix A: what its client encrypts and opens with the ephemeral key that is given there.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_encrypted_is_what_the_rfc_has() {
    let (system, _relay) = relayed(0).await;
    let requests = system.recorder.requests().into_iter();
    let mut parts = requests.filter(|request| request.target.starts_with("/widget-relay-"));
    let part = parts.next().expect("the part that encrypts").target;
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const bytes = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
        const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
        const config = bytes('01002031e1f05a740102115220e9af918f738674aec95f54db6e04eb705aae8e79815500080001000100010003');
        (async () => {{
          const {{ keyOf, encapsulate }} = await import('{part}');
          const jwk = {{ kty: 'OKP', crv: 'X25519', x: text(bytes('4b28f881333e7c164ffc499ad9796f877f4e1051ee6d31bad19dec96c208b472')) }};
          const d = text(bytes('bc51d5e930bda26589890ac7032f70ad12e4ecb37abb1b65b1256c9c48999c73'));
          const ephemeral = {{
            privateKey: await crypto.subtle.importKey('jwk', {{ ...jwk, d }}, 'X25519', true, ['deriveBits']),
            publicKey: await crypto.subtle.importKey('jwk', jwk, 'X25519', true, []),
          }};
          const key = keyOf(Uint8Array.of(0, config.length, ...config));
          const request = bytes('00034745540568747470730b6578616d706c652e636f6d012f');
          const {{ sealed, open }} = await encapsulate(key, request, ephemeral);
          const answer = await open(bytes('c789e7151fcba46158ca84b04464910d86f9013e404feea014e7be4a441f234f857fbd'));
          return [hex(sealed), hex(answer)];
        }})().then(done, (error) => done(String(error)));"
    );
    let found = system.browser.run_async(&script).await;
    assert_eq!(
        found,
        json!([
            "010020000100014b28f881333e7c164ffc499ad9796f877f4e1051ee6d31bad19dec96c208b4726374e469135906992e1268c594d2a10c695d858c40a026e7965e7d86b83dd440b2c0185204b4d63525",
            "0140c8"
        ])
    );
}
