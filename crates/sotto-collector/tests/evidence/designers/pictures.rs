//! Pictures of surveys: handed in by their hash, freed of what is not seen, given to everybody, gone with the survey.

use reqwest::{Method, Response, header};
use serde_json::{Value, json};
use sotto_api::pictures::Picture;
use sotto_survey::ProblemKind;

use super::{Office, refused, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness,
};

on_both!(
    a_picture_is_kept_without_what_is_not_seen,
    what_is_no_picture_or_another_is_refused,
    a_version_shows_no_picture_that_is_not_here,
    a_deleted_survey_has_no_pictures,
    only_designers_change_pictures,
    a_survey_keeps_eighty_pictures,
);

const PHOTO: &[u8] = include_bytes!("../../../../sotto-api/src/pictures/samples/gps.jpg");
const PLAIN: &[u8] = include_bytes!("../../../../sotto-api/src/pictures/samples/lossless.webp");

fn hash(bytes: &[u8]) -> String {
    Picture::read(bytes).unwrap().hash().to_string()
}

/// A survey that shows these pictures beside its first question and in it.
fn pictured(version: u32, pictures: &[&str]) -> Value {
    let mut survey = survey("mine", version);
    for (index, hash) in pictures.iter().enumerate() {
        survey["questions"][index]["picture"] = json!({
            "hash": hash, "width": 12, "height": 8, "alt": { "en": "A picture", "zh-CN": "图" },
        });
    }
    survey
}

impl Office {
    async fn picture(&self, method: Method, hash: &str, token: &str, bytes: &[u8]) -> Response {
        let path = format!("/surveys/mine/pictures/{hash}");
        let request = self.request(method, &path, token);
        let request = request.header(header::CONTENT_TYPE, "application/octet-stream");
        request.body(bytes.to_vec()).send().await.unwrap()
    }

    async fn hand_in(&self, bytes: &[u8]) -> Response {
        let hash = hash(bytes);
        self.picture(Method::PUT, &hash, &self.operator, bytes)
            .await
    }

    async fn given(&self, hash: &str) -> Response {
        self.picture(Method::GET, hash, "", b"").await
    }
}

async fn with_survey(database: TestDatabase) -> Office {
    let office = Office::open(database).await;
    let response = office.post("/surveys", &survey("mine", 1)).await;
    assert_eq!(response.status(), 201);
    office
}

async fn a_picture_is_kept_without_what_is_not_seen(database: TestDatabase) {
    let office = with_survey(database).await;
    let response = office.hand_in(PHOTO).await;
    assert_eq!(response.status(), 201);
    let told = harness::json(response).await;
    let expected = json!({ "hash": hash(PHOTO), "width": 8, "height": 12 });
    assert_eq!(told, expected);
    let response = office.given(&hash(PHOTO)).await;
    assert_eq!(response.status(), 200);
    let headers = response.headers();
    assert_eq!(headers["content-type"], "image/jpeg");
    assert_eq!(
        headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(headers["access-control-allow-origin"], "*");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    let bytes = response.bytes().await.unwrap();
    assert_eq!(bytes, Picture::read(PHOTO).unwrap().bytes());
    let secret = b"SECRET";
    assert!(PHOTO.windows(6).any(|window| window == secret));
    assert!(!bytes.windows(6).any(|window| window == secret));
    assert!(office.acts().await.contains(&"survey.picture".to_owned()));
}

async fn what_is_no_picture_or_another_is_refused(database: TestDatabase) {
    let office = with_survey(database).await;
    let put = async |hash: &str, bytes: &[u8]| {
        office
            .picture(Method::PUT, hash, &office.operator, bytes)
            .await
    };
    let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    for (bytes, words) in [
        (&drawing[..], "SVG"),
        (b"", "PNG, JPEG, WebP or AVIF"),
        (&PHOTO[..100], "damaged"),
    ] {
        let response = put(&hash(PHOTO), bytes).await;
        let problem = refused(response, ProblemKind::InvalidPicture, words).await;
        assert!(problem.detail.contains(words), "{}", problem.detail);
    }
    let response = put(&hash(PLAIN), PHOTO).await;
    let problem = refused(response, ProblemKind::InvalidPicture, "another").await;
    assert!(problem.detail.contains(&hash(PHOTO)), "{}", problem.detail);
    let long = vec![0; Picture::MOST_BYTES + 1];
    let response = put(&hash(PHOTO), &long).await;
    refused(response, ProblemKind::BodyTooLarge, "long").await;
    for unknown in [hash(PHOTO), "a".repeat(64), "photo.jpg".to_owned()] {
        let response = office.given(&unknown).await;
        refused(response, ProblemKind::UnknownPicture, &unknown).await;
    }
}

async fn a_version_shows_no_picture_that_is_not_here(database: TestDatabase) {
    let office = with_survey(database).await;
    let (photo, plain) = (hash(PHOTO), hash(PLAIN));
    let second = pictured(2, &[&photo, &plain]);
    office.hand_in(PHOTO).await;
    let path = "/surveys/mine/versions";
    let problem = refused(
        office.post(path, &second).await,
        ProblemKind::PictureMissing,
        "one is missing",
    )
    .await;
    assert!(problem.detail.contains(&plain), "{}", problem.detail);
    // What it would do can be asked before.
    let dry = office
        .post("/surveys/mine/versions?dry-run=true", &second)
        .await;
    assert_eq!(dry.status(), 200);
    office.hand_in(PLAIN).await;
    assert_eq!(office.post(path, &second).await.status(), 201);
    for hash in [&photo, &plain] {
        assert_eq!(office.given(hash).await.status(), 200);
        let delete = office
            .picture(Method::DELETE, hash, &office.operator, b"")
            .await;
        refused(delete, ProblemKind::PictureMissing, "shown").await;
    }
    // The next version is without one, which goes by itself.
    let third = pictured(3, &[&plain]);
    assert_eq!(office.post(path, &third).await.status(), 201);
    assert_eq!(office.given(&plain).await.status(), 200);
    let gone = office.given(&photo).await;
    refused(gone, ProblemKind::UnknownPicture, "gone").await;
    // One that was handed in in vain goes when it is told to.
    office.hand_in(PHOTO).await;
    let delete = office
        .picture(Method::DELETE, &photo, &office.operator, b"")
        .await;
    assert_eq!(delete.status(), 204);
    let gone = office.given(&photo).await;
    refused(gone, ProblemKind::UnknownPicture, "deleted").await;
}

async fn a_deleted_survey_has_no_pictures(database: TestDatabase) {
    let office = with_survey(database).await;
    office.hand_in(PHOTO).await;
    let path = "/surveys/mine";
    let deleted = office.request(Method::DELETE, path, &office.operator);
    assert_eq!(deleted.send().await.unwrap().status(), 204);
    refused(
        office.given(&hash(PHOTO)).await,
        ProblemKind::UnknownSurvey,
        "deleted",
    )
    .await;
    refused(
        office.hand_in(PHOTO).await,
        ProblemKind::UnknownSurvey,
        "after",
    )
    .await;
    // A survey that is made of the same id has none of them.
    let again = office.post("/surveys", &survey("mine", 2)).await;
    assert_eq!(again.status(), 201);
    refused(
        office.given(&hash(PHOTO)).await,
        ProblemKind::UnknownPicture,
        "again",
    )
    .await;
}

async fn only_designers_change_pictures(database: TestDatabase) {
    let office = with_survey(database).await;
    let photo = hash(PHOTO);
    for (token, kind) in [
        (String::new(), ProblemKind::Unauthenticated),
        (office.token("teacher", None).await, ProblemKind::Forbidden),
        (
            office.token("designer", Some(&["other"])).await,
            ProblemKind::Forbidden,
        ),
    ] {
        for method in [Method::PUT, Method::DELETE] {
            let response = office.picture(method, &photo, &token, PHOTO).await;
            refused(response, kind, "not theirs").await;
        }
    }
    let designer = office.token("designer", Some(&["mine"])).await;
    let kept = office.picture(Method::PUT, &photo, &designer, PHOTO).await;
    assert_eq!(kept.status(), 201);
}

async fn a_survey_keeps_eighty_pictures(database: TestDatabase) {
    let office = with_survey(database).await;
    // The same picture with another table before it is another picture.
    let (head, tail) = PHOTO.split_at(2);
    let other = |number: u8| [head, b"\xff\xdd\0\x04\0", &[number], tail].concat();
    for number in 0..80 {
        let response = office.hand_in(&other(number)).await;
        assert_eq!(response.status(), 201, "{number}");
    }
    let one_more = office.hand_in(&other(80)).await;
    refused(one_more, ProblemKind::InvalidPicture, "one more").await;
    // What is there can be handed in again.
    assert_eq!(office.hand_in(&other(3)).await.status(), 201);
}
