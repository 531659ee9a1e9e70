//! A chart as a file: laid out once as plain shapes, written as SVG or painted as PNG.
//!
//! The file stands by itself: it brings its title, its figures in words and the meaning of its marks, and
//! its colours are those of paper. Bars are hatched, so that they can be told without colour.

mod file;
mod layout;
mod painting;
mod picture;
mod shape;
mod svg;
mod wrapping;

pub(crate) use file::{SaveButtons, hand_over};
pub(crate) use picture::{ChartPicture, Marks, PictureRow};
