//! Translations: what is missing and out of date, what a file brings back, and what is said of it.

use sotto_studio::{
    Draft, Edit, FileText, History, List, Place, Row, Said, Sources, State, TranslationFile, Unfit,
    Ways, Words, apply, gaps, own_rows, rows, take,
};
use sotto_survey::{Json, Survey, WordsFile};

use crate::texts;

fn survey() -> Draft {
    Draft::of_text(
        r#"{
  "sotto": 1, "id": "way-to-school", "version": 1, "languages": ["en", "fr", "zh-CN"],
  "title": { "en": "The way to school", "fr": "Le chemin de l’école" },
  "plan": "split", "epsilon": "2", "population": "sampled",
  "questions": [
    { "id": "way", "type": "single-choice", "title": { "en": "How do you come?", "fr": "Comment viens-tu ?" },
      "options": [
        { "id": "bus", "title": { "en": "by bus", "fr": "en bus" } },
        { "id": "foot", "title": { "en": "on foot" } }
      ] },
    { "id": "safe", "type": "yes-no", "title": { "en": "Is it safe {answer: way}?" },
      "otherwise": { "en": "to school" } }
  ],
  "pages": [{ "title": { "en": "First" }, "questions": ["way"] }, { "questions": ["safe"] }],
  "closing": { "text": { "en": "Thank you." }, "help": [{ "title": { "en": "Help" }, "to": "tel:116006" }] }
}"#,
    )
}

fn set(place: Place, words: Words, language: &str, text: &str) -> Edit {
    Edit::SetWords {
        place,
        words,
        language: language.to_owned(),
        text: text.to_owned(),
    }
}

fn row(rows: &[Row], key: &str) -> Row {
    let found = rows.iter().find(|row| row.key.as_deref() == Some(key));
    found.cloned().unwrap()
}

fn of(history: &History, language: &str) -> Vec<Row> {
    rows(history.draft(), history.sources(), language)
}

/// A file of every row, as whoever translates gets it.
fn file(history: &History, language: &str) -> TranslationFile {
    let texts = of(history, language).into_iter().map(|row| FileText {
        key: row.key.unwrap(),
        source: Some(row.source),
        target: row.target,
        is_done: row.state == State::Done,
    });
    TranslationFile {
        survey: Some(history.draft().id().to_owned()),
        source: "en".to_owned(),
        target: language.to_owned(),
        texts: texts.collect(),
        ..TranslationFile::default()
    }
}

#[test]
fn every_text_has_a_row_with_a_key_that_stays() {
    let keys: Vec<_> = { of(&History::new(survey()), "fr").into_iter() }
        .filter_map(|row| row.key)
        .collect();
    assert_eq!(
        keys,
        [
            "survey.title",
            "page.way.title",
            "question.way.title",
            "question.way.option.bus.title",
            "question.way.option.foot.title",
            "question.safe.title",
            "question.safe.otherwise",
            "closing.text",
            "closing.help.1.title",
        ]
    );
    // Names that stand there twice name nothing.
    let text = survey().written().replace("\"foot\"", "\"bus\"");
    let rows = rows(&Draft::of_text(&text), &Sources::default(), "fr");
    assert_eq!(rows.iter().filter(|row| row.key.is_none()).count(), 2);
}

/// How many objects of texts there are, wherever they stand.
fn count_texts(json: &Json, language: &str) -> usize {
    match json {
        Json::Object(entries) => {
            let is_text = entries
                .iter()
                .any(|(tag, text)| tag == language && matches!(text, Json::Text(_)));
            let inner = entries.iter().map(|(_, json)| count_texts(json, language));
            usize::from(is_text) + inner.sum::<usize>()
        }
        Json::List(all) => all.iter().map(|json| count_texts(json, language)).sum(),
        _ => 0,
    }
}

#[test]
fn no_text_of_any_survey_is_left_out() {
    let samples = [
        include_str!("../../../../www/surveys/every-type.json"),
        include_str!("../../../../tests/surveys/every-type.json"),
    ];
    for text in texts().chain(samples) {
        let draft = Draft::of_text(text);
        let languages = draft.languages();
        let count = count_texts(&draft.json().unwrap(), languages[0]);
        let rows = rows(&draft, &Sources::default(), languages[languages.len() - 1]);
        assert_eq!(rows.len(), count, "{}", draft.id());
        assert!(rows.iter().all(|row| row.key.is_some()), "{}", draft.id());
    }
}

#[test]
fn a_translation_is_out_of_date_once_its_source_changes() {
    let history = History::new(survey());
    let state = |history: &History, key: &str| row(&of(history, "fr"), key).state;
    assert_eq!(state(&history, "question.way.title"), State::Done);
    assert_eq!(state(&history, "question.safe.title"), State::Missing);
    let question = Place::Question(0);
    // Typed letter by letter.
    let mut changed = history.clone();
    for text in [
        "How do you come h",
        "How do you come he",
        "How do you come here?",
    ] {
        changed = changed.with(&set(question, Words::Title, "en", text));
    }
    let outdated = row(&of(&changed, "fr"), "question.way.title");
    assert_eq!(outdated.state, State::OutOfDate);
    assert_eq!(outdated.was.as_deref(), Some("How do you come?"));
    // What was on the way is not known of.
    let known = serde_json::to_string(&changed.sources().of(changed.draft())).unwrap();
    assert_eq!(
        known,
        r#"{"en":{"fr":{"Comment viens-tu ?":["How do you come?"]}}}"#
    );
    // It is what it was made of again, or is undone, or translated anew.
    let back = changed.with(&set(question, Words::Title, "en", "How do you come?"));
    assert_eq!(state(&back, "question.way.title"), State::Done);
    let undone = changed.undone().undone();
    assert_eq!(state(&undone, "question.way.title"), State::Done);
    assert_eq!(
        state(&undone.redone().redone(), "question.way.title"),
        State::OutOfDate
    );
    let anew = changed.with(&set(question, Words::Title, "fr", "Comment viens-tu ici ?"));
    assert_eq!(state(&anew, "question.way.title"), State::Done);
    // Moved and renamed, it is the same.
    let moved = changed.with(&Edit::MoveQuestion { from: 0, to: 1 });
    let moved = moved.with(&Edit::RenameQuestion {
        question: 1,
        id: "how".to_owned(),
    });
    assert_eq!(state(&moved, "question.how.title"), State::OutOfDate);
    // And so it is when it was written as text.
    let text = history.draft().written().replace("by bus", "on a bus");
    let replaced = history.with(&Edit::Replace(text));
    assert_eq!(
        state(&replaced, "question.way.option.bus.title"),
        State::OutOfDate
    );
}

#[test]
fn what_translations_were_made_of_is_no_part_of_the_survey() {
    let changed = History::new(survey()).with(&set(Place::Survey, Words::Title, "en", "To school"));
    let mut plain = apply(
        &survey(),
        &set(Place::Survey, Words::Title, "en", "To school"),
    );
    assert_eq!(**changed.draft(), plain);
    // A draft that was saved as a file knows nothing of it: what is there counts as done.
    plain = Draft::of_text(&plain.written());
    let opened = History::new(plain);
    assert_eq!(row(&of(&opened, "fr"), "survey.title").state, State::Done);
    assert_eq!(
        row(&of(&changed, "fr"), "survey.title").state,
        State::OutOfDate
    );
}

#[test]
fn what_comes_back_is_taken_and_one_undo_takes_it_away() {
    let history = History::new(survey());
    let mut file = file(&history, "fr");
    for (key, target) in [
        ("question.way.option.foot.title", "à pied"),
        ("question.safe.title", "Est-ce sûr {answer: way} ?"),
        ("closing.help.1.title", "Aide"),
        ("page.way.title", "D’abord"),
    ] {
        let text = file.texts.iter_mut().find(|text| text.key == key).unwrap();
        text.target = target.to_owned();
        text.is_done = true;
    }
    let taking = take(history.draft(), history.sources(), &file, true).unwrap();
    assert_eq!(
        (taking.translations.len(), taking.same, taking.open),
        (4, 3, 2)
    );
    assert!(taking.said.iter().all(|(_, said)| *said == Said::Taken));
    let taken = history.with(&Edit::Translate(taking.translations));
    let states: Vec<_> = of(&taken, "fr").iter().map(|row| row.state).collect();
    assert_eq!(
        states
            .iter()
            .filter(|state| **state == State::Missing)
            .count(),
        2
    );
    assert_eq!(taken.undone().draft(), history.draft());
    let help = taken.draft().ways(Ways::Help).next().unwrap();
    assert_eq!(help.words(Words::Title, "fr"), "Aide");
    let foot = taken
        .draft()
        .question(0)
        .unwrap()
        .items(List::Options)
        .nth(1)
        .unwrap();
    assert_eq!(foot.words(Words::Title, "fr"), "à pied");
}

#[test]
fn what_changed_meanwhile_is_taken_as_out_of_date_and_can_be_confirmed() {
    let history = History::new(survey());
    let mut file = file(&history, "fr");
    let changed = history.with(&set(Place::Closing, Words::Text, "en", "Thank you all."));
    let text = file
        .texts
        .iter_mut()
        .find(|text| text.key == "closing.text")
        .unwrap();
    text.target = "Merci.".to_owned();
    text.is_done = true;
    let taking = take(changed.draft(), changed.sources(), &file, true).unwrap();
    assert_eq!(
        taking.said,
        [("closing.text".to_owned(), Said::TakenOutOfDate)]
    );
    let taken = changed.with(&Edit::Translate(taking.translations));
    assert_eq!(
        row(&of(&taken, "fr"), "closing.text").state,
        State::OutOfDate
    );
    // Sent out once more and said to be right, it is.
    let mut file = self::file(&taken, "fr");
    let text = file
        .texts
        .iter_mut()
        .find(|text| text.key == "closing.text")
        .unwrap();
    text.is_done = true;
    let taking = take(taken.draft(), taken.sources(), &file, true).unwrap();
    assert_eq!(taking.translations.len(), 1);
    let confirmed = taken.with(&Edit::Translate(taking.translations));
    assert_eq!(confirmed.draft(), taken.draft());
    assert_eq!(
        row(&of(&confirmed, "fr"), "closing.text").state,
        State::Done
    );
    assert_eq!(
        row(&of(&confirmed.undone(), "fr"), "closing.text").state,
        State::OutOfDate
    );
}

#[test]
fn what_does_not_fit_is_named_and_left() {
    let history = History::new(survey());
    let whole = file(&history, "fr");
    let said = |key: &str, target: &str| {
        let mut file = whole.clone();
        match file.texts.iter_mut().find(|text| text.key == key) {
            Some(text) => text.target = target.to_owned(),
            None => file.texts.push(FileText {
                key: key.to_owned(),
                source: None,
                target: target.to_owned(),
                is_done: true,
            }),
        }
        let taking = take(history.draft(), history.sources(), &file, true).unwrap();
        assert!(taking.translations.len() <= 1);
        let [(named, said)] = &taking.said[..] else {
            panic!("{:?}", taking.said)
        };
        assert_eq!(named, key);
        assert_eq!(taking.translations.is_empty(), *said != Said::Taken);
        *said
    };
    let safe = "question.safe.title";
    assert_eq!(said(safe, "Sûr {answer: way} ?"), Said::Taken);
    assert_eq!(said(safe, "Sûr {answer:way} ?"), Said::Taken);
    for lost in [
        "Sûr ?",
        "Sûr {answer: way} {answer: way} ?",
        "Sûr {réponse: way} ?",
        "Sûr {answer: chemin} ?",
        "Sûr answer: way} ?",
    ] {
        assert_eq!(said(safe, lost), Said::Places, "{lost}");
    }
    for markup in ["<b>Merci</b>", "Merci<br/>", "Merci&nbsp;!", "Merci &#33;"] {
        assert_eq!(said("closing.text", markup), Said::Markup, "{markup}");
    }
    for plain in ["1 < 2", "a & b; c", "<3", "x > y"] {
        assert_eq!(said("closing.text", plain), Said::Taken, "{plain}");
    }
    assert_eq!(said("closing.text", &"é".repeat(2_001)), Said::TooLong);
    assert_eq!(said("closing.text", "Mer\u{202e}ci"), Said::Hidden);
    assert_eq!(said("question.gone.title", "Parti"), Said::Unknown);
    let mut short = whole.clone();
    short.texts.retain(|text| text.key != "closing.text");
    let taking = take(history.draft(), history.sources(), &short, true).unwrap();
    assert_eq!(taking.said, [("closing.text".to_owned(), Said::NotInFile)]);
}

#[test]
fn a_file_of_another_survey_or_language_is_refused() {
    let history = History::new(survey());
    let whole = file(&history, "fr");
    let taken = |change: &dyn Fn(&mut TranslationFile)| {
        let mut file = whole.clone();
        change(&mut file);
        take(history.draft(), history.sources(), &file, true)
    };
    let named = |one: &str| Some(one.to_owned());
    // Under the name that it had before it was published, or under none, its words tell whose it is.
    assert!(taken(&|file| file.survey = named("my-survey")).is_ok());
    assert!(taken(&|file| file.survey = None).is_ok());
    let other = |survey: Option<String>| {
        taken(&|file| {
            file.survey = survey.clone();
            for text in &mut file.texts {
                text.source = Some("Other words".to_owned());
            }
        })
    };
    assert_eq!(other(named("tea")), Err(Unfit::AnotherSurvey(named("tea"))));
    assert_eq!(other(None), Err(Unfit::AnotherSurvey(None)));
    // Its own may have changed as a whole.
    assert!(other(named("way-to-school")).is_ok());
    for tag in ["de", "en"] {
        let refused = taken(&|file| file.target = tag.to_owned());
        assert_eq!(refused, Err(Unfit::NoSuchLanguage(tag.to_owned())));
    }
    assert_eq!(
        taken(&|file| file.source = "fr".to_owned()),
        Err(Unfit::AnotherSource("fr".to_owned()))
    );
    assert!(taken(&|file| file.target = "FR".to_owned()).is_ok());
}

#[test]
fn gaps_name_what_stands_in() {
    let history = History::new(survey());
    let gaps = gaps(history.draft(), history.sources());
    let [fr, zh] = &gaps[..] else {
        panic!("{gaps:?}")
    };
    assert_eq!((fr.count, fr.missing, fr.out_of_date), (9, 6, 0));
    assert_eq!(fr.stand_ins, [("en".to_owned(), 6)]);
    assert_eq!((&*zh.language, zh.missing), ("zh-CN", 9));
}

/// A survey whose second language Sotto does not speak.
fn in_esperanto() -> History {
    let text = survey().written().replace("\"fr\"", "\"eo\"");
    History::new(Draft::of_text(&text))
}

fn filled(name: &str, english: &str) -> String {
    format!("[{}] {english}", name.chars().take(5).collect::<String>())
}

#[test]
fn sottos_own_words_come_from_a_file_into_a_language_that_it_does_not_speak() {
    let history = in_esperanto();
    let own = own_rows(history.draft(), history.sources(), "eo");
    assert_eq!(own.len(), WordsFile::ALL.len());
    assert!(own.iter().all(|row| row.state == State::Missing));
    assert_eq!(row(&own, "words.next").source, "Next");
    let texts = own.iter().map(|row| FileText {
        key: row.key.clone().unwrap(),
        source: Some(row.source.clone()),
        target: filled(
            row.key.as_deref().unwrap().trim_start_matches("words."),
            &row.source,
        ),
        is_done: true,
    });
    let file = TranslationFile {
        survey: Some("way-to-school".to_owned()),
        source: "en".to_owned(),
        target: "eo".to_owned(),
        texts: texts.collect(),
        ..TranslationFile::default()
    };
    // Where Sotto speaks the language, none of them is taken.
    let spoken = take(history.draft(), history.sources(), &file, true).unwrap();
    assert!(spoken.translations.is_empty());
    let taking = take(history.draft(), history.sources(), &file, false).unwrap();
    let wrong: Vec<_> = { taking.said.iter() }
        .filter(|(key, said)| key.starts_with("words.") && *said != Said::Taken)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let taken = history.with(&Edit::Translate(taking.translations));
    let own = own_rows(taken.draft(), taken.sources(), "eo");
    assert!(own.iter().all(|row| row.state == State::Done));
    // The survey holds them, and is one that can be published.
    let published: Survey = serde_json::from_str(&taken.draft().written()).unwrap();
    let words = published.own_words().unwrap();
    assert_eq!(words.said("next", "eo"), Some("[next] Next"));
    assert_eq!(words.all().count(), WordsFile::ALL.len());
    // The same file once more says nothing new, and the survey's own rows are untouched.
    let again = take(taken.draft(), taken.sources(), &file, false).unwrap();
    assert!(again.translations.is_empty());
    assert_eq!(
        rows(taken.draft(), taken.sources(), "eo").len(),
        of(&History::new(survey()), "fr").len()
    );
}

#[test]
fn own_words_go_with_the_last_of_them_and_with_their_language() {
    let word = WordsFile::ALL
        .iter()
        .find(|word| word.name == "send")
        .unwrap();
    let set_word = |text: &str| set(Place::OwnWords, Words::Own(word), "eo", text);
    let history = in_esperanto();
    let with = history.with(&set_word("Sendu"));
    assert!(with.draft().written().contains("\"words\""));
    assert!(
        !with
            .with(&set_word(""))
            .draft()
            .written()
            .contains("\"words\"")
    );
    let without = with.with(&Edit::RemoveLanguage("eo".to_owned()));
    assert!(!without.draft().written().contains("Sendu"));
    assert!(!without.draft().written().contains("\"words\""));
}

#[test]
fn own_words_that_do_not_fit_are_left() {
    let history = in_esperanto();
    let text = |key: &str, target: &str| FileText {
        key: key.to_owned(),
        source: None,
        target: target.to_owned(),
        is_done: true,
    };
    let file = TranslationFile {
        survey: Some("way-to-school".to_owned()),
        source: "en".to_owned(),
        target: "eo".to_owned(),
        texts: vec![
            text("words.next", &"o".repeat(61)),
            text("words.back", "<b>Reen</b>"),
            text("words.progress", "Paĝo {page}"),
            text("words.label-first", "Neniu scios."),
        ],
        ..TranslationFile::default()
    };
    let taking = take(history.draft(), history.sources(), &file, false).unwrap();
    assert!(taking.translations.is_empty());
    let said: Vec<_> = taking.said.iter().take(4).map(|(_, said)| *said).collect();
    assert_eq!(
        said,
        [Said::NoRoom, Said::Markup, Said::Places, Said::Unknown]
    );
}
