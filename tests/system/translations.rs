//! A survey's own translations: out of the studio as a file for translators, and back without a loss.

use harness::{Browser, System};

use crate::studio::{assert_whole, open_without_drafts, press, write};

/// JavaScript: keeps the next file that the page saves as `saved`, and its text as `text`, in place of saving it.
const CATCH: &str = "
    HTMLAnchorElement.prototype.click = () => {};
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.text = undefined;
      blob.text().then((text) => { window.text = text });
      return make.call(URL, blob);
    };";

/// JavaScript: chooses a file of that name with what an expression gives.
fn choose(name: &str, contents: &str) -> String {
    format!(
        "const data = new DataTransfer();
        data.items.add(new File([{contents}], '{name}'));
        const input = document.querySelector('#open-translations');
        input.files = data.files;
        input.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    )
}

/// JavaScript: every translation in the table.
const TARGETS: &str =
    "[...document.querySelectorAll('#translations textarea')].map((one) => one.value)";

/// JavaScript: how many rows are in that state.
fn count_of(state: &str) -> String {
    format!("document.querySelectorAll('#translations tr[data-state={state}]').length")
}

/// Begins a survey, gives it French, and goes to its translations.
async fn begin(browser: &Browser, system: &System, language: &str) {
    begin_in(browser, system, language, ("fran", "fr")).await;
}

/// The same with the language of that tag, which is found by what is typed.
async fn begin_in(browser: &Browser, system: &System, language: &str, (typed, tag): (&str, &str)) {
    browser
        .open(&system.address(&format!("studio/?lang={language}")))
        .await;
    press(browser, "template-exams").await;
    press(browser, "entry-survey").await;
    browser.find("#new-language").await;
    browser
        .run("document.querySelector('#new-language').focus()")
        .await;
    // By its own name, which is not its tag.
    write(browser, typed).await;
    browser
        .until(&format!("[...document.querySelectorAll('#languages-offered code')].some((one) => one.textContent === '{tag}')"))
        .await;
    browser
        .run(&format!("[...document.querySelectorAll('#languages-offered li')].find((one) => one.querySelector('code').textContent === '{tag}').querySelector('button').click()"))
        .await;
    press(browser, &format!("translate-{tag}")).await;
    browser.find("#translations").await;
}

/// JavaScript: a saved file as a translator's program gives it back.
const TRANSLATED: &str = "text.replaceAll('state=\"initial\"', 'state=\"translated\"')
        .replace(/<source([^>]*)>([^]*?)<\\/source>/g, (source, space, words) => `${source}<target${space}>« ${words} »</target>`)";

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_is_translated_through_files_without_a_loss() {
    let system = System::start().await;
    let browser = &system.browser;
    begin(browser, &system, "en").await;
    let all = browser
        .until("document.querySelectorAll('#translations textarea').length")
        .await;
    browser
        .until(&format!("{} === {all}", count_of("missing")))
        .await;
    browser.run(CATCH).await;
    press(browser, "save-xliff").await;
    browser
        .until("window.text?.includes('trgLang=\"fr\"') && document.querySelector('#translations-saved')")
        .await;
    browser.run(&choose("back.xlf", TRANSLATED)).await;
    browser
        .until(&format!("{} === {all}", count_of("done")))
        .await;
    let sources = "[...document.querySelectorAll('#translations .words')].map((one) => `« ${one.textContent} »`)";
    browser
        .until(&format!(
            "JSON.stringify({TARGETS}) === JSON.stringify({sources})"
        ))
        .await;
    // One step of Undo, and back.
    press(browser, "undo").await;
    browser
        .until(&format!("{} === {all}", count_of("missing")))
        .await;
    press(browser, "redo").await;
    browser
        .until(&format!("{} === {all}", count_of("done")))
        .await;
    // The same as a table, in which a spreadsheet changed nothing but the separator.
    press(browser, "save-csv").await;
    browser
        .until("window.text?.includes('\"key\",\"where\"')")
        .await;
    browser
        .run(&choose("back.csv", "text.replaceAll('\",\"', '\";\"')"))
        .await;
    browser
        .until(&format!("document.querySelector('#translations-told')?.textContent.includes('0 taken, {all} as they were')"))
        .await;
    // Half of it names where it ends.
    browser
        .run(&choose(
            "half.csv",
            "text.slice(0, text.lastIndexOf('\"done\"') - 8)",
        ))
        .await;
    let refused = browser.text_of("#translations-refused").await;
    assert!(refused.contains("ends too early"), "{refused}");
    assert_eq!(browser.errors().await, [""; 0]);
}

/// A language that Sotto does not speak: buttons, problems and answers are rows of the table, go out and come back with the
/// others, and stand in the preview, where the label stays Sotto's.
#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_sotto_does_not_speak_brings_its_own_words() {
    let system = System::start().await;
    let browser = &system.browser;
    begin_in(browser, &system, "en", ("espera", "eo")).await;
    let own = "[...document.querySelectorAll('#translations .note')].filter((one) => one.textContent.includes('own words')).length";
    browser.until(&format!("{own} > 20")).await;
    browser.find("#own-words-note").await;
    let all = browser
        .until("document.querySelectorAll('#translations textarea').length")
        .await;
    browser.run(CATCH).await;
    press(browser, "save-xliff").await;
    browser
        .until("window.text?.includes('trgLang=\"eo\"') && document.querySelector('#translations-saved')")
        .await;
    browser.run(&choose("back.xlf", TRANSLATED)).await;
    browser
        .until(&format!("{} === {all}", count_of("done")))
        .await;
    press(browser, "save-csv").await;
    browser
        .until("window.text?.includes('\"key\",\"where\"') && window.text.includes('words.send')")
        .await;
    browser.run(&choose("back.csv", "text")).await;
    browser
        .until(&format!("document.querySelector('#translations-told')?.textContent.includes('0 taken, {all} as they were')"))
        .await;
    press(browser, "see-preview").await;
    let language = "const select = document.querySelector('#preview-language'); select.value = 'eo'; select.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.find("#preview-language").await;
    browser.run(language).await;
    let shown = "(() => {
        const section = document.querySelector('sotto-survey')?.shadowRoot?.querySelector('section');
        const button = section?.querySelector('.actions [part~=primary]');
        return section?.lang === 'en' && button?.lang === 'eo' && button.textContent.startsWith('« ')
            && section.querySelector('.label').textContent.includes('not in the survey’s language');
    })()";
    browser.until(shown).await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_out_of_date_is_told_kept_and_confirmed() {
    let system = System::start().await;
    let browser = &system.browser;
    begin(browser, &system, "en").await;
    // By keyboard: the first open text, then the next.
    press(browser, "next-open").await;
    browser
        .until("document.activeElement?.id === 'translation-0'")
        .await;
    write(browser, "Examens").await;
    browser.until(&format!("{} === 1", count_of("done"))).await;
    browser
        .run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))")
        .await;
    browser
        .until("document.activeElement?.id === 'translation-1'")
        .await;
    press(browser, "see-build").await;
    press(browser, "entry-survey").await;
    press(browser, "write-en").await;
    browser.fill("#survey-title-0", "Another title").await;
    press(browser, "see-translations").await;
    browser
        .until(&format!("{} === 1", count_of("out-of-date")))
        .await;
    // What is known of it is kept with the draft.
    browser
        .until("Object.keys(localStorage).some((name) => localStorage[name].includes('Another title'))")
        .await;
    browser.client().refresh().await.unwrap();
    press(browser, "see-translations").await;
    let select = "const select = document.querySelector('#translate-into'); select.value = 'fr'; select.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.find("#translate-into").await;
    browser.run(select).await;
    browser
        .until(&format!("{} === 1", count_of("out-of-date")))
        .await;
    press(browser, "still-0").await;
    browser.until(&format!("{} === 1", count_of("done"))).await;
    // Before it is published, what is missing is named with what stands in.
    press(browser, "see-embed").await;
    let gaps = browser.text_of("#gaps").await;
    assert!(gaps.contains("English"), "{gaps}");
    // In the preview what there is stands between brackets.
    press(browser, "see-preview").await;
    press(browser, "preview-stressed").await;
    browser
        .until("document.querySelector('sotto-survey')?.shadowRoot?.textContent.includes('⟦')")
        .await;
    assert_eq!(browser.errors().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_whole_in_every_look() {
    let system = System::start().await;
    let browser = &system.browser;
    for (width, language, colours) in [(320, "zh-CN", "dark"), (1280, "en", "light")] {
        let look = format!("at {width} px, {language}, {colours}");
        open_without_drafts(&system, (width, language, colours)).await;
        begin(browser, &system, language).await;
        browser.find("#translations textarea").await;
        assert_whole(browser, &format!("translations {look}")).await;
        press(browser, "see-build").await;
        press(browser, "entry-survey").await;
        browser
            .run("document.querySelector('#new-language').focus()")
            .await;
        write(browser, "ha").await;
        browser.find("#language-0").await;
        assert_whole(browser, &format!("languages {look}")).await;
    }
}
