//! What a driver can be told beside the standard's commands.

use serde_json::Value;

use super::Browser;

impl Browser {
    /// Posts a command of the driver's own, by its path, and returns its answer.
    pub(super) async fn command(&self, path: &'static str, body: Value) -> Value {
        let answer = self.client.issue_cmd(OwnCommand { path, body }).await;
        answer.expect("a command that the driver knows")
    }
}

#[derive(Debug)]
struct OwnCommand {
    path: &'static str,
    body: Value,
}

impl fantoccini::wd::WebDriverCompatibleCommand for OwnCommand {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
