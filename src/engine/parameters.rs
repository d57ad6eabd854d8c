//! The tunable numbers of the midgame search. A search gets them with its limits.
//!
//! They are tuned by games. The move-ordering weights of exact searches and near the end are tuned on node counts
//! instead, because games don't depend on the order of moves where a search is exact.

/// A field of [`Parameters`], with its default and its range for the tuner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the field.
    pub name: &'static str,
    /// The value that everything but the tuner uses.
    pub default: i32,
    /// The minimum that a search can use.
    pub min: i32,
    /// The maximum that the tuner tries.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal to $max:literal;)*) => {
        /// The tunable numbers of a search.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "records", derive(serde::Serialize))]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// The tuned values.
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

            /// The values as an array, a type that all copies of the engine share.
            pub const fn values(self) -> [i32; Self::COUNT] {
                [$(self.$name,)*]
            }

            /// Creates parameters from their values, in the order of [`values`](Self::values).
            pub const fn of_values([$($name,)*]: [i32; Self::COUNT]) -> Self {
                Self { $($name,)* }
            }
        }
    };
}

parameters! {
    /// The standard deviations by which a `ProbCut` prediction at 73% must exceed a bound, in hundredths.
    deviations_73: 105, 70 to 150;
    /// The standard deviations by which a `ProbCut` prediction at 73% must exceed a bound in a search to the end of the
    /// game, in hundredths.
    end_deviations_73: 84, 60 to 150;
    /// The shortfall of an evaluation that still allows a `ProbCut` trial, in percent of the evaluation's margin.
    doubt: 49, 0 to 120;
    /// The margin at which an evaluation replaces the last one or two plies, in percent of the margin of `ProbCut`.
    leaf_margin: 180, 40 to 400;
    /// The maximum number of nested `ProbCut` trials.
    nested_trials: 3, 1 to 5;
    /// Half the first width of the aspiration window around the previous score, in discs.
    half_width: 2, 1 to 8;
    /// The minimum depth at which all moves are looked up in the table before one is searched.
    look_ahead_depth: 12, 5 to 17;
    /// Beyond this depth, moves are ordered by searches of one ply for every `depth_per_order_ply` plies.
    order_depth: 7, 3 to 12;
    /// The depth per ply of an order search, beyond `order_depth`.
    depth_per_order_ply: 4, 1 to 6;
    /// The margin below the window, in discs, within which move ordering distinguishes scores.
    order_margin: 11, 2 to 34;
    /// The ordering units per disc of score.
    order_units_per_disc: 4, 1 to 9;
    /// The ordering weight of each reply: less mobility is better.
    mobility: 6, 2 to 18;
    /// The additional weight of a reply in a corner.
    corner_reply: 11, 0 to 32;
    /// The weight of each empty square next to discs of the side that just moved.
    potential_mobility: 4, 0 to 16;
    /// The maximum number of empty squares at which ordering weighs mobility by kind; above, only replies count.
    weighted_mobility_empties: 27, 14 to 46;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_values_are_those_of_the_table_and_within_their_ranges() {
        let default: Vec<i32> = Parameters::ALL
            .iter()
            .map(|parameter| parameter.default)
            .collect();
        assert_eq!(default, Parameters::DEFAULT.values());
        assert_eq!(
            Parameters::of_values(Parameters::DEFAULT.values()),
            Parameters::DEFAULT
        );
        for Parameter {
            name,
            default,
            min,
            max,
        } in Parameters::ALL
        {
            assert!(0 <= *min && min < default && default < max, "{name}");
        }
    }
}
