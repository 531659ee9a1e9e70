//! Lists that are copied from elsewhere become options.

use sotto_studio::{Draft, Edit, List, Pasted, Words, apply};

#[test]
fn bullets_numbers_and_repeated_lines_go_and_are_counted() {
    let pasted = Pasted::read("• Red\n\n- Green\n* Red\n", &["Green"]);
    assert_eq!(
        (pasted.rows, pasted.repeated),
        (vec![vec!["Red".to_owned()]], 2)
    );
    let numbered = Pasted::read("1. Tea\n2) Milk\n3、茶", &[]).rows.concat();
    assert_eq!(numbered, ["Tea", "Milk", "茶"]);
    // A number that only some lines begin with belongs to the words, and so does a dash within them.
    let kept = Pasted::read("18-25\n2. floor\n- 3", &[]).rows.concat();
    assert_eq!(kept, ["18-25", "2. floor", "3"]);
    let many: Vec<_> = (0..10_000).map(|number| format!("line {number}")).collect();
    let many = Pasted::read(&many.join("\n"), &[]);
    assert_eq!((many.rows.len(), many.beyond), (1_000, 9_000));
}

#[test]
fn columns_are_languages_and_lines_stand_where_they_were_pasted() {
    let draft = Draft::of_text(
        r#"{ "languages": ["en", "es"], "questions": [{ "id": "q", "type": "single-choice", "options": [
            { "id": "a", "title": { "en": "A" } }, { "id": "option-1", "title": {} }, { "id": "z", "title": { "en": "Z" } }] }] }"#,
    );
    let pasted = apply(
        &draft,
        &Edit::PasteItems {
            question: 0,
            list: List::Options,
            languages: ["en", "es"].map(str::to_owned).into(),
            text: "Red\tRojo\nGreen\tVerde".to_owned(),
            behind: Some(1),
        },
    );
    let asked = pasted.question(0).unwrap();
    let words = |tag: &str| {
        let items = asked.items(List::Options);
        let words = items.map(|item| item.words(Words::Title, tag).to_owned());
        words.collect::<Vec<_>>()
    };
    assert_eq!(words("en"), ["A", "Red", "Green", "Z"]);
    assert_eq!(words("es"), ["", "Rojo", "Verde", ""]);
}
