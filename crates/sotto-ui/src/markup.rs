//! Elements as the HTML that a browser reads them from.

use yew::virtual_dom::{VNode, VTag};

use crate::Tag;

/// What has no end tag.
const EMPTY: [&str; 3] = ["br", "input", "link"];

/// The HTML of an element with all inside it.
#[must_use]
pub fn markup(tag: &Tag) -> String {
    let mut html = String::new();
    write(&mut html, tag.element());
    html
}

fn write(html: &mut String, element: &VTag) {
    let name = element.tag();
    html.extend(["<", name]);
    for (name, value) in element.attributes.iter() {
        write_attribute(html, name, value);
    }
    // What stands in a field is no attribute, but that a button or a box stands for is.
    if let Some(value) = element.value().filter(|value| !value.is_empty()) {
        write_attribute(html, "value", value);
    }
    if element.checked() == Some(true) {
        write_attribute(html, "checked", "");
    }
    html.push('>');
    if EMPTY.contains(&name) {
        return;
    }
    if let Some(VNode::VList(children)) = element.children() {
        for child in children.iter() {
            match child {
                VNode::VTag(child) => write(html, child),
                VNode::VText(text) => write_text(html, &text.text),
                // No view is made of anything else.
                _ => {}
            }
        }
    }
    html.extend(["</", name, ">"]);
}

fn write_attribute(html: &mut String, name: &str, value: &str) {
    html.extend([" ", name, "=\""]);
    write_text(html, value);
    html.push('"');
}

fn write_text(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            // A browser reads it as the end of a line.
            '\r' => html.push_str("&#13;"),
            character => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag;

    #[test]
    fn what_was_built_is_written_so_that_nothing_in_it_ends_it() {
        let radio = tag("input")
            .set("type", "radio")
            .value("a\"b")
            .checked(true);
        let field = tag("input").set("type", "text").value("");
        let words = tag("p").set("class", "<&>").text("a</p>").text("&\r");
        let found = markup(&tag("div").with(radio).with(field).with(words));
        let expected = "<div><input type=\"radio\" value=\"a&quot;b\" checked=\"\"><input type=\"text\">\
            <p class=\"&lt;&amp;&gt;\">a&lt;/p&gt;&amp;&#13;</p></div>";
        assert_eq!(found, expected);
    }
}
