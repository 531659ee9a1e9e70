use sotto_ldp::Mechanism;

use super::{form::Form, forms::COMPILED_FIELDS, reader::Reader, *};
use crate::terms::{condition::Condition, question_type::QuestionType};

fn read<T: Form>(bytes: &[u8]) -> Result<T, CompiledError> {
    let mut from = Reader::new(bytes);
    let read = from.read();
    from.end(read)
}

/// Surveys that were compiled long ago are read by what stands here.
#[test]
fn indices_that_were_given_stay() {
    let fields = [
        "required",
        "help",
        "condition",
        "options",
        "rows",
        "fields",
        "order",
        "pinned",
        "min",
        "max",
        "step",
        "unit",
        "estimate",
        "scale",
        "icons",
        "labels",
        "at-least",
        "at-most",
        "mechanism",
        "epsilon",
        "share",
        "reported",
        "weights",
        "decline",
    ];
    assert!(COMPILED_FIELDS.starts_with(&fields), "{COMPILED_FIELDS:?}");
    let types = [
        "yes-no",
        "single-choice",
        "dropdown",
        "likert",
        "rating",
        "nps",
        "multiple-choice",
        "matrix",
        "number",
        "slider",
        "numbers",
        "statement",
        "consent",
    ];
    let named = QuestionType::ALL.map(QuestionType::name);
    assert!(named.starts_with(&types), "{named:?}");
}

#[test]
fn numbers_are_written_in_one_way() {
    for number in [
        0,
        1,
        127,
        128,
        300,
        1 << 35,
        (1 << 63) - 1,
        1 << 63,
        u64::MAX,
    ] {
        let mut to = Writer::default();
        to.number(number);
        assert_eq!(read(&to.end()), Ok(number));
    }
    assert_eq!(read::<u64>(&[0xac, 0x02]), Ok(300));
    let two_to_the_64 = [[0x80; 9].as_slice(), &[2]].concat();
    assert_eq!(read::<u64>(&two_to_the_64), Err(CompiledError::Number));
    for longer in [&[0x80, 0][..], &[0x83, 0x80, 0], &[0x80; 10], &[0xff; 11]] {
        assert_eq!(
            read::<u64>(longer),
            Err(CompiledError::Number),
            "{longer:?}"
        );
    }
    assert_eq!(read::<u64>(&[0x80, 0x80]), Err(CompiledError::Truncated));
    assert_eq!(
        read::<u32>(&[0x80, 0x80, 0x80, 0x80, 0x10]),
        Err(CompiledError::Number)
    );
    assert_eq!(read::<u64>(&[1, 1]), Err(CompiledError::BehindTheEnd));
}

#[test]
fn epsilon_is_written_in_one_way() {
    use sotto_ldp::Epsilon;
    for text in ["1", "0.000001", "20", "ln 3", "ln 5/2"] {
        let epsilon: Epsilon = text.parse().unwrap();
        let mut to = Writer::default();
        epsilon.write(&mut to);
        assert_eq!(read(&to.end()), Ok(epsilon));
    }
    // ln 6/2, ln 1/2, ln 1/0, and more than 20.
    for bytes in [
        &[0, 6, 2][..],
        &[0, 1, 2],
        &[0, 1, 0],
        &[0x81, 0xda, 0xc4, 0x09],
    ] {
        let refused = Err(CompiledError::Value("ε"));
        assert_eq!(read::<Epsilon>(bytes), refused, "{bytes:?}");
    }
}

#[test]
fn no_list_is_longer_than_what_there_is() {
    let found = CompiledError::TooLong {
        found: 1 << 35,
        most: Mechanism::MOST_PARAMETERS,
    };
    let mut to = Writer::default();
    to.number(1 << 35);
    assert_eq!(read::<Vec<u64>>(&to.end()), Err(found));
    assert_eq!(read::<Vec<u64>>(&[16]), Err(CompiledError::Truncated));
    // A text that says it has 4 GiB.
    let long = [0xff, 0xff, 0xff, 0xff, 0x0f, b'a'];
    assert_eq!(read::<String>(&long), Err(CompiledError::Truncated));
    assert_eq!(read::<String>(&[1, 0xff]), Err(CompiledError::NotText));
}

#[test]
fn conditions_are_nested_as_deep_as_in_json() {
    // Not, not, … any of nothing.
    let nested = |depth: usize| [vec![2; depth - 1], vec![1, 0]].concat();
    assert!(read::<Condition>(&nested(8)).is_ok());
    assert_eq!(read::<Condition>(&nested(9)), Err(CompiledError::TooDeep));
    let endless = vec![2; 1_000_000];
    assert_eq!(read::<Condition>(&endless), Err(CompiledError::TooDeep));
    // A number within no bounds.
    let unbounded = [4, 1, b'a', 0, 0, 0];
    let refused = Err(CompiledError::Value("condition"));
    assert_eq!(read::<Condition>(&unbounded), refused);
}
