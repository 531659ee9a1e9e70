//! Colours as surveys name them, and by how much two of them differ in brightness, which decides whether one can be read
//! on the other (WCAG 2.2, "relative luminance" and "contrast ratio"). All of it is computed in integers.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};
use thiserror::Error;

/// A colour without transparency: its red, green and blue in sRGB, written `#` and six hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour([u8; 3]);

/// Why a text is no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a colour is written as # and six digits from 0 to 9 and a to f, such as #0b6358")]
pub struct NotAColour;

/// How many times as bright one of two colours is as the other, from 1 to 21, as WCAG computes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Contrast {
    /// Both luminances, 0.05 added to each, in the units of [`Colour::luminance`].
    lighter: u64,
    darker: u64,
}

/// The least contrast that WCAG 2.2 asks for at level AA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeastContrast {
    /// Of text on what it stands on: 4.5 : 1 (success criterion 1.4.3).
    Text,
    /// Of what has to be seen and is no text, such as the border of a field: 3 : 1 (1.4.11).
    Border,
}

impl LeastContrast {
    /// In tenths.
    const fn tenths(self) -> u64 {
        match self {
            Self::Text => 45,
            Self::Border => 30,
        }
    }
}

impl fmt::Display for LeastContrast {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Text => "4.5 : 1",
            Self::Border => "3 : 1",
        })
    }
}

impl Contrast {
    /// Whether it is enough.
    #[must_use]
    pub const fn reaches(self, least: LeastContrast) -> bool {
        10 * self.lighter >= least.tenths() * self.darker
    }

    /// In hundredths, rounded down, so that what is too little never reads as enough.
    #[must_use]
    pub const fn hundredths(self) -> u64 {
        100 * self.lighter / self.darker
    }
}

/// As WCAG writes it: `4.54 : 1`.
impl fmt::Display for Contrast {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        write!(out, "{}.{:02} : 1", hundredths / 100, hundredths % 100)
    }
}

impl fmt::Debug for Contrast {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// How far a colour can be moved: in so many steps it is another.
const STEPS: u32 = 255;

impl Colour {
    /// The darkest.
    pub const BLACK: Self = Self([0; 3]);

    /// The lightest.
    pub const WHITE: Self = Self([255; 3]);

    /// Of its red, green and blue.
    #[must_use]
    pub const fn of_rgb(rgb: [u8; 3]) -> Self {
        Self(rgb)
    }

    /// Its red, green and blue.
    #[must_use]
    pub const fn rgb(self) -> [u8; 3] {
        self.0
    }

    /// Its relative luminance in parts of 10¹³: 0 of black, 10¹³ of white.
    #[must_use]
    pub fn luminance(self) -> u64 {
        let linear = |value: u8| LINEAR.get(usize::from(value)).copied().map_or(0, u64::from);
        let [red, green, blue] = self.0.map(linear);
        2_126 * red + 7_152 * green + 722 * blue
    }

    /// Its contrast with another, which is the same the other way round.
    #[must_use]
    pub fn contrast(self, other: Self) -> Contrast {
        const FLARE: u64 = 500_000_000_000;
        let (one, other) = (self.luminance() + FLARE, other.luminance() + FLARE);
        Contrast {
            lighter: one.max(other),
            darker: one.min(other),
        }
    }

    /// Whether it can be told from each of some others well enough.
    #[must_use]
    pub fn stands_on(self, others: &[Self], least: LeastContrast) -> bool {
        let mut others = others.iter();
        others.all(|other| self.contrast(*other).reaches(least))
    }

    /// So many of 100 parts of the way to another colour.
    #[must_use]
    pub(crate) fn towards(self, other: Self, percent: u32) -> Self {
        self.moved(other, percent, 100)
    }

    fn moved(self, other: Self, part: u32, whole: u32) -> Self {
        let between = |from: u8, to: u8| {
            let sum = u32::from(from) * (whole - part) + u32::from(to) * part;
            // A mean of two bytes is one.
            u8::try_from((sum + whole / 2) / whole).unwrap_or(u8::MAX)
        };
        let ([r, g, b], [to_r, to_g, to_b]) = (self.0, other.0);
        Self([between(r, to_r), between(g, to_g), between(b, to_b)])
    }

    /// The nearest colour of the same hue, darker or lighter, that can be told well enough from each of some others: itself
    /// if it can. There is one for any single other colour; for several there may be none.
    #[must_use]
    pub fn nearest(self, others: &[Self], least: LeastContrast) -> Option<Self> {
        if self.stands_on(others, least) {
            return Some(self);
        }
        let ends = [Self::BLACK, Self::WHITE].into_iter();
        let first = |end: Self| {
            let mut steps = (1..=STEPS).map(|part| self.moved(end, part, STEPS));
            steps.find(|one| one.stands_on(others, least))
        };
        ends.filter_map(first).min_by_key(|one| self.distance(*one))
    }

    /// How much red, green and blue differ, all together.
    fn distance(self, other: Self) -> u32 {
        let pairs = self.0.into_iter().zip(other.0);
        pairs
            .map(|(one, other)| u32::from(one.abs_diff(other)))
            .sum()
    }
}

impl FromStr for Colour {
    type Err = NotAColour;

    /// Capitals are read, too: brand books have them.
    fn from_str(text: &str) -> Result<Self, NotAColour> {
        let digits = text.strip_prefix('#').ok_or(NotAColour)?;
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NotAColour);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| NotAColour)?;
        let [_, rgb @ ..] = number.to_be_bytes();
        Ok(Self(rgb))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(out, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What each of the 256 values of a channel is in linear light, in parts of 10⁹, rounded: WCAG's formula, computed with
/// 40 digits.
#[rustfmt::skip]
const LINEAR: [u32; 256] = [
    0, 303_527, 607_054, 910_581, 1_214_108, 1_517_635, 1_821_162, 2_124_689,
    2_428_216, 2_731_743, 3_035_270, 3_346_536, 3_676_507, 4_024_717, 4_391_442, 4_776_953,
    5_181_517, 5_605_392, 6_048_833, 6_512_091, 6_995_410, 7_499_032, 8_023_193, 8_568_126,
    9_134_059, 9_721_217, 10_329_823, 10_960_094, 11_612_245, 12_286_488, 12_983_032, 13_702_083,
    14_443_844, 15_208_514, 15_996_293, 16_807_376, 17_641_954, 18_500_220, 19_382_361, 20_288_563,
    21_219_010, 22_173_885, 23_153_366, 24_157_632, 25_186_860, 26_241_222, 27_320_892, 28_426_040,
    29_556_834, 30_713_444, 31_896_033, 33_104_767, 34_339_807, 35_601_315, 36_889_450, 38_204_372,
    39_546_235, 40_915_197, 42_311_411, 43_735_029, 45_186_204, 46_665_086, 48_171_824, 49_706_566,
    51_269_458, 52_860_647, 54_480_276, 56_128_490, 57_805_430, 59_511_238, 61_246_054, 63_010_018,
    64_803_267, 66_625_939, 68_478_170, 70_360_096, 72_271_851, 74_213_568, 76_185_381, 78_187_422,
    80_219_820, 82_282_707, 84_376_212, 86_500_462, 88_655_586, 90_841_711, 93_058_963, 95_307_467,
    97_587_347, 99_898_728, 102_241_733, 104_616_484, 107_023_103, 109_461_711, 111_932_428, 114_435_374,
    116_970_668, 119_538_428, 122_138_772, 124_771_818, 127_437_680, 130_136_477, 132_868_322, 135_633_330,
    138_431_615, 141_263_291, 144_128_471, 147_027_266, 149_959_790, 152_926_152, 155_926_464, 158_960_835,
    162_029_376, 165_132_195, 168_269_400, 171_441_101, 174_647_404, 177_888_416, 181_164_244, 184_474_995,
    187_820_772, 191_201_683, 194_617_830, 198_069_320, 201_556_254, 205_078_736, 208_636_870, 212_230_757,
    215_860_500, 219_526_200, 223_227_957, 226_965_874, 230_740_049, 234_550_582, 238_397_574, 242_281_122,
    246_201_327, 250_158_285, 254_152_094, 258_182_853, 262_250_658, 266_355_605, 270_497_791, 274_677_312,
    278_894_263, 283_148_740, 287_440_838, 291_770_650, 296_138_271, 300_543_794, 304_987_314, 309_468_923,
    313_988_713, 318_546_778, 323_143_209, 327_778_098, 332_451_536, 337_163_615, 341_914_425, 346_704_056,
    351_532_600, 356_400_144, 361_306_780, 366_252_596, 371_237_680, 376_262_123, 381_326_011, 386_429_434,
    391_572_478, 396_755_231, 401_977_780, 407_240_212, 412_542_613, 417_885_071, 423_267_670, 428_690_497,
    434_153_636, 439_657_174, 445_201_195, 450_785_783, 456_411_023, 462_077_000, 467_783_796, 473_531_496,
    479_320_183, 485_149_940, 491_020_850, 496_932_995, 502_886_458, 508_881_321, 514_917_665, 520_995_573,
    527_115_126, 533_276_404, 539_479_489, 545_724_461, 552_011_402, 558_340_390, 564_711_506, 571_124_829,
    577_580_440, 584_078_418, 590_618_841, 597_201_788, 603_827_339, 610_495_571, 617_206_562, 623_960_392,
    630_757_136, 637_596_874, 644_479_682, 651_405_637, 658_374_817, 665_387_298, 672_443_157, 679_542_470,
    686_685_312, 693_871_761, 701_101_892, 708_375_780, 715_693_501, 723_055_129, 730_460_740, 737_910_409,
    745_404_210, 752_942_217, 760_524_505, 768_151_147, 775_822_218, 783_537_792, 791_297_940, 799_102_738,
    806_952_258, 814_846_572, 822_785_754, 830_769_877, 838_799_012, 846_873_232, 854_992_608, 863_157_213,
    871_367_119, 879_622_397, 887_923_118, 896_269_353, 904_661_174, 913_098_652, 921_581_856, 930_110_858,
    938_685_728, 947_306_537, 955_973_353, 964_686_248, 973_445_290, 982_250_550, 991_102_097, 1_000_000_000,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn colours_are_written_in_one_way_and_read_with_capitals() {
        assert_eq!(colour("#0B6358").to_string(), "#0b6358");
        for bad in [
            "",
            "#",
            "0b6358",
            "#0b635",
            "#0b63580",
            "#0b635g",
            "#+b6358",
            "red",
            "#é6358",
            "rgb(1,2,3)",
        ] {
            assert_eq!(bad.parse::<Colour>(), Err(NotAColour), "{bad:?}");
        }
    }

    /// The formula of WCAG 2.2, in floats: each integer is its rounding.
    #[test]
    fn channels_are_linear_as_the_standard_says() {
        for (value, &linear) in (0_u32..).zip(&LINEAR) {
            let channel = f64::from(value) / 255.0;
            let exact = if channel <= 0.04045 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            };
            assert!((exact * 1e9 - f64::from(linear)).abs() < 0.51, "{value}");
        }
    }

    /// Figures that others have published: WCAG's own 21 : 1 of black on white, the greys at the edges of 4.5, 3 and 7 : 1
    /// that WebAIM's and the W3C's pages name, and what their checkers give for pure red, green and blue.
    #[test]
    fn contrasts_are_those_that_others_publish() {
        for (one, other, ratio) in [
            ("#000000", "#ffffff", "21.00 : 1"),
            ("#ffffff", "#ffffff", "1.00 : 1"),
            ("#767676", "#ffffff", "4.54 : 1"),
            ("#777777", "#ffffff", "4.47 : 1"),
            ("#949494", "#ffffff", "3.03 : 1"),
            ("#959595", "#ffffff", "2.99 : 1"),
            ("#595959", "#ffffff", "7.00 : 1"),
            ("#ff0000", "#ffffff", "3.99 : 1"),
            ("#0000ff", "#ffffff", "8.59 : 1"),
            ("#00ff00", "#ffffff", "1.37 : 1"),
            ("#ffff00", "#ffffff", "1.07 : 1"),
        ] {
            let contrast = colour(one).contrast(colour(other));
            assert_eq!(contrast.to_string(), ratio, "{one} on {other}");
            assert_eq!(contrast, colour(other).contrast(colour(one)));
        }
        let on_white = |text: &str| colour(text).contrast(Colour::WHITE);
        assert!(on_white("#767676").reaches(LeastContrast::Text));
        assert!(!on_white("#777777").reaches(LeastContrast::Text));
        assert!(on_white("#949494").reaches(LeastContrast::Border));
        assert!(!on_white("#959595").reaches(LeastContrast::Border));
    }

    #[test]
    fn the_nearest_colour_keeps_the_hue() {
        let nearest = |text: &str, on: &str| {
            let found = colour(text).nearest(&[colour(on)], LeastContrast::Text);
            found.unwrap().to_string()
        };
        assert_eq!(nearest("#777777", "#ffffff"), "#767676");
        assert_eq!(nearest("#0b6358", "#ffffff"), "#0b6358");
        // Red becomes a darker red, on black a lighter one, and what is too dark on dark grey gets lighter.
        assert_eq!(nearest("#ff0000", "#ffffff"), "#ee0000");
        assert_eq!(nearest("#b00000", "#000000"), "#c74a4a");
        // One grey can just be read on black and on white, and none on these two and that grey.
        let (grey, both) = (colour("#767676"), [Colour::BLACK, Colour::WHITE]);
        assert_eq!(
            colour("#777777").nearest(&both, LeastContrast::Text),
            Some(grey)
        );
        let all = [Colour::BLACK, Colour::WHITE, grey];
        assert_eq!(grey.nearest(&all, LeastContrast::Text), None);
    }

    proptest! {
        /// Whatever is asked for, there is a colour that passes, of the same order of channels, and none before it.
        #[test]
        fn there_is_a_nearest_colour_for_every_ground(one: [u8; 3], ground: [u8; 3]) {
            let (one, ground) = (Colour::of_rgb(one), Colour::of_rgb(ground));
            for least in [LeastContrast::Text, LeastContrast::Border] {
                let found = one.nearest(&[ground], least).unwrap();
                prop_assert!(found.contrast(ground).reaches(least));
                let ([r, g, b], [near_r, near_g, near_b]) = (one.rgb(), found.rgb());
                for ((from, to), (near, far)) in [((r, g), (near_r, near_g)), ((g, b), (near_g, near_b)), ((b, r), (near_b, near_r))] {
                    prop_assert!((from <= to) == (near <= far) || near == far);
                }
                for part in 1..=STEPS {
                    for end in [Colour::BLACK, Colour::WHITE] {
                        let other = one.moved(end, part, STEPS);
                        let is_nearer = one.distance(other) < one.distance(found);
                        prop_assert!(!is_nearer || !other.contrast(ground).reaches(least));
                    }
                }
            }
        }

        /// In floats, as the standard has it: the integers decide alike but where both are nearly the same.
        #[test]
        fn contrast_is_that_of_the_standard(one: [u8; 3], other: [u8; 3]) {
            let linear = |value: u8| {
                let channel = f64::from(value) / 255.0;
                if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
            };
            let luminance = |[r, g, b]: [u8; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
            let (a, b) = (luminance(one), luminance(other));
            let exact = a.max(b) / a.min(b);
            let found = Colour::of_rgb(one).contrast(Colour::of_rgb(other)).hundredths();
            let found = f64::from(u32::try_from(found).unwrap());
            // Rounded down.
            prop_assert!((-1e-6..1.000_001).contains(&(100.0 * exact - found)), "{exact} {found}");
        }
    }
}
