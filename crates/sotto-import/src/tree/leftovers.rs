//! What nobody read.

use std::rc::Rc;

use super::{FileTree, TreeMark, Value};

/// A value that was neither used nor told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leftover {
    /// What it is about; none: the file as a whole.
    pub(crate) owner: Option<Rc<str>>,
    /// The keys that lead to it from there, joined by dots.
    pub(crate) key: String,
    /// It as it stands there, cut.
    pub(crate) value: String,
}

/// Everything in the tree that was neither used nor told, in its order.
pub(crate) fn leftovers(tree: &FileTree) -> Vec<Leftover> {
    let mut found = Vec::new();
    let mut path = Vec::new();
    collect(tree, None, &mut path, &mut found);
    found
}

/// Whether anything of it was touched.
fn collect<'a>(
    tree: &'a FileTree,
    owner: Option<&Rc<str>>,
    path: &mut Vec<&'a str>,
    found: &mut Vec<Leftover>,
) -> bool {
    if tree.mark.get() == TreeMark::Told {
        return true;
    }
    let is_owned = tree.owner.get().is_some();
    let owner = tree.owner.get().or(owner);
    let outer = if is_owned {
        std::mem::take(path)
    } else {
        Vec::new()
    };
    let before = found.len();
    let mut is_touched = tree.mark.get() == TreeMark::Used;
    match &tree.value {
        Value::List(list) => {
            for one in list {
                is_touched |= collect(one, owner, path, found);
            }
        }
        Value::Object(entries) => {
            for (name, one) in entries {
                path.push(name);
                is_touched |= collect(one, owner, path, found);
                path.pop();
            }
        }
        _ => {}
    }
    if !is_touched && !tree.is_empty() {
        // Of what nobody looked into, one line is enough.
        found.truncate(before);
        found.push(Leftover {
            owner: owner.cloned(),
            key: crate::words::short(&path.join(".")),
            value: tree.shown(),
        });
    }
    if is_owned {
        *path = outer;
    }
    is_touched
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::read_json;

    fn left(tree: &FileTree) -> Vec<(String, String)> {
        let left = leftovers(tree).into_iter();
        left.map(|one| (one.key, one.value)).collect()
    }

    #[test]
    fn what_is_not_read_is_left_over_and_what_is_empty_is_not() {
        let tree = read_json(
            r#"{"a": {"b": 1, "c": [1, 2]}, "d": {"e": {"f": "x"}}, "g": "", "h": [{}]}"#,
        );
        let tree = tree.unwrap();
        assert_eq!(
            left(&tree)[0].1,
            "{a: {b: 1, c: [1, 2]}, d: {e: {f: x}}, g: , h: [{}]}"
        );
        assert_eq!(tree.at(&["a", "b"]).unwrap().as_number(), Some(1.0));
        assert_eq!(
            left(&tree),
            [
                ("a.c".to_owned(), "[1, 2]".to_owned()),
                ("d".to_owned(), "{e: {f: x}}".to_owned())
            ]
        );
        tree.get("d").unwrap().told();
        tree.get("a").unwrap().is_about("question");
        let all = leftovers(&tree);
        assert_eq!(all.len(), 1);
        assert_eq!(
            (all[0].owner.as_deref(), &*all[0].key),
            (Some("question"), "c")
        );
    }
}
