//! Hearing the crowd: the coins' false yeses are known on average, so they can be taken out; once, and 200 times.

use sotto_ldp::PrivacyLoss;
use sotto_ui::charts::{BarRow, Mark, Scale, TableRow, bars, dot_plot, table};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::{
    asking::{AT_ONCE, Asked, Course, Outcome, Surveys, use_surveys},
    crowd::{Crowd, Settings, Survey, people_of},
    hour::Hour,
    lesson::Lesson,
    parts::{
        Copies, CopyDots, DrawNumber, LANE, Playground, Scene, Slider, after, bar, figure,
        interval, playground, press_button, slider, use_scenes,
    },
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "hearing-the-crowd",
    play: |words| html! { <Hearing words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["two-coins"],
    source: "https://doi.org/10.24432/C5XW20",
};

/// How many people may be asked.
const PEOPLE: (u32, u32) = (10, 1_000_000);

/// Chances in percent that the first coin asks for the truth.
const TRUTH_CHANCE: (u32, u32) = (10, 90);

/// How often the crowd is asked again.
const SURVEYS: u32 = 200;

/// UCI Adult, a sample of a census: people, and those older than 50.
const ADULT: Crowd = Crowd {
    people: 32_561,
    yes: 6_460,
};

const STUDENTS: Settings = Settings {
    crowd: Crowd {
        people: 200,
        yes: 40,
    },
    truth_chance: 50,
};

const ADULT_BY_COINS: Settings = Settings {
    crowd: ADULT,
    ..STUDENTS
};

/// In the proportion of the students.
const MILLION: Settings = Settings {
    crowd: Crowd {
        people: 1_000_000,
        yes: 200_000,
    },
    ..STUDENTS
};

fn figures() -> Figures {
    let figures = || {
        let (students, adult) = (STUDENTS.survey()?, ADULT_BY_COINS.survey()?);
        let of_students = |yes| Some(people_of(students.estimate(yes)?, STUDENTS.crowd));
        let of_adult = |yes| Some(people_of(adult.estimate(yes)?, ADULT));
        Some(vec![
            ("people", Figure::Whole(200)),
            ("false-yes", Figure::Number(students.false_yes(), 0)),
            ("few", Figure::Whole(45)),
            ("few-estimate", Figure::Number(of_students(45)?, 0)),
            ("many", Figure::Whole(80)),
            ("many-estimate", Figure::Number(of_students(80)?, 0)),
            ("adult", Figure::Whole(ADULT.people.into())),
            ("adult-over-50", Figure::Whole(ADULT.yes.into())),
            ("adult-yes", Figure::Whole(11_400)),
            ("adult-false-yes", Figure::Number(adult.false_yes(), 0)),
            ("adult-estimate", Figure::Number(of_adult(11_400)?, 0)),
            ("adult-error", Figure::Number(adult.standard_error()?, 0)),
            ("surveys", Figure::Whole(SURVEYS.into())),
        ])
    };
    figures().unwrap_or_default()
}

/// The class that has told its own figures in this hour, if there are enough people to ask.
fn of_class() -> Option<Settings> {
    let told = Hour::here()?.told?;
    (told.people >= PEOPLE.0).then_some(Settings {
        crowd: Crowd {
            people: told.people,
            yes: told.yes,
        },
        ..STUDENTS
    })
}

#[derive(Properties, PartialEq)]
struct HearingProps {
    words: WordsWithFigures,
}

#[component]
fn Hearing(props: &HearingProps) -> Html {
    let words = &props.words;
    let first = use_memo((), |()| of_class().unwrap_or(STUDENTS));
    let asked = use_state_eq(|| Asked {
        settings: *first,
        draw: 0,
        surveys: 0,
    });
    let people = use_state_eq(|| first.crowd.people.to_string());
    let (surveys, stop) = use_surveys(*asked);
    let set = {
        let asked = asked.clone();
        move |change: fn(Settings, u32) -> Settings| {
            let asked = asked.clone();
            Callback::from(move |number| {
                asked.set(asked.with(change(asked.settings, number)));
            })
        }
    };
    let ask = |times: u32| {
        let asked = asked.clone();
        Callback::from(move |_: MouseEvent| {
            asked.set(Asked {
                draw: after(asked.draw),
                surveys: times,
                ..*asked
            });
        })
    };
    let by_number = {
        let asked = asked.clone();
        Callback::from(move |draw| asked.set(Asked { draw, ..*asked }))
    };
    let take = |settings: Settings| {
        let (asked, people) = (asked.clone(), people.clone());
        Callback::from(move |_: MouseEvent| {
            people.set(settings.crowd.people.to_string());
            asked.set(asked.with(settings));
        })
    };
    let type_people = {
        let (asked, people) = (asked.clone(), people.clone());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let text = input.value();
            if let Some(number) = read_people(&text) {
                let percent = asked.settings.crowd.percent();
                asked.set(asked.with(Settings {
                    crowd: Crowd::of_percent(number, percent),
                    ..asked.settings
                }));
            }
            people.set(text);
        })
    };
    let settings = asked.settings;
    let heard = heard(words, &surveys);
    let is_under_way = matches!(surveys.course, Course::UnderWay(_)).then_some("true");
    let wrong = read_people(&people).is_none();
    let bounds = [
        ("least", Figure::Whole(PEOPLE.0.into())),
        ("most", Figure::Whole(PEOPLE.1.into())),
    ];
    let yes = Slider {
        id: "true-yes",
        label: words.say("true-yes"),
        ends: (0, 100),
        step: 1,
        value: settings.crowd.percent(),
        figure: words.fill(
            "true-yes-figure",
            &[
                ("count", Figure::Whole(settings.crowd.yes.into())),
                ("share", Figure::Share(settings.crowd.share(), 0)),
            ],
        ),
    };
    let coin = Slider {
        id: "coin",
        label: words.say("coin"),
        ends: TRUTH_CHANCE,
        step: 5,
        value: settings.truth_chance,
        figure: coin_figure(words, &surveys),
    };
    let change_yes = set(|settings, percent| Settings {
        crowd: Crowd::of_percent(settings.crowd.people, percent),
        ..settings
    });
    let change_coin = set(|settings, truth_chance| Settings {
        truth_chance,
        ..settings
    });
    let controls = html! {
        <>
                <div class="control">
                    <label for="people">{ words.say("people-asked") }</label>
                    <input
                        id="people"
                        type="number"
                        inputmode="numeric"
                        min={PEOPLE.0.to_string()}
                        max={PEOPLE.1.to_string()}
                        value={(*people).clone()}
                        aria-invalid={wrong.then_some("true")}
                        aria-describedby="people-wrong"
                        oninput={type_people}
                    />
                    <p id="people-wrong" class="wrong" role="status">
                        if wrong { { words.fill("people-wrong", &bounds) } }
                    </p>
                </div>
                { slider(yes, &change_yes) }
                { slider(coin, &change_coin) }
                <p class="buttons">
                    <button id="students" type="button" class="quiet" onclick={take(STUDENTS)}>{ words.say("students") }</button>
                    <button id="adult-data" type="button" class="quiet" onclick={take(ADULT_BY_COINS)}>{ words.say("adult-data") }</button>
                    <button id="million" type="button" class="quiet" onclick={take(MILLION)}>{ words.say("million") }</button>
                </p>
                <DrawNumber words={words.messages().clone()} draw={asked.draw} change={by_number}/>
        </>
    };
    let stage = Playground {
        picture: html! {
            <>
                <p id="heard" class="outcome" aria-busy={is_under_way}>{ heard.clone() }</p>
                if asked.answers() > AT_ONCE {
                    { progress(words, &surveys, &stop) }
                }
                if asked.surveys > 1 {
                    { again(words, &surveys) }
                }
                if let (Some(survey), Some(&first)) = (&surveys.survey, surveys.outcomes.first()) {
                    if asked.surveys == 1 {
                        <Dots words={words.clone()} draw={asked.draw} copies={copies(settings.crowd, survey, first)}/>
                    }
                    { steps(words, settings.crowd, survey, first) }
                }
            </>
        },
        buttons: html! {
            <>
                { press_button(words, ["ask", "ask"], true, ask(1)) }
                { press_button(words, ["ask-often", "ask-often"], false, ask(SURVEYS)) }
            </>
        },
        controls,
        spoken: if is_under_way.is_some() {
            String::new()
        } else {
            heard
        },
    };
    playground(words, stage)
}

/// The number of people, if it is one that may be asked.
fn read_people(text: &str) -> Option<u32> {
    let number: u32 = text.trim().parse().ok()?;
    (PEOPLE.0..=PEOPLE.1).contains(&number).then_some(number)
}

fn coin_figure(words: &WordsWithFigures, surveys: &Surveys) -> String {
    let loss = surveys.survey.as_ref().map(Survey::privacy_loss);
    words.fill(
        "coin-figure",
        &[
            (
                "chance",
                Figure::Share(f64::from(surveys.asked.settings.truth_chance) / 100.0, 0),
            ),
            (
                "epsilon",
                Figure::Number(loss.map_or(0.0, PrivacyLoss::to_f64), 2),
            ),
        ],
    )
}

/// What was heard.
fn heard(words: &WordsWithFigures, surveys: &Surveys) -> String {
    let crowd = surveys.asked.settings.crowd;
    let whole = |number: usize| Figure::Whole(number as u64);
    match (surveys.asked.surveys, surveys.outcomes.first()) {
        (0, _) => words.say("not-asked"),
        _ if surveys.course == Course::Broken => {
            words.fill("broken", &[("most", Figure::Whole(AT_ONCE))])
        }
        _ if surveys.course == Course::Stopped => words.say("stopped"),
        (1, None) => words.fill(
            "asking-once",
            &[("people", Figure::Whole(crowd.people.into()))],
        ),
        (1, Some(&Outcome { said_yes, estimate })) => {
            let people = f64::from(crowd.people);
            words.fill(
                "heard",
                &[
                    ("said", Figure::Whole(said_yes.into())),
                    ("asked", Figure::Whole(crowd.people.into())),
                    ("estimate", Figure::Number(people_of(estimate, crowd), 0)),
                    ("low", Figure::Number(estimate.interval.0 * people, 0)),
                    ("high", Figure::Number(estimate.interval.1 * people, 0)),
                    ("truth", Figure::Whole(crowd.yes.into())),
                    ("draw", Figure::Whole(surveys.asked.draw.into())),
                ],
            )
        }
        (all, _) if !surveys.is_over() => {
            words.fill("asking", &[("all", Figure::Whole(all.into()))])
        }
        (all, _) => {
            let error = surveys.survey.as_ref().and_then(Survey::standard_error);
            let figures = [
                ("all", Figure::Whole(all.into())),
                ("held", whole(surveys.held())),
                ("truth", Figure::Whole(crowd.yes.into())),
                ("error", Figure::Number(error.unwrap_or(0.0), 0)),
                ("draw", Figure::Whole(surveys.asked.draw.into())),
            ];
            words.fill("heard-often", &figures)
        }
    }
}

/// How far a large crowd is, and what stops it.
fn progress(words: &WordsWithFigures, surveys: &Surveys, stop: &Callback<()>) -> Html {
    let (done, all) = (surveys.answered(), surveys.asked.answers());
    let figures = [("done", Figure::Whole(done)), ("all", Figure::Whole(all))];
    let onclick = stop.reform(|_: MouseEvent| ());
    let is_idle = !matches!(surveys.course, Course::UnderWay(_));
    html! {
        <div id="asking" class="progress">
            <progress value={done.to_string()} max={all.to_string()} aria-label={words.say("progress")}/>
            <p class="progress-text" aria-hidden="true">{ words.fill("progress-figure", &figures) }</p>
            <button id="stop" type="button" class="quiet" disabled={is_idle} {onclick}>{ words.say("stop") }</button>
        </div>
    }
}

/// What a crowd has said, to be shown as dots.
fn copies(crowd: Crowd, survey: &Survey, outcome: Outcome) -> Copies {
    let people = crowd.people.into();
    Copies {
        people,
        yes: outcome.said_yes.into(),
        by_chance: survey.false_yes(),
        kept: survey.gap(),
        each: Copies::each_of(people),
    }
}

#[derive(Properties, PartialEq)]
struct DotsProps {
    words: WordsWithFigures,
    draw: u32,
    copies: Copies,
}

/// The crowd as dots, which speak anew with every draw.
#[component]
fn Dots(props: &DotsProps) -> Html {
    let DotsProps {
        words,
        draw,
        copies,
    } = props;
    let scene = use_scenes(
        *draw,
        &[Scene::Rows, Scene::Said, Scene::Less, Scene::Whole],
    );
    let names = ["yes", "no"].map(|key| words.say(key));
    html! { <CopyDots words={words.clone()} copies={*copies} {names} {scene}/> }
}

/// From the yeses that were said to the estimate, a bar for each step.
fn steps(words: &WordsWithFigures, crowd: Crowd, survey: &Survey, outcome: Outcome) -> Html {
    let Outcome { said_yes, estimate } = outcome;
    let (false_yes, gap) = (survey.false_yes(), survey.gap());
    let people = f64::from(crowd.people);
    let said = f64::from(said_yes);
    let left = said - false_yes;
    let estimated = people_of(estimate, crowd);
    let ends = (estimate.interval.0 * people, estimate.interval.1 * people);
    let truth = f64::from(crowd.yes);
    let rows: [(&str, f64, Vec<Mark>); 5] = [
        ("step-said", said, vec![bar("bar-reported", said)]),
        (
            "step-false",
            false_yes,
            vec![bar("bar-reported", false_yes)],
        ),
        ("step-left", left, vec![bar("bar-reported", left)]),
        (
            "step-estimate",
            estimated,
            vec![bar("bar-estimate", estimated), interval(ends)],
        ),
        ("step-truth", truth, vec![bar("bar-truth", truth)]),
    ];
    let figure_of = |number: f64| Figure::Number(number, 0);
    // Two fair coins: "times 2".
    let is_whole = (1.0 / gap - (1.0 / gap).round()).abs() < 1e-9;
    let divisor = Figure::Number(1.0 / gap, if is_whole { 0 } else { 2 });
    let title = |key: &str| words.fill(key, &[("divisor", divisor)]);
    let figures: Vec<_> = rows
        .iter()
        .map(|(key, number, _)| (*key, *number))
        .collect();
    let scale_ends = [0, crowd.people].map(|end| words.messages().whole(end.into()));
    let rows = rows.into_iter().map(|(key, number, marks)| BarRow {
        id: key.to_owned(),
        title: title(key),
        scale: Scale::between(0.0, people),
        ends: (key == "step-truth").then(|| scale_ends.clone()),
        marks,
        words: html! { <b>{ words.fill("step-figure", &[("number", figure_of(number))]) }</b> },
    });
    let picture = bars(rows.collect(), LANE);
    let rows = figures.into_iter().map(|(key, number)| TableRow {
        id: key.to_owned(),
        title: title(key),
        figures: Ok(vec![words.messages().number(number, 1)]),
    });
    let head = ["table-step", "table-number"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    let said_in_words = words.fill(
        "steps-caption",
        &[
            ("said", Figure::Whole(said_yes.into())),
            ("false", figure_of(false_yes)),
            ("left", figure_of(left)),
            ("divisor", divisor),
            ("estimate", figure_of(estimated)),
        ],
    );
    figure(words.say("steps"), picture, said_in_words, table)
}

/// The distances from the truth at which a picture may end, in shares of the crowd: few, so that it seldom jumps.
const REACHES: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0];

/// The estimates of all surveys.
fn again(words: &WordsWithFigures, surveys: &Surveys) -> Html {
    let crowd = surveys.asked.settings.crowd;
    let people = f64::from(crowd.people);
    let truth = f64::from(crowd.yes);
    let spread = surveys.survey.as_ref().and_then(Survey::standard_error);
    let spread = spread.unwrap_or(people);
    let reach = REACHES
        .into_iter()
        .find(|reach| reach * people >= 3.0 * spread);
    let reach = reach.unwrap_or(2.0) * people;
    let (low, high) = (truth - reach, truth + reach);
    let of = |outcome: &Outcome| people_of(outcome.estimate, crowd);
    let estimates: Vec<_> = surveys.outcomes.iter().map(of).collect();
    let number = |number: f64| words.messages().number(number, 0);
    let picture = dot_plot(
        estimates.iter().copied(),
        truth,
        Scale::between(low, high),
        [number(low), number(high)],
    );
    let mut sorted = estimates;
    sorted.sort_by(f64::total_cmp);
    let at = |part: usize| {
        sorted
            .get(sorted.len().saturating_sub(1) * part / 40)
            .copied()
    };
    let rows = [
        ("table-least", 0),
        ("table-low", 1),
        ("table-middle", 20),
        ("table-high", 39),
        ("table-most", 40),
    ];
    let rows = rows.into_iter().map(|(key, part)| TableRow {
        id: key.to_owned(),
        title: words.say(key),
        figures: Ok(vec![at(part).map_or_else(|| "–".to_owned(), number)]),
    });
    let head = ["table-place", "table-estimate"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    let caption = words.fill(
        "again-caption",
        &[
            ("low", Figure::Number(at(1).unwrap_or(0.0), 0)),
            ("high", Figure::Number(at(39).unwrap_or(0.0), 0)),
            ("truth", Figure::Whole(crowd.yes.into())),
        ],
    );
    figure(words.say("again"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 90 of 200 say "yes": 50 are the coins', 40 are left, and doubled they are 80; a dot for five.
    #[test]
    fn the_dots_are_what_the_bars_say() {
        let survey = STUDENTS.survey().unwrap();
        let outcome = Outcome {
            said_yes: 90,
            estimate: survey.estimate(90).unwrap(),
        };
        let found = copies(STUDENTS.crowd, &survey, outcome);
        assert_eq!([found.people, found.yes, found.each], [200, 90, 5]);
        assert!((found.by_chance - 50.0).abs() < 1e-9 && (found.kept - 0.5).abs() < 1e-9);
        let whole = (90.0 - found.by_chance) / found.kept;
        assert!((whole - people_of(outcome.estimate, STUDENTS.crowd)).abs() < 1e-9);
    }

    /// Adult: 6,460 of 32,561 are over 50; two coins make about 11,400 yeses, with a standard error of 156.
    #[test]
    fn adult_by_two_coins() {
        let survey = ADULT_BY_COINS.survey().unwrap();
        let expected = survey.false_yes() + survey.gap() * f64::from(ADULT.yes);
        assert!((expected - 11_370.25).abs() < 0.01, "{expected}");
        assert!((survey.standard_error().unwrap() - 156.27).abs() < 0.01);
        let estimate = survey.estimate(11_400).unwrap();
        assert!((people_of(estimate, ADULT) - 6_519.5).abs() < 0.01);
        // Fixed coins: the interval of this survey holds the truth, and the estimate is within five errors.
        let estimate = survey.estimate(survey.ask(1)).unwrap();
        assert!((people_of(estimate, ADULT) - 6_460.0).abs() < 5.0 * 156.27);
    }

    #[test]
    fn two_hundred_surveys_hold_the_truth_as_often_as_they_say() {
        let asked = Asked {
            settings: STUDENTS,
            draw: 1,
            surveys: SURVEYS,
        };
        let surveys = Surveys::new(asked);
        assert_eq!(surveys.outcomes.len(), 200);
        // Binomial(200, 0.95): below 172 or at 200 with a chance under 1e-4; the coins are fixed.
        assert!((172..200).contains(&surveys.held()), "{}", surveys.held());
        // The same coins on every device, others after another press.
        let again = asked.settings.survey().unwrap().ask(asked.number(7));
        assert_eq!(again, surveys.outcomes[7].said_yes);
        let other = Asked { draw: 2, ..asked };
        assert_ne!(asked.number(7), other.number(7));
    }

    /// What is heard first, and after the next press, is within one standard error of the truth: √(n·3/16)·2 people by two
    /// fair coins.
    #[test]
    fn the_first_crowds_are_typical() {
        for percent in 0..=100 {
            for people in [10, 200, 32_561] {
                let settings = Settings {
                    crowd: Crowd::of_percent(people, percent),
                    ..STUDENTS
                };
                for draw in [1, 2] {
                    let asked = Asked {
                        settings,
                        draw,
                        surveys: 1,
                    };
                    let found = Surveys::new(asked).outcomes[0].estimate;
                    let off = people_of(found, settings.crowd) - f64::from(settings.crowd.yes);
                    let error = 2.0 * (f64::from(people) * 3.0 / 16.0).sqrt();
                    assert!(
                        off.abs() <= error + 1e-9,
                        "{percent} % of {people}, {draw}: {off}"
                    );
                }
            }
        }
        // Of a million, too, whom a worker asks with the same coins.
        let million = MILLION.survey().unwrap();
        let asked = Asked {
            settings: MILLION,
            draw: 1,
            surveys: 1,
        };
        let found = million.estimate(million.ask(asked.number(0))).unwrap();
        let off = people_of(found, MILLION.crowd) - 200_000.0;
        assert!(off.abs() <= 2.0 * 187_500_f64.sqrt(), "{off}");
    }

    #[test]
    fn fewer_yeses_than_the_coins_make_are_an_estimate_below_zero() {
        let survey = STUDENTS.survey().unwrap();
        for (said_yes, expected) in [(45, -10.0), (80, 60.0)] {
            let estimated = people_of(survey.estimate(said_yes).unwrap(), STUDENTS.crowd);
            assert!((estimated - expected).abs() < 1e-9, "{estimated}");
        }
    }

    #[test]
    fn people_are_whole_numbers_within_bounds() {
        for (text, expected) in [
            ("10", Some(10)),
            (" 1000000 ", Some(1_000_000)),
            ("9", None),
            ("1000001", None),
            ("-5", None),
            ("1e3", None),
            ("", None),
            ("99999999999", None),
        ] {
            assert_eq!(read_people(text), expected, "{text:?}");
        }
        for people in [10, 32_561, 1_000_000] {
            for percent in [0, 20, 100] {
                let crowd = Crowd::of_percent(people, percent);
                assert_eq!(crowd.percent(), percent);
                assert!(crowd.yes <= people);
            }
        }
        assert_eq!(ADULT.percent(), 20);
    }
}
