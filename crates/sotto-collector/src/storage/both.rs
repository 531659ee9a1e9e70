//! Writing once what both databases do alike.

/// `for_both!(Trait { methods })` implements a trait for both databases with the same methods;
/// `for_both!({ methods })` gives them methods of their own.
macro_rules! for_both {
    ($name:ident { $($methods:tt)* }) => {
        #[async_trait::async_trait]
        impl $name for $crate::storage::sqlite::SqliteStorage { $($methods)* }
        #[async_trait::async_trait]
        impl $name for $crate::storage::postgres::PostgresStorage { $($methods)* }
    };
    ({ $($methods:tt)* }) => {
        impl $crate::storage::sqlite::SqliteStorage { $($methods)* }
        impl $crate::storage::postgres::PostgresStorage { $($methods)* }
    };
}
pub(super) use for_both;
