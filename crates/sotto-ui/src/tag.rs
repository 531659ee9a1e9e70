//! Elements, built by calls.
//!
//! The widget's views are written with these and not with `html!`, for the bytes: the macro expands
//! to some hundred bytes of code for each element and its attributes, a call here to a dozen: the first
//! five screens became 1.3 kB smaller (brotli) by it.

use yew::{
    AttrValue, Html,
    virtual_dom::{Key, VNode, VTag, VText},
};

/// An element under construction.
#[derive(Debug)]
#[must_use = "an element is shown only as part of a view"]
pub struct Tag(Box<VTag>);

/// An element of that name.
pub fn tag(name: &'static str) -> Tag {
    Tag(Box::new(VTag::new(name)))
}

impl Tag {
    /// Sets an attribute.
    // These are out of line: views are chains of such calls, and each copy would be downloaded.
    #[inline(never)]
    pub fn set(mut self, name: &'static str, value: &str) -> Self {
        self.0
            .add_attribute(name, AttrValue::from(value.to_owned()));
        self
    }

    /// Sets an attribute to the parts in a row.
    pub fn join(self, name: &'static str, parts: &[&str]) -> Self {
        self.set(name, &parts.concat())
    }

    /// Sets an attribute if there is a reason to.
    #[inline(never)]
    pub fn when(self, reason: bool, name: &'static str, value: &str) -> Self {
        if reason { self.set(name, value) } else { self }
    }

    /// Names the element among its siblings, so that it stays itself when they come and go.
    #[inline(never)]
    pub fn key(mut self, key: &str) -> Self {
        self.0.key = Some(Key::from(key));
        self
    }

    /// Says whether a radio button or a box is ticked.
    #[inline(never)]
    pub fn checked(mut self, checked: bool) -> Self {
        self.0.set_checked(checked);
        self
    }

    /// Fills an input; on a radio button or a box, what stands for it.
    #[inline(never)]
    pub fn value(mut self, value: &str) -> Self {
        self.0.set_value(Some(AttrValue::from(value.to_owned())));
        self
    }

    /// Adds an element. Either all elements inside another have a key or none has: of a mixed list Yew
    /// heeds no key, and whoever stands in one of its elements would lose it when another comes before it.
    #[inline(never)]
    pub fn with(mut self, child: Self) -> Self {
        debug_assert!(
            self.is_like_its_children(&child),
            "the children of <{}> have a key all or none",
            self.0.tag()
        );
        self.0.add_child(child.into());
        self
    }

    fn is_like_its_children(&self, child: &Self) -> bool {
        let mut before: &[VNode] = &[];
        if let Some(VNode::VList(children)) = self.0.children() {
            before = children;
        }
        before
            .iter()
            .all(|sibling| sibling.has_key() == child.0.key.is_some())
    }

    /// Adds elements.
    #[inline(never)]
    pub fn all(self, children: Vec<Self>) -> Self {
        children.into_iter().fold(self, Self::with)
    }

    /// Adds text, shown as it stands.
    #[inline(never)]
    pub fn text(mut self, text: &str) -> Self {
        let text = AttrValue::from(text.to_owned());
        self.0.add_child(VNode::VText(VText::new(text)));
        self
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Tag {
    /// What was built so far.
    pub(crate) const fn element(&self) -> &VTag {
        &self.0
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Self {
        (*tag.0).into()
    }
}
