//! Macros that implement the same traits for several types.

/// Makes a mask a set and a collection of its elements: `&`, `|`, `^`, `-`, `!` and their assignments, and conversions
/// from and into elements. `$full_mask` is the mask of all elements.
macro_rules! set_traits {
    ($set:ident of $element:ident, $iterator:ident, $full_mask:expr) => {
        impl From<$element> for $set {
            fn from(element: $element) -> $set {
                [element].into_iter().collect()
            }
        }

        impl Extend<$element> for $set {
            fn extend<I: IntoIterator<Item = $element>>(&mut self, elements: I) {
                elements.into_iter().for_each(|element| self.insert(element));
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> $set {
                let mut set = $set(0);
                set.extend(elements);
                set
            }
        }

        impl IntoIterator for $set {
            type Item = $element;
            type IntoIter = $iterator;

            fn into_iter(self) -> $iterator {
                self.iter()
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitXor for $set {
            type Output = $set;
            fn bitxor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }
        }

        impl std::ops::Sub for $set {
            type Output = $set;
            fn sub(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;
            fn not(self) -> $set {
                $set($full_mask & !self.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            fn bitand_assign(&mut self, other: $set) {
                *self = *self & other;
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: $set) {
                *self = *self | other;
            }
        }

        impl std::ops::BitXorAssign for $set {
            fn bitxor_assign(&mut self, other: $set) {
                *self = *self ^ other;
            }
        }

        impl std::ops::SubAssign for $set {
            fn sub_assign(&mut self, other: $set) {
                *self = *self - other;
            }
        }
    };
}
pub(crate) use set_traits;

/// Implements `Serialize` for types: a value is written as the text of its `Display`.
macro_rules! write_as_text {
    ($($type:ty),*) => {
        $(
            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
        )*
    };
}
pub(crate) use write_as_text;

/// Implements `Deserialize` for types: a text is parsed with their `FromStr`.
macro_rules! read_from_text {
    ($($type:ty),*) => {
        $(
            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )*
    };
}
pub(crate) use read_from_text;

/// Implements `JsonSchema` with schemas that are written in line at each use of the type: `[generics] type: schema;`.
#[cfg(feature = "schema")]
macro_rules! inline_schemas {
    ($([$($generics:tt)*] $type:ty: $schema:expr;)*) => {
        $(
            impl<$($generics)*> schemars::JsonSchema for $type {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($type).into()
                }

                fn inline_schema() -> bool {
                    true
                }

                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    $schema
                }
            }
        )*
    };
}
#[cfg(feature = "schema")]
pub(crate) use inline_schemas;

/// Implements `JsonSchema` with named schemas, to which the uses of the type refer: `type: schema;`.
#[cfg(feature = "schema")]
macro_rules! named_schemas {
    ($($type:ty: $schema:expr;)*) => {
        $(
            impl schemars::JsonSchema for $type {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($type).into()
                }

                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    $schema
                }
            }
        )*
    };
}
#[cfg(feature = "schema")]
pub(crate) use named_schemas;
