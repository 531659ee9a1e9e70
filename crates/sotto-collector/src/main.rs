//! The `sotto` command.
fn main() {}
