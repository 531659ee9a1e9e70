//! A public table, such as a census or what an older study published: what may be looked at before anybody is
//! asked. Cuts and projections are fitted on it, never on the rows that are to be protected.

use std::path::Path;

use super::{
    error::TableError,
    table_options::{Header, TableOptions},
    text_table::{TextTable, shortened},
};

/// Rows of the same columns as the table that is learned from.
pub(super) struct PublicRows {
    table: TextTable,
}

impl PublicRows {
    /// Reads it; it has a header where the other table has.
    pub(super) fn read(
        file: &Path,
        options: &TableOptions,
        (has_header, width): (bool, usize),
    ) -> Result<Self, TableError> {
        let has_header = match options.header {
            Header::Yes => true,
            Header::No => false,
            Header::Auto => has_header,
        };
        let table = TextTable::read(file, options.separator, |_| has_header)?;
        let found = table.rows.first().map_or(0, |row| row.cells.len());
        if found != width {
            return Err(TableError::OtherPublic {
                file: file.to_owned(),
                found,
                expected: width,
            });
        }
        Ok(Self { table })
    }

    /// The numbers of a column, in the order of the rows.
    pub(super) fn numbers(&self, column: usize, name: &str) -> Result<Vec<f64>, TableError> {
        let rows = self.table.rows.iter();
        let numbers = rows.map(|row| {
            let cell = &row.cells[column];
            let number = cell.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| TableError::PublicNumber {
                line: row.line,
                column: column + 1,
                name: name.to_owned(),
                cell: shortened(cell),
            })
        });
        numbers.collect()
    }

    /// The cells of a column.
    pub(super) fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.table
            .rows
            .iter()
            .map(move |row| row.cells[column].as_str())
    }
}

/// Cuts that part numbers into so many bins of about as many rows each; fewer where many rows have one number.
pub(super) fn cuts_of_equal_frequency(mut numbers: Vec<f64>, bins: u32) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    let mut cuts: Vec<f64> = (1..bins as usize)
        .filter_map(|bin| numbers.get(bin * count / bins as usize).copied())
        .collect();
    cuts.dedup();
    // A cut at the least number would leave a bin without any.
    cuts.retain(|cut| numbers.first().is_some_and(|least| cut > least));
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_as_many_rows_each() {
        let numbers: Vec<f64> = (0..100).map(|row| f64::from(row * row)).collect();
        assert_eq!(cuts_of_equal_frequency(numbers, 4), [625.0, 2500.0, 5625.0]);
        assert_eq!(cuts_of_equal_frequency(vec![1.0, 1.0, 1.0, 2.0], 4), [2.0]);
        assert!(cuts_of_equal_frequency(vec![3.0; 5], 3).is_empty());
    }
}
