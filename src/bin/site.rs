//! Skeleton.
use yew::prelude::*;
#[component]
fn Site() -> Html {
    html! { <h1>{"Sotto"}</h1> }
}
fn main() {
    yew::Renderer::<Site>::new().render();
}
