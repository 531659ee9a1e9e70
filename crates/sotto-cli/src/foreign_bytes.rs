//! What the command line reads from outside, in one place for the fuzzer (`fuzz/targets/`): built
//! with the feature `fuzzing` alone, and no part of the program.
//!
//! Each function takes any bytes. It panics where something that must hold does not.

use std::path::Path;

use sotto_survey::Survey;

use crate::{
    command_line,
    simulate::{Mapping, read_rows},
};

/// Arguments, one on each line.
pub fn arguments(text: &str) {
    command_line::read(text.lines());
}

/// A data set under `file`, to be answered with by a mapping.
pub fn data_set(mapping: &str, file: &Path, survey: &Survey) {
    if let Ok(mapping) = mapping.parse::<Mapping>() {
        read_rows(file, survey, &mapping);
    }
}
