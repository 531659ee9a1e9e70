//! One school hour: five stops from a table of names to a worksheet, with one button from each to the next.
//!
//! Which stop a page is stands in its address. The figures of the class, once there are any, stand behind the address's `#`,
//! which no browser sends: how many phones answered, and of how many the first answer is true as was estimated.

use sotto_ui::{Messages, site::parameter};
use yew::prelude::*;

/// A stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Why names that are left out do not help: a lesson.
    Names,
    /// The class on its phones.
    Class,
    /// Hearing the crowd, with this class's numbers: a lesson.
    Crowd,
    /// Guess this student, each phone against the others: a lesson.
    Contest,
    /// The worksheet with this class's figures.
    Worksheet,
}

impl Stop {
    pub(crate) const ALL: [Self; 5] = [
        Self::Names,
        Self::Class,
        Self::Crowd,
        Self::Contest,
        Self::Worksheet,
    ];

    /// Its name among the words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Class => "class",
            Self::Crowd => "crowd",
            Self::Contest => "contest",
            Self::Worksheet => "worksheet",
        }
    }

    /// How long it takes.
    pub(crate) const fn minutes(self) -> u64 {
        match self {
            Self::Names | Self::Worksheet => 5,
            Self::Class => 15,
            Self::Crowd | Self::Contest => 10,
        }
    }

    /// Its place, counted from 1.
    pub(crate) fn place(self) -> usize {
        let place = Self::ALL.iter().position(|&stop| stop == self);
        place.unwrap_or_default() + 1
    }

    fn next(self) -> Option<Self> {
        Self::ALL.get(self.place()).copied()
    }

    /// The page, relative to the site's folder.
    pub(crate) const fn page(self) -> &'static str {
        match self {
            Self::Names => "learn/?lesson=names-are-not-enough",
            Self::Class | Self::Worksheet => "present/?",
            Self::Crowd => "learn/?lesson=hearing-the-crowd",
            Self::Contest => "learn/?lesson=guess-this-student",
        }
    }
}

/// What a class's own question has told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldClass {
    /// The code of its room.
    pub(crate) code: String,
    /// How many phones answered.
    pub(crate) people: u32,
    /// Of how many of them the first answer is true, as was estimated.
    pub(crate) yes: u32,
}

/// Where a class is in its hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hour {
    pub(crate) stop: Stop,
    pub(crate) told: Option<ToldClass>,
}

/// From how many people on a class can be asked in a lesson.
const FEWEST: u32 = 10;

/// The most people of a class whose figures an address carries.
const MOST: u32 = 1_000;

impl Hour {
    /// The stop that the page's address names, if it names one.
    pub(crate) fn here() -> Option<Self> {
        let location = web_sys::window()?.location();
        Self::read(&location.search().ok()?, &location.hash().ok()?)
    }

    fn read(query: &str, hash: &str) -> Option<Self> {
        let place: usize = parameter(query, "hour")?.parse().ok()?;
        let stop = *Stop::ALL.get(place.checked_sub(1)?)?;
        Some(Self {
            stop,
            told: ToldClass::read(hash),
        })
    }

    /// The stop after this one.
    pub(crate) fn next(&self) -> Option<Self> {
        Some(Self {
            stop: self.stop.next()?,
            told: self.told.clone(),
        })
    }

    /// Its address, from a page below the site's folder `base`.
    pub(crate) fn address(&self, base: &str, language: &str) -> String {
        let page = self.stop.page();
        let place = self.stop.place();
        let address = format!("{base}{page}&hour={place}&lang={language}").replace("?&", "?");
        match &self.told {
            // The presenter's page knows the room, and with it all figures.
            Some(told) if self.stop == Stop::Worksheet => format!("{address}#{}", told.code),
            Some(ToldClass { code, people, yes }) => format!("{address}#{code}.{people}.{yes}"),
            None => address,
        }
    }
}

impl ToldClass {
    /// What stands behind a `#`: the room's code, how many phones, and of how many the answer is true.
    fn read(hash: &str) -> Option<Self> {
        let mut parts = hash.strip_prefix('#')?.split('.');
        let (code, people, yes) = (parts.next()?, parts.next()?, parts.next()?);
        let (people, yes): (u32, u32) = (people.parse().ok()?, yes.parse().ok()?);
        let is_code = !code.is_empty() && code.chars().all(|letter| letter.is_ascii_uppercase());
        let is_class = is_code && people <= MOST && yes <= people && parts.next().is_none();
        is_class.then(|| Self {
            code: code.to_owned(),
            people,
            yes,
        })
    }
}

/// Where the class is in its hour, and the one button that leads on.
pub(crate) fn hour_way(words: &Messages, base: &str, hour: &Hour) -> Html {
    let place = words.whole(u64::try_from(hour.stop.place()).unwrap_or_default());
    let of = words.whole(u64::try_from(Stop::ALL.len()).unwrap_or_default());
    let minutes = words.whole(hour.stop.minutes());
    let figures = [("place", &*place), ("of", &*of), ("minutes", &*minutes)];
    let told = hour.told.as_ref().filter(|_| hour.stop == Stop::Crowd);
    let told = told.map(|told| {
        let (people, yes) = (
            words.whole(told.people.into()),
            words.whole(told.yes.into()),
        );
        let key = if told.people < FEWEST {
            "hour-few"
        } else {
            "hour-told"
        };
        words.fill(key, &[("people", &*people), ("yes", &*yes)])
    });
    let last = hour.next().is_none().then(|| words.text("hour-last"));
    html! {
        <nav id="hour" class="card" aria-label={words.text("hour")}>
            <p>{ words.fill("hour-stop", &figures) }</p>
            { for told.into_iter().chain(last).map(|sentence| html! { <p class="note">{ sentence }</p> }) }
            if let Some(next) = hour_next(words, base, hour) {
                <p>{ next }</p>
            }
        </nav>
    }
}

/// The link that leads to the next stop of the hour, if there is one.
pub(crate) fn hour_next(words: &Messages, base: &str, hour: &Hour) -> Option<Html> {
    let next = hour.next()?;
    let name = words.text(&["hour-", next.stop.name()].concat());
    Some(html! {
        <a id="hour-next" class="target" rel="next" href={next.address(base, words.language())}>
            { words.fill("hour-next", &[("next", &name)]) }
        </a>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> ToldClass {
        ToldClass {
            code: "BCDFGH".to_owned(),
            people: 28,
            yes: 10,
        }
    }

    #[test]
    fn an_hour_has_forty_five_minutes() {
        let minutes: u64 = Stop::ALL.iter().map(|stop| stop.minutes()).sum();
        assert_eq!(minutes, 45);
    }

    /// What an address says is read again, with figures and without. The last page has them from its room.
    #[test]
    fn addresses_carry_the_stop_and_the_figures() {
        for stop in Stop::ALL {
            for told in [None, Some(told())] {
                let hour = Hour { stop, told };
                let address = hour.address("../", "en");
                let (_, query) = address.split_once('?').unwrap();
                let (query, hash) = query.split_once('#').unwrap_or((query, ""));
                let read = Hour::read(&format!("?{query}"), &format!("#{hash}"));
                let told = hour.told.filter(|_| stop != Stop::Worksheet);
                assert_eq!(read, Some(Hour { stop, told }), "{address}");
                // What stands before the # is sent, and has no figures.
                assert!(!query.contains("28"), "{address}");
            }
        }
        let last = Hour {
            stop: Stop::Worksheet,
            told: Some(told()),
        };
        let address = last.address("../", "en");
        assert_eq!(address, "../present/?hour=5&lang=en#BCDFGH");
        assert_eq!(last.next(), None);
    }

    #[test]
    fn what_is_no_stop_or_no_class_is_none() {
        for query in ["", "?hour=0", "?hour=6", "?hour=x", "?hour="] {
            assert_eq!(Hour::read(query, ""), None, "{query}");
        }
        for hash in [
            "",
            "#",
            "#BCDFGH",
            "#BCDFGH.28",
            "#BCDFGH.28.29",
            "#BCDFGH.1e9.1",
            "#BCDFGH.1001.1",
            "#<b>.28.1",
            "#BCDFGH.28.1.1",
        ] {
            let hour = Hour::read("?hour=3", hash).unwrap();
            assert_eq!((hour.stop, hour.told), (Stop::Crowd, None), "{hash}");
        }
    }
}
