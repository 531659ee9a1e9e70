//! A class in a room: the presenter and a phone in browsers of their own, from the door to the end; with a reload, a
//! killed collector, a locked room, and codes that lead nowhere; and every step in every look.

use harness::{Browser, StaticFiles, System};
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_api::client::{Client, with_invite};
use sotto_survey::Survey;

use crate::{
    accessibility::MEASURE,
    respondent::{act, until_screen},
};

const RIGHT: char = '\u{e014}';
const LEFT: char = '\u{e012}';

async fn click(browser: &Browser, selector: &str) {
    browser.click(selector).await;
}

async fn until_says(browser: &Browser, selector: &str, words: &str) {
    let says = format!("document.querySelector('{selector}')?.textContent.includes('{words}')");
    browser.until(&says).await;
}

async fn until_step(browser: &Browser, step: &str) {
    let at = format!("document.querySelector('#room, #phone')?.dataset.step === '{step}'");
    browser.until(&at).await;
}

/// Opens a room in the presenter's browser; its code.
async fn open_room(system: &System, language: &str) -> String {
    let presenter = &system.browser;
    presenter
        .open(&system.address(&format!("present/?lang={language}")))
        .await;
    click(presenter, "#open-room").await;
    until_step(presenter, "lobby").await;
    let code = presenter
        .run("return document.querySelector('#code').textContent")
        .await;
    code.as_str().unwrap().to_owned()
}

/// Answers in the widget, in the page of the class.
async fn answer(phone: &Browser) {
    until_screen(phone, "form").await;
    let option = "label:has(input[value=answer-1])";
    phone.click_in_survey(option).await;
    // A small screen has one button: it sends, as there is nothing to say in a review.
    act(phone, "review").await;
    until_screen(phone, "receipt").await;
}

/// The same in another round: what two copies cost together is read in a review first.
async fn answer_again(phone: &Browser) {
    until_screen(phone, "form").await;
    let option = "label:has(input[value=answer-1])";
    phone.click_in_survey(option).await;
    act(phone, "review").await;
    until_screen(phone, "review").await;
    act(phone, "send").await;
    until_screen(phone, "receipt").await;
}

async fn assert_whole(browser: &Browser, what: &str) {
    let braces = "return document.querySelector('main').textContent.match(/[{][a-z-]+[}]/g) ?? []";
    assert_eq!(browser.run(braces).await, json!([]), "{what}");
    let measured = browser.run(&format!("{MEASURE} return measured")).await;
    assert_eq!(measured, json!([]), "{what}");
    assert_eq!(browser.errors().await, [""; 0], "{what}");
    assert_eq!(browser.accessibility_violations().await, [""; 0], "{what}");
    // axe-core writes imported style sheets into the page, which the page's policy refuses.
    browser.errors().await;
}

const STEPS: [&str; 8] = [
    "lobby",
    "predict",
    "open",
    "closed",
    "sent",
    "corrected",
    "certainty",
    "hundredfold",
];

/// Answers of devices without a browser.
async fn answer_often(system: &System, code: &str, seed: u64, people: u64) {
    let ask = async |method, path: &str| {
        let collector = &system.collector;
        collector.manage(method, path, "", &json!({})).await
    };
    let room = ask("GET", &format!("rooms/{code}")).await;
    let id = room["survey"].as_str().unwrap();
    let survey = system
        .collector
        .manage("GET", &format!("surveys/{id}"), "", &json!({}))
        .await;
    let survey: Survey = serde_json::from_value(survey).unwrap();
    let answers: Vec<_> = survey
        .questions()
        .iter()
        .map(|one| one.answer(0).ok())
        .collect();
    let client = Client::new(&system.address("")).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    for _ in 0..people {
        let body = survey
            .randomize(&answers, &mut generator)
            .unwrap()
            .body(&survey);
        let joined = ask("POST", &format!("rooms/{code}/members")).await;
        let invite = joined["invite"].as_str().unwrap();
        let (of, version) = (survey.id(), survey.version());
        let bought = client.buy_token(of, version, invite, &mut generator).await;
        let body = with_invite(&body, &bought.unwrap().token);
        assert_eq!(system.collector.post(id, &body).await, 201);
    }
}

/// What leads the room is shown to hand it over, and taken out of the address by which another machine leads it.
async fn leads_elsewhere(presenter: &Browser, other: &Browser, hash: &Value) {
    presenter
        .run("document.querySelector('#more').open = true")
        .await;
    click(presenter, "#hand-over").await;
    let address = presenter
        .run("return document.querySelector('#hand-over-address').textContent")
        .await;
    other.open(address.as_str().unwrap()).await;
    until_step(other, "lobby").await;
    assert_eq!(other.run("return location.hash").await, *hash);
    click(presenter, "#hand-over").await;
}

/// On the projector a dot for each of thirty copies goes to what it says, and on to what is estimated.
async fn is_seen_as_dots(presenter: &Browser, step: &str) {
    let last = match step {
        "sent" => "['said']",
        _ => "['whole', 'none', 'all']",
    };
    let dots = "document.querySelector('#stage .people-dots')";
    presenter
        .until(&format!("{last}.includes({dots}?.dataset.scene)"))
        .await;
    if step == "sent" {
        let seen = "return document.querySelectorAll('#stage .person-dot:not(.gone)').length";
        assert_eq!(presenter.run(seen).await, json!(30));
        until_says(presenter, "#stage .people-dots", "A dot for each copy").await;
    }
    if step == "hundredfold" {
        let said = "A dot for 100 imagined people";
        until_says(presenter, "#stage .people-dots", said).await;
    }
}

/// The class of an ordinary lesson, with everything that goes wrong in one.
#[tokio::test(flavor = "multi_thread")]
async fn a_class_answers_and_hears_what_it_said() {
    let mut system = System::start().await;
    let phone = Browser::start().await;
    let code = open_room(&system, "en").await;
    let presenter = &system.browser;
    // What leads the room is not in the address that is projected.
    let hash = presenter.run("return location.hash").await;
    assert_eq!(hash, json!(format!("#{code}")));
    leads_elsewhere(presenter, &phone, &hash).await;
    presenter
        .until("!document.querySelector('#hand-over-address')")
        .await;
    // A code that is not whole is not looked up; a wrong one is told in a sentence, and the right one can be typed.
    phone.open(&system.address("class/BCD?lang=en")).await;
    until_says(&phone, "#join-wrong", "six letters").await;
    phone.open(&system.address("class/BBBBBB?lang=en")).await;
    until_says(&phone, "#room-news", "no room with this code").await;
    click(&phone, "#another-code").await;
    phone.fill("#join-code", "").await;
    let spaced = format!("{} {}", &code[..3].to_lowercase(), &code[3..]);
    phone.type_into("#join-code", &spaced).await;
    click(&phone, "#join").await;
    until_step(&phone, "lobby").await;
    // By keys, where nothing has the focus.
    presenter.run("document.activeElement?.blur()").await;
    presenter.press(RIGHT).await;
    until_step(presenter, "predict").await;
    until_step(&phone, "predict").await;
    phone
        .run("const guess = document.querySelector('#guess'); guess.value = 30; guess.dispatchEvent(new Event('input', { bubbles: true }))")
        .await;
    presenter.press(RIGHT).await;
    until_step(&phone, "open").await;
    answer(&phone).await;
    until_says(presenter, "#answered", "1 of 28 have").await;
    answer_often(&system, &code, 1, 29).await;
    until_says(presenter, "#answered", "30 have").await;
    // The collector is killed, and comes back with all of it.
    system.collector.kill().await;
    until_says(&phone, "#room-news", "being tried again").await;
    system.collector.restart().await;
    let presenter_is_back = "!document.querySelector('#room-news')";
    system.browser.until(presenter_is_back).await;
    phone.until(presenter_is_back).await;
    let presenter = &system.browser;
    until_says(presenter, "#answered", "30 have").await;
    presenter.press(RIGHT).await;
    until_step(&phone, "closed").await;
    // Nothing is offered that would be refused: what is left of the survey says what this phone sent.
    phone
        .until("document.querySelector('#what-was-sent')?.hidden === false")
        .await;
    // The next step is that after the one that the presenter sees.
    until_step(presenter, "closed").await;
    for step in &STEPS[4..] {
        presenter.press(RIGHT).await;
        until_step(presenter, step).await;
        until_step(&phone, step).await;
        // What is on the projector is on the phone as a table.
        let rows = "return document.querySelectorAll('#phone table tbody tr').length";
        assert_eq!(phone.run(rows).await, json!(2), "{step}");
        is_seen_as_dots(presenter, step).await;
    }
    until_says(&phone, "#guessed", "30").await;
    // While the noise is taken out, one's own guess is a mark beside what came out.
    presenter.press(LEFT).await;
    until_step(&phone, "certainty").await;
    phone.find("#phone .mark-dot").await;
    presenter.press(RIGHT).await;
    until_step(presenter, "hundredfold").await;
    until_says(presenter, "#stage", "3,000 imagined people").await;
    presenter.press(LEFT).await;
    until_step(&phone, "certainty").await;
    // Asked again: another round, and what two copies cost together.
    presenter
        .run("document.querySelector('#more').open = true")
        .await;
    click(presenter, ".ask[aria-current]").await;
    until_step(&phone, "predict").await;
    until_says(&phone, "#again-costs", "90 %").await;
    // A reload stays in the room, on either side.
    presenter.client().refresh().await.unwrap();
    until_step(presenter, "predict").await;
    click(presenter, "#step-next").await;
    phone.client().refresh().await.unwrap();
    until_step(&phone, "open").await;
    answer_again(&phone).await;
    until_says(presenter, "#answered", "1 of 28 have").await;
    // Of one answer nothing is revealed.
    for _ in 0..2 {
        let step = presenter
            .run("return document.querySelector('#room').dataset.step")
            .await;
        click(presenter, "#step-next").await;
        presenter
            .until(&format!(
                "document.querySelector('#room').dataset.step !== {step}"
            ))
            .await;
    }
    until_says(&phone, "#too-few", "Fewer than five").await;
    // The end, asked about first; then nothing of the room is left.
    click(presenter, "#end-room").await;
    click(presenter, "#end-yes").await;
    presenter.find("#setup").await;
    until_says(&phone, "#ended", "has ended the room").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_in_every_look() {
    let system = System::start().await;
    let presenter = &system.browser;
    let phone = Browser::start().await;
    for (width, language, colours) in [(1920, "en", "light"), (320, "zh-CN", "dark")] {
        for browser in [presenter, &phone] {
            browser.prefer(&[("prefers-color-scheme", colours)]).await;
            browser.resize(width, 1080).await;
        }
        presenter
            .open(&system.address(&format!("present/?lang={language}")))
            .await;
        presenter.find("#setup").await;
        assert_whole(presenter, &format!("setup at {width} px")).await;
        phone
            .open(&system.address(&format!("class/?lang={language}")))
            .await;
        phone.find("#door").await;
        assert_whole(&phone, &format!("door at {width} px")).await;
        let code = open_room(&system, language).await;
        phone
            .open(&system.address(&format!("class/{code}?lang={language}")))
            .await;
        // A wide screen begins in big type, and what is scanned and typed is on it.
        if width > 1000 {
            presenter
                .until("document.documentElement.classList.contains('big-type')")
                .await;
            for (wide, high) in [(1920, 1080), (1280, 720), (1024, 768)] {
                presenter.resize(wide, high).await;
                let outside = presenter
                    .run("return ['.qr', '#code', '.join-address'].filter(one => { const box = document.querySelector(one).getBoundingClientRect(); return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth })")
                    .await;
                assert_eq!(outside, json!([]), "{wide}×{high}");
                let size = presenter
                    .run("return document.querySelector('.qr').getBoundingClientRect().height / innerHeight")
                    .await;
                assert!(size.as_f64().unwrap() >= 0.5, "{wide}×{high}: {size}");
            }
            presenter.resize(width, 1080).await;
        }
        for (index, step) in STEPS.into_iter().enumerate() {
            until_step(presenter, step).await;
            until_step(&phone, step).await;
            if step == "open" {
                answer_often(&system, &code, 2, 12).await;
            }
            let what = format!("{step} at {width} px");
            presenter
                .run("document.querySelector('#more').open = true")
                .await;
            assert_whole(presenter, &what).await;
            assert_whole(&phone, &what).await;
            if index + 1 < STEPS.len() {
                click(presenter, "#step-next").await;
            }
        }
        // Who is in a locked room stays, and nobody else comes in.
        click(presenter, "#lock").await;
        presenter
            .until("document.querySelector('#lock').getAttribute('aria-pressed') === 'true'")
            .await;
        phone.client().refresh().await.unwrap();
        until_step(&phone, "hundredfold").await;
        let late = system.address(&format!("class/?code={code}&lang=en"));
        phone.run("sessionStorage.clear()").await;
        phone.open(&late).await;
        until_says(&phone, "#room-news", "locked").await;
        // The browser itself notes that the collector refused.
        phone.errors().await;
        assert_whole(&phone, "locked").await;
    }
}

/// From the room to the lesson with the class's own numbers, to the worksheet, and to what a phone keeps.
#[tokio::test(flavor = "multi_thread")]
async fn a_class_has_its_hour_and_keeps_what_came_out() {
    let system = System::start().await;
    let presenter = &system.browser;
    let phone = Browser::start().await;
    presenter.open(&system.address("present/?lang=en")).await;
    until_says(presenter, "#plan", "45 minutes").await;
    click(presenter, "#hour-begin").await;
    until_says(presenter, "#hour", "stop 1 of 5").await;
    click(presenter, "#hour-next").await;
    until_says(presenter, "#hour", "stop 2 of 5").await;
    click(presenter, "#open-room").await;
    until_step(presenter, "lobby").await;
    let code = presenter
        .run("return document.querySelector('#code').textContent")
        .await;
    let code = code.as_str().unwrap().to_owned();
    phone
        .open(&system.address(&format!("class/{code}?lang=en")))
        .await;
    until_step(&phone, "lobby").await;
    for step in &STEPS[1..7] {
        click(presenter, "#step-next").await;
        until_step(presenter, step).await;
        until_step(&phone, step).await;
        if *step == "open" {
            // Question and buttons have the phone's screen: the page does not say the question again.
            assert_eq!(
                phone
                    .run("return document.querySelectorAll('#phone .asked').length")
                    .await,
                json!(0)
            );
            answer_often(&system, &code, 3, 12).await;
            until_says(presenter, "#answered", "12 of 28 have").await;
        }
    }
    assert_whole(presenter, "certainty in an hour").await;
    click(presenter, "#hour-next").await;
    until_says(presenter, "#hour", "12 phones").await;
    presenter
        .until("document.querySelector('#people')?.value === '12'")
        .await;
    click(presenter, "#hour-next").await;
    until_says(presenter, "#hour", "stop 4 of 5").await;
    click(presenter, "#hour-next").await;
    until_step(presenter, "certainty").await;
    until_says(presenter, "#hour", "The last stop").await;
    let sheet = "return document.querySelectorAll('.sheet li').length";
    assert_eq!(presenter.run(sheet).await, json!(10));
    // On paper the dots stand still, three times.
    let stills = "return document.querySelectorAll('.sheet-key .people-dots').length";
    assert_eq!(presenter.run(stills).await, json!(3));
    click(presenter, "#end-room").await;
    click(presenter, "#end-yes").await;
    until_says(&phone, "#keepsake", "for all people like this class").await;
    // What asks for a room that has ended is told so with 404.
    phone.errors().await;
    assert_whole(&phone, "keepsake").await;
}

/// Two classes are asked the same and added up; their phones are told before, and the link shows both elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn two_classes_are_added_up_in_a_pool() {
    let system = System::start().await;
    let presenter = &system.browser;
    let phone = Browser::start().await;
    presenter.open(&system.address("present/?lang=en")).await;
    presenter.find("#pool-offer").await;
    presenter
        .run("document.querySelector('#pool-offer').open = true")
        .await;
    assert_whole(presenter, "the offer of a pool").await;
    click(presenter, "#open-pool").await;
    until_says(presenter, "#pool", "No class has been added yet").await;
    click(presenter, "#pool-link").await;
    let link = presenter
        .run("return document.querySelector('#pool-address').textContent")
        .await;
    for (classes, people) in [(1, 5), (2, 7)] {
        click(presenter, "#open-room").await;
        until_step(presenter, "lobby").await;
        let code = presenter
            .run("return document.querySelector('#code').textContent")
            .await;
        let code = code.as_str().unwrap().to_owned();
        phone
            .open(&system.address(&format!("class/{code}?lang=en")))
            .await;
        until_says(&phone, "#pool-told", "may be added").await;
        for step in &STEPS[1..5] {
            click(presenter, "#step-next").await;
            until_step(presenter, step).await;
            if *step == "open" {
                answer_often(&system, &code, classes, people).await;
                until_says(presenter, "#answered", &people.to_string()).await;
            }
        }
        click(presenter, "#pool-add").await;
        until_says(presenter, "#pool-together", &format!("({classes})")).await;
        until_says(&phone, "#pool-told", "has been added").await;
        assert_whole(presenter, "a class that was added").await;
        assert_whole(&phone, "a phone of a class that was added").await;
        click(presenter, "#end-room").await;
        click(presenter, "#end-yes").await;
        presenter.find("#pool").await;
        until_says(&phone, "#ended", "it stays in the sums").await;
        // What asks for a room that has ended is told so with 404.
        phone.errors().await;
    }
    phone.open(link.as_str().unwrap()).await;
    until_says(&phone, "#pool", "12 answers").await;
    // What reads the pool is not in an address bar.
    assert_eq!(phone.run("return location.hash").await, json!(""));
}

/// Among files without a collector the page says what is missing.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_needs_a_collector_and_says_so() {
    let files = StaticFiles::start().await;
    let browser = Browser::start().await;
    browser.open(&files.address("present/?lang=en")).await;
    click(&browser, "#open-room").await;
    until_says(&browser, "#trouble", "no collector at this address").await;
    // A question without words is not asked.
    click(&browser, "#asked-4").await;
    click(&browser, "#open-room").await;
    until_says(&browser, "#trouble", "needs a text").await;
}
