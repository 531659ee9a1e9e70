//! Rows of numbers alone: on the grids of reports, or along directions of a public table.

use sotto_learn::{Examples, Schema, gaussian::GaussianReporting};

use super::{
    columns::{CellKind, Column, features},
    error::TableError,
    projection::{Directions, Projection},
    public_rows::PublicRows,
    table_options::TableOptions,
    text_table::TextRow,
};

/// The numbers of all features, row by row; `None` unless all are numbers, and none is missing.
fn numbers(columns: &[Column], class: usize, rows: &[&TextRow]) -> Option<Vec<Vec<f64>>> {
    let features = features(columns, class);
    let is_number = |&index: &usize| matches!(columns[index].kind, CellKind::Bins { .. });
    if !features.iter().all(is_number) {
        return None;
    }
    let numbers = rows.iter().map(|row| {
        let cells = features
            .iter()
            .map(|&index| row.cells[index].parse::<f64>());
        cells.collect::<Result<Vec<_>, _>>().ok()
    });
    numbers.collect()
}

/// The rows with each number on the grid that reports of numbers have.
pub(super) fn on_grids(
    columns: &[Column],
    class: usize,
    rows: &[&TextRow],
    examples: &Examples,
) -> Option<Examples> {
    let numbers = numbers(columns, class, rows)?;
    let ranges = features(columns, class)
        .into_iter()
        .map(|index| match columns[index].kind {
            CellKind::Bins {
                minimum, maximum, ..
            } => Some((minimum, maximum)),
            CellKind::Categories { .. } | CellKind::Skipped => None,
        });
    let ranges: Vec<(f64, f64)> = ranges.collect::<Option<_>>()?;
    let schema = Schema::new(
        examples.schema().classes(),
        vec![GaussianReporting::CELLS; ranges.len()],
    );
    let mut on_grids = Examples::empty(schema.ok()?);
    for (index, row) in numbers.iter().enumerate() {
        let cells = row.iter().zip(&ranges).map(|(number, (minimum, maximum))| {
            nearest(
                (number - minimum) / (maximum - minimum),
                GaussianReporting::CELLS,
            )
        });
        on_grids
            .push(&cells.collect::<Vec<_>>(), examples.class(index))
            .ok()?;
    }
    Some(on_grids)
}

/// The cell of a part from 0 to 1 on a grid from end to end.
fn nearest(part: f64, cells: u32) -> u32 {
    let last = cells.saturating_sub(1);
    let position = part * f64::from(last);
    (0..last)
        .find(|&cell| f64::from(cell) + 0.5 > position)
        .unwrap_or(last)
}

/// Directions fitted on the public table.
fn projection(
    options: &TableOptions,
    which: Directions,
    (columns, class): (&[Column], usize),
    public: &PublicRows,
) -> Result<Projection, TableError> {
    let features = features(columns, class);
    let is_number = |&index: &usize| matches!(columns[index].kind, CellKind::Bins { .. });
    if !features.iter().all(is_number) {
        return Err(TableError::NotAllNumbers);
    }
    let by_column = features
        .iter()
        .map(|&index| public.numbers(index, &columns[index].name));
    let by_column: Vec<_> = by_column.collect::<Result<_, _>>()?;
    let count = by_column.first().map_or(0, Vec::len);
    let rows = (0..count).map(|row| by_column.iter().map(|numbers| numbers[row]).collect());
    let rows: Vec<Vec<f64>> = rows.collect();
    // Classes are told apart by their cells; which is which does not matter.
    let mut names: Vec<&str> = Vec::new();
    let classes = public.cells(class).map(|cell| {
        let known = names.iter().position(|name| *name == cell);
        let index = known.unwrap_or_else(|| {
            names.push(cell);
            names.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    });
    let classes: Vec<u32> = classes.collect();
    let fitted = Projection::fit(&rows, &classes, which, options.directions.into());
    fitted.ok_or(TableError::NoDirections)
}

/// Rows of numbers, and the directions that stand in their place.
pub(super) struct Projected {
    rows: Vec<Vec<f64>>,
    projection: Projection,
}

impl Projected {
    /// Fits directions on the public table, and takes the numbers of the rows.
    pub(super) fn new(
        options: &TableOptions,
        which: Directions,
        (columns, class): (&[Column], usize),
        (public, rows): (&PublicRows, &[&TextRow]),
    ) -> Result<Self, TableError> {
        Ok(Self {
            projection: projection(options, which, (columns, class), public)?,
            rows: numbers(columns, class, rows).ok_or(TableError::NotAllNumbers)?,
        })
    }

    /// How many directions there are.
    pub(super) fn count(&self) -> usize {
        self.projection.count()
    }

    /// The rows with each direction cut into so many values.
    pub(super) fn examples(
        &self,
        examples: &Examples,
        values: u32,
    ) -> Result<Examples, TableError> {
        let classes = examples.schema().classes();
        let schema = Schema::new(classes, vec![values; self.projection.count()])?;
        let mut projected = Examples::empty(schema);
        for (index, row) in self.rows.iter().enumerate() {
            let coordinates = self.projection.coordinates(row);
            let cells = coordinates.into_iter().map(|part| nearest(part, values));
            projected.push(&cells.collect::<Vec<_>>(), examples.class(index))?;
        }
        Ok(projected)
    }
}
