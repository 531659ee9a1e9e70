//! Every kind of thing that used to get lost, in each format that has it.

mod ends;
mod flow;
mod languages;
mod rules;
mod shapes;
mod words;
