//! Every type of question: by mouse, by keyboard alone, with conditions, checks and pages.

use harness::{Browser, Key};
use serde_json::{Value, json};

use crate::{
    respondent::{act, until_screen},
    types::{
        ROOT, SILENT, Step, TALKATIVE, opened, opened_in, press, submission, survey, take, text,
    },
};

/// Does a step with the mouse, and the keyboard only where something is written.
async fn by_mouse(browser: &Browser, step: &Step) {
    let field = |name: &str| format!("input[name=\"{name}\"]:not([type=checkbox])");
    match *step {
        Step::Pick(name, value) => {
            let label = format!("label:has(input[name=\"{name}\"][value=\"{value}\"])");
            browser.click_in_survey(&label).await;
        }
        Step::Write(name, words) => {
            browser.click_in_survey(&field(name)).await;
            browser.type_in_survey(&field(name), words).await;
        }
        // A click into its middle.
        Step::Slide(name, _) => {
            browser.click_in_survey(&field(name)).await;
        }
        Step::Search(name, words) => {
            browser.click_in_survey(&field(name)).await;
            browser.type_in_survey(&field(name), words).await;
            browser.click_in_survey("[role=option]").await;
        }
        Step::Rank(name, option) => {
            let of = format!("[data-question={name}][data-value={option}]");
            let button = format!("[data-action=rank]{of}");
            browser.click_in_survey(&button).await;
            browser.find_in_survey(&format!(".ranked {of}")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_by_mouse() {
    let (files, browser) = opened().await;
    for (page, steps) in TALKATIVE.iter().enumerate() {
        for step in *steps {
            by_mouse(&browser, step).await;
        }
        let is_last = page + 1 == TALKATIVE.len();
        act(&browser, if is_last { "review" } else { "next" }).await;
    }
    until_screen(&browser, "review").await;
    let review = text(&browser, "dl.answers").await;
    for words in [
        "History",
        "Exactly one of them is true",
        "Alcohol · Cannabis",
        "The library: Very · The sports ground: Fairly",
        "23.5 hours",
        "50",
        "On food: 200 € · On leisure: 99 €",
        "Côte d’Ivoire",
        "1. The yard · 2. The gym · 3. The roof",
    ] {
        assert!(review.contains(words), "no {words:?} in {review}");
    }
    // A change of mind, from the review and back to it.
    let change = "[data-question=stars] [data-action=go-to]";
    browser.click_in_survey(change).await;
    by_mouse(&browser, &Step::Pick("stars", "2")).await;
    act(&browser, "review").await;
    let stars = text(&browser, "[data-screen=review] [data-question=stars] dd").await;
    assert_eq!(stars, "2");
    assert!(files.posted().is_empty());
    act(&browser, "send").await;
    until_screen(&browser, "receipt").await;

    let posted = files.posted();
    assert_eq!(posted.len(), 1);
    let sent = submission(&posted[0]);
    assert_eq!(sent.reports().len(), survey().part_count());
    // The receipt names the one question that was sampled, counts the others, and shows the very bytes.
    let rows = format!("{ROOT}.querySelectorAll('.sent dd').length");
    assert_eq!(browser.run(&format!("return {rows}")).await, 1);
    let all = survey().reported_questions().count();
    let left_out = format!("Chance left out {} of the {all} questions", all - 1);
    let receipt = browser.text_in_survey("section").await;
    assert!(receipt.contains(&left_out), "{receipt}");
    let shown = format!("return {ROOT}.querySelector('pre[data-body]').textContent");
    assert_eq!(browser.run(&shown).await, posted[0].as_str());
    assert_eq!(browser.errors().await, [""; 0]);
}

/// What has the focus: its name, else its action.
async fn focused(browser: &Browser) -> String {
    let script = "const e = document.activeElement?.shadowRoot?.activeElement;
        return e ? e.name || e.dataset.action || e.localName : ''";
    let focused = browser.run(script).await;
    focused.as_str().unwrap_or_default().to_owned()
}

/// Presses Tab until the control or the button of that name has the focus.
pub(crate) async fn tab_to(browser: &Browser, name: &str) {
    for _ in 0..40 {
        browser.press(Key::Tab.into()).await;
        if focused(browser).await == name {
            return;
        }
    }
    panic!("Tab never reaches {name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_by_keyboard() {
    answers_every_type_by_keyboard(Browser::start().await).await;
}

/// From the first question to the receipt without a mouse.
pub(crate) async fn answers_every_type_by_keyboard(browser: Browser) {
    let (files, browser) = opened_in(browser).await;
    let press = async |keys: &[char]| {
        for &key in keys {
            browser.press(key).await;
        }
    };
    let (down, right, enter) = (Key::Down.into(), Key::Right.into(), Key::Enter.into());
    for (name, keys) in [
        ("agree", &[' '][..]),
        ("cheated", &[' ']),
        ("subject", &[' ', down]),
        ("copied", &[' ', down]),
        ("next", &[enter]),
    ] {
        tab_to(&browser, name).await;
        press(keys).await;
    }
    browser.find_in_survey("[name=stress]").await;
    for (name, keys) in [
        ("stress", &[' ', right][..]),
        ("stars", &[' ', down, down]),
        ("recommend", &[' ']),
        // Each box is a stop of its own.
        ("used", &[' ']),
        ("used", &[]),
        ("used", &[' ']),
        ("agree-scale", &[' ', right]),
        ("services.library", &[' ', right, right]),
        ("services.sports", &[' ']),
        ("next", &[' ']),
    ] {
        tab_to(&browser, name).await;
        press(keys).await;
    }
    browser.find_in_survey("[name=sleep]").await;
    for (name, keys) in [
        ("sleep", &['8'][..]),
        // Enter leaves the slider where it stands, and says so.
        ("health", &[enter, right]),
        ("money.food", &['4', '0']),
        ("money.fun", &['7']),
        ("country", &['e', 'g']),
    ] {
        tab_to(&browser, name).await;
        press(keys).await;
    }
    // Told to those who do not see the list.
    let told = format!("{ROOT}.querySelector('section > [role=status]').textContent");
    browser.until(&format!("{told} === '1 option found'")).await;
    press(&[enter]).await;
    // A place for each; the last one follows. The arrow keys move what has one.
    tab_to(&browser, "rank").await;
    press(&[' ']).await;
    browser.find_in_survey(".ranked [data-value=roof]").await;
    tab_to(&browser, "rank").await;
    press(&[' ']).await;
    browser.find_in_survey(".ranked [data-value=yard]").await;
    press(&[Key::Up.into()]).await;
    browser
        .find_in_survey("li:first-child [data-value=gym]:focus")
        .await;
    tab_to(&browser, "review").await;
    press(&[enter]).await;
    until_screen(&browser, "review").await;
    let review = text(&browser, "dl.answers").await;
    let answers: Vec<_> = review
        .lines()
        .filter(|line| *line != "Change")
        .skip(1)
        .step_by(2)
        .collect();
    assert_eq!(
        answers,
        [
            "Yes",
            "History",
            "Exactly one of them is true",
            "2",
            "3",
            "0",
            "Alcohol · Cannabis",
            "Neither",
            "The library: Very · The sports ground: Not content",
            "8 hours",
            "51",
            "On food: 40 € · On leisure: 7 €",
            "Egypt",
            "1. The gym · 2. The roof · 3. The yard",
        ]
    );
    tab_to(&browser, "send").await;
    browser.press(' ').await;
    until_screen(&browser, "receipt").await;
    submission(&files.posted()[0]);
}

/// The names of the questions that are shown.
async fn shown(browser: &Browser) -> Value {
    let script =
        format!("return [...{ROOT}.querySelectorAll('.question')].map((e) => e.id.slice(2))");
    browser.run(&script).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_comes_and_goes_with_the_answer_before_it() {
    let (_files, browser) = opened().await;
    assert_eq!(
        shown(&browser).await,
        json!(["welcome", "agree", "cheated", "copied"])
    );
    take(&browser, &[Step::Pick("copied", "same")]).await;
    take(&browser, &[Step::Pick("cheated", "yes")]).await;
    browser.find_in_survey("#q-subject").await;
    take(&browser, &[Step::Pick("subject", "history")]).await;
    take(&browser, &[Step::Pick("cheated", "no")]).await;
    browser
        .until(&format!("!{ROOT}.querySelector('#q-subject')"))
        .await;
    // Consent is asked for before anything else of this page.
    press(&browser, "next").await;
    let problems = text(&browser, "#problems").await;
    assert!(problems.contains("One question"), "{problems}");
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    browser.find_in_survey("#q-stress").await;
    press(&browser, "next").await;
    browser.find_in_survey("#q-sleep").await;
    press(&browser, "review").await;
    // The review passes over what was not asked, and says that it does.
    browser.find_in_survey("[data-note=not-asked]").await;
    let rows = format!("return !!{ROOT}.querySelector('dl [data-question=subject]')");
    assert_eq!(browser.run(&rows).await, false);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_lacking_is_said_where_it_is_lacking() {
    let (_files, browser) = opened().await;
    take(&browser, SILENT[0]).await;
    press(&browser, "next").await;
    let too_many = ["alcohol", "tobacco", "cannabis"].map(|option| Step::Pick("used", option));
    take(&browser, &too_many).await;
    press(&browser, "next").await;
    let problem = text(&browser, "#p-used").await;
    assert!(problem.contains("at most 2"), "{problem}");
    let focus = format!("{ROOT}.activeElement?.id");
    browser.until(&format!("{focus} === 'problems'")).await;
    press(&browser, "go-to").await;
    browser
        .until(&format!("{ROOT}.activeElement?.name === 'used'"))
        .await;
    // "None of these" takes the place of the others, and goes with the next.
    let ticked = format!(
        "return [...{ROOT}.querySelectorAll('[name=used]:checked')].map((box) => box.value)"
    );
    for (option, left) in [
        ("none", &["none"][..]),
        ("tobacco", &["tobacco"]),
        ("decline", &["decline"]),
    ] {
        take(&browser, &[Step::Pick("used", option)]).await;
        browser
            .until(&format!("!{ROOT}.querySelector('#p-used')"))
            .await;
        assert_eq!(browser.run(&ticked).await, json!(left), "{option}");
    }
    press(&browser, "next").await;
    browser.find_in_survey("#q-sleep").await;
    // Numbers that are none, or none of these.
    take(
        &browser,
        &[
            Step::Write("sleep", "25"),
            Step::Write("money.food", "5"),
            Step::Write("money.fun", "1,000"),
        ],
    )
    .await;
    press(&browser, "review").await;
    for (id, words) in [
        ("sleep", "from 0 to 24"),
        ("money", "On leisure: Enter a whole number from 0 to 100"),
    ] {
        let problem = text(&browser, &format!("#p-{id}")).await;
        assert!(problem.contains(words), "{problem}");
    }
    let wrong = format!(
        "return [...{ROOT}.querySelectorAll('[aria-invalid=true]')].map((field) => field.name)"
    );
    assert_eq!(browser.run(&wrong).await, json!(["sleep", "money.fun"]));
    // The way to a question ends where the fault is.
    let way = format!("{ROOT}.querySelector('#problems [data-question=money]').click()");
    browser.run(&way).await;
    let name = format!("{ROOT}.activeElement?.name");
    browser.until(&format!("{name} === 'money.fun'")).await;
    // Every wrong field is marked.
    take(&browser, &[Step::Write("money.food", "much")]).await;
    press(&browser, "review").await;
    let all = json!(["sleep", "money.food", "money.fun"]);
    browser
        .until(&format!(
            "JSON.stringify((() => {{ {wrong} }})()) === '{all}'"
        ))
        .await;
    // Who declines has nothing typed.
    take(
        &browser,
        &[Step::Pick("money", "decline"), Step::Write("sleep", "8")],
    )
    .await;
    let typed = format!("return {ROOT}.querySelector('[name=\"money.fun\"]').value");
    assert_eq!(browser.run(&typed).await, "");
    press(&browser, "review").await;
    until_screen(&browser, "review").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_question_answers_and_the_survey_can_be_forgotten() {
    let (files, browser) = opened().await;
    for (value, words) in [("certainly", "Not quite"), ("perhaps", "Right")] {
        let script = format!("{ROOT}.querySelector('[data-value={value}]').click()");
        browser.run(&script).await;
        let feedback = format!("{ROOT}.querySelector('.check [role=status]').textContent");
        browser
            .until(&format!("{feedback}.startsWith('{words}')"))
            .await;
    }
    for steps in SILENT {
        take(&browser, steps).await;
        let last = format!("return !!{ROOT}.querySelector('[data-action=review]')");
        let is_last = browser.run(&last).await == true;
        press(&browser, if is_last { "review" } else { "next" }).await;
    }
    press(&browser, "send").await;
    until_screen(&browser, "receipt").await;
    assert_eq!(browser.run("return localStorage.length").await, 1);
    // What a second copy costs is said beside the button.
    let words =
        format!("return {ROOT}.querySelector('details:has([data-action=forget])').textContent");
    let words = browser.run(&words).await;
    assert!(
        words
            .as_str()
            .is_some_and(|words| words.contains("second copy costs")),
        "{words}"
    );
    press(&browser, "forget").await;
    until_screen(&browser, "form").await;
    assert_eq!(browser.run("return localStorage.length").await, 0);
    assert_eq!(files.posted().len(), 1);
}
