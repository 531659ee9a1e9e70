//! `sotto plan --survey`, and what commands show to people.

use std::io::Write as _;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::streams::run;

const FIVE: &str = "../../www/surveys/five-questions.json";

/// A survey of these questions in a file.
fn file(survey: &Value) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(survey.to_string().as_bytes()).unwrap();
    file
}

fn planned(survey: &Value, flags: &str) -> Value {
    let file = file(survey);
    let path = file.path().display().to_string();
    run(&format!("plan --survey {path}{flags}"), "").json()
}

/// How many people question `index` needs for 3 points either way.
fn for_three_points(planned: &Value, index: usize) -> u64 {
    planned["questions"][index]["needed"]
        .as_array()
        .unwrap()
        .iter()
        .find(|needed| needed["margin"] == 0.03)
        .and_then(|needed| needed["respondents"].as_u64())
        .unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Two yes-no questions at ε = 1, the second of which is asked of those who say yes to the first.
fn two(plan: &Value) -> Value {
    let text = json!({ "en": "?" });
    let mut survey = json!({
        "sotto": 1, "id": "two", "version": 1, "title": text, "languages": ["en"],
        "questions": [
            { "id": "any", "type": "yes-no", "title": text, "decline": false },
            { "id": "many", "type": "yes-no", "title": text,
              "condition": { "question": "any", "is": ["yes"] } },
        ],
    });
    let object = survey.as_object_mut().unwrap();
    object.extend(plan.as_object().unwrap().clone());
    survey
}

#[test]
fn a_whole_survey_is_planned() {
    let planned = run(&format!("plan --survey {FIVE}"), "").json();
    assert_eq!(planned["respondents"], 1000);
    let questions = planned["questions"].as_array().unwrap();
    let ids: Vec<_> = questions.iter().map(|question| &question["id"]).collect();
    assert_eq!(ids, ["q1", "q2", "q3", "q4", "q5"]);
    // Two coins: 4,269 people for 3 points, of whom one in five is asked for this report; 75 : 25, and
    // 1.5 honest ones for a fake, five times as many who are asked for something else.
    assert_eq!(for_three_points(&planned, 0), 5 * 4_269);
    let coins = &questions[0];
    assert_eq!(coins["odds"]["said_by_those_it_is_true_of"], 75);
    assert_eq!(coins["odds"]["said_by_the_others"], 25);
    assert!((number(&coins["fake_counts_as"]) - 7.5).abs() < 1e-9);
    assert_eq!(coins["reason"], "the survey names it");
    // One of the five questions, and of it one of four options and declining.
    assert_eq!(questions[2]["mechanism"], "randomized-response");
    assert!((number(&questions[2]["chance"]) - 0.04).abs() < 1e-12);
    let reason = questions[2]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("one of the 5 options, drawn at random"),
        "{reason}"
    );
    assert_eq!(questions[4]["is_mean"], true);
    // A respondent reports one question, at ln 3: 3/(1 + 3).
    assert_eq!(planned["reported_questions"], 1);
    assert!((number(&planned["epsilon_actual"]) - 1.0986).abs() < 1e-3);
    assert!((number(&planned["guess_becomes_at_most"]) - 0.75).abs() < 1e-4);
}

/// What only a share is asked or answers takes more people: a ratio, which takes 7,741 for 5 points where half
/// answer yes or no at ε = 1, as another program says.
#[test]
fn reach_and_declining_take_more_people() {
    let fixed = two(&json!({ "plan": "split", "epsilon": "2" }));
    let all = planned(&fixed, "");
    let half = planned(&fixed, " --reach many=0.5");
    let fewer = planned(&fixed, " --reach many=0.5 --declining 0.2");
    assert_eq!(for_three_points(&all, 0), 4_997);
    assert_eq!(for_three_points(&half, 0), 4_997);
    // The first question cannot be declined.
    assert_eq!(for_three_points(&fewer, 0), 4_997);
    let of_many = |planned: &Value| number(&json!(for_three_points(planned, 1)));
    assert!((of_many(&half) / 7_741.0 - 25.0 / 9.0).abs() < 0.001);
    assert!(of_many(&all) < of_many(&half) && of_many(&half) < of_many(&fewer));
    let margin = |planned: &Value| number(&planned["questions"][1]["margin"]);
    let with_1000 = 0.05 * (7.741_f64).sqrt();
    assert!((margin(&half) / with_1000 - 1.0).abs() < 1e-3);
}

/// Half of the respondents report each question, at the whole ε.
#[test]
fn drawn_questions_take_more_people() {
    let drawn = two(&json!({ "plan": "sample", "sample": 1, "epsilon": "1" }));
    let planned = planned(&drawn, "");
    assert_eq!(for_three_points(&planned, 0), 2 * 4_997);
    assert_eq!(planned["reported_questions"], 1);
    assert!((number(&planned["epsilon_actual"]) - 1.0).abs() < 1e-5);
}

/// One question for a number from 0 to 100 at ε = 1.
fn number_question(mechanism: &str, estimate: &str) -> Value {
    let text = json!({ "en": "?" });
    json!({
        "sotto": 1, "id": "hours", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": "1",
        "questions": [
            { "id": "hours", "type": "number", "title": text, "decline": false,
              "min": 0, "max": 100, "step": 1,
              "mechanism": mechanism, "estimate": estimate },
        ],
    })
}

/// What a fake does to a mean, and what it would do under the mechanism that `auto` takes.
#[test]
fn a_fake_for_a_number_is_told_in_parts_of_the_range() {
    let survey = number_question("duchi", "mean");
    let planned = planned(&survey, " --respondents 2000");
    let hours = &planned["questions"][0];
    // (e + 1)/(e − 1) is 2.164, and (2.164 + 1)/2 = 1.582.
    assert!((number(&hours["fake_counts_as"]) - 1.582).abs() < 1e-3);
    let fake = &hours["fake_on_mean"];
    assert!((number(&fake["moves"]) - 1.582 / 2000.0).abs() < 1e-6);
    let recommended = &fake["recommended"];
    assert_eq!(recommended["mechanism"], "hybrid");
    assert!((number(&recommended["fake_moves"]) - 2.54 / 2000.0).abs() < 2e-5);
    let hybrid = self::planned(&number_question("hybrid", "mean"), " --respondents 2000");
    let margin = number(&hybrid["questions"][0]["margin"]);
    assert!((number(&recommended["margin"]) / margin - 1.0).abs() < 1e-6);
    let of = |mechanism: &str, estimate: &str| {
        let survey = number_question(mechanism, estimate);
        let mut planned = self::planned(&survey, "");
        planned["questions"][0]["fake_on_mean"]["recommended"].take()
    };
    assert!(of("hybrid", "mean").is_null());
    assert!(of("auto", "distribution").is_null());
    assert_eq!(of("piecewise", "distribution")["mechanism"], "square-wave");
    let file = file(&survey);
    let flags = format!("--survey {} --respondents 2000", file.path().display());
    let shown = run(&format!("plan {flags} --format table"), "").out;
    let expected =
        "hours: one fake moves the mean of 2,000 by up to 0.079 points. Recommended is hybrid: ";
    assert!(shown.contains(expected), "{shown}");
}

/// The mean of those who answer takes more people where the question can be declined, and the plan says so.
#[test]
fn a_number_that_can_be_declined_is_planned_as_such() {
    let never = number_question("auto", "mean");
    let mut declinable = never.clone();
    declinable["questions"][0]["decline"] = json!(true);
    let of = |survey: &Value| {
        let mut planned = planned(survey, "");
        planned["questions"][0].take()
    };
    assert_eq!(of(&never)["declinable"], false);
    assert_eq!(of(&declinable)["declinable"], true);
    let ratio = number(&of(&declinable)["margin"]) / number(&of(&never)["margin"]);
    assert!(1.0 < ratio && ratio.powi(2) < 1.31, "{ratio}");
    // By a report of its own for declining, whose noise the mean is divided by.
    declinable["questions"][0]["mechanism"] = json!("laplace");
    let laplace = of(&declinable);
    let recommended = &laplace["fake_on_mean"]["recommended"];
    declinable["questions"][0]["mechanism"] = json!("auto");
    let margin = number(&of(&declinable)["margin"]);
    assert!((number(&recommended["margin"]) / margin - 1.0).abs() < 1e-5);
    assert!(number(&laplace["margin"]) > 1.8 * margin);
    for (survey, words) in [
        (&declinable, "Planned with “prefer not to answer”: hours."),
        (&never, "Planned without “prefer not to answer”: hours."),
    ] {
        let file = file(survey);
        let path = file.path().display();
        let shown = run(&format!("plan --survey {path} --format table"), "").out;
        assert!(shown.contains(words), "{shown}");
    }
}

/// Two questions of those sizes, without "Prefer not to answer", in one report at that ε.
fn linked(sizes: [u32; 2], epsilon: &str) -> Value {
    let text = json!({ "en": "?" });
    let question = |id: &str, size: u32| {
        let option = |index: u32| json!({ "id": format!("o{index}"), "title": text });
        let options: Vec<_> = (0..size).map(option).collect();
        json!({ "id": id, "type": "single-choice", "title": text, "decline": false, "options": options })
    };
    json!({
        "sotto": 1, "id": "linked", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": epsilon, "link": [["a", "b"]],
        "questions": [question("a", sizes[0]), question("b", sizes[1])],
    })
}

/// Reported together against apart, where all combinations are equally common: the tables of linked questions
/// in the documents.
#[test]
fn links_are_planned_with_their_tables() {
    for (sizes, epsilon, apart) in [
        ([2, 2], "1", 19.45 / 2.08),
        ([2, 2], "2", 1.96 / 0.50),
        ([3, 3], "2", 3.18 / 0.57),
        ([5, 5], "4", 0.30 / 0.08),
    ] {
        let planned = planned(&linked(sizes, epsilon), "");
        let link = &planned["links"][0];
        assert_eq!(link["id"], "a+b");
        assert_eq!(link["cells"], sizes[0] * sizes[1]);
        let found = number(&link["apart_takes"]);
        assert!((found / apart - 1.0).abs() < 0.04, "{sizes:?}: {found}");
        // The plans need two entries to share ε among.
        assert_eq!(planned["plans"], json!([]));
    }
    // n·Var of a share of one half is 0.66 (1.17 apart), and 1.96 errors are 3 points.
    let planned = planned(&linked([2, 2], "2"), "");
    let people = number(&json!(for_three_points(&planned, 0)));
    assert!((people / (0.66 * (1.96_f64 / 0.03).powi(2)) - 1.0).abs() < 0.01);
    let question = &planned["questions"][0];
    assert_eq!(question["links"], json!(["a+b"]));
    assert!(question["odds"].is_null());
    // What the joint report tells of one question is bounded by the whole link's ε: e²/(1 + e²).
    let guess = number(&question["guess_becomes_at_most"]);
    assert!((guess - 0.8808).abs() < 1e-4, "{guess}");
    let reason = question["reason"].as_str().unwrap();
    assert!(reason.starts_with("Reported together as a+b: "), "{reason}");
    let file = file(&linked([2, 2], "2"));
    let path = file.path().display();
    let shown = run(&format!("plan --survey {path} --format table"), "").out;
    let told = "±5 points of one of 4 combinations. Reported apart, a table of equally common ones takes 3.9 times as many.";
    assert!(shown.contains(told), "{shown}");
    assert!(!shown.contains("shared in other ways"), "{shown}");
}

/// In several links, of which each respondent reports one, a question is planned with each.
#[test]
fn a_class_is_planned_by_all_of_its_links() {
    let text = json!({ "en": "?" });
    let question =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": text, "decline": false });
    let survey = json!({
        "sotto": 1, "id": "class", "version": 1, "title": text, "languages": ["en"],
        "plan": "sample", "sample": 1, "epsilon": "2", "link": [["ill", "a"], ["ill", "b"]],
        "questions": [question("ill"), question("a"), question("b")],
    });
    let planned = planned(&survey, "");
    let of = |index: usize| number(&json!(for_three_points(&planned, index)));
    assert_eq!(planned["questions"][0]["chance"], 1.0);
    assert!((of(1) / of(0) - 2.0).abs() < 0.01);
    assert_eq!(planned["links"][1]["chance"], 0.5);
    // Several links of one question are for a sample of one.
    for plan in planned["plans"].as_array().unwrap() {
        assert_eq!(plan["declared"] == true, plan["not_planned"].is_null());
    }
}

/// The plan of that name among those compared.
fn compared<'a>(planned: &'a Value, plan: &str) -> &'a Value {
    let mut plans = planned["plans"].as_array().unwrap().iter();
    plans.find(|found| found["plan"] == plan).unwrap()
}

/// Yes or no within 3 points takes 4,997 at ε = 1 and 1,840 at ε = 2: within 5 points 9/25 of them.
#[test]
fn the_plans_are_compared_at_one_total() {
    let split = planned(&two(&json!({ "plan": "split", "epsilon": "2" })), "");
    let own = compared(&split, "split");
    assert_eq!(
        (&own["declared"], &own["best"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(own["questions"][0]["respondents"], 1_799);
    let drawn = compared(&split, "sample");
    assert_eq!(
        (&drawn["sample"], &drawn["best"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(drawn["questions"][0]["respondents"], 2 * 663);
    assert_eq!(drawn["questions"][0]["epsilon"], "2");
    assert_eq!(drawn["respondents"], drawn["questions"][1]["respondents"]);
    let fixed = compared(&split, "fixed");
    let words = fixed["not_planned"].as_str().unwrap();
    assert!(words.contains("under \"split\""), "{words}");
    // The figures are those of the survey under that plan.
    let sample = planned(
        &two(&json!({ "plan": "sample", "sample": 1, "epsilon": "2" })),
        "",
    );
    assert_eq!(compared(&sample, "sample")["questions"], drawn["questions"]);
    assert_eq!(compared(&sample, "split")["questions"], own["questions"]);
    // What is known of the people holds of every plan.
    let reached = planned(
        &two(&json!({ "plan": "split", "epsilon": "2" })),
        " --reach many=0.25",
    );
    let many =
        |planned: &Value| number(&compared(planned, "sample")["questions"][1]["respondents"]);
    let under_sample = two(&json!({ "plan": "sample", "sample": 1, "epsilon": "2" }));
    let own = planned(&under_sample, " --reach many=0.25");
    assert!((many(&reached) - many(&own)).abs() < 1e-9);
    assert!(many(&reached) > 5.0 * many(&split));
    // At a great ε there is hardly any noise to share, and everybody answers everything.
    let weak = planned(&two(&json!({ "plan": "split", "epsilon": "9" })), "");
    assert_eq!(compared(&weak, "split")["best"], true);
}

/// Where a named mechanism does not serve the part of ε, `auto`'s is taken, and that is said.
#[test]
fn plans_that_a_survey_cannot_have_are_told() {
    let planned = run(&format!("plan --survey {FIVE}"), "").json();
    assert_eq!(compared(&planned, "split")["by_auto"], true);
    assert_eq!(compared(&planned, "sample")["by_auto"], false);
    assert_eq!(compared(&planned, "sample")["best"], true);
    let shown = run(&format!("plan --survey {FIVE} --format table"), "").out;
    for words in [
        "Best for the question that takes the most: sample of 1, which the survey has.",
        "split has `auto`'s mechanisms",
        "Not fixed: under \"fixed\" every question has",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let mut arms = two(&json!({ "plan": "fixed", "epsilon": "1", "arms": [["any", "many"]] }));
    for question in arms["questions"].as_array_mut().unwrap() {
        question["epsilon"] = json!("1");
        question.as_object_mut().unwrap().remove("condition");
    }
    let waves = json!({ "plan": "split", "epsilon": "2", "epsilon-first": "1" });
    for (survey, plan, words) in [(arms, "split", "arms"), (two(&waves), "sample", "waves")] {
        let planned = self::planned(&survey, "");
        let told = compared(&planned, plan)["not_planned"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(told.contains(words), "{told}");
    }
    let one = number_question("auto", "mean");
    assert_eq!(self::planned(&one, "")["plans"], json!([]));
}

#[test]
fn people_read_tables() {
    let shown = run(&format!("plan --survey {FIVE} --format table"), "").out;
    let coins = shown.lines().find(|line| line.starts_with("q1 ")).unwrap();
    let cells: Vec<_> = coins.split_whitespace().collect();
    let expected = "q1 two-coins ln 3 75 : 25 75 1,925 7,685 21,345 192,075 13.9 7.5";
    assert_eq!(cells.join(" "), expected);
    assert!(shown.contains("can become 75 in 100."), "{shown}");
    let file = file(&two(&json!({ "plan": "split", "epsilon": "2" })));
    let path = file.path().display();
    let shown = run(&format!("plan --survey {path} --format table"), "").out;
    assert!(shown.contains("about 1/r² times as many"), "{shown}");
    assert!(shown.contains("1/(1 − d)²"), "{shown}");
    let shown = run(
        "plan --mechanism rr --epsilon 1 --size 2 --margin 0.03 --format table",
        "",
    )
    .out;
    assert!(
        shown.starts_with("4,997 respondents: ±3.0 points"),
        "{shown}"
    );
    assert!(shown.contains("1,068 respondents"), "{shown}");
    let shown = run(
        "audit --mechanism grr --epsilon 1 --size 16 --format table",
        "",
    )
    .out;
    assert!(
        shown.starts_with("direct-encoding is certified at ε = 1\n"),
        "{shown}"
    );
}

/// 300 people of whom as many say a as b, and nobody c; the seed is fixed.
#[test]
fn a_tie_is_called_a_tie() {
    let flags = "--mechanism grr --epsilon 3 --categories a,b,c";
    let drawn = run(&format!("randomize {flags} --seed 3"), "a\nb\n".repeat(150));
    let shown = run(&format!("estimate {flags} --format table"), drawn.out).out;
    let tie = "A tie for the most common, as their intervals overlap: a, b.";
    assert!(shown.contains(tie), "{shown}");
    let drawn = run(&format!("randomize {flags} --seed 3"), "a\n".repeat(300));
    let shown = run(&format!("estimate {flags} --format table"), drawn.out).out;
    assert!(shown.contains("Most common: a."), "{shown}");
    let numbers = "--mechanism sw --epsilon 3 --min 0 --max 99";
    let drawn = run(&format!("randomize {numbers} --seed 3"), "7\n".repeat(300));
    let shown = run(&format!("estimate {numbers} --format table"), drawn.out).out;
    assert!(
        shown.contains("95 % interval") && shown.contains("60 more values"),
        "{shown}"
    );
}

#[test]
fn wrong_survey_plans_end_with_2() {
    let mut faulty = two(&json!({ "plan": "split", "epsilon": "2" }));
    faulty["questions"][0]["type"] = json!("no-no");
    let faulty = file(&faulty);
    let faulty = faulty.path().display();
    for (flags, words) in [
        (
            format!("--survey {FIVE} --mechanism rr"),
            "cannot be used with",
        ),
        (
            format!("--survey {FIVE} --margin 0.1"),
            "cannot be used with",
        ),
        (format!("--survey {FIVE} --respondents 0"), "at least one"),
        (
            format!("--survey {FIVE} --reach q1=0.5"),
            "has none called q1",
        ),
        (format!("--survey {FIVE} --reach q1=0"), "a share above 0"),
        (format!("--survey {FIVE} --declining 1"), "below 1"),
        (format!("--survey {faulty}"), "no-no"),
        ("--survey missing.json".to_owned(), "missing.json"),
        ("--size 2 --margin 0.1".to_owned(), "no mechanism is named"),
        (
            "--mechanism rr --epsilon 1 --size 2 --margin 0.1 --reach a=0.5".to_owned(),
            "--survey",
        ),
    ] {
        let told = run(&format!("plan {flags}"), "");
        assert_eq!(told.code, Some(2), "{flags}: {}", told.out);
        assert!(told.err.contains(words), "{flags}: {}", told.err);
    }
}

/// Eight yes-no questions, of which each respondent reports one: of 218 respondents fewer than 20 report a
/// question in 5.12 of 100 surveys, of 219 in 4.87.
fn eight() -> Value {
    let question =
        |number| json!({ "id": format!("q{number}"), "type": "yes-no", "title": { "en": "?" } });
    json!({
        "sotto": 1, "id": "eight", "version": 1, "title": { "en": "?" }, "languages": ["en"],
        "plan": "sample", "sample": 1, "epsilon": "1",
        "questions": (0..8).map(question).collect::<Vec<_>>(),
    })
}

#[test]
fn how_many_reports_stay_untold_is_said() {
    let survey = eight();
    let few = planned(&survey, " --respondents 100");
    assert_eq!(few["results_step"], 20);
    let told = json!({ "id": "q0", "reports": 12, "parts": 1, "reports_of_a_part": 12,
        "told_from": 219, "untold": 12 });
    assert_eq!(few["told"][0], told);
    assert_eq!(few["told"].as_array().unwrap().len(), 8);
    let many = planned(&survey, " --respondents 1000");
    assert_eq!(
        (&many["told"][7]["reports"], &many["told"][7]["untold"]),
        (&json!(125), &json!(27))
    );
    let file = file(&survey);
    let path = file.path().display().to_string();
    let shown = run(
        &format!("plan --survey {path} --respondents 100 --format table"),
        "",
    )
    .out;
    for words in [
        "in steps of 20 of its own reports",
        "q6, q7: of some 12 reports with 100 respondents nothing would be told",
        "219 respondents would do",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // Where each reports everything, all but the last 19 are told; of options that are drawn, more wait.
    let mut options = two(&json!({ "plan": "split", "epsilon": "2" }));
    let option = |number| json!({ "id": format!("o{number}"), "title": { "en": "?" } });
    options["questions"][0] = json!({ "id": "any", "type": "multiple-choice", "title": { "en": "?" },
        "reported": 1, "options": (0..8).map(option).collect::<Vec<_>>() });
    options["questions"][1]
        .as_object_mut()
        .unwrap()
        .remove("condition");
    let options = planned(&options, " --respondents 1000");
    assert_eq!(options["told"][1]["untold"], 19);
    let drawn = &options["told"][0];
    assert_eq!(
        (&drawn["parts"], &drawn["reports"]),
        (&json!(9), &json!(1000))
    );
    assert_eq!(drawn["reports_of_a_part"], 111);
    assert!(drawn["told_from"].as_u64().unwrap() > 257);
}

#[test]
fn no_plan_is_recommended_of_which_a_question_is_not_told() {
    // At this ε a sample of one takes the fewest, if there are enough.
    let many = planned(&eight(), " --respondents 10000");
    assert_eq!(compared(&many, "sample")["best"], true);
    let few = planned(&eight(), " --respondents 100");
    let mut plans = few["plans"].as_array().unwrap().iter();
    let own = plans.find(|plan| plan["declared"] == true).unwrap();
    assert_eq!(
        (&own["is_told"], &own["best"]),
        (&json!(false), &json!(false))
    );
    // Of 70 respondents who report three of eight, fewer than 20 report a question in 5 of 100 surveys at most.
    let mut plans = few["plans"].as_array().unwrap().iter();
    let best = plans.find(|plan| plan["best"] == true).unwrap();
    assert_eq!(
        (&best["sample"], &best["told_from"]),
        (&json!(3), &json!(70))
    );
    // Nor is a sample proposed of another survey.
    let mut file = eight();
    file["plan"] = "split".into();
    file.as_object_mut().unwrap().remove("sample");
    let few = planned(&file, " --respondents 100");
    let mut plans = few["plans"].as_array().unwrap().iter();
    let is_drawn = |plan: &&Value| plan["plan"] == "sample" && plan["is_told"] == false;
    assert_eq!(plans.find(is_drawn), None);
    let none = planned(&file, " --respondents 10");
    let mut plans = none["plans"].as_array().unwrap().iter();
    assert!(plans.all(|plan| plan["best"] == false));
}
