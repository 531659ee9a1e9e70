//! Invites that were handed out, and the seeds of the keys of unlinkable tokens. Which invites and
//! tokens are spent is remembered by the transaction that counts: see [`super::Entry`].

use async_trait::async_trait;

use super::{
    InviteKey, StorageError, SurveyKey,
    both::for_both,
    statements::{begin, bind},
    sums::unsigned,
    surveys::{DELETE_INVITES, UNCHANGED, is_there},
};

/// What became of an attempt to buy a token with an invite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bought {
    /// The invite has bought this, now or before.
    This,
    /// It has bought something else, or a submission.
    Other,
    /// There is no such invite.
    Unknown,
}

/// Invites and keys.
#[async_trait]
pub trait InviteStorage: Send + Sync {
    /// Stores new invites; whether there is such a survey.
    async fn add_invites(&self, survey: &str, invites: &[InviteKey]) -> Result<bool, StorageError>;

    /// How many invites there are.
    async fn invite_count(&self, survey: &str) -> Result<u64, StorageError>;

    /// Deletes all invites of a survey. What they have bought stays good.
    async fn withdraw_invites(&self, survey: &str) -> Result<(), StorageError>;

    /// Whether an invite may be spent on a submission: it is there and has bought no token. Whether
    /// it was spent before is found when the submission is counted.
    async fn is_invited(&self, survey: &str, invite: &InviteKey) -> Result<bool, StorageError>;

    /// Whether a submission to that version has spent an invite or a token.
    async fn is_spent(&self, survey: SurveyKey, invite: &InviteKey) -> Result<bool, StorageError>;

    /// Lets an invite buy the evaluation of what hashes to `blinded`, once.
    async fn buy(
        &self,
        survey: &str,
        invite: &InviteKey,
        blinded: &[u8; 32],
    ) -> Result<Bought, StorageError>;

    /// Lets a ticket buy what hashes to `blinded`, once. `Unknown`: there is no such survey.
    async fn exchange(
        &self,
        survey: &str,
        ticket: &InviteKey,
        blinded: &[u8; 32],
    ) -> Result<Bought, StorageError>;

    /// The seed of a survey's key; `fresh`, if it had none before. `None`: there is no such survey.
    async fn issuing_seed(
        &self,
        survey: &str,
        fresh: &[u8; 32],
    ) -> Result<Option<[u8; 32]>, StorageError>;
}

const ADD: &str = "INSERT INTO invites (survey, code_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const COUNT: &str = "SELECT COUNT(*) FROM invites WHERE survey = $1";
const IS_INVITED: &str = "SELECT bought IS NULL FROM invites WHERE survey = $1 AND code_hash = $2";
const IS_SPENT: &str = "SELECT COUNT(*) FROM spent_invites WHERE survey = $1 AND invite = $2";
const BUY: &str = "UPDATE invites SET bought = $3 \
     WHERE survey = $1 AND code_hash = $2 AND bought IS NULL AND NOT EXISTS \
     (SELECT 1 FROM spent_invites JOIN surveys ON surveys.key = spent_invites.survey \
      WHERE surveys.id = $1 AND spent_invites.invite = $2)";
const BOUGHT: &str = "SELECT bought FROM invites WHERE survey = $1 AND code_hash = $2";
const EXCHANGE: &str = "INSERT INTO spent_tickets (survey, ticket, bought) VALUES ($1, $2, $3) \
     ON CONFLICT DO NOTHING";
const EXCHANGED: &str = "SELECT bought FROM spent_tickets WHERE survey = $1 AND ticket = $2";
const NEW_SEED: &str = "INSERT INTO issuing_keys VALUES ($1, $2) ON CONFLICT DO NOTHING";
const SEED: &str = "SELECT seed FROM issuing_keys WHERE survey = $1";

for_both!(InviteStorage {
    async fn add_invites(&self, survey: &str, invites: &[InviteKey]) -> Result<bool, StorageError> {
        // In the order of the hashes, which is not the order in which they are handed out.
        let mut invites = invites.to_vec();
        invites.sort_unstable();
        begin!(self => transaction, UNCHANGED);
        if !is_there!(transaction, survey) {
            return Ok(false);
        }
        for invite in &invites {
            bind!(sqlx::query(ADD), survey, &invite[..]).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    async fn invite_count(&self, survey: &str) -> Result<u64, StorageError> {
        let count = bind!(sqlx::query_scalar(COUNT), survey);
        unsigned(count.fetch_one(&mut *self.read().await?).await?)
    }

    async fn withdraw_invites(&self, survey: &str) -> Result<(), StorageError> {
        let delete = bind!(sqlx::query(DELETE_INVITES), survey);
        Ok(delete.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn is_invited(&self, survey: &str, invite: &InviteKey) -> Result<bool, StorageError> {
        let free = bind!(sqlx::query_scalar(IS_INVITED), survey, &invite[..]);
        let free: Option<bool> = free.fetch_optional(&mut *self.read().await?).await?;
        Ok(free == Some(true))
    }

    async fn is_spent(
        &self,
        survey: SurveyKey,
        invite: &InviteKey,
    ) -> Result<bool, StorageError> {
        let spent = bind!(sqlx::query_scalar(IS_SPENT), survey, &invite[..]);
        Ok(unsigned(spent.fetch_one(&mut *self.read().await?).await?)? > 0)
    }

    async fn buy(
        &self,
        survey: &str,
        invite: &InviteKey,
        blinded: &[u8; 32],
    ) -> Result<Bought, StorageError> {
        let buy = bind!(sqlx::query(BUY), survey, &invite[..], &blinded[..]);
        if buy.execute(&mut *self.write().await?).await?.rows_affected() == 1 {
            return Ok(Bought::This);
        }
        let bought = bind!(sqlx::query_scalar(BOUGHT), survey, &invite[..]);
        let bought: Option<Option<Vec<u8>>> =
            bought.fetch_optional(&mut *self.read().await?).await?;
        Ok(match bought {
            None => Bought::Unknown,
            Some(Some(before)) if before == blinded => Bought::This,
            Some(_) => Bought::Other,
        })
    }

    async fn exchange(
        &self,
        survey: &str,
        ticket: &InviteKey,
        blinded: &[u8; 32],
    ) -> Result<Bought, StorageError> {
        begin!(self => transaction, UNCHANGED);
        if !is_there!(transaction, survey) {
            return Ok(Bought::Unknown);
        }
        let exchange = bind!(sqlx::query(EXCHANGE), survey, &ticket[..], &blinded[..]);
        exchange.execute(&mut *transaction).await?;
        let bought = bind!(sqlx::query_scalar(EXCHANGED), survey, &ticket[..]);
        let bought: Vec<u8> = bought.fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(if bought == blinded { Bought::This } else { Bought::Other })
    }

    async fn issuing_seed(
        &self,
        survey: &str,
        fresh: &[u8; 32],
    ) -> Result<Option<[u8; 32]>, StorageError> {
        let known = bind!(sqlx::query_scalar(SEED), survey);
        let known: Option<Vec<u8>> = known.fetch_optional(&mut *self.read().await?).await?;
        if let Some(seed) = known {
            return seed.try_into().map(Some).map_err(|_| StorageError::Damaged);
        }
        begin!(self => transaction, UNCHANGED);
        if !is_there!(transaction, survey) {
            return Ok(None);
        }
        bind!(sqlx::query(NEW_SEED), survey, &fresh[..]).execute(&mut *transaction).await?;
        // Another may have given it one first.
        let seed = bind!(sqlx::query_scalar(SEED), survey);
        let seed: Vec<u8> = seed.fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        seed.try_into().map(Some).map_err(|_| StorageError::Damaged)
    }
});
