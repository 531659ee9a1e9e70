//! Unlinkable tokens, the tickets that buy the next ones, and completion codes of people's own: RFC 9497's POPRF over
//! ristretto255 with SHA-512.
//!
//! The device draws a nonce, blinds the input made of it, and buys with its invite one evaluation of
//! the blinded input, whose public information says for which version it is good. What the collector sees is a uniformly random group element, whatever the
//! nonce is: so it learns nothing, and not even unlimited computing would join purchase and token.
//! The proof that comes with the evaluation shows the device that the published key was used, and
//! not one that would mark it. The token is the nonce with the function's value, which only the
//! holder of the key, or somebody who bought it, can know.

use base64ct::{Base64UrlUnpadded, Encoding};
use rand::rngs::ChaCha20Rng;
use sha2::{Digest as _, Sha256};
use sotto_api::{
    OwnCode,
    unlinkable::{self, Evaluation, Goods, NONCE, OUTPUT, PUBLIC_KEY, TOKEN},
};
use subtle::ConstantTimeEq;
use thiserror::Error;
use voprf::{BlindedElement, Group, PoprfServer, Ristretto255};

use crate::storage::InviteKey;

/// The key of a survey's tokens.
pub(crate) struct IssuingKey {
    server: PoprfServer<Ristretto255>,
    public: [u8; PUBLIC_KEY],
}

/// A key cannot be made, or not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum KeyError {
    #[error("no key can be made from this seed")]
    Seed,
    #[error("this is not a blinded element")]
    Blinded,
}

/// A token as it comes with a submission.
#[derive(Clone)]
pub(crate) struct UnlinkableToken {
    nonce: [u8; NONCE],
    output: [u8; OUTPUT],
}

impl IssuingKey {
    /// The key of a survey that grows from a seed of 32 random bytes.
    ///
    /// # Errors
    /// Once in 2^256 seeds.
    pub(crate) fn of_seed(seed: &[u8; 32], survey: &str) -> Result<Self, KeyError> {
        let purpose = format!("sotto issuing key {survey}");
        let server =
            PoprfServer::new_from_seed(seed, purpose.as_bytes()).map_err(|_| KeyError::Seed)?;
        let public = Ristretto255::serialize_elem(server.get_public_key()).into();
        Ok(Self { server, public })
    }

    /// What is published.
    pub(crate) const fn public(&self) -> &[u8; PUBLIC_KEY] {
        &self.public
    }

    /// Evaluates what a device has blinded, and proves that this key did it.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn evaluate(
        &self,
        goods: Goods,
        blinded: &[u8],
        generator: &mut ChaCha20Rng,
    ) -> Result<Evaluation, KeyError> {
        let blinded = (blinded.len() == unlinkable::ELEMENT)
            .then(|| BlindedElement::deserialize(blinded).ok())
            .flatten()
            .ok_or(KeyError::Blinded)?;
        let result = self
            .server
            .blind_evaluate(
                &mut unlinkable::Generator(generator),
                &blinded,
                Some(&goods.info()),
            )
            .map_err(|_| KeyError::Seed)?;
        Ok(Evaluation {
            element: result.message.serialize().into(),
            proof: result.proof.serialize().into(),
        })
    }

    /// Whether somebody bought this for this survey, as what it is taken for.
    pub(crate) fn has_issued(&self, goods: Goods, survey: &str, token: &UnlinkableToken) -> bool {
        let input = unlinkable::input(survey, &self.public, &token.nonce);
        match self.server.evaluate(&input, Some(&goods.info())) {
            Ok(output) => output[..].ct_eq(&token.output).into(),
            Err(_) => false,
        }
    }
}

impl IssuingKey {
    /// Whether somebody got this completion code for a submission to this survey.
    pub(crate) fn has_given(&self, survey: &str, code: &OwnCode) -> bool {
        let mut nonce = [0; NONCE];
        for (byte, &given) in nonce.iter_mut().zip(code.nonce()) {
            *byte = given;
        }
        let input = unlinkable::input(survey, &self.public, &nonce);
        match self.server.evaluate(&input, Some(&Goods::Code.info())) {
            Ok(output) => output[..OwnCode::HALF].ct_eq(code.value()).into(),
            Err(_) => false,
        }
    }
}

impl UnlinkableToken {
    /// Reads a token; `None` if the text is not one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; NONCE + OUTPUT];
        if text.len() != TOKEN {
            return None;
        }
        Base64UrlUnpadded::decode(text, &mut bytes).ok()?;
        let (nonce, output) = bytes.split_first_chunk()?;
        Some(Self {
            nonce: *nonce,
            output: *output.first_chunk()?,
        })
    }

    /// Reads a ticket, and from which version on it is good; `None` if the text is not one.
    pub(crate) fn read_ticket(text: &str) -> Option<(u32, Self)> {
        let (from, token) = text.split_once('.')?;
        Some((from.parse().ok()?, Self::read(token)?))
    }

    /// What is stored once it is spent. The nonce alone decides: it has one value.
    pub(crate) fn key(&self, survey: &str) -> InviteKey {
        Sha256::new()
            .chain_update("sotto token ")
            .chain_update(survey)
            .chain_update(" ")
            .chain_update(self.nonce)
            .finalize()
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use sotto_api::unlinkable::Purchase;

    const FIRST: Goods = Goods::Token { version: 1 };

    fn generator(seed: u64) -> ChaCha20Rng {
        ChaCha20Rng::seed_from_u64(seed)
    }

    fn key(seed: u8) -> IssuingKey {
        IssuingKey::of_seed(&[seed; 32], "census").unwrap()
    }

    fn buy(key: &IssuingKey, survey: &str, generator: &mut ChaCha20Rng) -> String {
        let purchase = Purchase::begin(FIRST, survey, key.public(), generator).unwrap();
        let evaluation = key.evaluate(FIRST, purchase.blinded(), generator).unwrap();
        purchase.finish(&evaluation).unwrap()
    }

    #[test]
    fn a_bought_token_is_good_for_its_survey_and_key_only() {
        let mut generator = generator(1);
        let key = key(1);
        let text = buy(&key, "census", &mut generator);
        assert_eq!(text.len(), TOKEN);
        let token = UnlinkableToken::read(&text).unwrap();
        assert!(key.has_issued(FIRST, "census", &token));
        assert!(!key.has_issued(FIRST, "other", &token));
        let other_key = IssuingKey::of_seed(&[2; 32], "census").unwrap();
        assert!(!other_key.has_issued(FIRST, "census", &token));
        let other_survey = IssuingKey::of_seed(&[1; 32], "other").unwrap();
        assert_ne!(key.public(), other_survey.public());
        assert!(!other_survey.has_issued(FIRST, "census", &token));
    }

    /// The public information is part of the function: one evaluation is never good as something else.
    #[test]
    fn what_was_bought_is_good_as_nothing_else() {
        let mut generator = generator(6);
        let key = key(1);
        let all = [
            FIRST,
            Goods::Token { version: 2 },
            Goods::Ticket { from: 1 },
            Goods::Ticket { from: 2 },
            Goods::Code,
        ];
        for bought in all {
            let purchase = Purchase::begin(bought, "census", key.public(), &mut generator).unwrap();
            let evaluation = key.evaluate(bought, purchase.blinded(), &mut generator);
            let evaluation = evaluation.unwrap();
            let text = purchase.finish(&evaluation).unwrap();
            let token = match bought {
                Goods::Token { .. } => UnlinkableToken::read(&text).unwrap(),
                Goods::Ticket { from } => {
                    let (said, ticket) = UnlinkableToken::read_ticket(&text).unwrap();
                    assert_eq!(said, from);
                    ticket
                }
                Goods::Code => {
                    let code = text.parse().unwrap();
                    assert!(key.has_given("census", &code));
                    assert!(!key.has_given("other", &code));
                    let other_key = IssuingKey::of_seed(&[2; 32], "census").unwrap();
                    assert!(!other_key.has_given("census", &code));
                    continue;
                }
            };
            for taken in all {
                let issued = key.has_issued(taken, "census", &token);
                assert_eq!(issued, taken == bought, "{bought:?} as {taken:?}");
            }
            // Nor does the device take the evaluation of something else.
            for other in all.into_iter().filter(|&other| other != bought) {
                let evaluation = key.evaluate(other, purchase.blinded(), &mut generator);
                assert!(purchase.finish(&evaluation.unwrap()).is_err(), "{other:?}");
            }
        }
        for text in ["", ".", "1.", "x.AAAA", "4294967296.AAAA", "1AAAA"] {
            assert!(UnlinkableToken::read_ticket(text).is_none(), "{text}");
        }
    }

    #[test]
    fn forged_tokens_are_none() {
        let mut generator = generator(2);
        let key = key(1);
        let good = buy(&key, "census", &mut generator);
        let mut forged = vec!["A".repeat(TOKEN)];
        for index in [0, 41, 45, TOKEN - 1] {
            let mut changed = good.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'Q' } else { b'A' };
            forged.push(String::from_utf8(changed).unwrap());
        }
        for text in forged {
            let issued = UnlinkableToken::read(&text)
                .is_some_and(|token| key.has_issued(FIRST, "census", &token));
            assert!(!issued, "{text}");
        }
        for text in [
            "",
            &good[1..],
            &format!("{good}A"),
            &good.replace(|_| true, "é"),
        ] {
            assert!(UnlinkableToken::read(text).is_none());
        }
    }

    #[test]
    fn another_key_than_the_published_one_is_noticed() {
        let mut generator = generator(3);
        let (published, tagging) = (key(1), key(2));
        let purchase =
            Purchase::begin(FIRST, "census", published.public(), &mut generator).unwrap();
        let evaluation = tagging
            .evaluate(FIRST, purchase.blinded(), &mut generator)
            .unwrap();
        assert!(purchase.finish(&evaluation).is_err());
    }

    #[test]
    fn what_is_no_blinded_element_is_refused() {
        let mut generator = generator(4);
        // Neutral element, no element, too short, too long.
        for wrong in [&[0; 32][..], &[255; 32], &[1; 31], &[0; 33], &[]] {
            let refused = key(1).evaluate(FIRST, wrong, &mut generator);
            assert_eq!(refused.unwrap_err(), KeyError::Blinded);
        }
    }

    /// A token is a function of key, survey and nonce alone: whatever invite and blinding bought it,
    /// it is the same. So nothing of a purchase can be read from it…
    #[test]
    fn a_token_does_not_depend_on_the_purchase() {
        let key = key(1);
        let bought = [6, 7].map(|seed| {
            let mut generator = generator(seed);
            let purchase =
                Purchase::with_nonce(FIRST, "census", key.public(), [9; NONCE], &mut generator)
                    .unwrap();
            let evaluation = key
                .evaluate(FIRST, purchase.blinded(), &mut generator)
                .unwrap();
            (
                *purchase.blinded(),
                evaluation,
                purchase.finish(&evaluation).unwrap(),
            )
        });
        let [one, other] = bought;
        assert_ne!(one.0, other.0);
        assert_ne!(one.1, other.1);
        assert_eq!(one.2, other.2);
    }

    /// … and what is seen at a purchase is one and the same distribution, uniform over the group,
    /// whatever nonce is blinded: so nothing of the nonce can be read from the purchase.
    #[test]
    fn a_purchase_does_not_depend_on_the_nonce() {
        let mut generator = generator(5);
        let key = key(1);
        for nonce in [[1; NONCE], [2; NONCE]] {
            let mut ones = 0;
            for _ in 0..1_600 {
                let purchase =
                    Purchase::with_nonce(FIRST, "census", key.public(), nonce, &mut generator)
                        .unwrap();
                ones += u32::from(purchase.blinded()[1] >> 3 & 1);
            }
            // 800 ± 6 standard deviations of 20: false alarms have a chance of 2e-9 each.
            assert!((680..=920).contains(&ones), "{ones}");
        }
    }
}
