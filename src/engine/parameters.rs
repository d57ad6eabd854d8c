//! The numbers that steer the search in the midgame. The feature `trainer` makes them variable, to
//! tune them by games; without it they are constants.
//!
//! The weights of the order of moves in exact searches and near the end are not among them: they are
//! tuned on node counts, because games don't depend on the order of moves where a search is exact.

use std::ops::Deref;

/// A parameter, as the tuner sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the field of [`Parameters`].
    pub name: &'static str,
    /// The value in [`Parameters::DEFAULT`].
    pub default: i32,
    /// The minimum that a search can use.
    pub min: i32,
    /// The maximum worth trying.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal to $max:literal;)*) => {
        /// The values of all parameters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "records", derive(serde::Serialize))]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// The values that the program plays with.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            /// All parameters, in the order of [`values`](Self::values).
            pub const ALL: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
            },)*];

            /// The number of parameters.
            pub const COUNT: usize = Self::ALL.len();

            /// The values as an array, which copies of the engine can read.
            pub const fn values(self) -> [i32; Self::COUNT] {
                [$(self.$name,)*]
            }

            /// The parameters with these values.
            pub const fn of_values([$($name,)*]: [i32; Self::COUNT]) -> Self {
                Self { $($name,)* }
            }
        }
    };
}

parameters! {
    /// `ProbCut` at 73 %: the number of standard deviations that a prediction must lie beyond a bound
    /// to be trusted, in hundredths.
    deviations_73: 105, 70 to 150;
    /// `ProbCut` tries a shallow search where the evaluation alone predicts its result but for this
    /// part of its own margin, in percent.
    doubt: 49, 0 to 120;
    /// One or two plies before the horizon, the evaluation replaces the search where it lies this part
    /// of the margin of `ProbCut` outside the window, in percent.
    leaf_margin: 180, 40 to 400;
    /// The greatest number of `ProbCut` trials within one another.
    nested_trials: 3, 1 to 5;
    /// Aspiration window: half its first width around the score of the iteration before, in discs.
    half_width: 2, 1 to 8;
    /// From this depth on, the table is asked for all moves before one of them is searched.
    look_ahead_depth: 12, 5 to 17;
    /// Depth-limited searches order moves by searches of one ply for every `depth_per_order_ply`
    /// plies beyond this depth.
    order_depth: 7, 3 to 12;
    /// See `order_depth`.
    depth_per_order_ply: 4, 1 to 6;
    /// Margin below the window, in discs, within which the order of moves distinguishes scores.
    order_margin: 11, 2 to 34;
    /// Units of a move's worth per disc, in the order of moves.
    order_units_per_disc: 4, 1 to 9;
    /// The weight of each reply in the order of moves: less mobility is better.
    mobility: 6, 2 to 18;
    /// The additional weight of a reply in a corner.
    corner_reply: 11, 0 to 32;
    /// The weight of each empty square next to discs of the side that has just moved.
    potential_mobility: 4, 0 to 16;
    /// Up to this number of empty squares, the order of moves weighs mobility by kind; above, only
    /// the number of replies counts.
    weighted_mobility_empties: 27, 14 to 46;
}

/// The parameters of a search: [`Parameters::DEFAULT`], known to the compiler, unless the feature
/// `trainer` makes them variable.
#[derive(Debug, Clone, Copy)]
pub(super) struct InUse {
    #[cfg(feature = "trainer")]
    parameters: Parameters,
}

impl InUse {
    pub(super) const DEFAULT: Self = Self {
        #[cfg(feature = "trainer")]
        parameters: Parameters::DEFAULT,
    };
}

#[cfg(feature = "trainer")]
impl From<Parameters> for InUse {
    fn from(parameters: Parameters) -> Self {
        Self { parameters }
    }
}

impl Deref for InUse {
    type Target = Parameters;

    #[inline]
    fn deref(&self) -> &Parameters {
        #[cfg(feature = "trainer")]
        return &self.parameters;
        #[cfg(not(feature = "trainer"))]
        return &Parameters::DEFAULT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_values_are_those_of_the_table_and_within_their_ranges() {
        let default: Vec<i32> = Parameters::ALL.iter().map(|parameter| parameter.default).collect();
        assert_eq!(default, Parameters::DEFAULT.values());
        assert_eq!(Parameters::of_values(Parameters::DEFAULT.values()), Parameters::DEFAULT);
        for Parameter { name, default, min, max } in Parameters::ALL {
            assert!(0 <= *min && min < default && default < max, "{name}");
        }
    }
}
