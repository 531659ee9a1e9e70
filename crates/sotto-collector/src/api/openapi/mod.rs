//! The API's description of itself: OpenAPI 3.1, made from the handlers' annotations and the types
//! beside them, so that an address cannot be served without standing in it.

mod schemas;

pub(super) use schemas::{
    IdentifierSchema, ReceiptSchema, ResultsSchema, SubmissionSchema, SurveySchema,
};

use sotto_survey::ProblemKind;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, ResponseBuilder,
        schema::{ObjectBuilder, Schema, Type},
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

/// What the handlers do not say themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sotto collector",
        description = "Takes noisy submissions, counts each of them once, and answers with estimates \
            for the whole crowd. Every error is `application/problem+json` (RFC 9457) with a stable \
            `type`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
        contact()
    ),
    tags(
        (name = "respondents", description = "What a widget needs; nothing identifies the sender"),
        (name = "surveys", description = "For designers and teachers"),
        (name = "access", description = "Tokens, sessions, and what was done with them"),
        (name = "results", description = "Estimates for the whole crowd"),
        (name = "operation", description = "For whoever runs the collector"),
    ),
    modifiers(&Problems)
)]
pub(super) struct Document;

/// Adds the problem that every operation can answer with.
struct Problems;

const PROBLEM: &str = "Problem";

impl Modify for Problems {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        components
            .schemas
            .insert(PROBLEM.to_owned(), problem_schema().into());
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("token", bearer);
        let cookie = ApiKeyValue::with_description(
            "sotto-session",
            "The cookie of a browser that signed in; over TLS its name is __Host-sotto-session. \
             Every change needs the session's token in the header x-sotto-csrf as well.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.add_security_scheme("session", cookie);
    }
}

/// Every problem has these members; `type` is one of a closed list.
fn problem_schema() -> Schema {
    let kinds = ProblemKind::ALL.map(ProblemKind::type_uri);
    let text = || ObjectBuilder::new().schema_type(Type::String);
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some("Why a request was refused (RFC 9457)"))
        .property("type", text().enum_values(Some(kinds)))
        .required("type")
        .property("title", text().description(Some("The kind in words")))
        .required("title")
        .property(
            "status",
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .description(Some("The HTTP status")),
        )
        .required("status")
        .property(
            "detail",
            text().description(Some("What was wrong this time, and what would be right")),
        )
        .required("detail")
        .into()
}

/// Lets every operation answer with a problem.
pub(super) fn finish(document: &mut utoipa::openapi::OpenApi) {
    let content = Content::new(Some(RefOr::Ref(Ref::from_schema_name(PROBLEM))));
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
            &mut item.patch,
        ];
        for operation in operations.into_iter().flatten() {
            let problem = ResponseBuilder::new()
                .description("The request was refused, or cannot be served just now")
                .content("application/problem+json", content.clone());
            operation
                .responses
                .responses
                .insert("default".to_owned(), problem.build().into());
        }
    }
}

/// The finished document in JSON, a new line at its end.
pub(super) fn json(document: &utoipa::openapi::OpenApi) -> String {
    // Made of strings, numbers and lists alone: it cannot fail.
    let mut json = document.to_pretty_json().unwrap_or_default();
    json.push('\n');
    json
}
