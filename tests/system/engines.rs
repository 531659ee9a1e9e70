//! Tests that are the same in every browser.

/// A test of each of these functions, which take a [`harness::Browser`], in Chromium and in Firefox.
macro_rules! in_both {
    ($($name:ident),+ $(,)?) => {
        mod chromium {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    super::$name(harness::Browser::start().await).await;
                }
            )+
        }
        mod firefox {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    super::$name(harness::Browser::firefox().await).await;
                }
            )+
        }
    };
}
pub(crate) use in_both;
