//! What strangers, pupils and whoever opens rooms without end try.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use reqwest::{Method, Response, header};
use serde_json::{Value, json};
use sotto_api::client::ClientError;
use sotto_collector::{DatabaseUrl, StoppedClock, storage::StoredRoom};
use sotto_survey::{ProblemKind, Survey};

use super::{ROOMS, Room, buy, questions, send};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices, Running, post},
    operated::Operated,
};

on_both!(
    a_room_is_led_no_faster_than_a_class_follows,
    an_ended_room_leaves_nothing,
    no_line_of_the_log_is_of_a_room,
    a_locked_room_is_locked_at_every_door,
    one_phone_counts_once_a_round,
    nothing_joins_who_joined_to_what_was_sent,
    nothing_of_a_phone_is_kept_or_told,
    operators_list_rooms_and_end_them,
    a_rooms_survey_takes_its_room_with_it,
);

/// A collector by a clock that stands still.
async fn stopped(database: TestDatabase) -> (Operated, Arc<StoppedClock>) {
    let clock = Arc::new(StoppedClock::now());
    let its = Arc::<StoppedClock>::clone(&clock);
    (Operated::start_at(database, its, |_| ()).await, clock)
}

async fn is_problem(response: Response, kind: ProblemKind) -> String {
    let status = response.status();
    let problem = harness::json(response).await;
    assert_eq!(problem["type"], kind.type_uri(), "{problem}");
    assert_eq!(status, kind.status());
    problem["detail"].as_str().unwrap().to_owned()
}

async fn a_room_is_led_no_faster_than_a_class_follows(database: TestDatabase) {
    let (operated, clock) = stopped(database).await;
    let running = &operated.running;
    let room = Room::open(running).await;
    let ask = async || {
        room.ask(running, Method::POST, "/acts", json!({ "ask": 0 }))
            .await
    };
    // Strangers use nothing of it up.
    let stranger = Room {
        code: room.code.clone(),
        presenter: Room::open(running).await.presenter,
    };
    for _ in 0..30 {
        let act = stranger.ask(running, Method::POST, "/acts", json!({ "ask": 0 }));
        assert_eq!(act.await.status(), 403);
    }
    let mut heard = BTreeMap::new();
    for _ in 0..200 {
        *heard.entry(ask().await.status().as_u16()).or_insert(0) += 1;
    }
    assert_eq!(heard, [(200, 20), (429, 180)].into());
    let refused = ask().await;
    assert_eq!(refused.headers()[header::RETRY_AFTER], "7");
    let sentence = is_problem(refused, ProblemKind::TooManyRequests).await;
    assert!(
        sentence.contains("faster than a class can follow"),
        "{sentence}"
    );
    assert_eq!(room.snapshot(running).await["round"], 21);
    // A step is another matter, and there is a pace for it, too.
    let mut steps = Vec::new();
    for _ in 0..61 {
        let act = room.ask(running, Method::POST, "/acts", json!({ "step": "open" }));
        steps.push(act.await.status().as_u16());
    }
    assert_eq!((steps[59], steps[60]), (200, 429));
    // However patient its presenter is, there is an end.
    while room.snapshot(running).await["round"] != 100 {
        clock.advance(Duration::from_secs(6));
        assert_eq!(ask().await.status(), 200);
    }
    clock.advance(Duration::from_secs(6));
    let refused = ask().await;
    let sentence = is_problem(refused, ProblemKind::RoomFull).await;
    assert!(sentence.contains("100 rounds"), "{sentence}");
    // Of all these rounds nothing is kept but the last two; the other room has its first.
    let rounds = "surveys WHERE id LIKE 'room-%'";
    assert_eq!(operated.database.rows(rounds).await, 3);
}

/// How many rows each table has.
async fn tables(database: &TestDatabase) -> BTreeMap<&'static str, i64> {
    let mut found = BTreeMap::new();
    for table in [
        "rooms",
        "surveys",
        "survey_settings",
        "erasures",
        "submissions",
        "spent_invites",
        "survey_counts",
        "part_counts",
        "told_counts",
        "noisy_rows",
        "given_rows",
        "invites",
        "spent_tickets",
        "issuing_keys",
        "deleted_surveys",
        "log_entries",
        "audit_log",
    ] {
        found.insert(table, database.rows(table).await);
    }
    if let DatabaseUrl::Sqlite(_) = database.url {
        let recent = "recent_submissions";
        found.insert(recent, database.rows(recent).await);
    }
    found
}

/// A room that a class has answered twice.
async fn answered(running: &Running) -> (Room, Survey) {
    let room = Room::open(running).await;
    for again in [false, true] {
        if again {
            room.act(running, json!({ "ask": 0 })).await;
        }
        room.act(running, json!({ "step": "open" })).await;
        assert_eq!(room.answer(running, 6).await, [201; 6]);
        room.act(running, json!({ "step": "sent" })).await;
    }
    let survey = room.survey(running).await;
    (room, survey)
}

async fn an_ended_room_leaves_nothing(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let before = tables(&operated.database).await;
    let (room, survey) = answered(running).await;
    let meanwhile = tables(&operated.database).await;
    for table in ["rooms", "surveys", "invites", "issuing_keys", "part_counts"] {
        assert!(meanwhile[table] > before[table], "{table}");
    }
    let ended = room.ask(running, Method::DELETE, "", json!({})).await;
    assert_eq!(ended.status(), 204);
    assert_eq!(tables(&operated.database).await, before);
    for gone in [
        room.path(),
        format!("/api/v1/surveys/{}", survey.id()),
        format!("/api/v1/surveys/{}/status", survey.id()),
    ] {
        assert_eq!(running.get(&gone).await.status(), 404, "{gone}");
    }
}

/// The lines of the public log, as text.
async fn log(running: &Running) -> String {
    let checkpoint = running.get("/api/v1/log/checkpoint").await;
    let checkpoint = checkpoint.text().await.unwrap();
    let size = checkpoint.lines().nth(1).unwrap();
    let tile = format!("/api/v1/log/tile/entries/000.p/{size}");
    let bytes = running.get(&tile).await.bytes().await.unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As a room's survey stood there by the hash of its id, whoever hashed all codes had them.
async fn no_line_of_the_log_is_of_a_room(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let before = log(running).await;
    assert!(before.contains("sotto-survey-1 "));
    let (room, survey) = answered(running).await;
    assert_eq!(log(running).await, before);
    // Nor is the survey where a code would lead.
    assert!(!survey.id().as_str().contains(&room.code.to_lowercase()));
    for rest in ["", "/status", "/results", "/submissions"] {
        let guessed = format!("/api/v1/surveys/room-{}{rest}", room.code.to_lowercase());
        let address = running.address(&guessed);
        let response = match rest {
            "/submissions" => post(&running.http, &address, "{}").await,
            _ => running.get(&guessed).await,
        };
        is_problem(response, ProblemKind::UnknownSurvey).await;
    }
}

async fn a_locked_room_is_locked_at_every_door(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let room = Room::open(running).await;
    let survey = room.survey(running).await;
    let member = room.snapshot(running).await["member"].clone();
    let inside = room.join(running).await;
    room.act(running, json!({ "step": "open" })).await;
    room.act(running, json!({ "lock": true })).await;

    let members = format!("{}/members", room.path());
    let member = member.as_str().unwrap();
    // Neither a stranger nor somebody who has looked in, and had not joined.
    for address in [members.clone(), format!("{members}?member={member}")] {
        let response = post(&running.http, &running.address(&address), "").await;
        is_problem(response, ProblemKind::RoomLocked).await;
    }
    is_problem(running.get(&room.path()).await, ProblemKind::RoomLocked).await;
    let mut devices = Devices::of(survey.clone(), 1);
    assert_eq!(send(running, &survey, &devices.body(), None).await, 403);
    for forged in [member.to_owned(), "A".repeat(128), "x".to_owned()] {
        let heard = send(running, &survey, &devices.body(), Some(&forged)).await;
        assert_eq!(heard, 403, "{forged}");
        assert!(buy(running, &survey, &forged, 2).await.is_err());
    }
    let open = format!("{}?member={member}", room.path());
    assert_eq!(running.json(&open).await["answered"], 0);

    // Who is in it answers, also what is bought now.
    let bought = buy(running, &survey, &inside, 3).await.unwrap();
    let heard = send(running, &survey, &devices.body(), Some(&bought.token)).await;
    assert_eq!(heard, 201);
    let now = running.json(&open).await;
    assert_eq!((&now["answered"], &now["joined"]), (&json!(1), &json!(1)));
}

async fn one_phone_counts_once_a_round(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let room = Room::open(running).await;
    room.act(running, json!({ "step": "open" })).await;
    let survey = room.survey(running).await;
    let invite = room.join(running).await;
    let bought = buy(running, &survey, &invite, 1).await.unwrap();
    let mut devices = Devices::of(survey.clone(), 1);
    let mut heard = BTreeMap::new();
    for _ in 0..222 {
        let status = send(running, &survey, &devices.body(), Some(&bought.token)).await;
        *heard.entry(status).or_insert(0) += 1;
    }
    assert_eq!(heard, [(201, 1), (409, 221)].into());
    // Neither the invite nor what came with the token buys another in this round.
    for with in [&invite, &bought.ticket] {
        let Err(ClientError::Problem(_)) = buy(running, &survey, with, 2).await else {
            panic!("a second token of a round");
        };
    }
    assert_eq!(room.snapshot(running).await["answered"], 1);

    room.act(running, json!({ "ask": 0 })).await;
    room.act(running, json!({ "step": "open" })).await;
    let again = room.survey(running).await;
    assert!(buy(running, &again, &invite, 3).await.is_err());
    let next = buy(running, &again, &bought.ticket, 4).await.unwrap();
    assert!(buy(running, &again, &bought.ticket, 5).await.is_err());
    let mut devices = Devices::of(again.clone(), 2);
    for (token, status) in [(&bought.token, 403), (&next.token, 201), (&next.token, 409)] {
        let heard = send(running, &again, &devices.body(), Some(token)).await;
        assert_eq!(heard, status);
    }
    let told = room.snapshot(running).await;
    assert_eq!((&told["answered"], &told["joined"]), (&json!(1), &json!(1)));
}

/// What is stored of those who joined and what is stored of what was sent have nothing in common, in whichever table.
async fn nothing_joins_who_joined_to_what_was_sent(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let (_, survey) = answered(running).await;
    let database = &operated.database;
    for both in [
        "spent_invites JOIN invites ON spent_invites.invite = invites.code_hash \
         OR spent_invites.invite = invites.bought",
        "submissions JOIN invites ON invites.code_hash = submissions.id_hash \
         OR invites.bought = submissions.id_hash OR invites.code_hash = submissions.fingerprint \
         OR invites.bought = submissions.fingerprint",
        "spent_tickets JOIN invites ON spent_tickets.ticket = invites.code_hash \
         OR spent_tickets.bought = invites.bought OR spent_tickets.ticket = invites.bought",
        "spent_tickets JOIN spent_invites ON spent_tickets.ticket = spent_invites.invite \
         OR spent_tickets.bought = spent_invites.invite",
    ] {
        assert_eq!(database.rows(both).await, 0, "{both}");
    }
    // Of each who joined one row, and of each copy that was counted another, with no third that has both.
    assert_eq!(database.rows("invites WHERE bought IS NOT NULL").await, 12);
    assert_eq!(database.rows("spent_invites").await, 12);
    // The room's row is the same however many have joined it and sent.
    let storage = database.open().await;
    let rooms = storage.rooms().await.unwrap();
    assert_eq!((rooms.len(), rooms[0].joined), (1, 12));
    let state: Value = serde_json::from_str(&rooms[0].room.state).unwrap();
    let members = state.as_object().unwrap().keys().map(String::as_str);
    let of_all = [
        "asked",
        "locked",
        "member",
        "pool",
        "presenter",
        "question",
        "questions",
        "round",
        "step",
    ];
    assert_eq!(members.collect::<BTreeSet<_>>(), of_all.into());
    assert_eq!(rooms[0].room.survey, survey.id().as_str());
    storage.close().await;
}

/// What a phone got, bought and sent is nowhere as it was: not in the files or rows, and not in what is told.
async fn nothing_of_a_phone_is_kept_or_told(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let room = Room::open(running).await;
    room.act(running, json!({ "step": "open" })).await;
    let survey = room.survey(running).await;
    let empty = room.snapshot(running).await;
    let mut of_phones = Vec::new();
    for seed in 0..6 {
        let invite = room.join(running).await;
        let bought = buy(running, &survey, &invite, seed).await.unwrap();
        let body = Devices::of(survey.clone(), seed).body();
        let heard = send(running, &survey, &body, Some(&bought.token)).await;
        assert_eq!(heard, 201);
        of_phones.extend([invite, bought.token, bought.ticket]);
    }
    // All are told how many there are, and nothing else has changed.
    let mut full = room.snapshot(running).await;
    assert_eq!((&full["joined"], &full["answered"]), (&json!(6), &json!(6)));
    for name in ["tag", "joined", "answered"] {
        full[name] = empty[name].clone();
    }
    assert_eq!(full, empty);
    let mut kept = operated.database.everything().await;
    for path in [ROOMS, "/api/v1/audit-log", "/api/v1/surveys"] {
        let told = operated.as_operator(Method::GET, path).await;
        kept.extend(told.bytes().await.unwrap());
    }
    let is_there = |text: &str| {
        let text = text.as_bytes();
        kept.windows(text.len()).any(|found| found == text)
    };
    // That what is looked for would be found.
    assert!(is_there(survey.id().as_str()));
    for text in of_phones {
        assert!(!is_there(&text), "{text}");
    }
}

impl Operated {
    async fn as_operator(&self, method: Method, path: &str) -> Response {
        let request = self
            .running
            .http
            .request(method, self.running.address(path));
        request.bearer_auth(&self.operator).send().await.unwrap()
    }
}

async fn operators_list_rooms_and_end_them(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let [kept, ended] = [Room::open(running).await, Room::open(running).await];
    kept.join(running).await;
    kept.act(running, json!({ "lock": true })).await;
    let listed = async || {
        let listed = operated.as_operator(Method::GET, ROOMS).await;
        assert_eq!(listed.status(), 200);
        harness::json(listed).await
    };
    let both = listed().await;
    assert_eq!(both.as_array().unwrap().len(), 2);
    let one = both
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["code"] == *kept.code);
    let one = one.unwrap();
    assert_eq!(
        (&one["step"], &one["locked"], &one["joined"]),
        (&json!("lobby"), &json!(true), &json!(1))
    );
    assert!(one["ends"].is_string());
    is_problem(running.get(ROOMS).await, ProblemKind::Unauthenticated).await;

    let delete = running.http.delete(running.address(&ended.path()));
    is_problem(delete.send().await.unwrap(), ProblemKind::Forbidden).await;
    for role in ["viewer", "teacher", "designer"] {
        let tokens = running.http.post(running.address("/api/v1/tokens"));
        let token = json!({ "name": role, "role": role });
        let tokens = tokens.header(header::CONTENT_TYPE, "application/json");
        let made = tokens
            .bearer_auth(&operated.operator)
            .body(token.to_string());
        let made = harness::json(made.send().await.unwrap()).await;
        let token = made["token"].as_str().unwrap();
        let delete = running.http.delete(running.address(&ended.path()));
        let refused = delete.bearer_auth(token).send().await.unwrap();
        is_problem(refused, ProblemKind::Forbidden).await;
    }
    let deleted = operated.as_operator(Method::DELETE, &ended.path()).await;
    assert_eq!(deleted.status(), 204);
    assert_eq!(running.get(&ended.path()).await.status(), 404);
    let rest = listed().await;
    assert_eq!(rest.as_array().unwrap().len(), 1);
    // It is noted that a room was ended, and not which.
    let noted = operated.as_operator(Method::GET, "/api/v1/audit-log").await;
    let noted = harness::json(noted).await;
    assert_eq!(noted[0]["act"], "room.end");
    assert_eq!(noted[0]["survey"], Value::Null);
}

async fn a_rooms_survey_takes_its_room_with_it(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let running = &operated.running;
    let room = Room::open(running).await;
    let survey = room.survey_path(running).await;
    let deleted = operated.as_operator(Method::DELETE, &survey).await;
    assert_eq!(deleted.status(), 204);
    assert_eq!(operated.database.rows("rooms").await, 0);
    assert_eq!(operated.database.rows("deleted_surveys").await, 0);
    is_problem(running.get(&room.path()).await, ProblemKind::UnknownRoom).await;
}

/// Every address that takes a code counts a wrong one, and none tells a right one from it.
#[tokio::test]
async fn wrong_codes_wait_at_every_address() {
    let room = |code: &str| format!("{ROOMS}/{code}");
    for (method, rest) in [
        (Method::GET, ""),
        (Method::GET, "/live"),
        (Method::POST, "/members"),
        (Method::POST, "/acts"),
        (Method::DELETE, ""),
    ] {
        let clock = Arc::new(StoppedClock::now());
        let running = Running::start_at(clock, |_| ()).await;
        let right = Room::open(&running).await;
        let wrong = if right.code == "BCDFGH" {
            "BCDFGJ"
        } else {
            "BCDFGH"
        };
        let mut heard = BTreeMap::new();
        for _ in 0..100 {
            let address = running.address(&format!("{}{rest}", room(wrong)));
            let request = running.http.request(method.clone(), address);
            let request = request
                .header(header::CONTENT_TYPE, "application/json")
                .body(json!({ "ask": 0 }).to_string());
            let status = request.send().await.unwrap().status().as_u16();
            *heard.entry(status).or_insert(0) += 1;
        }
        assert_eq!(heard, [(404, 60), (429, 40)].into(), "{method} {rest}");
    }
}

/// Nine addresses took all places for a day.
#[tokio::test]
async fn a_full_collector_makes_place_for_who_opens_another_room() {
    let clock = Arc::new(StoppedClock::now());
    let its = Arc::<StoppedClock>::clone(&clock);
    let running = Running::start_at(its, |options| options.limits.rooms = None).await;
    let first = Room::open(&running).await;
    let used = Room::open(&running).await;
    used.join(&running).await;
    let template = running_rooms(&running).await;
    let storage = sotto_collector::storage::open(&running.options.database)
        .await
        .unwrap();
    let survey = serde_json::to_value(first.survey(&running).await).unwrap();
    // Past the collector, which would take its time: as many as there may be, none with a phone in it.
    for number in 0..998 {
        let mut survey = survey.clone();
        let id = format!("room-{number:032x}");
        survey["id"] = id.clone().into();
        let survey: Survey = serde_json::from_value(survey).unwrap();
        let room = StoredRoom {
            ends: template.ends + 1,
            survey: id,
            ..template.clone()
        };
        let code = code_of(number);
        assert!(
            storage
                .open_room(&code, &room, &survey, "{}")
                .await
                .unwrap()
        );
    }
    assert_eq!(storage.room_count().await.unwrap(), 1_000);
    let open = async || {
        let address = running.address(ROOMS);
        post(&running.http, &address, questions().to_string()).await
    };
    // Whoever has just opened one has time to be joined.
    is_problem(open().await, ProblemKind::Unavailable).await;
    clock.advance(Duration::from_mins(2));
    for _ in 0..2 {
        assert_eq!(open().await.status(), 201);
        assert_eq!(storage.room_count().await.unwrap(), 1_000);
    }
    // The oldest that nobody had joined went, and not the one that is used.
    is_problem(running.get(&first.path()).await, ProblemKind::UnknownRoom).await;
    assert_eq!(used.snapshot(&running).await["joined"], 1);
    storage.close().await;
}

/// A room as it is stored.
async fn running_rooms(running: &Running) -> StoredRoom {
    let storage = sotto_collector::storage::open(&running.options.database)
        .await
        .unwrap();
    let rooms = storage.rooms().await.unwrap();
    storage.close().await;
    rooms[0].room.clone()
}

/// A code of its own for every number.
fn code_of(number: usize) -> String {
    let letters = b"BCDFGHJKMPRTVWXZ";
    let letter = |place: usize| char::from(letters[number >> (4 * place) & 15]);
    (0..6).map(letter).collect()
}
