//! The built site as static files, with the headers that keep it safe and fast.

mod compressed;
mod drawing;
mod drawn;
mod element;
mod files;
mod first_page;
mod languages;
mod open_survey;
mod pages;
mod places;
mod policy;
mod query;
mod short;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use sotto_api::Origin;
use tower_http::services::{ServeDir, fs::Backend};

use drawing::{FirstPageRequest, PageDrawer};
pub use files::{Inside, SiteFile, SiteFiles};
pub use first_page::FirstPages;
pub(crate) use open_survey::{OpenSurvey, OpenSurveys};
pub(crate) use places::Places;
pub(crate) use policy::{Framers, Policy};
pub(crate) use query::survey;

/// The page inside a frame of other people's pages: one survey, and nothing that could be clicked
/// by mistake to anybody's harm.
const FRAMED_PAGE: &str = "/embed/frame.html";

/// The same for the results of one survey; its policy is that of any page but for who may frame it.
const FRAMED_RESULTS: &str = "/embed/results.html";

/// Who may frame a survey's page, by the survey's id.
pub(crate) type Ancestors = Arc<dyn Fn(&str) -> Framers + Send + Sync>;

/// The pages on which the survey is answered that their address names. They may send to its relay.
const ANSWERING: [&str; 4] = ["/answer", "/answer/", "/answer/index.html", FRAMED_PAGE];

/// The origin of the relay through which a survey is answered, by the survey's id, if there is one.
pub(crate) type Relays = Arc<dyn Fn(&str) -> Option<Origin> + Send + Sync>;

const PERMISSIONS_POLICY: &str = "accelerometer=(), browsing-topics=(), camera=(), \
    display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), \
    midi=(), payment=(), serial=(), usb=()";

const NO_SITE: &str = "This is a Sotto collector. It serves no site: none is inside this \
    program. Start it with --site DIR to have one here. Its API begins at /api/v1/surveys/{id}.\n";

/// What the site asks about the collector's surveys.
pub(crate) struct SiteSurveys {
    pub(crate) ancestors: Ancestors,
    pub(crate) relays: Relays,
    pub(crate) open: OpenSurveys,
}

/// What the headers and the page of an address depend on.
#[derive(Clone)]
struct Site {
    ancestors: Ancestors,
    relays: Relays,
    places: Arc<Places>,
    /// Nothing where no first pages are drawn.
    drawing: Option<Arc<PageDrawer>>,
}

/// Serves the site, or a word that there is none.
pub(crate) fn router(
    files: Option<&SiteFiles>,
    surveys: SiteSurveys,
    first_pages: Option<&FirstPages>,
) -> Router {
    // A list that cannot be read has been refused before anything is served.
    let places = files.and_then(|files| Places::read(files).ok());
    let places = Arc::new(places.unwrap_or_default());
    let drawing = files.zip(first_pages).map(|(files, first_pages)| {
        Arc::new(PageDrawer::new(
            files.clone(),
            first_pages.clone(),
            surveys.open,
        ))
    });
    let site = Site {
        ancestors: surveys.ancestors,
        relays: surveys.relays,
        places,
        drawing,
    };
    let with_short = || Router::new().route(short::ADDRESS, axum::routing::get(short::lead_on));
    let router = match files {
        Some(SiteFiles::Folder(folder)) => {
            with_short().fallback_service(served(ServeDir::new(folder)))
        }
        Some(SiteFiles::Inside(inside)) => {
            with_short().fallback_service(served(ServeDir::with_backend("", inside.clone())))
        }
        None => Router::new()
            .route("/", axum::routing::get(|| async { NO_SITE }))
            .fallback(|| async { StatusCode::NOT_FOUND }),
    };
    router.layer(middleware::from_fn_with_state(site, serve_site))
}

fn served<F, B: Backend>(files: ServeDir<F, B>) -> ServeDir<F, B> {
    files
        .precompressed_br()
        .precompressed_gzip()
        // A redirect would be built from what was asked for.
        .redirect_to_trailing_slash(false)
}

/// Headers that every answer has, the API's too.
pub(crate) async fn common_headers(
    State(speaks_tls): State<bool>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    set_common_headers(response.headers_mut(), speaks_tls);
    response
}

pub(crate) fn set_common_headers(headers: &mut HeaderMap, speaks_tls: bool) {
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "no-referrer");
    if speaks_tls {
        let year = "max-age=31536000";
        set(headers, header::STRICT_TRANSPORT_SECURITY, year);
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let nothing = "default-src 'none'; frame-ancestors 'none'";
        set(headers, header::CONTENT_SECURITY_POLICY, nothing);
    }
}

async fn serve_site(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let framers = framers(request.uri(), &site.ancestors);
    let relay = relay(request.uri(), &site.relays);
    let mut policy = policy(&path, &framers, relay.as_ref());
    let place = site.places.page(&path);
    let asked = FirstPageRequest::of(place.unwrap_or(&path), &request);
    if let Some(page) = place
        && let Ok(page) = format!("/{page}").parse()
    {
        *request.uri_mut() = page;
    }
    let page = match site.drawing.as_ref().zip(asked) {
        Some((drawing, asked)) => drawing.page(asked).await,
        None => None,
    };
    if let Some(page) = &page {
        policy = page.policy(&policy);
    }
    let mut response = match page {
        Some(page) => compressed::answer(request, page.html).await,
        None => next.run(request).await,
    };
    if response.status() == StatusCode::NOT_FOUND {
        let nothing = "There is nothing at this address.\n";
        response = (StatusCode::NOT_FOUND, nothing).into_response();
    }
    let found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let cache = if found && is_hashed(&path) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    set(headers, header::CACHE_CONTROL, cache);
    // Nothing in a policy has a character that a header cannot hold.
    let nobody = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
    let policy = HeaderValue::try_from(policy).unwrap_or(nobody);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    set(
        headers,
        HeaderName::from_static("permissions-policy"),
        PERMISSIONS_POLICY,
    );
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    set(headers, opener, "same-origin");
    let resource = HeaderName::from_static("cross-origin-resource-policy");
    if is_embeddable(&path) {
        set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        set(headers, resource, "cross-origin");
    } else {
        set(headers, resource, "same-origin");
    }
    response
}

/// Who may frame what stands at an address. The site's own page has the studio in it: nobody.
fn framers(uri: &Uri, ancestors: &Ancestors) -> Framers {
    match uri.path() {
        "/" | "/index.html" => Framers::Nobody,
        FRAMED_PAGE | FRAMED_RESULTS => {
            survey(uri.query().unwrap_or_default()).map_or(Framers::Own, |id| ancestors(&id))
        }
        _ => Framers::Own,
    }
}

/// The relay to which the page at an address may send.
fn relay(uri: &Uri, relays: &Relays) -> Option<Origin> {
    if !ANSWERING.contains(&uri.path()) {
        return None;
    }
    relays(&survey(uri.query()?)?)
}

fn policy(path: &str, framers: &Framers, relay: Option<&Origin>) -> String {
    let policy = Policy {
        is_framed_survey: path == FRAMED_PAGE,
        framers,
        relay,
    };
    policy.to_string()
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

/// Whether the name of a file is made from its content: `-`, 16 hexadecimal digits, and then the
/// extension or `_bg.wasm`. Such a file never changes.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('-').is_some_and(|(_, tail)| {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let digits = tail.bytes().take_while(|&byte| hexadecimal(byte)).count();
        let rest = tail.get(digits..).unwrap_or_default();
        digits == 16 && (rest == "_bg.wasm" || rest.starts_with('.'))
    })
}

/// Whether pages of other origins load the file: the widget and its messages, sample surveys. To its own files, a page
/// in a frame with `sandbox="allow-scripts"` is of another origin, too.
fn is_embeddable(path: &str) -> bool {
    let files = [
        FRAMED_PAGE,
        "/embed/frame.css",
        "/embed/frame-page.js",
        "/sotto-survey.js",
        "/sotto-results.js",
        "/sotto-unlinkable.js",
    ];
    files.contains(&path)
        || ["/sotto-survey-", "/widget-", "/messages/", "/surveys/"]
            .iter()
            .any(|beginning| path.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(name: &str) -> Origin {
        format!("https://{name}.example").try_into().unwrap()
    }

    #[test]
    fn hashed_names_are_recognised() {
        for path in [
            "/site-0123456789abcdef.js",
            "/widget-0123456789abcdef_bg.wasm",
            "/a/b-c-0123456789abcdef.css",
        ] {
            assert!(is_hashed(path), "{path}");
        }
        for path in [
            "/",
            "/index.html",
            "/sotto-survey.js",
            "/site-0123456789abcde.js",
            "/site-0123456789abcdef0.js",
            "/site-0123456789ABCDEF.js",
            "/site-0123456789abcdef",
            "/site-0123456789abcdef_bg.js",
            "/site-0123456789abcdef/x.js",
        ] {
            assert!(!is_hashed(path), "{path}");
        }
    }

    #[test]
    fn only_the_page_of_a_survey_can_be_framed_by_others() {
        let ancestors: Ancestors = Arc::new(|id| Framers::OwnAnd(vec![origin(id)]));
        for (address, framers) in [
            ("/", "'none'"),
            ("/?survey=a", "'none'"),
            ("/index.html", "'none'"),
            ("/five-questions.html", "'self'"),
            ("/embed/frame.html", "'self'"),
            ("/embed/frame.html?survey=a", "'self' https://a.example"),
            ("/embed/results.html", "'self'"),
            ("/embed/results.html?survey=a", "'self' https://a.example"),
            ("/results/a", "'self'"),
            (
                "/embed/frame.html?x=1&survey=%61&survey=b",
                "'self' https://a.example",
            ),
            // Served as well, and then only to the collector's own pages.
            ("/embed/fr%61me.html?survey=a", "'self'"),
        ] {
            let uri: Uri = address.parse().unwrap();
            let found = policy(uri.path(), &super::framers(&uri, &ancestors), None);
            let (_, found) = found.split_once("frame-ancestors ").unwrap();
            assert_eq!(found, framers, "{address}");
        }
    }

    #[test]
    fn only_a_page_on_which_a_survey_is_answered_may_send_to_its_relay() {
        let relays: Relays = Arc::new(|id| (id == "a").then(|| origin("relay")));
        for (address, relay) in [
            ("/embed/frame.html?survey=a", true),
            ("/answer/?survey=a", true),
            ("/answer/?survey=b", false),
            ("/answer/", false),
            ("/?survey=a", false),
            ("/studio/?survey=a", false),
        ] {
            let uri: Uri = address.parse().unwrap();
            let relay_of = super::relay(&uri, &relays);
            let policy = policy(uri.path(), &Framers::Own, relay_of.as_ref());
            let to_it = "connect-src 'self' https://relay.example; ";
            assert_eq!(policy.contains(to_it), relay, "{address} {policy}");
            assert_eq!(policy.contains("connect-src 'self'; "), !relay, "{address}");
        }
    }

    #[test]
    fn only_what_other_pages_load_is_open_to_them() {
        for path in [
            "/sotto-survey.js",
            "/sotto-results.js",
            "/sotto-unlinkable.js",
            "/widget-0123456789abcdef.js",
            "/widget-0123456789abcdef_bg.wasm",
            "/messages/en.json",
            "/surveys/census.json",
            "/embed/frame.html",
            "/embed/frame.css",
            "/embed/frame-page.js",
        ] {
            assert!(is_embeddable(path), "{path}");
        }
        for path in [
            "/",
            "/index.html",
            "/site-0123456789abcdef.js",
            "/x/widget-1.js",
        ] {
            assert!(!is_embeddable(path), "{path}");
        }
    }
}
