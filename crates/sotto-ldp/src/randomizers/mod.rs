//! The randomizers, one file each: input, report, channel, why it is private, when to choose it.
//!
//! Nothing here may use floating-point arithmetic: the path from an answer to its report is made
//! of integers alone.

pub mod direct_encoding;
pub mod optimized_unary_encoding;
pub mod randomized_response;
pub mod two_coins;

pub use direct_encoding::DirectEncoding;
pub use optimized_unary_encoding::UnaryEncoding;
