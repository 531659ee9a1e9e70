//! A tree of chances: what can happen, one thing after another.
//!
//! It is a nested list, which can be read aloud as it stands; the style sheet draws its branches.

use yew::prelude::*;

/// Something that can happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// How likely it is after what came before.
    pub chance: String,
    /// What happens.
    pub name: String,
    /// Whether it is what happened.
    pub happened: bool,
    /// What can happen next.
    pub next: Vec<Branch>,
}

/// The tree: `name` is read for the whole of it.
pub fn chance_tree(name: &str, branches: &[Branch]) -> Html {
    html! { <div class="chance-tree" role="group" aria-label={name.to_owned()}>{ list(branches) }</div> }
}

fn list(branches: &[Branch]) -> Html {
    let branch = |branch: &Branch| {
        html! {
            <li class={classes!(branch.happened.then_some("happened"))}>
                <span class="branch">
                    <b class="branch-chance">{ &branch.chance }</b>{ " " }{ &branch.name }
                </span>
                if !branch.next.is_empty() {
                    { list(&branch.next) }
                }
            </li>
        }
    };
    html! { <ul>{ for branches.iter().map(branch) }</ul> }
}
