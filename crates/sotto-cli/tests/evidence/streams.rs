//! `sotto randomize | sotto estimate`, as processes: every mechanism, bad lines, closed pipes.

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    process::Stdio,
    thread,
};

use serde_json::Value;
use sotto_ldp::{MECHANISMS, NUMERIC_MECHANISMS, Report};

use crate::command_line::sotto;

pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Runs `sotto` with these arguments, separated by spaces (`_` stands for one within), and this
/// input.
pub(crate) fn run(arguments: &str, input: impl Into<Vec<u8>>) -> Ended {
    let mut child = sotto()
        .args(
            arguments
                .split(' ')
                .map(|argument| argument.replace('_', " ")),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // It may end before it has read everything.
    let feeding = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = feeding.join().unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Draws reports and estimates from them; the flags are the same.
fn there_and_back(flags: &str, more: &str, values: &str) -> (String, Ended) {
    let drawn = run(&format!("randomize {flags} --seed 7"), values);
    assert_eq!(drawn.code, Some(0), "{flags}: {}", drawn.err);
    assert!(drawn.err.contains("not private"), "{flags}: {}", drawn.err);
    assert_eq!(drawn.out.lines().count(), values.lines().count(), "{flags}");
    let ended = run(&format!("estimate {flags}{more}"), drawn.out.as_str());
    (drawn.out, ended)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Value v of `size` is given by v + 1 of every 1 + 2 + … + size.
fn rising(size: u32, rounds: u32) -> String {
    let mut values = String::new();
    for _ in 0..rounds {
        for value in 0..size {
            for _ in 0..=value {
                writeln!(values, "{value}").unwrap();
            }
        }
    }
    values
}

/// Six standard errors: a false alarm once in 10⁸ estimates, of which there are some 150; and the
/// seed is fixed.
#[test]
fn every_mechanism_for_categories_comes_back() {
    let names = MECHANISMS.iter().flat_map(|m| [m.name(), m.short_name()]);
    for name in names.chain(["auto"]) {
        let (size, epsilon) = match name {
            "two-coins" | "coins" => (2, "ln_3"),
            "randomized-response" | "rr" | "forced-response" | "fr" => (2, "1"),
            _ => (5, "1.5"),
        };
        let values = rising(size, 6000 / (size * (size + 1) / 2));
        let flags = format!("--mechanism {name} --epsilon {epsilon} --size {size}");
        let (reports, ended) = there_and_back(&flags, " --consistency norm-sub", &values);
        for report in reports.lines().take(20) {
            let read: Report = serde_json::from_str(report).unwrap();
            assert_eq!(read.to_string(), report, "{name}");
        }
        let estimates = ended.json();
        assert_eq!(estimates["reports"], values.lines().count(), "{name}");
        assert!(number(&estimates["epsilon_actual"]) > 0.0);
        let categories = estimates["categories"].as_array().unwrap();
        assert_eq!(categories.len(), size as usize);
        let mut together = 0.0;
        for (value, category) in (0..size).zip(categories) {
            assert_eq!(category["id"], value.to_string());
            let truth = f64::from(2 * (value + 1)) / f64::from(size * (size + 1));
            let (estimate, error) = (
                number(&category["estimate"]),
                number(&category["standard_error"]),
            );
            let deviations = (estimate - truth) / error;
            assert!(deviations.abs() < 6.0, "{name} {value}: {deviations}");
            let ends = [0, 1].map(|end| number(&category["interval"][end]));
            assert!(ends[0] < estimate && estimate < ends[1], "{name} {value}");
            together += number(&category["consistent"]);
        }
        assert!((together - 1.0).abs() < 1e-9, "{name}: {together}");
    }
}

#[test]
fn every_mechanism_for_numbers_comes_back() {
    let mut values = String::new();
    for person in 0..4000 {
        writeln!(values, "{}", f64::from(person % 9) * 0.5 - 2.0).unwrap();
    }
    // The last group of nine is not full.
    let truth = values
        .lines()
        .map(|v| v.parse::<f64>().unwrap())
        .sum::<f64>()
        / 4000.0;
    let names = NUMERIC_MECHANISMS
        .iter()
        .flat_map(|m| [m.name(), m.short_name()]);
    for name in names.chain(["auto"]) {
        let flags = format!("--mechanism {name} --epsilon 2 --min -2 --max 2.5 --step 0.5");
        let (_, ended) = there_and_back(&flags, "", &values);
        let estimates = ended.json();
        assert_eq!(estimates["reports"], 4000, "{name}");
        let mean = &estimates["mean"];
        let deviations = (number(&mean["estimate"]) - truth) / number(&mean["standard_error"]);
        assert!(deviations.abs() < 6.0, "{name}: {deviations}");
        let keeps_shape = ["piecewise", "pm", "square-wave", "sw"].contains(&name);
        match estimates["distribution"].as_array() {
            Some(shares) => {
                assert!(keeps_shape, "{name}");
                assert_eq!(shares.len(), 10);
                assert_eq!(shares[0]["value"], -2);
                let all: f64 = shares.iter().map(|share| number(&share["share"])).sum();
                assert!((all - 1.0).abs() < 1e-9, "{name}: {all}");
            }
            None => assert!(!keeps_shape, "{name}"),
        }
        let (_, table) = there_and_back(&flags, " --format csv", &values);
        assert_eq!(table.code, Some(0));
        assert!(table.out.contains("\nmean,,"), "{}", table.out);
    }
}

/// Every fourth person declines, the others say −2 to 2 in turn: their mean is 0. Six standard errors, as
/// above.
#[test]
fn numbers_that_can_be_declined_come_back() {
    let mut values = String::new();
    for person in 0..8000 {
        match person % 4 {
            3 => values.push_str("decline\n"),
            _ => writeln!(values, "{}", f64::from(person % 5) - 2.0).unwrap(),
        }
    }
    for name in ["duchi", "piecewise", "hybrid", "square-wave", "auto"] {
        let flags = format!("--mechanism {name} --epsilon 2 --min -2 --max 2 --declinable");
        let (reports, ended) = there_and_back(&flags, "", &values);
        let estimates = ended.json();
        assert_eq!(estimates["reports"], 8000, "{name}");
        for (part, truth) in [("mean", 0.0), ("answered", 0.75)] {
            let found = &estimates[part];
            let (estimate, error) = (number(&found["estimate"]), number(&found["standard_error"]));
            let deviations = (estimate - truth) / error;
            assert!(deviations.abs() < 6.0, "{name} {part}: {deviations}");
            let ends = [0, 1].map(|end| number(&found["interval"][end]));
            assert!(ends[0] < estimate && estimate < ends[1], "{name} {part}");
        }
        // The distribution is that of those who answered.
        if let Some(shares) = estimates["distribution"].as_array() {
            assert_eq!(shares.len(), 5, "{name}");
            let all: f64 = shares.iter().map(|share| number(&share["share"])).sum();
            assert!((all - 1.0).abs() < 1e-9, "{name}: {all}");
        }
        let table = run(
            &format!("estimate {flags} --format table"),
            reports.as_str(),
        );
        assert!(table.out.contains("; the mean is theirs"), "{}", table.out);
        let table = run(&format!("estimate {flags} --format csv"), reports.as_str());
        assert!(table.out.contains("\nanswered,,"), "{}", table.out);
        // Declining is among what the certificate and the drawn reports are held against.
        let audited = run(&format!("audit {flags} --black-box 2000 --seed 3"), "").json();
        assert_eq!(audited["certified"], true, "{name}");
        assert_eq!(audited["declinable"], true, "{name}");
        assert_eq!(audited["size"], 6, "{name}");
        let planned = run(&format!("plan {flags} --respondents 8000"), "").json();
        assert_eq!(planned["declinable"], true, "{name}");
        let others = planned["mechanisms"].as_array().unwrap();
        let same = others
            .iter()
            .find(|one| one["mechanism"] == planned["mechanism"]);
        assert_eq!(planned["margin"], same.unwrap()["margin_if_declinable"]);
        assert_eq!(planned["one_fake_moves"], same.unwrap()["one_fake_moves"]);
    }
    let flags = "--epsilon 2 --min -2 --max 2";
    let ended = run(
        &format!("randomize --mechanism hybrid {flags}"),
        "decline\n",
    );
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("give --declinable"), "{}", ended.err);
    for (call, words) in [
        (
            format!("--mechanism laplace {flags} --declinable"),
            "cannot tell in one report",
        ),
        (
            "--mechanism grr --epsilon 1 --size 3 --declinable".to_owned(),
            "--min",
        ),
    ] {
        let ended = run(&format!("randomize {call}"), "1\n");
        assert_eq!(ended.code, Some(2), "{}", ended.err);
        assert!(ended.err.contains(words), "{}", ended.err);
    }
}

/// The likeliest shares are a distribution, and none is further from the truth than six standard
/// errors of the unbiased ones.
#[test]
fn maximum_likelihood_is_a_distribution() {
    for mechanism in MECHANISMS {
        let name = mechanism.short_name();
        let (size, epsilon) = match mechanism.name() {
            "two-coins" => (2, "ln_3"),
            "randomized-response" | "forced-response" => (2, "1"),
            _ => (4, "1"),
        };
        let flags = format!("--mechanism {name} --epsilon {epsilon} --size {size}");
        let (_, ended) = there_and_back(&flags, " --method mle", &rising(size, 200));
        let estimates = ended.json();
        let mut together = 0.0;
        for (value, category) in (0..size).zip(estimates["categories"].as_array().unwrap()) {
            let truth = f64::from(2 * (value + 1)) / f64::from(size * (size + 1));
            let estimate = number(&category["estimate"]);
            let deviations = (estimate - truth) / number(&category["standard_error"]);
            assert!(deviations.abs() < 6.0, "{name} {value}: {deviations}");
            assert!(estimate >= 0.0, "{name}");
            assert!(category["unbiased"].is_number());
            together += estimate;
        }
        assert!((together - 1.0).abs() < 1e-9, "{name}: {together}");
    }
}

/// Sums are those of the categories' shares; where two are everybody, their difference and their ratio follow
/// from one share. Six standard errors, as above.
#[test]
fn sums_and_how_they_compare_have_their_own_errors() {
    for name in ["grr", "ss", "oue"] {
        let flags = format!("--mechanism {name} --epsilon 2 --categories a,b,c,d");
        let values = "a\nb\na\nc\nd\na\n".repeat(500);
        let drawn = run(&format!("randomize {flags} --seed 7"), values);
        let more = "--sum some=a,b --sum others=c,d --sum c=c --sum both=a,c";
        let found = run(&format!("estimate {flags} {more}"), drawn.out.as_str()).json();
        let share = |index: usize, field: &str| number(&found["categories"][index][field]);
        let sum = |index: usize, field: &str| number(&found["sums"][index][field]);
        assert_eq!(found["sums"][0]["id"], "some");
        let expected = share(0, "estimate") + share(1, "estimate");
        assert!((sum(0, "estimate") - expected).abs() < 1e-12, "{name}");
        // A sum of one is that category.
        for field in ["estimate", "standard_error"] {
            assert!((sum(2, field) - share(2, field)).abs() < 1e-12, "{name}");
        }
        assert!((sum(0, "estimate") - 4.0 / 6.0).abs() < 6.0 * sum(0, "standard_error"));
        let compared = found["comparisons"].as_array().unwrap();
        let pairs: Vec<_> = compared.iter().map(|one| &one["second"]).collect();
        // "both" has a category in common with the first.
        assert_eq!(pairs, ["others", "c"], "{name}");
        let [apart, times] = ["difference", "ratio"].map(|of| &compared[0][of]);
        for (of, truth) in [(apart, 2.0 / 6.0), (times, 2.0)] {
            let deviations = (number(&of["estimate"]) - truth) / number(&of["standard_error"]);
            assert!(deviations.abs() < 6.0, "{name}: {deviations}");
            let ends = [0, 1].map(|end| number(&of["interval"][end]));
            assert!(ends[0] < number(&of["estimate"]) && number(&of["estimate"]) < ends[1]);
        }
        if name == "grr" {
            // A report names one: some − others = 2·some − 1, and some/(1 − some).
            let twice = 2.0 * sum(0, "standard_error");
            assert!((number(&apart["standard_error"]) - twice).abs() < 1e-12);
            let odds = |share: f64| share / (1.0 - share);
            assert!((number(&times["estimate"]) - odds(sum(0, "estimate"))).abs() < 1e-12);
            for end in [0, 1] {
                let expected = odds(number(&found["sums"][0]["interval"][end]));
                assert!((number(&times["interval"][end]) - expected).abs() < 1e-9);
            }
        }
        let shown = run(
            &format!("estimate {flags} {more} --format table"),
            drawn.out,
        );
        for words in ["some less others", "some to others", " times"] {
            assert!(shown.out.contains(words), "{}", shown.out);
        }
    }
    // Of somebody who may not exist a ratio may be anything.
    let flags = "--mechanism grr --epsilon 1 --size 4 --sum x=0 --sum y=3";
    let none = run(&format!("estimate {flags}"), "0\n0\n1\n").json();
    assert!(
        none["comparisons"][0]["ratio"].is_null()
            || none["comparisons"][0]["ratio"]["interval"][1].is_null()
    );
    for (flags, words) in [
        ("--mechanism grr --size 4 --sum x=4", "\"4\" is not one of"),
        ("--mechanism grr --size 4 --sum x=0,1,2,3", "leave one out"),
        ("--mechanism grr --size 4 --sum x", "such as agree="),
        (
            "--mechanism grr --size 4 --sum x=0 --format csv",
            "--format json",
        ),
        ("--mechanism olh --size 4 --sum x=0", "subset selection"),
        ("--mechanism sw --min 0 --max 9 --sum x=0", "for categories"),
    ] {
        let ended = run(&format!("estimate --epsilon 1 {flags}"), "0\n");
        assert_eq!(ended.code, Some(2), "{flags}: {}", ended.err);
        assert!(ended.err.contains(words), "{flags}: {}", ended.err);
    }
}

#[test]
fn categories_have_names_and_tables_no_formulas() {
    let flags = "--mechanism grr --epsilon 5 --categories =1+1,b,\"c,_d\"";
    let values = "b\n=1+1\r\n  c, d  \nb\n".repeat(50);
    let (_, table) = there_and_back(flags, " --format csv --consistency base-cut", &values);
    let lines: Vec<_> = table.out.lines().collect();
    assert_eq!(
        lines[0],
        "id,count,estimate,standard_error,low,high,consistent"
    );
    assert!(lines[1].starts_with("'=1+1,"), "{}", table.out);
    assert!(lines[3].starts_with("\"c, d\","), "{}", table.out);
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_bad_line_is_named_and_those_before_it_are_not_lost() {
    let sizes = "--mechanism grr --epsilon 1 --size 16";
    let names = "--mechanism oue --epsilon 1 --categories a,b,c";
    let numbers = "--mechanism sw --epsilon 1 --min 0 --max 10";
    let long = format!("1\n{}", "9".repeat(1 << 20));
    for (flags, values) in [
        (sizes, "3\n16\n"),
        (sizes, "3\n-1\n"),
        (sizes, "3\n1.5\n"),
        (sizes, "3\n\n4\n"),
        (sizes, "3\n99999999999999999999\n"),
        (sizes, "3\nsecret-answer\n"),
        (sizes, &long),
        (names, "a\nd\n"),
        (numbers, "3\n3.5\n"),
        (numbers, "3\n11\n"),
        (numbers, "3\nNaN\n"),
        (numbers, "3\n1e400\n"),
    ] {
        let ended = run(&format!("randomize {flags}"), values);
        assert_eq!(ended.code, Some(1), "{values:.40}: {}", ended.err);
        assert!(ended.err.starts_with("error: line 2: "), "{}", ended.err);
        assert_eq!(ended.out.lines().count(), 1, "{values:.40}");
    }
    let ended = run(&format!("randomize {sizes}"), b"1\n\xff\xfe\n".to_vec());
    assert_eq!(ended.code, Some(1));
    for (flags, reports) in [
        (sizes, "3\n16\n"),
        (sizes, "3\n[1]\n"),
        (sizes, "3\n\"AA\"\n"),
        (sizes, "3\nnull\n"),
        (sizes, "3\n{}\n"),
        (sizes, "3\n3 4\n"),
        (sizes, "3\n[1,\n"),
        (sizes, "3\n\n"),
        (sizes, &long),
        (names, "\"AQ\"\n\"AQID\"\n"),
        (names, "\"AQ\"\n\"CA\"\n"),
        (numbers, "3\n4000000000\n"),
        (numbers, "3\n-1\n"),
    ] {
        for more in ["", " --method mle"] {
            let ended = run(&format!("estimate {flags}{more}"), reports);
            assert_eq!(ended.code, Some(1), "{reports:.40}: {}", ended.err);
            assert!(
                ended.err.starts_with("error: line 2: "),
                "{reports:.40}: {}",
                ended.err
            );
            assert_eq!(ended.out, "");
        }
    }
    // A line that is not even written as a report is answered in the words of the mechanism.
    for (flags, expected) in [
        (sizes, "an index from 0 to 15"),
        (
            names,
            "a bit string of 1 bytes in base64url, in quotation marks",
        ),
    ] {
        let ended = run(&format!("estimate {flags}"), "yes\n");
        let said = format!("\"yes\" is not a report of this mechanism, which sends {expected}");
        assert!(ended.err.contains(&said), "{}", ended.err);
    }
    // Reports are counted in batches; the line is that of the report all the same.
    let many = "3\n".repeat(9000) + "16\n" + &"3\n".repeat(9000) + "x";
    let ended = run(&format!("estimate {sizes}"), many);
    assert!(ended.err.starts_with("error: line 9001: "), "{}", ended.err);
}

#[test]
fn without_reports_there_are_no_estimates() {
    for flags in ["--size 4", "--min 0 --max 9"] {
        let flags = format!("--mechanism auto --epsilon 1 {flags}");
        let ended = run(&format!("estimate {flags}"), "");
        assert_eq!(ended.code, Some(1), "{}", ended.err);
        assert!(ended.err.contains("no reports"), "{}", ended.err);
        let ended = run(&format!("randomize {flags}"), "");
        assert_eq!((ended.code, ended.out.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_wrong_call_ends_with_2() {
    let hint = |arguments: &str| {
        let ended = run(arguments, "0\n");
        assert_eq!(ended.code, Some(2), "{arguments}: {}", ended.err);
        assert_eq!(ended.out, "", "{arguments}");
        ended.err
    };
    for command in ["randomize", "estimate"] {
        for epsilon in [
            "0",
            "-1",
            "inf",
            "NaN",
            "1e3",
            "21",
            "0.0000001",
            "ln_1",
            "",
        ] {
            hint(&format!(
                "{command} --mechanism grr --epsilon {epsilon} --size 4"
            ));
        }
        for size in ["0", "1", "-3", "4294967295", "99999999999", "x"] {
            for mechanism in MECHANISMS {
                let name = mechanism.name();
                hint(&format!(
                    "{command} --mechanism {name} --epsilon 1 --size {size}"
                ));
            }
            hint(&format!(
                "{command} --mechanism auto --epsilon 1 --size {size}"
            ));
        }
        for domain in [
            "",
            " --size 4 --categories a,b",
            " --size 4 --min 0 --max 1",
            " --categories a",
            " --categories a,a",
            " --categories a,,b",
            " --min 0",
            " --max 1",
            " --min 1 --max 0",
            " --min 0 --max 1 --step 0",
            " --min 0 --max 1 --step -1",
            " --min 0 --max 10 --step 3",
            " --min 0 --max 1000000000",
            " --min 0 --max 1e400",
        ] {
            hint(&format!("{command} --mechanism auto --epsilon 1{domain}"));
        }
        let error = hint(&format!(
            "{command} --mechanism nothing --epsilon 1 --size 4"
        ));
        assert!(error.contains("subset-selection"), "{error}");
        let error = hint(&format!("{command} --mechanism sw --epsilon 1 --size 4"));
        assert!(error.contains("--min"), "{error}");
        let error = hint(&format!(
            "{command} --mechanism ss --epsilon 1 --min 0 --max 9"
        ));
        assert!(error.contains("--size"), "{error}");
        let error = hint(&format!(
            "{command} --mechanism two-coins --epsilon 1 --size 2"
        ));
        assert!(error.contains("ln 3"), "{error}");
    }
    for more in [
        "--confidence 1",
        "--confidence 95",
        "--confidence NaN",
        "--consistency clip",
        "--interval wald",
        "--method best",
        "--format xml",
    ] {
        hint(&format!(
            "estimate --mechanism grr --epsilon 1 --size 4 {more}"
        ));
    }
    hint("estimate --mechanism sw --epsilon 1 --min 0 --max 9 --consistency norm-sub");
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = sotto()
        .args([
            "randomize",
            "--mechanism",
            "grr",
            "--epsilon",
            "1",
            "--size",
            "4",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = thread::spawn(move || while stdin.write_all(&b"1\n".repeat(4096)).is_ok() {});
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
    assert_eq!(said, "");
    feeding.join().unwrap();
}

#[test]
fn a_seed_repeats_a_run_and_only_a_seed_does() {
    let flags = "randomize --mechanism oue --epsilon 1 --size 64";
    let values = "3\n".repeat(100);
    let draw = |more: &str| run(&format!("{flags}{more}"), values.as_str());
    assert_eq!(draw(" --seed 1").out, draw(" --seed 1").out);
    assert_ne!(draw(" --seed 1").out, draw(" --seed 2").out);
    let private = draw("");
    assert_eq!(private.err, "");
    assert_ne!(private.out, draw("").out);
}

/// Values from a column of a table, reports into one, and back; the line is named there too.
#[test]
fn a_column_of_a_table_is_read() {
    let flags = "--mechanism grr --epsilon 8 --categories yes,no";
    let mut table = String::from("name,answer\n");
    for person in 0..300 {
        let answer = if person % 3 == 0 { "yes" } else { "no" };
        writeln!(table, "\"Nobody, number {person}\", {answer} ").unwrap();
    }
    let drawn = run(
        &format!("randomize {flags} --column answer --seed 3"),
        table.as_str(),
    );
    assert_eq!(drawn.out.lines().count(), 300, "{}", drawn.err);
    let mut reports = String::from("report,note\n");
    for report in drawn.out.lines() {
        writeln!(reports, "{report},x").unwrap();
    }
    let estimates = run(&format!("estimate {flags} --column report"), reports).json();
    let share = number(&estimates["categories"][0]["estimate"]);
    assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");

    for (command, table, words) in [
        ("randomize", "name,answer\na,yes\nb,maybe\n", "line 3: "),
        ("randomize", "name,answer\na,yes\nb\n", "line 3: "),
        ("randomize", "name\na\n", "line 1: there is no column"),
        ("estimate", "answer\n0\n\"x\ny\"\n", "line 4: "),
        ("estimate", "answer\n0\n\n7\n", "line 4: "),
    ] {
        let ended = run(&format!("{command} {flags} --column answer"), table);
        assert_eq!(ended.code, Some(1), "{table:?}");
        let said = &ended.err;
        assert!(said.starts_with(&format!("error: {words}")), "{said}");
    }
}
