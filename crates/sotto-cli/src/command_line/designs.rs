//! The flags of the classical designs of randomized response, in place of a mechanism and an ε.

use std::{fs, path::PathBuf};

use clap::Args;
use sotto_ldp::{
    planning::designs::{NAMES, ProtectingDesign, Protection, Unprotected},
    randomizers::CustomChannel,
};

use super::{ending::sentence, fraction::OpenFraction};

/// A design by its name, and its chances: each a decimal such as 0.75 or a fraction such as 3/4.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A classical design in place of a mechanism")]
pub(super) struct DesignFlags {
    /// mirrored, forced, unrelated, disguised, kuk, forced-categories, crosswise, or custom
    #[arg(long, value_name = "NAME", conflicts_with_all = ["p", "q", "pi", "theta"])]
    design: Option<String>,

    /// mirrored, unrelated: the chance that the question itself is answered
    #[arg(long, value_name = "CHANCE", requires = "design")]
    truth: Option<OpenFraction>,

    /// forced: the chance of a forced "yes"; unrelated: of "yes" to the other question
    #[arg(long, value_name = "CHANCE", requires = "design")]
    yes: Option<OpenFraction>,

    /// forced: the chance of a forced "no"
    #[arg(long, value_name = "CHANCE", requires = "design")]
    no: Option<OpenFraction>,

    /// disguised: the share of red cards in the deck of those whose answer is yes
    #[arg(long, value_name = "SHARE", requires = "design")]
    cards: Option<OpenFraction>,

    /// kuk: how many cards are drawn
    #[arg(long, value_name = "N", requires = "design")]
    draws: Option<u32>,

    /// kuk: the share of red cards in the deck of those who have the trait
    #[arg(long, value_name = "SHARE", requires = "design")]
    having: Option<OpenFraction>,

    /// kuk: the share of red cards in the deck of the others
    #[arg(long, value_name = "SHARE", requires = "design")]
    others: Option<OpenFraction>,

    /// forced-categories: the chance with which each category is forced
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "design")]
    forced: Option<Vec<OpenFraction>>,

    /// crosswise: the share of people who answer the innocent question with yes
    #[arg(long, value_name = "SHARE", requires = "design")]
    innocent: Option<OpenFraction>,

    /// custom, which it implies: a JSON file with a row of integer weights for each value, such as
    /// [[3,1],[1,3]]
    #[arg(long, value_name = "FILE")]
    channel: Option<PathBuf>,
}

/// A table of at most so many bytes is read.
const LONGEST_FILE: u64 = 4 << 20;

impl DesignFlags {
    /// The channel of the design that is named, and on what its protection rests; `None` where none
    /// is.
    pub(super) fn channel(&self) -> Result<Option<(CustomChannel, Protection)>, String> {
        let implied = self.channel.as_ref().map(|_| "custom");
        let Some(name) = self.design.as_deref().or(implied) else {
            return Ok(None);
        };
        if let Ok(unprotected) = name.parse::<Unprotected>() {
            return Err(sentence(unprotected));
        }
        let design = self.design(name)?;
        let channel = design.channel().map_err(sentence)?;
        Ok(Some((channel, design.protection())))
    }

    /// Whether a design is named.
    pub(super) const fn is_given(&self) -> bool {
        self.design.is_some() || self.channel.is_some()
    }

    fn design(&self, name: &str) -> Result<ProtectingDesign, String> {
        let needed = |flag: &str, chance: Option<OpenFraction>| {
            let chance = chance.map(OpenFraction::pair);
            chance.ok_or_else(|| format!("the design {name} needs --{flag}, such as --{flag} 0.7"))
        };
        Ok(match name {
            "mirrored" => ProtectingDesign::Mirrored {
                truth: needed("truth", self.truth)?,
            },
            "forced" => ProtectingDesign::Forced {
                yes: needed("yes", self.yes)?,
                no: needed("no", self.no)?,
            },
            "unrelated" => ProtectingDesign::Unrelated {
                truth: needed("truth", self.truth)?,
                yes: needed("yes", self.yes)?,
            },
            "disguised" => ProtectingDesign::Disguised {
                cards: needed("cards", self.cards)?,
            },
            "kuk" => ProtectingDesign::Kuk {
                draws: self.draws.unwrap_or(1),
                having: needed("having", self.having)?,
                others: needed("others", self.others)?,
            },
            "forced-categories" => {
                let forced = self.forced.as_ref().ok_or(
                    "the design forced-categories needs --forced, such as --forced 0.1,0.1,0.1",
                )?;
                ProtectingDesign::ForcedCategories {
                    forced: forced.iter().copied().map(OpenFraction::pair).collect(),
                }
            }
            "crosswise" => ProtectingDesign::Crosswise {
                innocent: needed("innocent", self.innocent)?,
            },
            "custom" => ProtectingDesign::Custom(self.table()?),
            _ => {
                return Err(format!(
                    "there is no design \"{}\": use one of {}",
                    name.chars().take(40).collect::<String>(),
                    NAMES.join(", ")
                ));
            }
        })
    }

    /// The rows of the file.
    fn table(&self) -> Result<Vec<Vec<u64>>, String> {
        let path = self.channel.as_ref().ok_or(
            "the design custom needs --channel FILE, a table of integer weights such as [[3,1],[1,3]]",
        )?;
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let length = fs::metadata(path).map_err(|error| failed(&error))?.len();
        if length > LONGEST_FILE {
            return Err(failed(&"a table has at most 4 MiB"));
        }
        let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
        serde_json::from_str(&text).map_err(|error| failed(&error))
    }
}
