//! UCI Adult as counts of its columns' values.

use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// Rows of the census sample, cells by column.
pub(crate) struct Adult {
    rows: Vec<Vec<String>>,
}

impl Adult {
    pub(crate) const AGE: usize = 0;
    pub(crate) const EDUCATION: usize = 3;
    pub(crate) const HOURS: usize = 12;
    pub(crate) const NATIVE_COUNTRY: usize = 13;

    pub(crate) fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(path)?;
        let cells = |line: &str| line.split(',').map(|cell| cell.trim().to_owned()).collect();
        let rows: Vec<Vec<String>> = text
            .lines()
            .filter(|line| !line.is_empty())
            .map(cells)
            .collect();
        if rows.len() != 32_561 || rows.iter().any(|row| row.len() != 15) {
            return Err("adult.data must have 32561 rows of 15 columns".into());
        }
        Ok(Self { rows })
    }

    /// How many people have each value of a column, missing ones among them.
    pub(crate) fn counts(&self, column: usize) -> Vec<u32> {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for row in &self.rows {
            *counts.entry(&row[column]).or_default() += 1;
        }
        counts.into_values().collect()
    }

    /// A column of whole numbers: how many people have each from the least to the greatest, and the
    /// least.
    pub(crate) fn numbers(&self, column: usize) -> Result<(u32, Vec<u32>), Box<dyn Error>> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for row in &self.rows {
            *counts.entry(row[column].parse()?).or_default() += 1;
        }
        let least = *counts.keys().next().ok_or("no rows")?;
        let greatest = *counts.keys().next_back().ok_or("no rows")?;
        let of = |number| counts.get(&number).copied().unwrap_or(0);
        Ok((least, (least..=greatest).map(of).collect()))
    }
}
