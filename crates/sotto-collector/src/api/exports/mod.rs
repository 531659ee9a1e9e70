//! What can be taken away from a survey.

mod rows;

pub(super) use rows::{
    __path_rows_csv, __path_rows_ndjson, __path_rows_parquet, rows_csv, rows_ndjson, rows_parquet,
};
