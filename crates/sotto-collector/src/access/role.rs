//! What each role may do, and for which surveys.

use std::collections::BTreeSet;

use sotto_api::Role;

use super::TokenId;

/// One kind of administrative act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Results, cross-tabs and exports of aggregates.
    ReadResults,
    /// The settings as they are stored, secrets left out.
    ReadSettings,
    /// Opening and closing.
    OpenAndClose,
    /// Publishing versions, and changing settings.
    Edit,
    /// Exporting noisy rows.
    ExportRows,
    /// Deleting a survey and all that was counted.
    Delete,
    /// Tokens, and what they did.
    Administer,
}

/// Whether a role may do that at all.
const fn permits(role: Role, permission: Permission) -> bool {
    use Permission as P;
    match permission {
        P::ReadResults => true,
        P::ReadSettings | P::OpenAndClose => !matches!(role, Role::Viewer),
        P::Edit | P::ExportRows | P::Delete => matches!(role, Role::Designer | Role::Operator),
        P::Administer => matches!(role, Role::Operator),
    }
}

/// The surveys that a token is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SurveyScope {
    /// All that there are and will be.
    All,
    /// These. A designer's new surveys are added.
    These(BTreeSet<String>),
}

impl SurveyScope {
    fn contain(&self, id: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(id),
        }
    }
}

/// Who acts, as a token tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Actor {
    /// The token: what the audit log names.
    pub(crate) token: TokenId,
    /// Its role.
    pub(crate) role: Role,
    /// Its surveys.
    pub(crate) surveys: SurveyScope,
}

impl Actor {
    /// Whether it may do that to that survey.
    pub(crate) fn may(&self, permission: Permission, survey: &str) -> bool {
        permits(self.role, permission) && self.surveys.contain(survey)
    }

    /// Whether it may do what concerns no survey in particular.
    pub(crate) fn may_everywhere(&self, permission: Permission) -> bool {
        permits(self.role, permission) && self.surveys == SurveyScope::All
    }

    /// Whether it may make a survey that does not exist yet.
    pub(crate) const fn may_create(&self) -> bool {
        permits(self.role, Permission::Edit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERMISSIONS: [Permission; 7] = [
        Permission::ReadResults,
        Permission::ReadSettings,
        Permission::OpenAndClose,
        Permission::Edit,
        Permission::ExportRows,
        Permission::Delete,
        Permission::Administer,
    ];

    fn actor(role: Role, surveys: SurveyScope) -> Actor {
        let token = TokenId::draw().unwrap();
        Actor {
            token,
            role,
            surveys,
        }
    }

    #[test]
    fn each_role_may_what_the_lower_ones_may() {
        let roles = [Role::Viewer, Role::Teacher, Role::Designer, Role::Operator];
        let permitted = roles.map(|role| PERMISSIONS.map(|permission| permits(role, permission)));
        for (lower, higher) in permitted.iter().zip(&permitted[1..]) {
            assert!(lower.iter().zip(higher).all(|(l, h)| h >= l));
            assert_ne!(lower, higher);
        }
        assert_eq!(permitted[3], [true; 7]);
        assert!(
            roles
                .iter()
                .all(|role| Role::named(role.name()) == Some(*role))
        );
        assert_eq!(Role::named("Operator"), None);
    }

    #[test]
    fn a_token_for_some_surveys_says_nothing_about_others() {
        let mine = SurveyScope::These(["mine".to_owned()].into());
        for role in [Role::Viewer, Role::Teacher, Role::Designer, Role::Operator] {
            let actor = actor(role, mine.clone());
            assert!(actor.may(Permission::ReadResults, "mine"));
            for permission in PERMISSIONS {
                assert!(!actor.may(permission, "other"));
                assert!(!actor.may_everywhere(permission));
            }
        }
        let everywhere = actor(Role::Operator, SurveyScope::All);
        assert!(everywhere.may_everywhere(Permission::Administer));
        assert!(!actor(Role::Designer, SurveyScope::All).may_everywhere(Permission::Administer));
        assert!(!actor(Role::Teacher, SurveyScope::All).may_create());
    }
}
