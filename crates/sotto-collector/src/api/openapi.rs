//! The API's description of itself: OpenAPI 3.1, made from the handlers' annotations and the types
//! beside them, so that an address cannot be served without standing in it.

use sotto_survey::Problem;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, ResponseBuilder,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, HttpBuilder, SecurityScheme},
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
        (name = "trust", description = "The public log: for anyone who checks what a collector served"),
        (name = "rooms", description = "A class that answers on its phones, led by a presenter without an account"),
        (name = "operation", description = "For the collector's operators"),
    ),
    components(schemas(Problem)),
    modifiers(&CredentialSchemes)
)]
pub(super) struct ApiDocument;

/// Adds how a caller shows who they are.
struct CredentialSchemes;

impl Modify for CredentialSchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("token", bearer);
        let presenter = SecurityScheme::Http(
            HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .description(Some("The presenter's secret of a room"))
                .build(),
        );
        components.add_security_scheme("presenter", presenter);
        let pool = SecurityScheme::Http(
            HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .description(Some("The key of a pool"))
                .build(),
        );
        components.add_security_scheme("pool", pool);
        let cookie = ApiKeyValue::with_description(
            "sotto-session",
            "The cookie of a browser that signed in; over TLS its name is __Host-sotto-session. \
             Every change needs the session's token in the header x-sotto-csrf as well.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.add_security_scheme("session", cookie);
    }
}

/// Lets every operation answer with a problem.
pub(super) fn finish(document: &mut utoipa::openapi::OpenApi) {
    let content = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Problem"))));
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
