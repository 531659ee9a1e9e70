//! Whether a submission may be counted, and the sale of unlinkable tokens.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
    time::Duration,
};

use base64ct::{Base64UrlUnpadded, Encoding as _};
use rand::{
    SeedableRng, TryRng,
    rngs::{ChaCha20Rng, SysError, SysRng},
};
use sha2::{Digest as _, Sha256};
use sotto_api::{
    Access, ClassCode, CodeState, OwnCode,
    public_log::LogEntry,
    unlinkable::{ELEMENT, Evaluation, Goods, PUBLIC_KEY},
};
use thiserror::Error;

use super::{Code, IssuingKey, KeyError, UnlinkableToken};
use crate::{
    estimates::InTurn,
    limits::{Admission, Caller},
    public_log::PublicLog,
    storage::{Bought, InviteKey, Storage, StorageError, SurveyKey},
};

/// Why somebody may not answer, or not buy.
#[derive(Debug, Error)]
pub(crate) enum EligibilityError {
    #[error("this survey takes a submission only with an invite, in the member \"invite\"")]
    Missing,
    #[error("this invite or code does not belong to this survey")]
    Unknown,
    #[error("this invite was used before; each is good for one submission")]
    Spent,
    #[error(
        "\"blinded_token\" and \"blinded_ticket\" must be blinded elements: 32 bytes each, in base64url without padding"
    )]
    Blinded,
    #[error(
        "this survey answers each submission with a completion code of its own, and needs \"blinded_code\" for it: a blinded element, 32 bytes in base64url without padding"
    )]
    BlindedCode,
    #[error("this survey gives no completion codes of people's own: leave \"blinded_code\" out")]
    NoCodes,
    #[error(
        "this survey sells tokens for version {0}, which collects now: ask its status, and buy for that one"
    )]
    Version(u32),
    #[error("this survey sells no tokens: its access is not \"unlinkable\"")]
    NoSale,
    #[error("too many wrong codes came from your address; try again in {} seconds", .0.as_secs() + 1)]
    Wait(Duration),
    #[error("the system gives no randomness just now")]
    Randomness(#[from] SysError),
    #[error("the survey's key cannot be used")]
    Key,
    #[error("no survey with this id is collecting here")]
    NoSurvey,
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// A survey's key once it was read, kept for as long as the survey is known: with the survey, it goes.
#[derive(Default)]
pub(crate) struct KeptKey(OnceLock<Arc<IssuingKey>>);

/// What a survey asks of those who answer it.
pub(crate) struct Terms<'a> {
    pub(crate) survey: &'a str,
    pub(crate) key: &'a KeptKey,
    /// The version that collects.
    pub(crate) version: u32,
    /// Whether it stands in the public log.
    pub(crate) is_logged: bool,
    pub(crate) access: Access,
    pub(crate) class_code: Option<&'a ClassCode>,
    /// Whether that version gives each person a completion code of their own.
    pub(crate) gives_own_code: bool,
}

/// What a device has blinded so as to get a completion code: 32 bytes that may be an element.
#[derive(Clone, Copy)]
pub(crate) struct BlindedCode([u8; ELEMENT]);

impl BlindedCode {
    /// What came with a submission to a survey that gives such codes, or that gives none.
    pub(crate) fn read(
        text: Option<&str>,
        gives_own_code: bool,
    ) -> Result<Option<Self>, EligibilityError> {
        match (text, gives_own_code) {
            (None, false) => Ok(None),
            (Some(_), false) => Err(EligibilityError::NoCodes),
            (None, true) => Err(EligibilityError::BlindedCode),
            (Some(text), true) => { Base64UrlUnpadded::decode_vec(text).ok() }
                .and_then(|bytes| Some(Some(Self(bytes.try_into().ok()?))))
                .ok_or(EligibilityError::BlindedCode),
        }
    }

    pub(crate) const fn bytes(&self) -> &[u8; ELEMENT] {
        &self.0
    }
}

/// Tells a survey's completion codes from others.
pub(crate) struct CodeKey {
    key: Arc<IssuingKey>,
    survey: String,
}

impl CodeKey {
    /// What is known of each code, in their order.
    pub(crate) fn check(&self, _: &InTurn, codes: &[String]) -> Vec<CodeState> {
        let mut seen = HashSet::new();
        codes
            .iter()
            .map(|text| match text.parse::<OwnCode>() {
                Err(_) => CodeState::Unreadable,
                Ok(code) if !self.key.has_given(&self.survey, &code) => CodeState::Unknown,
                Ok(code) if seen.insert(code) => CodeState::Given,
                Ok(_) => CodeState::Repeated,
            })
            .collect()
    }
}

/// Invites that are not stored yet.
pub(crate) struct DrawnInvites {
    codes: Vec<Code>,
    keys: Vec<InviteKey>,
}

impl DrawnInvites {
    /// Draws so many for a survey.
    pub(crate) fn draw(_: &InTurn, survey: &str, number: usize) -> Result<Self, EligibilityError> {
        let codes: Vec<_> = std::iter::repeat_with(Code::draw)
            .take(number)
            .collect::<Result<_, _>>()?;
        let keys = codes.iter().map(|code| code.key(survey)).collect();
        Ok(Self { codes, keys })
    }
}

/// Knows invites, codes and keys.
pub(crate) struct Eligibility {
    storage: Arc<dyn Storage>,
    admission: Arc<Admission>,
    log: Arc<PublicLog>,
}

impl Eligibility {
    pub(crate) fn new(
        storage: &Arc<dyn Storage>,
        admission: &Arc<Admission>,
        log: &Arc<PublicLog>,
    ) -> Self {
        Self {
            storage: Arc::clone(storage),
            admission: Arc::clone(admission),
            log: Arc::clone(log),
        }
    }

    /// Whether the submission that comes with `invite` may be counted, and what it spends by that.
    /// Whether that was spent before is found by the transaction that counts.
    pub(crate) async fn check(
        &self,
        terms: &Terms<'_>,
        invite: Option<&str>,
        caller: Caller,
    ) -> Result<Option<InviteKey>, EligibilityError> {
        if terms.access == Access::Open {
            return Ok(None);
        }
        let invite = invite.ok_or(EligibilityError::Missing)?;
        let found = match terms.access {
            Access::Open => Some(None),
            Access::ClassCode => terms
                .class_code
                .is_some_and(|code| code.is(invite))
                .then_some(None),
            Access::Invites => self.invited(terms, invite).await?.map(Some),
            Access::Unlinkable => self.bought(terms, invite).await?.map(Some),
        };
        found.ok_or_else(|| self.wrong(terms, caller))
    }

    /// Whether a submission to that version that came with `invite` now would be let in. Nothing is spent by asking,
    /// and nothing stored. A used invite counts as a wrong code: whoever has a list of invites does not learn without
    /// end, by asking for each again and again, which of them have been used.
    pub(crate) async fn preview(
        &self,
        terms: &Terms<'_>,
        version: SurveyKey,
        invite: &str,
        caller: Caller,
    ) -> Result<(), EligibilityError> {
        let Some(spends) = self.check(terms, Some(invite), caller).await? else {
            return Ok(());
        };
        if !self.storage.is_spent(version, &spends).await? {
            return Ok(());
        }
        Err(match self.wrong(terms, caller) {
            EligibilityError::Unknown => EligibilityError::Spent,
            error => error,
        })
    }

    /// Notes a wrong code, and tells its sender so, or to wait.
    fn wrong(&self, terms: &Terms<'_>, caller: Caller) -> EligibilityError {
        match self.admission.tried_a_wrong_code(caller.at(terms.survey)) {
            Ok(()) => EligibilityError::Unknown,
            Err(wait) => EligibilityError::Wait(wait),
        }
    }

    async fn invited(
        &self,
        terms: &Terms<'_>,
        invite: &str,
    ) -> Result<Option<InviteKey>, EligibilityError> {
        let Ok(code) = Code::read(invite) else {
            return Ok(None);
        };
        let key = code.key(terms.survey);
        let invited = self.storage.is_invited(terms.survey, &key).await?;
        Ok(invited.then_some(key))
    }

    async fn bought(
        &self,
        terms: &Terms<'_>,
        invite: &str,
    ) -> Result<Option<InviteKey>, EligibilityError> {
        let Some(token) = UnlinkableToken::read(invite) else {
            return Ok(None);
        };
        let key = self.key(terms).await?;
        let version = terms.version;
        Ok(key
            .has_issued(Goods::Token { version }, terms.survey, &token)
            .then(|| token.key(terms.survey)))
    }

    /// The public half of the survey's key, where it sells tokens or gives completion codes.
    pub(crate) async fn published_key(
        &self,
        terms: &Terms<'_>,
    ) -> Result<Option<[u8; PUBLIC_KEY]>, EligibilityError> {
        if terms.access == Access::Unlinkable || terms.gives_own_code {
            Ok(Some(*self.key(terms).await?.public()))
        } else {
            Ok(None)
        }
    }

    /// Evaluates the completion code that a device has blinded. Only whoever was counted may have it.
    pub(crate) async fn complete(
        &self,
        terms: &Terms<'_>,
        blinded: &BlindedCode,
    ) -> Result<Evaluation, EligibilityError> {
        let key = self.key(terms).await?;
        let mut generator = ChaCha20Rng::try_from_rng(&mut SysRng)?;
        let evaluated = key.evaluate(Goods::Code, &blinded.0, &mut generator);
        evaluated.map_err(|error| match error {
            KeyError::Blinded => EligibilityError::BlindedCode,
            KeyError::Seed => EligibilityError::Key,
        })
    }

    /// The key by which completion codes are told from others.
    pub(crate) async fn key_of_codes(
        &self,
        terms: &Terms<'_>,
    ) -> Result<CodeKey, EligibilityError> {
        let (key, survey) = (self.key(terms).await?, terms.survey.to_owned());
        Ok(CodeKey { key, survey })
    }

    /// The key of a survey's tokens; made if there is none yet, and then for ever the same. It stands in
    /// the log before anybody gets it, if the survey does.
    async fn key(&self, terms: &Terms<'_>) -> Result<Arc<IssuingKey>, EligibilityError> {
        if let Some(key) = terms.key.0.get() {
            return Ok(Arc::clone(key));
        }
        let mut fresh = [0; 32];
        SysRng.try_fill_bytes(&mut fresh)?;
        let seed = self.storage.issuing_seed(terms.survey, &fresh).await?;
        let seed = seed.ok_or(EligibilityError::NoSurvey)?;
        let key = IssuingKey::of_seed(&seed, terms.survey).map_err(|_| EligibilityError::Key)?;
        if terms.is_logged {
            let public = Base64UrlUnpadded::encode_string(key.public());
            let entry = LogEntry::issuing_key(terms.survey, &public);
            self.log.hold(&*self.storage, &[entry]).await?;
        }
        // Whoever read it at the same time read the same.
        Ok(Arc::clone(terms.key.0.get_or_init(|| Arc::new(key))))
    }

    /// Sells a token for a version, and the ticket for those after it, for an invite or an earlier ticket.
    pub(crate) async fn sell(
        &self,
        terms: &Terms<'_>,
        version: u32,
        invite: &str,
        blinded: [&[u8]; 2],
        caller: Caller,
    ) -> Result<[Evaluation; 2], EligibilityError> {
        if terms.access != Access::Unlinkable {
            return Err(EligibilityError::NoSale);
        }
        if version != terms.version {
            return Err(EligibilityError::Version(terms.version));
        }
        let key = self.key(terms).await?;
        let from = version.saturating_add(1);
        let goods = [Goods::Token { version }, Goods::Ticket { from }];
        let mut generator = ChaCha20Rng::try_from_rng(&mut SysRng)?;
        // Before the invite is spent on something that is not an element.
        let [token, ticket] = [0, 1].map(|number: usize| {
            let evaluated = key.evaluate(goods[number], blinded[number], &mut generator);
            evaluated.map_err(|error| match error {
                KeyError::Blinded => EligibilityError::Blinded,
                KeyError::Seed => EligibilityError::Key,
            })
        });
        let evaluations = [token?, ticket?];
        match self.buy(terms, &key, invite, blinded).await? {
            Bought::This => Ok(evaluations),
            Bought::Other => Err(EligibilityError::Spent),
            Bought::Unknown => Err(self.wrong(terms, caller)),
        }
    }

    /// Spends an invite or a ticket on two blinded elements, and on no others after them.
    async fn buy(
        &self,
        terms: &Terms<'_>,
        key: &IssuingKey,
        invite: &str,
        blinded: [&[u8]; 2],
    ) -> Result<Bought, EligibilityError> {
        // The version is part of it: the same elements would be good for a later one, too.
        let hash: [u8; 32] = Sha256::new()
            .chain_update(terms.version.to_be_bytes())
            .chain_update(blinded[0])
            .chain_update(blinded[1])
            .finalize()
            .into();
        if let Ok(code) = Code::read(invite) {
            let invite = code.key(terms.survey);
            return Ok(self.storage.buy(terms.survey, &invite, &hash).await?);
        }
        let ticket = UnlinkableToken::read_ticket(invite).filter(|(from, ticket)| {
            let goods = Goods::Ticket { from: *from };
            *from <= terms.version && key.has_issued(goods, terms.survey, ticket)
        });
        Ok(match ticket {
            Some((_, ticket)) => {
                let ticket = ticket.key(terms.survey);
                self.storage.exchange(terms.survey, &ticket, &hash).await?
            }
            None => Bought::Unknown,
        })
    }

    /// Stores the hashes of new invites: this is the only time that the codes are seen.
    pub(crate) async fn invite(
        &self,
        survey: &str,
        invites: DrawnInvites,
    ) -> Result<Vec<Code>, EligibilityError> {
        if self.storage.add_invites(survey, &invites.keys).await? {
            Ok(invites.codes)
        } else {
            Err(EligibilityError::NoSurvey)
        }
    }
}
