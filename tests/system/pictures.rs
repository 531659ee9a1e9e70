//! Pictures of questions and options: all there before the first question, in places that do not move, asked for alike
//! whatever is answered, with words for those who do not see them.

use harness::{Browser, System};
use serde_json::{Value, json};

use crate::{
    accessibility::assert_state_accessible,
    publishing::{come_by_the_link, publish, until_said},
    respondent::{SURVEY_PAGE, act, until_screen},
    showing::{show, show_prepared},
    studio::press,
    types::ROOT,
};

/// Draws a picture of that size and colour in the page, as a PNG: its hash, and its bytes in base64.
async fn drawn(browser: &Browser, width: u32, height: u32, colour: &str) -> (String, String) {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const canvas = Object.assign(document.createElement('canvas'), {{ width: {width}, height: {height} }});
        const context = canvas.getContext('2d');
        context.fillStyle = '{colour}';
        context.fillRect(0, 0, {width}, {height});
        canvas.toBlob(async (blob) => {{
            const bytes = new Uint8Array(await blob.arrayBuffer());
            const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
            done([[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''), btoa(String.fromCharCode(...bytes))]);
        }});"
    );
    let drawn = browser.run_async(&script).await;
    let text = |index: usize| drawn[index].as_str().unwrap().to_owned();
    (text(0), text(1))
}

/// Hands a picture in, as a program would: the status of the answer.
async fn hand_in(
    browser: &Browser,
    survey: &str,
    (hash, bytes): &(String, String),
    token: &str,
) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        fetch('../api/v1/surveys/{survey}/pictures/{hash}', {{
            method: 'PUT',
            credentials: 'omit',
            headers: {{ authorization: 'Bearer {token}' }},
            body: Uint8Array.from(atob('{bytes}'), (one) => one.charCodeAt(0)),
        }}).then(({{ status }}) => done(status));"
    );
    browser.run_async(&script).await
}

fn picture(hash: &str, (width, height): (u32, u32), words: &str) -> Value {
    let alt = json!({ "en": words, "zh-CN": format!("图：{words}") });
    json!({ "hash": hash, "width": width, "height": height, "alt": alt })
}

/// Four pictured options; a second page that is asked of some alone, with a picture of its own.
fn survey(hashes: &[String]) -> Value {
    let text = |words: &str| json!({ "en": words, "zh-CN": words });
    let option = |(index, name): (usize, &str)| json!({ "id": name, "title": text(name), "picture": picture(&hashes[index], (320, 200), name) });
    let options: Vec<_> = ["cup", "mug", "glass", "bowl"]
        .into_iter()
        .enumerate()
        .map(option)
        .collect();
    json!({
        "sotto": 1, "id": "cups", "version": 1, "title": text("Cups"), "languages": ["en", "zh-CN"],
        "plan": "split", "epsilon": "2",
        "questions": [
            { "id": "which", "type": "single-choice", "title": text("Which one do you drink from?"), "options": options },
            { "id": "here", "type": "yes-no", "title": text("Have you been here?"),
              "picture": picture(&hashes[4], (900, 300), "a room"),
              "condition": { "question": "which", "is": ["mug"] } },
            { "id": "last", "type": "yes-no", "title": text("Do you like tea?") },
        ],
        "pages": [{ "questions": ["which"] }, { "questions": ["here", "last"] }],
    })
}

const COLOURS: [&str; 5] = ["#a33", "#3a3", "#33a", "#aa3", "#3aa"];

/// A survey with five pictures at a collector; those of these indices are handed in.
async fn published(system: &mut System, handed_in: &[usize]) -> Vec<String> {
    let token = system.collector.operator().await;
    let browser = &system.browser;
    browser.open(&system.address(SURVEY_PAGE)).await;
    let mut pictures = Vec::new();
    for (index, colour) in COLOURS.into_iter().enumerate() {
        let (width, height) = if index == 4 { (900, 300) } else { (320, 200) };
        pictures.push(drawn(browser, width, height, colour).await);
    }
    let hashes: Vec<_> = pictures.iter().map(|(hash, _)| hash.clone()).collect();
    system
        .collector
        .manage("POST", "surveys", &token, &survey(&hashes))
        .await;
    for index in handed_in {
        let status = hand_in(browser, "cups", &pictures[*index], &token).await;
        assert_eq!(status, 201);
    }
    hashes
}

const SRC: &str = "../api/v1/surveys/cups";

/// JavaScript: the pictures that were asked for, as often as they were.
const ASKED: &str = "performance.getEntriesByType('resource').map(({ name }) => name)
    .filter((name) => name.includes('/pictures/')).map((name) => name.split('/').pop()).sort()";

/// Watches from now on whether anything moves.
const WATCH: &str = "window.moved = [];
    new PerformanceObserver((list) => moved.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput).map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });";

#[tokio::test(flavor = "multi_thread")]
async fn all_pictures_come_before_the_first_question_and_nothing_moves() {
    let mut system = System::start().await;
    let mut hashes = published(&mut system, &[0, 1, 2, 3, 4]).await;
    hashes.sort();
    let browser = &system.browser;
    let mut seen = Vec::new();
    for answer in ["cup", "mug", "decline"] {
        // Afresh, with nothing that was fetched before.
        browser.open(&system.address(SURVEY_PAGE)).await;
        browser.run(WATCH).await;
        show(browser, &json!({ "src": SRC })).await;
        // Whatever is asked later is here with the first option.
        browser.find_in_survey("[name=which]").await;
        let at_first = browser.run(&format!("return {ASKED}")).await;
        assert_eq!(at_first, json!(hashes));
        until_screen(browser, "form").await;
        let shown = format!(
            "const images = [...{ROOT}.querySelectorAll('img')];
            return images.map((image) => [image.naturalWidth, image.complete, image.alt])"
        );
        let expected = ["cup", "mug", "glass", "bowl"].map(|alt| json!([320, true, alt]));
        assert_eq!(browser.run(&shown).await, json!(expected));
        assert_eq!(browser.run("return moved").await, json!([]), "{answer}");
        let option = format!("label:has([name=which][value={answer}])");
        browser.click_in_survey(&option).await;
        act(browser, "next").await;
        browser.find_in_survey("[name=last]").await;
        // Another page is another drawing, made by a click of ours; from now on nothing moves by itself.
        browser.run("moved.length = 0").await;
        let count = format!("return {ROOT}.querySelectorAll('img').length");
        let pictures = u32::from(answer == "mug");
        assert_eq!(browser.run(&count).await, json!(pictures), "{answer}");
        let painted = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        browser.run_async(painted).await;
        assert_eq!(browser.run("return moved").await, json!([]), "{answer}");
        act(browser, "back").await;
        browser.find_in_survey("[name=which]").await;
        act(browser, "next").await;
        browser.find_in_survey("[name=last]").await;
        act(browser, "review").await;
        act(browser, "send").await;
        until_screen(browser, "receipt").await;
        seen.push(browser.run(&format!("return {ASKED}")).await);
        assert_eq!(browser.errors().await, [""; 0]);
        browser.run("localStorage.clear()").await;
    }
    assert!(seen.iter().all(|one| *one == json!(hashes)), "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_as_large_as_its_picture_on_every_window() {
    let mut system = System::start().await;
    published(&mut system, &[0, 1, 2, 3, 4]).await;
    let browser = &system.browser;
    for width in [320, 390, 1280] {
        browser.resize(width, 900).await;
        show(browser, &json!({ "src": SRC })).await;
        until_screen(browser, "form").await;
        let ratios = format!(
            "return [...{ROOT}.querySelectorAll('img')].map((image) => {{
                const {{ width, height }} = image.getBoundingClientRect();
                return Math.round(width / height * 10);
            }})"
        );
        assert_eq!(
            browser.run(&ratios).await,
            json!([16, 16, 16, 16]),
            "{width}"
        );
        assert_state_accessible(browser, &format!("pictures at {width} px")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_stand_in_the_place_of_a_picture_that_is_not_here() {
    let mut system = System::start().await;
    published(&mut system, &[0, 1, 3, 4]).await;
    let browser = &system.browser;
    for (language, words, note) in [
        ("en", "glass", "The picture could not be loaded."),
        ("zh-CN", "图：glass", "图片无法加载。"),
    ] {
        show(browser, &json!({ "src": SRC, "lang": language })).await;
        until_screen(browser, "form").await;
        let missing = browser.text_in_survey(".missing").await;
        assert!(
            missing.contains(words) && missing.contains(note),
            "{missing}"
        );
        let count = format!(
            "const all = [...{ROOT}.querySelectorAll('img')];
            return [all.length, all.filter(({{ hidden }}) => hidden).length, {ROOT}.querySelectorAll('.missing').length]"
        );
        assert_eq!(browser.run(&count).await, json!([4, 1, 1]));
        assert_state_accessible(browser, "a missing picture").await;
        // It is answered all the same.
        browser
            .click_in_survey("label:has([name=which][value=glass])")
            .await;
        act(browser, "next").await;
        browser.find_in_survey("[name=last]").await;
    }
}

/// What is none, and what never comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_none_or_never_comes_keeps_nobody_from_answering() {
    let mut system = System::start().await;
    published(&mut system, &[]).await;
    let browser = &system.browser;
    for pictures in [
        "async () => new Blob(['<svg onload=alert(1)>'], { type: 'image/png' })",
        "() => new Promise(() => {})",
    ] {
        browser.open(&system.address(SURVEY_PAGE)).await;
        // The longest wait is over at once.
        browser
            .run(
                "const plain = window.setTimeout;
                window.setTimeout = (then, wait, ...more) => plain(then, wait === 12000 ? 0 : wait, ...more)",
            )
            .await;
        let given = format!("survey.pictures = {pictures}");
        show_prepared(browser, &json!({ "src": SRC }), &given).await;
        until_screen(browser, "form").await;
        let missing = format!("return {ROOT}.querySelectorAll('.missing').length");
        assert_eq!(browser.run(&missing).await, 4, "{pictures}");
    }
}

/// Under the policy of a frame that shows nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn the_frame_and_the_page_for_respondents_let_pictures_be_seen() {
    let mut system = System::start().await;
    published(&mut system, &[0, 1, 2, 3, 4]).await;
    let browser = &system.browser;
    for page in ["embed/frame.html?survey=cups", "s/cups"] {
        browser.open(&system.address(page)).await;
        browser.find_in_survey("[name=which]").await;
        browser
            .until(&format!(
                "[...{ROOT}.querySelectorAll('img')].filter(({{ naturalWidth }}) => naturalWidth === 320).length === 4"
            ))
            .await;
        assert_eq!(browser.errors().await, [""; 0], "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_chosen_in_the_studio_published_and_seen() {
    let mut system = System::start().await;
    let token = come_by_the_link(&mut system, "en", "exams").await;
    let browser = &system.browser;
    press(browser, "see-build").await;
    press(browser, "entry-0").await;
    browser.find("#question-picture").await;
    let choose = |bytes: &str, name: &str| {
        format!(
            "const input = document.querySelector('#question-picture');
            const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(atob('{bytes}'), (one) => one.charCodeAt(0))], '{name}'));
            input.files = data.files;
            input.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        )
    };
    // A page that calls itself a picture.
    browser.run(&choose("PHN2Zz48L3N2Zz4=", "cup.png")).await;
    let refused = browser.text_of("#question-picture-refused").await;
    assert!(refused.contains("PNG, JPEG, WebP or AVIF"), "{refused}");
    let (hash, bytes) = drawn(browser, 320, 200, "#a33").await;
    browser.run(&choose(&bytes, "cup.png")).await;
    browser
        .until("document.querySelector('.picture-field img')?.naturalWidth === 320")
        .await;
    browser.fill("#question-picture-0", "A cup of tea").await;
    assert_eq!(
        browser.accessibility_violations().await,
        [""; 0],
        "a picture in the studio"
    );
    // What looked has tried to bring a style of its own.
    browser.errors().await;
    press(browser, "see-embed").await;
    publish(browser, "publish").await;
    until_said(browser, "version 1").await;
    let published = system
        .collector
        .manage("GET", "surveys/exams-honestly", &token, &json!(null))
        .await;
    assert_eq!(published["questions"][0]["picture"]["hash"], json!(hash));
    browser.open(&system.address("s/exams-honestly")).await;
    browser
        .until(&format!(
            "[...({ROOT}?.querySelectorAll('img') ?? [])].some(({{ alt, naturalWidth }}) => alt === 'A cup of tea' && naturalWidth === 320)"
        ))
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}
