//! Several categories together, as a call names them.

use std::str::FromStr;

use super::protocol::{CategoriesError, CategoryNames};

/// A name, and the categories that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct NamedSum {
    name: String,
    categories: CategoryNames,
}

/// Values that are counted together: some of all, each once.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    name: String,
    values: Vec<u32>,
}

impl FromStr for NamedSum {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write a name and categories, such as agree=very,rather";
        let (name, categories) = text.split_once('=').ok_or(example)?;
        let name = name.trim();
        if name.is_empty() {
            return Err(example.to_owned());
        }
        let categories = categories
            .parse()
            .map_err(|error: CategoriesError| error.to_string())?;
        Ok(Self {
            name: name.to_owned(),
            categories,
        })
    }
}

impl NamedSum {
    /// Its values, by the index that each category has.
    pub(crate) fn of(
        &self,
        all: u32,
        index_of: impl Fn(&str) -> Option<u32>,
    ) -> Result<Sum, String> {
        let name = &self.name;
        let value = |id: &String| {
            let index = index_of(id).filter(|&index| index < all);
            index.ok_or_else(|| format!("--sum {name}: {id:?} is not one of the categories"))
        };
        let values = self.categories.ids().iter().map(value);
        let mut values: Vec<u32> = values.collect::<Result<_, _>>()?;
        values.sort_unstable();
        values.dedup();
        if values.len() >= all as usize {
            return Err(format!(
                "--sum {name} has all categories, whose sum is 1: leave one out"
            ));
        }
        Ok(Sum {
            name: name.clone(),
            values,
        })
    }
}

impl Sum {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Whether the two have a category in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.values.iter().any(|value| other.values.contains(value))
    }
}
