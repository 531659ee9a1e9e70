//! The device's side of unlinkable tokens, and what both sides must agree on. See
//! `docs/invites.md` for the protocol in words.
//!
//! POPRF of RFC 9497, suite ristretto255-SHA512. What is bought stands in its public information: a
//! token for one submission to one version, a ticket that buys both again under a later version, or
//! the completion code that a submission is answered with. Nothing in any of them comes from what
//! bought it, nor from another.

use base64ct::{Base64UrlUnpadded, Encoding};
use rand::{Rng, rngs::ChaCha20Rng};
use thiserror::Error;
use voprf::{EvaluationElement, Group, PoprfClient, Proof, Ristretto255};

use crate::OwnCode;

/// Bytes of a nonce.
pub const NONCE: usize = 32;
/// Bytes of the function's value.
pub const OUTPUT: usize = 64;
/// Bytes of an element of the group.
pub const ELEMENT: usize = 32;
/// Bytes of a public key.
pub const PUBLIC_KEY: usize = 32;
/// Bytes of a proof.
const PROOF: usize = 64;
/// Characters of a token: nonce and value in base64url without padding.
pub const TOKEN: usize = 128;

/// What is bought. It is public, and part of the evaluation, so that nothing is good as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goods {
    /// A submission to that version.
    Token {
        /// The version.
        version: u32,
    },
    /// A token and another ticket, once that version or a later one collects.
    Ticket {
        /// The first version.
        from: u32,
    },
    /// A completion code of one's own, whatever the version that was answered.
    Code,
}

impl Goods {
    /// RFC 9497's public information.
    #[must_use]
    pub fn info(self) -> Vec<u8> {
        match self {
            Self::Token { version } => format!("token {version}"),
            Self::Ticket { from } => format!("ticket {from}"),
            Self::Code => "code".to_owned(),
        }
        .into_bytes()
    }
}

/// What the collector answers to a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The blinded element, evaluated.
    pub element: [u8; ELEMENT],
    /// That the published key did it.
    pub proof: [u8; PROOF],
}

impl Evaluation {
    /// Reads what the collector answered, both in base64url; `None` if it is no evaluation.
    #[must_use]
    pub fn read(element: &str, proof: &str) -> Option<Self> {
        let read = |text: &str| Base64UrlUnpadded::decode_vec(text).ok();
        Some(Self {
            element: read(element)?.try_into().ok()?,
            proof: read(proof)?.try_into().ok()?,
        })
    }
}

/// Why there is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PurchaseError {
    /// The published key cannot be used.
    #[error("the survey's key is not an element of the group")]
    Key,
    /// Chance, once in 2^252.
    #[error("the nonce cannot be blinded; try again")]
    Nonce,
    /// The collector used another key than the published one, which could mark the token.
    #[error("the collector did not use the survey's published key")]
    Proof,
}

/// A purchase under way. What it holds must stay on the device.
pub struct Purchase {
    state: PoprfClient<Ristretto255>,
    goods: Goods,
    key: <Ristretto255 as Group>::Elem,
    input: Vec<u8>,
    nonce: [u8; NONCE],
    blinded: [u8; ELEMENT],
}

impl Purchase {
    /// Draws a nonce and blinds it.
    ///
    /// # Errors
    /// When the key is not an element of the group.
    pub fn begin(
        goods: Goods,
        survey: &str,
        public_key: &[u8; PUBLIC_KEY],
        generator: &mut ChaCha20Rng,
    ) -> Result<Self, PurchaseError> {
        let mut nonce = [0; NONCE];
        match goods {
            // A code is short: the rest of its nonce is empty.
            Goods::Code => generator.fill_bytes(&mut nonce[..OwnCode::HALF]),
            Goods::Token { .. } | Goods::Ticket { .. } => generator.fill_bytes(&mut nonce),
        }
        Self::with_nonce(goods, survey, public_key, nonce, generator)
    }

    /// The same with a nonce that was drawn before; never twice with one nonce.
    ///
    /// # Errors
    /// When the key is not an element of the group.
    pub fn with_nonce(
        goods: Goods,
        survey: &str,
        public_key: &[u8; PUBLIC_KEY],
        nonce: [u8; NONCE],
        generator: &mut ChaCha20Rng,
    ) -> Result<Self, PurchaseError> {
        let key = Ristretto255::deserialize_elem(public_key).map_err(|_| PurchaseError::Key)?;
        let input = input(survey, public_key, &nonce);
        let result = PoprfClient::blind(&input, &mut Generator(generator))
            .map_err(|_| PurchaseError::Nonce)?;
        Ok(Self {
            state: result.state,
            goods,
            key,
            input,
            nonce,
            blinded: result.message.serialize().into(),
        })
    }

    /// What is sent with the invite.
    #[must_use]
    pub const fn blinded(&self) -> &[u8; ELEMENT] {
        &self.blinded
    }

    /// What was bought, as it is spent.
    ///
    /// # Errors
    /// When the proof does not hold.
    pub fn finish(&self, evaluation: &Evaluation) -> Result<String, PurchaseError> {
        let element = EvaluationElement::deserialize(&evaluation.element);
        let proof = Proof::deserialize(&evaluation.proof);
        let (Ok(element), Ok(proof)) = (element, proof) else {
            return Err(PurchaseError::Proof);
        };
        let output = self
            .state
            .finalize(
                &self.input,
                &element,
                &proof,
                self.key,
                Some(&self.goods.info()),
            )
            .map_err(|_| PurchaseError::Proof)?;
        let token = || Base64UrlUnpadded::encode_string(&[&self.nonce[..], &output[..]].concat());
        Ok(match self.goods {
            Goods::Token { .. } => token(),
            Goods::Ticket { from } => format!("{from}.{}", token()),
            Goods::Code => OwnCode::new(&self.nonce, &output).to_string(),
        })
    }
}

/// What the function is evaluated on: the survey and the key stand in it, so that the token is good
/// for nothing else.
#[must_use]
pub fn input(survey: &str, public_key: &[u8; PUBLIC_KEY], nonce: &[u8; NONCE]) -> Vec<u8> {
    let mut input = b"sotto token 1 ".to_vec();
    input.extend_from_slice(public_key);
    input.extend_from_slice(nonce);
    input.extend_from_slice(survey.as_bytes());
    input
}

/// The generator in the form that the older release of its traits asks for.
#[derive(Debug)]
pub struct Generator<'a>(pub &'a mut ChaCha20Rng);

impl rand_core_06::RngCore for Generator<'_> {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core_06::Error> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

impl rand_core_06::CryptoRng for Generator<'_> {}
