//! The collector's half of each mechanism for numbers: which number an output cell stands for.
//!
//! Floats are welcome here, for nothing here is asked on the way from an answer to its report.

mod duchi;
mod hybrid;
mod laplace;
mod several;
mod window;
