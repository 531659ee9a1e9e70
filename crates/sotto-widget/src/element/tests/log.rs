//! What a public log proves, by examples that sotto-api makes (`log-proofs.json`, beside this file).

use js_sys::Array;

use super::*;

#[wasm_bindgen(module = "/src/element/log-proof.js")]
extern "C" {
    #[wasm_bindgen(js_name = readKey)]
    async fn read_key(text: &str) -> JsValue;

    #[wasm_bindgen(js_name = readHead)]
    async fn read_head(key: &JsValue, note: &str) -> JsValue;

    #[wasm_bindgen(js_name = isIncluded)]
    async fn is_included(head: &JsValue, line: &str, index: &JsValue, path: &JsValue) -> JsValue;

    #[wasm_bindgen(js_name = isGrown)]
    async fn is_grown(before: &JsValue, now: &JsValue, path: &JsValue) -> JsValue;
}

// What checks a log takes this file from beside it.
#[wasm_bindgen(module = "/src/element/bytes.js")]
extern "C" {
    fn base64url(bytes: &[u8]) -> String;
}

#[wasm_bindgen_test]
fn bytes_are_written_as_addresses_have_them() {
    // RFC 4648: "+//+AA==" in the other alphabet.
    assert_eq!(base64url(&[0xfb, 0xff, 0xfe, 0]), "-__-AA");
}

fn examples() -> JsValue {
    JSON::parse(include_str!("log-proofs.json")).unwrap()
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn list(object: &JsValue, name: &str) -> Vec<JsValue> {
    Array::from(&field(object, name)).iter().collect()
}

fn text(object: &JsValue, name: &str) -> String {
    field(object, name).as_string().unwrap()
}

/// What a number of an example says.
fn same(object: &JsValue, name: &str, number: usize) -> bool {
    field(object, name) == JsValue::from(u32::try_from(number).unwrap())
}

/// The heads as they are read, that of one line first.
async fn heads(examples: &JsValue) -> Vec<JsValue> {
    let key = read_key(&text(examples, "key")).await;
    let mut heads = Vec::new();
    for head in list(examples, "heads") {
        let read = read_head(&key, &text(&head, "checkpoint")).await;
        assert_eq!(field(&read, "size"), field(&head, "size"));
        heads.push(read);
    }
    assert_eq!(heads.len(), 9);
    heads
}

/// A path with each of its hashes missing, twice there, or another; with one more; and what is no path.
fn altered(path: &JsValue) -> Vec<JsValue> {
    let path = Array::from(path);
    let other = JsValue::from("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    let mut all = vec![JsValue::NULL, "".into(), Array::of1(&JsValue::NULL).into()];
    for at in 0..path.length() {
        let with = |instead: &[JsValue]| {
            let altered: Vec<JsValue> = path.iter().collect();
            let at = usize::try_from(at).unwrap();
            let parts = [&altered[..at], instead, &altered[at + 1..]];
            JsValue::from(parts.concat().iter().collect::<Array>())
        };
        let hash = path.get(at);
        let unpadded = hash.as_string().unwrap().replace('=', "");
        all.extend([
            with(&[]),
            with(&[hash.clone(), hash]),
            with(&[other.clone()]),
            with(&[unpadded.into()]),
        ]);
    }
    let longer = path.slice(0, path.length());
    longer.push(&other);
    all.push(longer.into());
    all
}

#[wasm_bindgen_test]
async fn a_line_of_the_log_is_proven_and_no_other() {
    let examples = examples();
    let heads = heads(&examples).await;
    let lines = list(&examples, "lines");
    for (head, size) in heads.iter().zip(1..) {
        for proof in list(&examples, "inclusion") {
            if !same(&proof, "size", size) {
                continue;
            }
            let (index, path) = (field(&proof, "index"), field(&proof, "path"));
            for (line, place) in lines.iter().zip(0..) {
                let line = line.as_string().unwrap();
                let expected = same(&proof, "index", place);
                assert_eq!(is_included(head, &line, &index, &path).await, expected);
                if !expected {
                    continue;
                }
                for path in altered(&path) {
                    assert_eq!(is_included(head, &line, &index, &path).await, false);
                }
                let none: [JsValue; 5] =
                    [(-1).into(), 0.5.into(), 9.into(), "0".into(), JsValue::NULL];
                for index in none {
                    assert_eq!(is_included(head, &line, &index, &path).await, false);
                }
            }
        }
    }
}

#[wasm_bindgen_test]
async fn a_log_that_grew_is_told_from_one_that_was_cut_or_rewritten() {
    let examples = examples();
    let heads = heads(&examples).await;
    let sized = |size: &JsValue| {
        let head = heads.iter().find(|head| field(head, "size") == *size);
        head.unwrap()
    };
    for proof in list(&examples, "consistency") {
        let before = sized(&field(&proof, "since"));
        let now = sized(&field(&proof, "size"));
        let path = field(&proof, "path");
        assert_eq!(is_grown(before, now, &path).await, true);
        for other in &heads {
            if other != before {
                assert_eq!(is_grown(other, now, &path).await, false);
            }
            if other != now {
                assert_eq!(is_grown(before, other, &path).await, false);
            }
        }
        for path in altered(&path) {
            assert_eq!(is_grown(before, now, &path).await, false);
        }
    }
}

#[wasm_bindgen_test]
async fn only_what_the_key_has_signed_is_a_head() {
    let examples = examples();
    let key = read_key(&text(&examples, "key")).await;
    let other = read_key(&text(&examples, "another_key")).await;
    assert!(key.is_object() && other.is_object());
    let signed = text(&list(&examples, "heads")[6], "checkpoint");
    assert!(read_head(&key, &signed).await.is_object());
    // Others may sign it as well.
    let witness = format!("{signed}— witness.example/w1 AAAAAAAAAAAAAAAA\n");
    assert!(read_head(&key, &witness).await.is_object());
    assert!(read_head(&other, &signed).await.is_undefined());
    let signature = signed.split("\n\n").nth(1).unwrap();
    for altered in [
        signed.replacen("\n7\n", "\n8\n", 1),
        signed.replacen("\n7\n", "\n07\n", 1),
        signed.replacen("\n7\n", "\n7 \n", 1),
        signed.replacen("\n\n", "\n", 1),
        signed.replacen("\n\n", "\n\n\n", 1),
        signed.replacen("sotto-log", "Sotto-log", 1),
        signed.replacen("— ", "- ", 1),
        signed.trim_end().to_owned(),
        signed.replace('\n', "\r\n"),
        format!("{signed}\n"),
        format!(" {signed}"),
        signed.replacen(signature, "", 1),
        String::new(),
    ] {
        assert!(read_head(&key, &altered).await.is_undefined(), "{altered}");
    }
}

#[wasm_bindgen_test]
async fn what_is_no_key_is_none() {
    let key = text(&examples(), "key");
    let padded = format!(" {key}\n");
    assert!(read_key(&padded).await.is_object());
    let [name, id, bytes]: [&str; 3] = key.splitn(3, '+').collect::<Vec<_>>().try_into().unwrap();
    for none in [
        "none",
        "",
        &key[1..],
        &key[..key.len() - 1],
        &format!("{name}+{id}"),
        &format!("{name}+00000000+{bytes}"),
        &format!("{name}2+{id}+{bytes}"),
        &format!("{name}+{id}+{bytes}AAAA"),
        // The type of another signature.
        &format!("{name}+{id}+B{}", &bytes[1..]),
    ] {
        assert!(read_key(none).await.is_undefined(), "{none}");
    }
}
