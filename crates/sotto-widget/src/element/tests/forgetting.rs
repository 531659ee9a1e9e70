//! What was forgotten stays forgotten, whatever is on its way; and what is kept of another version is
//! told before it costs anything.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use js_sys::Function;

use super::*;

/// Posts that end when the test says so.
struct Posts {
    waiting: Rc<RefCell<VecDeque<Function>>>,
    _transport: Closure<dyn FnMut(JsValue, JsValue) -> JsValue>,
}

impl Posts {
    fn of(page: &Page) -> Self {
        let waiting = Rc::new(RefCell::new(VecDeque::new()));
        let later = Rc::clone(&waiting);
        let transport = Closure::new(move |_url: JsValue, _body: JsValue| {
            Promise::new(&mut |resolve, _reject| later.borrow_mut().push_back(resolve)).into()
        });
        Reflect::set(&page.options, &"post".into(), &poster(&transport)).unwrap();
        Self {
            waiting,
            _transport: transport,
        }
    }

    /// Waits until so many posts are on their way.
    async fn until(&self, count: usize) {
        for _ in 0..2_000 {
            if self.waiting.borrow().len() == count {
                return;
            }
            a_moment().await;
        }
        panic!("{} posts are on their way", self.waiting.borrow().len());
    }

    /// The one that has been on its way for longest ends.
    async fn end(&self, status: u16) {
        let resolve = self.waiting.borrow_mut().pop_front().unwrap();
        let reply = JSON::parse(&format!(r#"{{"status":{status}}}"#)).unwrap();
        resolve.call1(&JsValue::NULL, &reply).unwrap();
        a_moment().await;
    }
}

async fn send(page: &Page) {
    page.click("input[name=over-50][value=no]").await;
    page.click("[data-action=review]").await;
    page.click("[data-action=send]").await;
    page.find("[data-screen=sending]").await;
}

/// What the browser tells a page when the network is back.
fn be_online() {
    let online = web_sys::Event::new("online").unwrap();
    web_sys::window().unwrap().dispatch_event(&online).unwrap();
}

#[wasm_bindgen_test]
async fn a_post_that_ends_late_does_not_bring_back_what_was_forgotten() {
    let page = Page::new("late-post");
    let posts = Posts::of(&page);
    let mounted = page.mount();
    send(&page).await;
    posts.until(1).await;
    assert!(page.stored().is_some());
    page.forget();
    mounted.unmount();
    posts.end(201).await;
    assert_eq!(page.stored(), None);
}

#[wasm_bindgen_test]
async fn a_post_that_ends_late_says_nothing_of_another_copy() {
    let page = Page::new("another-copy");
    let posts = Posts::of(&page);
    let mounted = page.mount();
    send(&page).await;
    posts.until(1).await;
    posts.end(503).await;
    page.find("[data-failure=unreachable]").await;
    be_online();
    posts.until(1).await;
    page.click("[data-action=forget]").await;
    page.find("[data-screen=form]").await;
    send(&page).await;
    posts.until(2).await;
    let pending = page.stored().unwrap();
    assert!(pending.contains("pending"), "{pending}");
    // The first copy arrives after all.
    posts.end(201).await;
    page.find("[data-screen=sending]").await;
    assert_eq!(page.stored().unwrap(), pending);
    posts.end(201).await;
    page.find("[data-screen=receipt]").await;
    assert_eq!(page.stored().unwrap(), pending.replace("pending", "sent"));
    page.forget();
    mounted.unmount();
}

#[wasm_bindgen_test]
async fn what_another_tab_has_forgotten_is_not_posted_again() {
    let page = Page::new("another-tab");
    let posts = Posts::of(&page);
    let mounted = page.mount();
    for by_itself in [true, false] {
        send(&page).await;
        posts.until(1).await;
        posts.end(503).await;
        page.find("[data-failure=unreachable]").await;
        storage().remove_item(&page.name("sotto:census:1")).unwrap();
        if by_itself {
            be_online();
        } else {
            page.click("[data-action=retry]").await;
        }
        page.find("[data-screen=form]").await;
        posts.until(0).await;
        assert_eq!(page.stored(), None);
    }
    mounted.unmount();
}

#[wasm_bindgen_test]
fn all_of_the_survey_is_forgotten_and_nothing_else() {
    let page = Page::new("all-of-it");
    let mounted = page.mount();
    let ours = [
        "sotto:census:1",
        "sotto:census:2",
        "sotto:census:waves",
        "sotto-invite:census:1",
        "sotto-invite:census:2",
    ];
    let others = ["sotto:census-2:1", "sotto:cens:1", "notes:census:1"];
    let elsewhere = "sotto:census:1:https://all-of-it.example:81";
    let names = |beginnings: &[&str]| -> Vec<String> {
        let names = beginnings.iter().map(|beginning| page.name(beginning));
        names.collect()
    };
    let kept: Vec<_> = names(&others)
        .into_iter()
        .chain([elsewhere.to_owned()])
        .collect();
    for name in names(&ours).iter().chain(&kept) {
        storage().set_item(name, "{}").unwrap();
    }
    page.forget();
    let is_there = |name: &String| storage().get_item(name).unwrap().is_some();
    assert!(!names(&ours).iter().any(is_there));
    assert!(kept.iter().all(is_there));
    for name in kept {
        storage().remove_item(&name).unwrap();
    }
    mounted.unmount();
}

/// A page of a survey whose every copy costs at most 1.
fn cheap(collector: &str) -> Page {
    let survey = r#"{ "sotto": 1, "id": "cheap", "version": 3, "title": { "en": "Cheap" },
        "languages": ["en"], "plan": "fixed", "epsilon": "1", "questions": [
        { "id": "well", "type": "yes-no", "title": { "en": "Are you well?" }, "epsilon": "1" }] }"#;
    Page::with_survey(collector, &JSON::parse(survey).unwrap())
}

#[wasm_bindgen_test]
async fn what_another_version_costs_is_told_before_a_copy_is_drawn() {
    let page = cheap("other-versions");
    let note = || page.root.query_selector("[part=earlier]").unwrap();
    let review = async || {
        let mounted = page.mount();
        page.click("[data-action=review]").await;
        page.find("[data-screen=review]").await;
        mounted
    };
    let leave = async |mounted: Mounted| {
        mounted.unmount();
        a_moment().await;
    };
    let mounted = review().await;
    assert!(note().is_none());
    leave(mounted).await;
    // An even guess becomes e²/(1 + e²) with two copies, e³/(1 + e³) with three.
    for (version, words) in [("1", "become 88 in 100"), ("2", "become 95 in 100")] {
        let name = page.name(&["sotto:cheap:", version].concat());
        storage().set_item(&name, "{}").unwrap();
        let mounted = review().await;
        let text = note().unwrap().text_content().unwrap();
        assert!(text.contains("another version"), "{text}");
        assert!(text.contains(words), "{text}");
        leave(mounted).await;
    }
    // What is forgotten costs nothing that could still be told.
    page.forget();
    let mounted = review().await;
    assert!(note().is_none());
    leave(mounted).await;
}
