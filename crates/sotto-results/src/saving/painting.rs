//! A drawing painted onto a canvas, for a picture of pixels.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::shape::{Drawing, FONTS, Shape};

/// Pixels for each length of the drawing: sharp in print, too.
const SCALE: f64 = 2.0;

/// A canvas with the drawing on it; `None` where the browser has none to give.
pub(super) fn paint(drawing: &Drawing) -> Option<HtmlCanvasElement> {
    let document = web_sys::window()?.document()?;
    let canvas = document.create_element("canvas").ok()?;
    let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
    canvas.set_width(pixels(drawing.width));
    canvas.set_height(pixels(drawing.height));
    let context = canvas.get_context("2d").ok()??;
    let context = context.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context.scale(SCALE, SCALE).ok()?;
    for shape in &drawing.shapes {
        paint_shape(&context, shape).ok()?;
    }
    Some(canvas)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sheet is some thousand pixels high at most"
)]
fn pixels(length: f64) -> u32 {
    (length * SCALE).ceil() as u32
}

fn paint_shape(context: &CanvasRenderingContext2d, shape: &Shape) -> Result<(), JsValue> {
    match shape {
        Shape::Box { at, size, ink } => {
            context.set_fill_style_str(ink.color());
            context.fill_rect(at.0, at.1, size.0, size.1);
        }
        Shape::Line {
            from,
            to,
            width,
            is_dashed,
            ink,
        } => {
            let dashes = if *is_dashed {
                js_sys::Array::of2(&4.into(), &3.into())
            } else {
                js_sys::Array::new()
            };
            context.set_line_dash(&dashes)?;
            context.set_stroke_style_str(ink.color());
            context.set_line_width(*width);
            context.begin_path();
            context.move_to(from.0, from.1);
            context.line_to(to.0, to.1);
            context.stroke();
        }
        Shape::Dot { at, radius, ink } => {
            context.set_fill_style_str(ink.color());
            context.begin_path();
            context.arc(at.0, at.1, *radius, 0.0, std::f64::consts::TAU)?;
            context.fill();
        }
        Shape::Text {
            at,
            size,
            is_bold,
            text,
            ink,
        } => {
            let weight = if *is_bold { "600" } else { "400" };
            context.set_font(&format!("{weight} {size}px {FONTS}"));
            context.set_fill_style_str(ink.color());
            context.set_text_align("left");
            context.fill_text(text, at.0, at.1)?;
        }
    }
    Ok(())
}
