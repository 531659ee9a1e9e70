//! The pictures of questions and options, in places that are kept for them: every size is known before a picture is there.
//! Which bytes belong into a place, `element/pictures.js` knows by their hash.

use sotto_survey::{Category, PictureFile};
use sotto_ui::{Tag, Words, tag};

/// The place of a picture, with the words for those who do not see it.
pub(super) fn picture(words: &Words, picture: &PictureFile) -> Tag {
    let image = words.spoken_as(tag("img"), &picture.alt);
    let image = image
        .set("alt", words.text(&picture.alt))
        .set("width", &picture.width.to_string())
        .set("height", &picture.height.to_string())
        .set("data-picture", &picture.hash.to_string());
    tag("span").set("class", "picture").with(image)
}

/// The title of an option below its picture, if it has one.
pub(super) fn below_picture(words: &Words, category: Category<'_>, title: Tag) -> Tag {
    match category {
        Category::Option(option) => match &option.picture {
            Some(shown) => tag("span")
                .set("class", "pictured")
                .with(picture(words, shown))
                .with(title),
            None => title,
        },
        Category::Yes | Category::No | Category::Level(_) | Category::Decline => title,
    }
}
