//! The short address of a survey, `/s/{survey}`, which leads to the page on which it is answered. What stands behind the
//! `#`, an invite perhaps, stays with the browser, which takes it along.

use axum::{
    extract::{Path, RawQuery},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// Where it stands.
pub(super) const ADDRESS: &str = "/s/{survey}";

/// Leads on to the survey's page.
pub(super) async fn lead_on(Path(survey): Path<String>, RawQuery(query): RawQuery) -> Response {
    match page(&survey, query.as_deref()) {
        Some(page) => (StatusCode::FOUND, [(header::LOCATION, page)]).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page on which a survey is answered, from the folder that its short address seems to be in: a collector may stand
/// below another site. What the address says of arms, language and a kiosk goes on, and nothing else: a paid panel may
/// have added its id of a person, which then stands in no page's address, in no history and in nothing that is kept.
fn page(survey: &str, query: Option<&str>) -> Option<String> {
    if survey.is_empty()
        || !survey
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    {
        return None;
    }
    let is_known = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        ["arm", "lang", "kiosk"].contains(&name)
    };
    let page = format!("../embed/frame.html?survey={survey}");
    let pairs = query.unwrap_or_default().split('&').filter(is_known);
    let parts: Vec<_> = std::iter::once(&*page).chain(pairs).collect();
    Some(parts.join("&"))
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn a_short_address_leads_to_the_page_of_its_survey_alone() {
        for (survey, query, leads_to) in [
            ("tea", None, Some("../embed/frame.html?survey=tea")),
            ("tea-2", Some(""), Some("../embed/frame.html?survey=tea-2")),
            (
                "tea",
                Some("arm=soft&lang=de&survey=milk"),
                Some("../embed/frame.html?survey=tea&arm=soft&lang=de"),
            ),
            (
                "tea",
                Some("PROLIFIC_PID=5f3e&kiosk&arm=a&STUDY_ID=1&arm=b&SESSION_ID=2"),
                Some("../embed/frame.html?survey=tea&kiosk&arm=a&arm=b"),
            ),
            (
                "tea",
                Some("workerId=A1&assignmentId=3&armed&=&&lang"),
                Some("../embed/frame.html?survey=tea&lang"),
            ),
            ("", None, None),
            ("..", None, None),
            ("a/b", None, None),
            ("a\r\nset-cookie: b", None, None),
            ("//evil.example", None, None),
        ] {
            assert_eq!(page(survey, query).as_deref(), leads_to, "{survey:?}");
        }
    }
}
