//! How the survey ends for everybody: its words and where it leads on.

use crate::{builder::Builder, report::Reason, tree::FileTree, words::FileTexts};

/// The end that everybody comes to: its words stand elsewhere, its address here.
pub(super) fn ending(options: &FileTree, builder: &mut Builder) {
    let address = options.word_or_empty("EOSRedirectURL");
    builder.way_on("EOSRedirectURL", FileTexts::new(), &address);
    if let Some(words) = options.get("EOSMessage").filter(|words| !words.is_empty()) {
        words.told();
        options.told_at(&["EOSMessageLibrary"]);
        builder.leave_out("EOSMessage", Reason::LibraryWords);
    }
}
