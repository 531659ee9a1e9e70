//! What the collector is held against: the same stack, the same parsing, nothing kept.

use axum::{Router, body::Bytes, http::StatusCode, routing::post, serve::ListenerExt};
use sotto_survey::SubmissionFile;
use tokio::net::TcpListener;

/// Serves until it is stopped.
#[derive(clap::Args)]
pub(crate) struct Bare {
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: String,
}

impl Bare {
    pub(crate) async fn run(self) {
        let listener = TcpListener::bind(&self.listen).await.unwrap();
        eprintln!("Open http://{}/", listener.local_addr().unwrap());
        let router = Router::new().route("/api/v1/surveys/{id}/submissions", post(parse));
        let listener = listener.tap_io(|connection| {
            let _ = connection.set_nodelay(true);
        });
        axum::serve(listener, router).await.unwrap();
    }
}

async fn parse(body: Bytes) -> (StatusCode, &'static str) {
    match serde_json::from_slice::<SubmissionFile>(&body) {
        Ok(_) => (StatusCode::CREATED, r#"{"outcome":"counted"}"#),
        Err(_) => (StatusCode::BAD_REQUEST, ""),
    }
}
