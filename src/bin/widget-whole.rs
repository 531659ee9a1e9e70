//! The widget's whole program: the common one with every mechanism, and with those for surveys in waves.
//! It is built with the feature `whole`, and loaded where a published survey needs it.

#[expect(dead_code, unreachable_pub, reason = "it is a program, too")]
#[path = "widget.rs"]
mod common;

fn main() {}
