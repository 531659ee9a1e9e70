//! What a designer's program asks of a collector: a token, and the publishing of surveys. Every
//! request but the first operator's carries the client's token.

use std::collections::HashSet;

use reqwest::{StatusCode, header};
use serde::{Serialize, de::DeserializeOwned};
use sotto_survey::{Identifier, ProblemKind, Survey};

use super::{Client, ClientError, read_with};
use crate::{
    CheckedCodes, CodeState, CodesCheck, EditReport, NewToken, OwnCode, PictureView, SetUp,
    TokenRequest, pictures::Picture,
};

/// What publishing came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Publication {
    /// The survey as it is published: with every mechanism and its integers.
    pub survey: Survey,
    /// What changed, where it is a later version of a survey that the collector had.
    pub edit: Option<EditReport>,
}

impl Client {
    /// The first operator's token, for whoever has the setup token that the collector printed.
    ///
    /// # Errors
    /// When it was used before, is wrong, or no answer came.
    pub async fn set_up(&self, setup: &SetUp) -> Result<NewToken, ClientError> {
        self.create("setup", setup).await
    }

    /// A new token. The client's own must be an operator's.
    ///
    /// # Errors
    /// When the client's token may not make any, or no answer came.
    pub async fn create_token(&self, token: &TokenRequest) -> Result<NewToken, ClientError> {
        self.create("tokens", token).await
    }

    /// Publishes a survey: as a new one, or as a later version if the collector has one of that id.
    /// `file` is the JSON as the designer wrote it, and `id` the survey's.
    ///
    /// # Errors
    /// When the client's token may not publish it, the survey is refused, its version is not the
    /// next, or no answer came.
    pub async fn publish(&self, id: &Identifier, file: &[u8]) -> Result<Publication, ClientError> {
        match self.post("surveys", file.to_vec()).await {
            Ok(survey) => Ok(Publication { survey, edit: None }),
            Err(ClientError::Problem(problem))
                if problem.type_uri == ProblemKind::SurveyExists.type_uri() =>
            {
                let versions = format!("surveys/{id}/versions");
                let tried = format!("{versions}?dry-run=true");
                let edit = self.send(&tried, file.to_vec(), StatusCode::OK).await?;
                let survey = self.post(&versions, file.to_vec()).await?;
                Ok(Publication {
                    survey,
                    edit: Some(edit),
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Hands in a picture of a survey that the collector has.
    ///
    /// # Errors
    /// When the client's token may not edit the survey, there is no such survey or no room for another picture, or no
    /// answer came.
    pub async fn keep_picture(
        &self,
        survey: &Identifier,
        picture: &Picture,
    ) -> Result<(), ClientError> {
        let path = format!("surveys/{survey}/pictures/{}", picture.hash());
        let request = self.http.put(self.api(&path)?);
        let request = request.header(header::CONTENT_TYPE, picture.format().media_type());
        let answer = self.signed(request).body(picture.bytes().to_vec()).send();
        let kept: PictureView = read_with(StatusCode::CREATED, answer.await).await?;
        // What was handed in is what is kept.
        debug_assert_eq!(kept.hash, picture.hash().to_string());
        Ok(())
    }

    /// What is known of completion codes, in their order: of any number, in as many requests as that takes.
    ///
    /// # Errors
    /// When the client's token may not edit the survey, there is no such survey, or no answer came.
    pub async fn check_codes(
        &self,
        survey: &Identifier,
        codes: &[String],
    ) -> Result<Vec<CodeState>, ClientError> {
        let path = format!("surveys/{survey}/completion-codes/check");
        let mut states = Vec::with_capacity(codes.len());
        for codes in codes.chunks(CodesCheck::MOST) {
            let codes = codes.to_vec();
            let body = serde_json::to_vec(&CodesCheck { codes }).map_err(ClientError::Body)?;
            let checked: CheckedCodes = self.send(&path, body, StatusCode::OK).await?;
            states.extend(checked.codes);
        }
        // What stood in an earlier request is told as given in each.
        let mut given = HashSet::new();
        let told = codes
            .iter()
            .zip(states)
            .map(|(code, state)| match code.parse::<OwnCode>() {
                Ok(code) if state == CodeState::Given && !given.insert(code) => CodeState::Repeated,
                _ => state,
            });
        Ok(told.collect())
    }

    async fn create<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_vec(body).map_err(ClientError::Body)?;
        self.post(path, body).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: Vec<u8>) -> Result<T, ClientError> {
        self.send(path, body, StatusCode::CREATED).await
    }

    async fn send<T: DeserializeOwned>(
        &self,
        path: &str,
        body: Vec<u8>,
        expected: StatusCode,
    ) -> Result<T, ClientError> {
        let request = self.http.post(self.api(path)?);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let answer = self.signed(request).body(body).send().await;
        read_with(expected, answer).await
    }
}
