//! What a request meets first. Most are respondents' submissions, by the thousands when a crowd
//! answers at once; what the router and its layers do for each of them costs more than all the rest.
//! So a submission to a survey that is open to all pages goes straight to where it is counted, and
//! everything else, its every exception included, the long way. Both answer alike.

use std::sync::Arc;

use axum::{
    Router,
    extract::Request,
    http::Method,
    response::{IntoResponse, Response},
};

use super::{Context, admission, body::SentBody, origins, submissions};
use crate::{catalog::Listed, site, transport::Responder};

/// The router, and the short way past it.
#[derive(Clone)]
pub(crate) struct Front {
    context: Arc<Context>,
    router: Router,
}

impl Front {
    pub(crate) const fn new(context: Arc<Context>, router: Router) -> Self {
        Self { context, router }
    }

    /// The survey, if the request is a submission that may go the short way.
    fn survey(&self, request: &Request) -> Option<Arc<Listed>> {
        let uri = request.uri();
        if request.method() != Method::POST || uri.query().is_some() {
            return None;
        }
        let id = uri
            .path()
            .strip_prefix(origins::SURVEYS)?
            .strip_suffix("/submissions")?;
        let listed = self.context.catalog.get(id)?;
        listed.settings().origins.is_none().then_some(listed)
    }

    async fn submit(&self, listed: &Listed, mut request: Request) -> Response {
        let context = &*self.context;
        let taken = match admission::caller(context, &mut request) {
            Ok(caller) => {
                // Of the headers, nothing goes further than the kind of the body.
                let (head, body) = request.into_parts();
                let body = SentBody::new(&head.headers, body);
                submissions::take(context, listed, caller, body).await
            }
            Err(error) => Err(error),
        };
        let mut response = admission::noted(context, taken.into_response());
        origins::open_answer(response.headers_mut());
        site::set_common_headers(response.headers_mut(), context.speaks_tls);
        response
    }
}

impl Responder for Front {
    async fn respond(&self, request: Request) -> Response {
        match self.survey(&request) {
            Some(listed) => self.submit(&listed, request).await,
            None => self.router.respond(request).await,
        }
    }
}
