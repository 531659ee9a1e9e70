//! What can be taken away from a survey.

mod aggregates;
mod rows;

pub(super) use aggregates::{__path_results_csv, results_csv};
pub(super) use rows::{
    __path_rows_csv, __path_rows_ndjson, __path_rows_parquet, check_rows, rows_csv, rows_ndjson,
    rows_parquet,
};
