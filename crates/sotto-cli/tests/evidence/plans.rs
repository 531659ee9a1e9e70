//! `sotto plan` and `sotto audit`.

use serde_json::{Value, json};
use sotto_ldp::MECHANISMS;

use crate::streams::run;

fn plan(arguments: &str) -> Value {
    run(&format!("plan {arguments}"), "").json()
}

/// Sampled respondents, the share where precision is worst, 19 times in 20.
#[test]
fn three_points_yes_or_no_take_the_published_numbers() {
    for (epsilon, respondents) in [
        ("0.5", 17_789_u64),
        ("1", 4_997),
        ("ln_3", 4_269),
        ("2", 1_840),
        ("3", 1_303),
    ] {
        let flags = format!("--mechanism rr --epsilon {epsilon} --size 2");
        let planned = plan(&format!("{flags} --margin 0.03"));
        assert_eq!(planned["respondents"], respondents, "{epsilon}");
        assert_eq!(planned["asked_directly"], json!({ "respondents": 1068 }));
        let margin = |respondents: u64| {
            let planned = plan(&format!("{flags} --respondents {respondents}"));
            planned["margin"].as_f64().unwrap()
        };
        assert!(margin(respondents) <= 0.03 && margin(respondents - 1) > 0.03);
    }
    let auto = plan("--mechanism auto --epsilon 1 --size 2 --margin .03");
    assert_eq!(auto["respondents"], 4_997);
    assert_eq!(auto["mechanism"], "randomized-response");
}

#[test]
fn a_plan_says_what_was_chosen_and_why() {
    let planned = plan("--mechanism auto --epsilon 1 --size 1024 --margin 0.03 --share 0");
    let name = planned["mechanism"].as_str().unwrap();
    let reason = planned["reason"].as_str().unwrap();
    assert!(reason.starts_with(name), "{reason}");
    assert!(planned["epsilon_actual"].as_f64().unwrap() <= 1.0);
    assert_eq!(planned["epsilon"], "1");
    let named = plan(&format!(
        "--mechanism {name} --epsilon 1 --size 1024 --margin 0.03 --share 0"
    ));
    assert_eq!(named["respondents"], planned["respondents"]);
    assert!(named.get("reason").is_none());
    // This class of thirty, and the population it might stand for: 31 and 36 points.
    for (population, margin) in [("respondents", 0.31), ("sampled", 0.36)] {
        let planned = plan(&format!(
            "--mechanism two-coins --epsilon ln_3 --size 2 --respondents 30 --population {population}"
        ));
        assert!((planned["margin"].as_f64().unwrap() - margin).abs() < 0.005);
    }
}

#[test]
fn certificates_hold() {
    for mechanism in MECHANISMS {
        let grid: &[(&str, u32)] = match mechanism.name() {
            "two-coins" => &[("ln_3", 2)],
            "randomized-response" | "forced-response" => {
                &[("0.01", 2), ("1", 2), ("ln_5/2", 2), ("12", 2)]
            }
            "custom-channel" => &[("0.1", 2), ("1", 3), ("ln_3", 16), ("4", 64)],
            _ => &[("0.1", 2), ("1", 3), ("ln_3", 16), ("4", 100)],
        };
        for (epsilon, size) in grid {
            let name = mechanism.short_name();
            let flags = format!("--mechanism {name} --epsilon {epsilon} --size {size}");
            let audited = run(&format!("audit {flags}"), "").json();
            assert_eq!(audited["mechanism"], mechanism.name());
            assert_eq!(audited["certified"], true, "{flags}: {audited}");
            assert_eq!(audited["epsilon"], epsilon.replace('_', " "));
            let actual = &audited["epsilon_actual"];
            assert!(actual.as_f64().unwrap() > 0.0, "{flags}");
            assert!(
                audited["privacy_loss"].as_f64() <= actual.as_f64(),
                "{flags}: {audited}"
            );
            assert!(audited.get("outputs").is_some());
        }
    }
    let audited = run("audit --mechanism grr --epsilon 1 --size 16", "").json();
    assert_eq!(audited["outputs"], 16);
}

/// The bound holds with a confidence of 0.999999, and the seed is fixed.
#[test]
fn reports_alone_tell_what_they_cost() {
    for (name, size) in [("rr", 2), ("grr", 4), ("oue", 8), ("ss", 8), ("olh", 8)] {
        let flags = format!("--mechanism {name} --epsilon 1 --size {size}");
        let ended = run(&format!("audit {flags} --black-box 20000 --seed 5"), "");
        assert!(ended.err.contains("not private"), "{}", ended.err);
        let audited = ended.json();
        let found = &audited["black_box"];
        assert_eq!(found["refuted"], false, "{name}: {found}");
        let least = found["epsilon_at_least"].as_f64().unwrap();
        assert!((0.6..=1.0).contains(&least), "{name}: {least}");
        assert_eq!(found["trials"], 20_000);
    }
}

/// Warner at ε = 1 on 4,997; and summation, at 8/ε² + ¼, on 35,214. A sketch's margin stops at its
/// collisions.
#[test]
fn sums_and_sketches_are_planned() {
    let planned = plan("--mechanism she --epsilon 1 --size 4 --margin 0.03");
    // 8/ε² less 1/(6·16²), and the variance of whom one asks.
    assert_eq!(planned["respondents"], 35_211);
    for name in ["cms", "hcms", "bfe"] {
        let flags = format!("--mechanism {name} --epsilon 2 --size 100");
        let planned = plan(&format!("{flags} --respondents 1000000000000"));
        let margin = planned["margin"].as_f64().unwrap();
        assert!((0.005..0.07).contains(&margin), "{name}: {margin}");
        let refused = run(&format!("plan {flags} --margin 0.001"), "");
        assert!(
            refused.err.contains("number of respondents"),
            "{}",
            refused.err
        );
    }
}

/// Half of the range stands for 1: the worst variance of Laplace noise is 8/ε², of which cutting it at the
/// ends leaves 5.56, and with that of the numbers 6.26; Duchi's 4.6827.
#[test]
fn means_are_planned_in_their_own_unit() {
    for (name, variance) in [("laplace", 6.2638), ("duchi", 4.6827)] {
        let flags = format!("--mechanism {name} --epsilon 1 --min 0 --max 200");
        let planned = plan(&format!("{flags} --margin 2"));
        let expected = variance * (1.959_964_f64 * 100.0 / 2.0).powi(2);
        let found = planned["respondents"].as_f64().unwrap();
        assert!((found / expected - 1.0).abs() < 1e-3, "{name}: {found}");
        assert_eq!(planned["asked_directly"], json!({ "respondents": 9604 }));
        assert_eq!(planned["size"], 201);
        assert!(planned["share"].is_null());
    }
    let auto = plan("--mechanism auto --epsilon 1 --min 0 --max 200 --respondents 1000");
    assert_eq!(auto["mechanism"], "hybrid");
    assert!(auto["reason"].as_str().unwrap().contains("square-wave"));
}

/// One fake for a mean: Duchi's weighs 1.58 ranges at ε = 1, the window's of hybrid 2.54.
#[test]
fn plans_say_what_one_fake_moves() {
    let moves = |planned: &Value| planned["one_fake_moves"].as_f64().unwrap();
    let yes = plan("--mechanism rr --epsilon 1 --size 2 --respondents 2000");
    assert!(yes.get("one_fake_moves").is_none() && yes.get("mechanisms").is_none());
    let numbers = "--epsilon 1 --min 0 --max 100 --respondents 2000";
    let duchi = plan(&format!("--mechanism duchi {numbers}"));
    assert!((moves(&duchi) - 158.2 / 2000.0).abs() < 1e-4);
    let hybrid = plan(&format!("--mechanism hybrid {numbers}"));
    assert!((moves(&hybrid) - 254.0 / 2000.0).abs() < 0.002, "{hybrid}");
    for planned in [&duchi, &hybrid] {
        let all = planned["mechanisms"].as_array().unwrap();
        assert_eq!(all.len(), sotto_ldp::NUMERIC_MECHANISMS.len());
        assert_eq!(all[0]["mechanism"], "hybrid");
        assert_eq!(all[0]["recommended_for"], "the mean");
        assert_eq!(all[0]["one_fake_moves"], hybrid["one_fake_moves"]);
        assert_eq!(all[0]["margin"], hybrid["margin"]);
        assert_eq!(all[1]["recommended_for"], "the distribution");
        assert!(
            all.iter()
                .skip(2)
                .all(|one| one.get("recommended_for").is_none())
        );
    }
    let flags = format!("plan --mechanism duchi {numbers} --format table");
    let shown = run(&flags, "").out;
    for words in [
        "moves the mean of 2,000 by up to 0.079",
        "one fake moves the mean of 2,000 by up to",
        "the distribution",
    ] {
        assert!(shown.contains(words), "{shown}");
    }
}

/// Three categories, 5.942, instead of Duchi's bit, 4.683; Laplace has no cell for those who decline.
#[test]
fn plans_say_what_declining_costs() {
    let numbers = "--epsilon 1 --min 0 --max 1000 --respondents 2000 --population respondents";
    let planned = plan(&format!("--mechanism duchi {numbers}"));
    assert_eq!(planned["declinable"], false);
    for one in planned["mechanisms"].as_array().unwrap() {
        let name = one["mechanism"].as_str().unwrap();
        let margin = one["margin"].as_f64().unwrap();
        let declinable = one["margin_if_declinable"].as_f64();
        assert_eq!(declinable.is_none(), name == "laplace", "{name}");
        assert!(declinable.is_none_or(|found| found > margin), "{name}");
        if name == "duchi" {
            let ratio = (declinable.unwrap() / margin).powi(2);
            assert!((ratio - 5.942 / 4.683).abs() < 1e-3, "{ratio}");
        }
    }
    let shown = run(
        &format!("plan --mechanism duchi {numbers} --format table"),
        "",
    )
    .out;
    for words in ["prefer not to answer", "± if it can be declined"] {
        assert!(shown.contains(words), "{shown}");
    }
}

/// With both given, the least ε that gives them: the published numbers the other way around.
#[test]
fn an_epsilon_is_found_for_a_margin_and_respondents() {
    for (flags, epsilon) in [
        ("rr --size 2 --margin 0.03 --respondents 4997", 1.0),
        ("rr --size 2 --margin 0.03 --respondents 1840", 2.0),
        (
            "duchi --min 0 --max 200 --margin 2 --respondents 44973",
            1.0,
        ),
    ] {
        let planned = plan(&format!("--mechanism {flags}"));
        let found = planned["epsilon_actual"].as_f64().unwrap();
        assert!((found - epsilon).abs() < 1e-3, "{flags}: {found}");
        let (margin, asked) = (&planned["margin"], flags.split(' ').rev().nth(2).unwrap());
        assert!(
            margin.as_f64().unwrap() <= asked.parse().unwrap(),
            "{flags}"
        );
        assert!(planned["asked_directly"]["margin"].is_number());
    }
    let auto = plan("--mechanism auto --size 100 --margin 0.02 --respondents 20000");
    let least = auto["epsilon"].as_str().unwrap().to_owned();
    let again = plan(&format!(
        "--mechanism auto --size 100 --epsilon {least} --respondents 20000"
    ));
    assert_eq!(again["margin"], auto["margin"]);
}

#[test]
fn numbers_are_certified_and_audited() {
    for name in ["laplace", "duchi", "pm", "hm", "sw"] {
        let flags = format!("--mechanism {name} --epsilon 1 --min 0 --max 10 --step 0.5");
        let ended = run(&format!("audit {flags} --black-box 20000 --seed 5"), "");
        let audited = ended.json();
        assert_eq!(audited["certified"], true, "{name}");
        assert_eq!(audited["size"], 21);
        let found = &audited["black_box"];
        assert_eq!(found["refuted"], false, "{name}: {found}");
        let least = found["epsilon_at_least"].as_f64().unwrap();
        assert!((0.6..=1.0).contains(&least), "{name}: {least}");
    }
}

/// Chances in place of an ε: what they cost is computed from them.
#[test]
fn chances_imply_what_they_cost() {
    for (flags, cost) in [
        ("ue --p 0.75 --q 0.25 --size 4", "2.197225"),
        ("ue --p 3/4 --q 1/4 --size 4", "2.197225"),
        ("fr --pi 0.5 --theta 0.5 --size 2", "1.098613"),
        ("fr --pi 3/4 --theta 1/3 --size 2", "2.302586"),
    ] {
        let audited = run(&format!("audit --mechanism {flags}"), "").json();
        assert_eq!(audited["certified"], true, "{flags}: {audited}");
        assert_eq!(audited["epsilon"], cost, "{flags}");
        assert_eq!(audited["epsilon_actual"].to_string(), cost, "{flags}");
        let declared = run(&format!("audit --mechanism {flags} --epsilon 3"), "").json();
        assert_eq!(declared["epsilon"], "3");
    }
    let best = plan("--mechanism the --epsilon 1 --size 4 --margin 0.03 --share 0");
    let given = plan("--mechanism the --epsilon 1 --size 4 --margin 0.03 --share 0 --theta 0.6186");
    let far = plan("--mechanism the --epsilon 1 --size 4 --margin 0.03 --share 0 --theta 0.9");
    let respondents = |planned: &Value| planned["respondents"].as_f64().unwrap();
    assert!((respondents(&given) / respondents(&best) - 1.0).abs() < 1e-4);
    assert!(respondents(&far) > 1.05 * respondents(&best));
}

#[test]
fn a_wrong_plan_ends_with_2() {
    for arguments in [
        "plan --mechanism rr --epsilon 1 --size 2",
        "plan --mechanism rr --epsilon 1 --size 2 --margin 0.03 --respondents 9",
        "plan --mechanism rr --size 2 --margin 0.03 --respondents 900",
        "plan --mechanism rr --size 2 --margin 0 --respondents 900",
        "plan --mechanism rr --size 2 --margin 0.1 --respondents 0",
        "plan --mechanism ue --size 2 --p 0.75 --q 0.25 --margin 0.1 --respondents 900",
        "plan --mechanism rr --epsilon 1 --size 2 --margin 0",
        "plan --mechanism rr --epsilon 1 --size 2 --margin -1",
        "plan --mechanism rr --epsilon 1 --size 2 --margin NaN",
        "plan --mechanism rr --epsilon 1 --size 2 --margin 1e-300",
        "plan --mechanism rr --epsilon 1 --size 2 --respondents 0",
        "plan --mechanism rr --epsilon 1 --size 2 --margin 0.1 --share 2",
        "plan --mechanism rr --epsilon 1 --size 3 --margin 0.1",
        "plan --mechanism sw --epsilon 1 --size 3 --margin 0.1",
        "plan --mechanism cms --epsilon 1 --size 3 --margin 0.001",
        "plan --mechanism hm --epsilon 1 --min 0 --max 9 --margin 10",
        "plan --mechanism hm --epsilon 1 --min 0 --max 9 --margin 1 --share 0.5",
        "plan --mechanism hm --epsilon 1 --min 0 --max 9 --theta 0.5 --margin 1",
        "plan --mechanism rr --size 2 --margin 0.1",
        "plan --mechanism auto --size 2 --p 0.5 --q 0.2 --margin 0.1",
        "plan --mechanism oue --size 2 --p 0.5 --q 0.2 --margin 0.1",
        "plan --mechanism ue --size 2 --p 0.2 --q 0.5 --margin 0.1",
        "plan --mechanism ue --size 2 --p 0.5 --margin 0.1",
        "plan --mechanism ue --size 2 --p 1 --q 0.5 --margin 0.1",
        "plan --mechanism ue --epsilon 2 --size 2 --p 0.75 --q 0.25 --margin 0.1",
        "plan --mechanism fr --size 3 --pi 1/2 --theta 1/2 --margin 0.1",
        "plan --mechanism fr --size 2 --theta 1/2 --margin 0.1",
        "plan --mechanism the --size 2 --theta 0.6 --margin 0.1",
        "plan --mechanism the --epsilon 1 --size 2 --theta 0.61234 --margin 0.1",
        "audit --mechanism laplace --epsilon 1 --size 3",
        "audit --mechanism grr --epsilon 1 --min 0 --max 9",
        "plan --mechanism rr --epsilon 0 --size 2 --margin 0.1",
        "audit --mechanism rr --epsilon 21 --size 2",
        "audit --mechanism rr --epsilon 1 --size 0",
        "audit --mechanism two-coins --epsilon 1 --size 2",
        "audit --mechanism nothing --epsilon 1 --size 2",
        "audit --epsilon 1 --size 2",
        "audit --mechanism rr --epsilon 1 --size 2 --black-box 0",
        "audit --mechanism rr --epsilon 1 --size 2 --seed 1",
    ] {
        let ended = run(arguments, "");
        assert_eq!(ended.code, Some(2), "{arguments}: {}", ended.err);
        assert!(ended.out.is_empty() && !ended.err.is_empty());
    }
}

/// A design by its name costs what its chances cost, and takes as many people as its variance says.
#[test]
fn designs_are_planned_by_name() {
    let of_crowd = plan("--design unrelated --truth .7 --yes .25 --margin 0.03 --share 0.1");
    // λ(1 − λ)/t² = 0.253 at λ = 0.145: 0.253·(1.96/0.03)².
    let respondents = of_crowd["respondents"].as_u64().unwrap();
    assert!((1078..=1083).contains(&respondents), "{respondents}");
    assert_eq!(of_crowd["mechanism"], "custom-channel");
    assert!((of_crowd["epsilon_actual"].as_f64().unwrap() - 2.335).abs() < 1e-3);
    let reason = |planned: &Value| planned["reason"].as_str().unwrap().to_owned();
    assert!(reason(&of_crowd).contains("chance drawn on the respondent's device"));
    let crosswise = plan("--design crosswise --innocent 1/4 --respondents 1000");
    assert!(reason(&crosswise).contains("a secret of the respondent's"));
    let kuk = plan("--design kuk --draws 2 --having .7 --others .3 --margin .05");
    assert!((kuk["epsilon_actual"].as_f64().unwrap() - 1.695).abs() < 1e-3);
}

#[test]
fn designs_that_protect_nobody_are_refused_with_the_reason() {
    for (flags, words) in [
        ("triangular", "\"neither\""),
        ("mangat", "a reported No is proved"),
        ("cheater-detection", "a reported No is proved"),
        ("stochastic-lie-detector", "a reported No is proved"),
        ("list-experiment", "a count of none or of all"),
        ("mirrored --truth 1/2", "told apart"),
        ("mirrored", "needs --truth"),
        (
            "forced --yes 1/2 --no 1/2",
            "something must be left for the truth",
        ),
        (
            "kuk --draws 0 --having .7 --others .3",
            "from 1 to 20 cards",
        ),
        (
            "unrelated --truth .7 --yes .25 --epsilon 1",
            "more than an epsilon of 1",
        ),
        ("crosswise --innocent 1/4 --size 3", "2 categories"),
        ("roulette", "there is no design"),
    ] {
        let told = run(&format!("plan --design {flags} --margin .05"), "");
        assert_eq!(told.code, Some(2), "{flags}");
        assert!(told.err.contains(words), "{flags}: {}", told.err);
    }
}

/// 4,000 people of whom 1,000 have the trait, by two dice: the estimate holds the truth within five
/// standard errors (a false alarm in 1.7 million seeds; this one is fixed).
#[test]
fn a_design_perturbs_and_estimates() {
    let flags = "--design forced --yes 1/6 --no 1/12 --categories yes,no";
    let answers: String = (0..4000)
        .map(|person| if person % 4 == 0 { "yes\n" } else { "no\n" })
        .collect();
    let reports = run(&format!("randomize {flags} --seed 7"), answers.as_str()).out;
    let found = run(&format!("estimate {flags}"), reports.as_str()).json();
    let yes = &found["categories"][0];
    let figure = |name: &str| yes[name].as_f64().unwrap();
    assert!((figure("estimate") - 0.25).abs() < 5.0 * figure("standard_error"));
    // A report supports what it is likelier under.
    let supporting = reports.lines().filter(|line| *line == "0").count();
    assert_eq!(yes["count"], supporting);
    let likeliest = run(&format!("estimate {flags} --method mle"), reports.as_str()).json();
    let likeliest = likeliest["categories"][0]["estimate"].as_f64().unwrap();
    // Inside the simplex the two have one maximum; the climb ends within the noise of it.
    assert!(
        (likeliest - figure("estimate")).abs() < figure("standard_error"),
        "{likeliest}"
    );
    let audited = run(&format!("audit {flags}"), "").json();
    assert_eq!(audited["certified"], true);
}
