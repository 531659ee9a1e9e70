//! The privacy of whole submissions, exactly: for a small survey of every type of question the
//! channel of every part is enumerated from its published integers, and whatever two people
//! answer, and whatever is drawn, no submission is more than e^ε times likelier for the one than
//! for the other, ε being what the survey declares.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{
    Epsilon, Report,
    exact::{Natural, SCALE_BITS},
};
use sotto_survey::{Answer, Part, PartDomain, PartRole, Question, QuestionKind, Survey};

/// A survey of every type that reports anything, each small enough to be enumerated.
fn small(plan: &Value, epsilon: &str) -> Survey {
    let options = json!([
        { "id": "a", "title": { "en": "A" } },
        { "id": "b", "title": { "en": "B" } },
        { "id": "c", "title": { "en": "C" } },
    ]);
    let text = json!({ "en": "?" });
    let mut file = json!({
        "sotto": 1, "id": "small", "version": 1, "title": text, "languages": ["en"],
        "epsilon": epsilon,
        "questions": [
            { "id": "yes-no", "type": "yes-no", "title": text, "decline": false },
            { "id": "single", "type": "single-choice", "title": text, "options": options,
              "mechanism": "direct-encoding" },
            { "id": "dropdown", "type": "dropdown", "title": text, "options": options,
              "mechanism": "direct-encoding" },
            { "id": "likert", "type": "likert", "title": text, "options": options,
              "mechanism": "direct-encoding" },
            { "id": "rating", "type": "rating", "title": text, "scale": 3,
              "mechanism": "direct-encoding" },
            { "id": "nps", "type": "nps", "title": text, "mechanism": "direct-encoding",
              "decline": false },
            { "id": "multiple", "type": "multiple-choice", "title": text, "options": options,
              "at-most": 1, "reported": 4 },
            { "id": "whole-set", "type": "multiple-choice", "title": text, "options": options,
              "at-most": 2, "mechanism": "privset" },
            { "id": "all-bits", "type": "multiple-choice", "title": text, "options": options,
              "reported": 4 },
            { "id": "ranking", "type": "ranking", "title": text, "options": options },
            { "id": "winner", "type": "ranking", "title": text, "options": options,
              "report": "first-place", "mechanism": "direct-encoding" },
            { "id": "matrix", "type": "matrix", "title": text, "options": options,
              "rows": [{ "id": "x", "title": text }, { "id": "y", "title": text }],
              "mechanism": "direct-encoding" },
            { "id": "number", "type": "number", "title": text, "min": 0, "max": 3,
              "mechanism": "hybrid" },
            { "id": "slider", "type": "slider", "title": text, "min": 0, "max": 3,
              "estimate": "distribution" },
            { "id": "numbers", "type": "numbers", "title": text, "mechanism": "piecewise",
              "fields": [
                { "id": "x", "title": text, "min": 0, "max": 2 },
                { "id": "y", "title": text, "min": 0, "max": 2 }
            ] },
        ],
    });
    let object = file.as_object_mut().unwrap();
    object.extend(plan.as_object().unwrap().clone());
    // As a device reads it: the integers are those of the published file.
    let published = serde_json::to_string(&serde_json::from_value::<Survey>(file).unwrap());
    serde_json::from_str(&published.unwrap()).unwrap()
}

/// Weights of each output (column) given each input (row); the rows have one total.
type Table = Vec<Vec<Natural>>;

/// The weights of a window with as many outputs for "declined", which are told as one.
fn row_of_window((truth, other, width): (u64, u64, u64), cells: u64, input: u64) -> Vec<Natural> {
    let weight = |output| {
        let near = input < cells && (input..input + width).contains(&output);
        if near { truth } else { other }
    };
    let declined = width * if input == cells { truth } else { other };
    let numbers = (0..cells - 1 + width).map(weight);
    numbers.chain([declined]).map(Natural::from).collect()
}

/// The channel of a part from its published integers alone.
fn channel(part: &Part) -> Table {
    let size = part.domain().size();
    let integers = part.parameters();
    match (part.mechanism().name(), integers, part.domain()) {
        ("randomized-response" | "direct-encoding", &[truth, other], PartDomain::Categories(_)) => {
            // Weights as published; of the same ratio as those from ε, which the type can build.
            let row = |input: u32| {
                (0..size)
                    .map(|output| Natural::from(if input == output { truth } else { other }))
                    .collect()
            };
            (0..size).map(row).collect()
        }
        ("privset", &[truth, other, most], PartDomain::Categories(_)) => {
            // A row for each set of at most so many values; the first dummies fill it up.
            let most = u32::try_from(most).unwrap();
            let sets = (0..1_u32 << size).filter(|set| set.count_ones() <= most);
            let row = |set: u32| {
                let is_in = |item: u32| {
                    if item < size {
                        set >> item & 1 == 1
                    } else {
                        item - size < most - set.count_ones()
                    }
                };
                (0..size + most)
                    .map(|item| Natural::from(if is_in(item) { truth } else { other }))
                    .collect()
            };
            sets.map(row).collect()
        }
        ("square-wave" | "piecewise", &[truth, other, width, 1], PartDomain::Numbers(grid)) => {
            let cells = u64::from(grid.cells());
            let row = |input| row_of_window((truth, other, width), cells, input);
            (0..=cells).map(row).collect()
        }
        ("hybrid", &[truth, other, width, share, 1], PartDomain::Numbers(grid)) => {
            // Of the window with that share of 2³², else of direct encoding after rounding to an end; either
            // tells declining by its last weight.
            let cells = u64::from(grid.cells());
            let steps = cells - 1;
            let row = |input| {
                let window = row_of_window((truth, other, width), cells, input);
                let up = if input == cells {
                    other * steps
                } else {
                    other * steps + (truth - other) * input
                };
                let (down, declined) = if input == cells {
                    (other * steps, truth * steps)
                } else {
                    ((truth + other) * steps - up, other * steps)
                };
                let ends = [down, up, declined].map(Natural::from);
                let sum =
                    |row: &[Natural]| row.iter().fold(Natural::zero(), |sum, one| sum.plus(one));
                let (of_window, of_ends) = (sum(&window), sum(&ends));
                let scaled = |row: &[Natural], total: &Natural, coin| -> Vec<Natural> {
                    let scaled = row.iter().map(|one| one.product(total).times(coin));
                    scaled.collect()
                };
                let mut row = scaled(&window, &of_ends, share);
                let ends = scaled(&ends, &of_window, (1 << 32) - share);
                let declined = row.pop().unwrap().plus(&ends[2]);
                row.extend_from_slice(&ends[..2]);
                row.push(declined);
                row
            };
            (0..=cells).map(row).collect()
        }
        other => panic!("no channel is written down for {other:?}"),
    }
}

/// The greatest ratio of weights in a column of a part between two inputs, as numerator and
/// denominator: what one report can say for the first against the second.
fn worst(table: &Table, one: usize, other: usize) -> (Natural, Natural) {
    let mut worst = (Natural::from(1_u64), Natural::from(1_u64));
    for (above, below) in table[one].iter().zip(&table[other]) {
        if above.product(&worst.1) > worst.0.product(below) {
            worst = (above.clone(), below.clone());
        }
    }
    worst
}

/// Every answer that a person can give to a question, as the values of its parts; of numbers also that one
/// alone is declined.
fn answers(question: &Question) -> Vec<Vec<u32>> {
    use sotto_survey::QuestionKind as Kind;
    let decline = u32::from(question.offers_decline());
    let product = |sizes: &[u32]| {
        sizes.iter().fold(vec![Vec::new()], |sheets, &size| {
            let more =
                |sheet: Vec<u32>| (0..size).map(move |value| [&sheet[..], &[value]].concat());
            sheets.into_iter().flat_map(more).collect::<Vec<_>>()
        })
    };
    let sizes: Vec<_> = question
        .parts()
        .iter()
        .map(|part| part.domain().size() + u32::from(part.takes_declined()))
        .collect();
    match question.kind() {
        // Also the sets of which nobody may choose "Prefer not to answer" with another.
        Kind::MultipleChoice(_) if question.parts()[0].role() == PartRole::Set => {
            let sets = channel(&question.parts()[0]).len();
            (0..u32::try_from(sets).unwrap())
                .map(|set| vec![set])
                .collect()
        }
        Kind::MultipleChoice(choice) => {
            let options = choice.options.len();
            let chosen = |bits: &Vec<u32>| bits.iter().filter(|&&bit| bit == 0).count();
            let allowed = |bits: &Vec<u32>| {
                let declined = decline == 1 && bits[options] == 0;
                match chosen(bits) {
                    0 => decline == 0,
                    1 => true,
                    more => !declined && more <= choice.at_most as usize,
                }
            };
            product(&sizes).into_iter().filter(allowed).collect()
        }
        _ => product(&sizes),
    }
}

/// The worst ratio of a question's reports between two answers, over everything that can be drawn:
/// the parts that differ most, as many as are reported, and the part that is always reported.
fn worst_of_question(question: &Question) -> (Natural, Natural) {
    let tables: Vec<Table> = question.parts().iter().map(channel).collect();
    let all = answers(question);
    let mut worst_found = (Natural::from(1_u64), Natural::from(1_u64));
    let drawn_from = question.drawn_parts().len();
    // Equal for every pair of values of a part, so found once.
    let ratios: Vec<Vec<Vec<(Natural, Natural)>>> = tables
        .iter()
        .map(|table| {
            let inputs = 0..table.len();
            let row = |one| {
                inputs
                    .clone()
                    .map(|other| worst(table, one, other))
                    .collect()
            };
            inputs.clone().map(row).collect()
        })
        .collect();
    for one in &all {
        for other in &all {
            let mut of_parts: Vec<&(Natural, Natural)> = (0..drawn_from)
                .map(|part| &ratios[part][one[part] as usize][other[part] as usize])
                .collect();
            of_parts.sort_by(|a, b| b.0.product(&a.1).cmp(&a.0.product(&b.1)));
            let always = (drawn_from..tables.len())
                .map(|part| &ratios[part][one[part] as usize][other[part] as usize]);
            let reported = of_parts.into_iter().take(question.reported() as usize);
            let (mut above, mut below) = (Natural::from(1_u64), Natural::from(1_u64));
            for (numerator, denominator) in reported.chain(always) {
                above = above.product(numerator);
                below = below.product(denominator);
            }
            if above.product(&worst_found.1) > worst_found.0.product(&below) {
                worst_found = (above, below);
            }
        }
    }
    worst_found
}

/// The worst ratio of whole submissions: the product over the questions that are drawn.
fn worst_of_survey(survey: &Survey) -> (Natural, Natural) {
    let mut questions: Vec<_> = survey.reported_questions().map(worst_of_question).collect();
    questions.sort_by(|a, b| b.0.product(&a.1).cmp(&a.0.product(&b.1)));
    let drawn = questions.into_iter().take(survey.drawn_questions());
    let one = || (Natural::from(1_u64), Natural::from(1_u64));
    drawn.fold(one(), |(above, below), (numerator, denominator)| {
        (above.product(&numerator), below.product(&denominator))
    })
}

/// above/below ≤ e^ε, in integers.
fn within((above, below): &(Natural, Natural), epsilon: &Epsilon) -> bool {
    above.product(&Natural::power_of_two(SCALE_BITS)) <= below.product(&epsilon.exp_lower_bound())
}

#[test]
fn no_submission_says_more_than_the_survey_declares() {
    let plans = [
        (json!({ "plan": "split" }), "12"),
        (json!({ "plan": "sample", "sample": 1 }), "1"),
        (json!({ "plan": "sample", "sample": 3 }), "4"),
    ];
    for (plan, epsilon) in plans {
        let survey = small(&plan, epsilon);
        for question in survey.reported_questions() {
            let worst = worst_of_question(question);
            let declared = question.epsilon().unwrap();
            assert!(within(&worst, declared), "{plan} {:?}", question.id());
            // And not for want of saying anything: half of ε would not be enough.
            let half = Epsilon::from_micros(declared.micros_rounded_down() / 2).unwrap();
            assert!(!within(&worst, &half), "{plan} {:?}", question.id());
        }
        let worst = worst_of_survey(&survey);
        assert!(within(&worst, survey.epsilon()), "{plan}");
        assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
        let less = survey.privacy_loss().micros() * 9 / 10;
        let less = Epsilon::from_micros(u32::try_from(less).unwrap()).unwrap();
        assert!(!within(&worst, &less), "{plan}: the loss is told too high");
    }
}

/// The channels written down here are those of the randomizers: every report has a column, and the
/// frequencies of 4,000 draws of each input lie within 6 standard deviations of their chances. With
/// a fixed seed this cannot flicker; another seed would fail with a chance below 1e-6 (some 200
/// frequencies, 2e-9 each).
#[test]
fn the_channels_are_those_that_are_drawn_from() {
    let survey = small(&json!({ "plan": "split" }), "12");
    let mut generator = ChaCha20Rng::seed_from_u64(20_261_121);
    for part in survey.parts() {
        let table = channel(part);
        let sets = sets(part);
        for (input, weights) in (0..).zip(&table) {
            let mut counts = vec![0_u32; weights.len()];
            for _ in 0..4_000 {
                let report = match sets.get(input as usize) {
                    Some(set) => part.randomizer().randomize_set(set, &mut generator),
                    None => part.randomizer().randomize(input, &mut generator),
                };
                let report = report.unwrap();
                let Report::Index(index) = report else {
                    panic!("{report:?} is no index");
                };
                counts[index as usize] += 1;
            }
            let total: f64 = weights.iter().map(float).sum();
            for (count, weight) in counts.iter().zip(weights) {
                let chance = float(weight) / total;
                let deviation = (4_000.0 * chance * (1.0 - chance)).sqrt();
                let distance = (f64::from(*count) - 4_000.0 * chance).abs();
                assert!(distance <= 6.0 * deviation, "{part:?} {input}");
            }
        }
    }
}

/// The sets that a part perturbs, in the order of its channel's rows; none if it perturbs values.
fn sets(part: &Part) -> Vec<Vec<u32>> {
    let size = part.domain().size();
    let (PartRole::Set, &[_, _, most]) = (part.role(), part.parameters()) else {
        return Vec::new();
    };
    let sets = (0..1_u32 << size).filter(|set| u64::from(set.count_ones()) <= most);
    let values = |set: u32| (0..size).filter(move |value| set >> value & 1 == 1);
    sets.map(|set| values(set).collect()).collect()
}

fn float(natural: &Natural) -> f64 {
    let head = |shift: i32| {
        let head = natural
            .shifted_right(u32::try_from(shift).unwrap())
            .to_u64()?;
        Some(head as f64 * 2_f64.powi(shift))
    };
    (0..).step_by(32).find_map(head).unwrap()
}

/// Mistakes that must be caught: more options of a multiple choice than its integers allow for, and
/// rows and numbers that are all reported at the ε of one.
#[test]
fn integers_that_say_too_much_are_refused() {
    let survey = small(&json!({ "plan": "split" }), "12");
    let file = serde_json::to_value(&survey).unwrap();
    for (id, field, value) in [
        ("multiple", "at-most", json!(3)),
        ("matrix", "reported", json!(2)),
        ("numbers", "reported", json!(2)),
    ] {
        let mut changed = file.clone();
        let questions = changed["questions"].as_array_mut().unwrap();
        let question = questions
            .iter_mut()
            .find(|question| question["id"] == id)
            .unwrap();
        assert_ne!(question[field], value, "{id}");
        question[field] = value;
        let refusal = serde_json::from_value::<Survey>(changed)
            .unwrap_err()
            .to_string();
        assert!(refusal.contains("its weights cost"), "{refusal}");
    }
}

/// What is drawn must not depend on what is answered: two very different sheets report each part
/// equally often.
///
/// The counts of two sheets differ by at most 6 standard deviations; with fixed seeds this cannot
/// flicker, others would fail with a chance below 1e-7.
#[test]
fn what_is_drawn_does_not_depend_on_the_answers() {
    let survey = small(&json!({ "plan": "sample", "sample": 3 }), "4");
    let sheet = |last: bool| -> Vec<Option<Answer>> {
        let answer = |question: &Question| {
            let categories = question.categories().count();
            let chosen = if last {
                categories.saturating_sub(1)
            } else {
                0
            };
            let chosen = u32::try_from(chosen).unwrap();
            let number = if last { 2 } else { 0 };
            question
                .answer(chosen)
                .or_else(|_| question.answer_set(&[chosen]))
                .or_else(|_| question.answer_rows(&[Some(chosen), Some(0)]))
                .or_else(|_| question.answer_number(number.into()))
                .or_else(|_| question.answer_numbers(&[Some(number.into()), Some(0.into())]))
                .or_else(|_| {
                    let QuestionKind::Ranking(ranking) = question.kind() else {
                        panic!("{}", question.id());
                    };
                    let mut order: Vec<u32> = (0..).take(ranking.options.len()).collect();
                    if last {
                        order.reverse();
                    }
                    question.answer_order(&order)
                })
                .unwrap()
        };
        survey.questions().iter().map(answer).map(Some).collect()
    };
    let mut counts = vec![[0_i32; 2]; survey.part_count()];
    for seed in 0..2_000 {
        for (side, last) in [false, true].into_iter().enumerate() {
            let mut generator = ChaCha20Rng::seed_from_u64(2 * seed + side as u64);
            let submission = survey.randomize(&sheet(last), &mut generator).unwrap();
            for (count, report) in counts.iter_mut().zip(submission.reports()) {
                count[side] += i32::from(report.is_some());
            }
        }
    }
    for [one, other] in counts {
        // The difference of two binomials of 2,000 draws: its deviation is at most √1000.
        assert!((one - other).abs() < 190, "{one} against {other}");
        assert!(one > 0 && other > 0);
    }
}
