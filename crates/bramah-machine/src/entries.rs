//! The common parts of the registries: entries, and entries with the backends that a caller selected.

use crate::{
    Error,
    backend::{Choice, named as backends},
    names::{Standing, folded, folds_to},
};
use alloc::{string::String, vec::Vec};

/// The names, the specification and the standing of an algorithm. The `Info` type of every kind of algorithm implements this
/// trait.
pub trait Registered: Sized + 'static {
    /// Returns the name, in lower case.
    fn name(&self) -> &'static str;
    /// Returns the other names. Lookup compares only letters and digits, and ignores case.
    fn aliases(&self) -> &'static [&'static str];
    /// Returns the specification that defines the algorithm.
    fn specification(&self) -> &'static str;
    /// Returns whether the algorithm is recommended for new designs.
    fn standing(&self) -> Standing;

    /// Returns whether `wanted`, a name reduced by `folded`, is one of the names of the algorithm.
    #[doc(hidden)]
    fn is_named(&self, wanted: &str) -> bool {
        self.names().any(|name| folds_to(name, wanted))
    }
    /// Returns the name, followed by the other names.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        core::iter::once(self.name()).chain(self.aliases().iter().copied())
    }
}

/// An algorithm in the registry of its kind. The `Entry` type of every kind of algorithm implements this trait.
pub trait Listed: Sized + Sync + 'static {
    /// The `Info` type of the kind.
    type Info: Registered;
    /// Returns the names, lengths and standing of the algorithm.
    fn info(&self) -> &Self::Info;
    /// Returns the list of candidates for single messages and the list for several messages at once. Both may be the same list.
    fn choices(&self) -> [&'static dyn Choice; 2];
}

/// Implements [`Registered`] for the `Info` of a kind, whose fields have the names of the methods. Also declares the kind's
/// `Entry`, which constructs algorithms with functions of the given type.
#[macro_export]
macro_rules! registered {
    ($info:ty, $make:ty) => {
        impl $crate::entries::Registered for $info {
            fn name(&self) -> &'static str {
                self.name
            }
            fn aliases(&self) -> &'static [&'static str] {
                self.aliases
            }
            fn specification(&self) -> &'static str {
                self.specification
            }
            fn standing(&self) -> $crate::Standing {
                self.standing
            }
        }

        /// An algorithm in the registry.
        pub struct Entry {
            /// The names, lengths and standing of the algorithm.
            pub info: $info,
            pub(crate) choices: fn() -> [&'static dyn $crate::backend::Choice; 2],
            pub(crate) make: $make,
        }

        impl Entry {
            /// Returns the list of candidates for single messages and the list for several messages at once. Both may be the same
            /// list.
            pub fn choices(&self) -> [&'static dyn $crate::backend::Choice; 2] {
                (self.choices)()
            }
        }

        impl core::fmt::Debug for Entry {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple("Entry").field(&self.info.name).finish()
            }
        }

        impl $crate::entries::Listed for Entry {
            type Info = $info;
            fn info(&self) -> &$info {
                &self.info
            }
            fn choices(&self) -> [&'static dyn $crate::backend::Choice; 2] {
                (self.choices)()
            }
        }
    };
}
pub use registered;

/// Finds an entry by its name, in the list that `entries` returns.
///
/// # Errors
/// [`Error::UnknownName`] if no entry has this name.
pub fn find<E: Listed, I: Iterator<Item = &'static E>>(
    entries: impl Fn() -> I,
    name: &str,
) -> Result<&'static E, Error> {
    // Most callers write the name exactly as it is listed, and comparing whole names is much faster than folding each. No
    // other entry has this name, so both comparisons find the same entry.
    if let Some(entry) = entries().find(|entry| entry.info().name() == name) {
        return Ok(entry);
    }
    let wanted = folded(name);
    entries().find(|entry| entry.info().is_named(&wanted)).ok_or_else(|| unknown(name))
}

/// Returns the error for a name that no entry has.
pub fn unknown(name: &str) -> Error {
    Error::UnknownName(String::from(name))
}

/// An entry, with the backends that replace its default backends.
pub struct On<E: Listed> {
    /// The entry in the registry.
    pub entry: &'static E,
    /// The candidate for single messages, by its index in the list; `None` for the default.
    pub one: Option<u8>,
    /// The candidate for several messages at once, by its index in the list; equal to `one` if there is only one list.
    pub many: Option<u8>,
}

impl<E: Listed> Clone for On<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Listed> Copy for On<E> {}

impl<E: Listed> On<E> {
    /// Returns an entry on its default backends.
    pub const fn new(entry: &'static E) -> Self {
        Self { entry, one: None, many: None }
    }

    /// Returns the names, lengths and standing of the algorithm.
    pub fn info(&self) -> &'static E::Info {
        self.entry.info()
    }

    /// Returns the list of candidates for single messages and the list for several messages at once.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        self.entry.choices()
    }

    /// Returns the list of candidates of an algorithm that has only one list.
    pub fn choice(&self) -> &'static dyn Choice {
        self.choices()[0]
    }

    /// Returns the names of the backends that this CPU can run, best first.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns this entry on the backends with this name: for single messages, for several messages at once, or both.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend of this name; [`Error::BackendUnavailable`] if this CPU cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        let [one, many] = backends::find(self.choices(), self.info().name(), name)?;
        Ok(Self { one: one.or(self.one), many: many.or(self.many), ..self })
    }
}

/// Writes the methods of a kind's `Algorithm` that delegate to its field `on`, which holds the entry and the selected backends.
#[macro_export]
macro_rules! told_by_on {
    () => {
        /// Returns the names, lengths and status.
        pub fn info(&self) -> &'static Info {
            self.on.info()
        }

        /// Returns the names of the backends that this CPU can run, best first. The backends for single messages come before the
        /// backends for several messages at once, if these differ.
        pub fn backends_available(&self) -> alloc::vec::Vec<&'static str> {
            self.on.backends_available()
        }

        /// Returns this algorithm on the backends with this name: for single messages, for several messages at once, or both.
        ///
        /// # Errors
        /// [`Error::UnknownBackend`] if there is no backend of this name; [`Error::BackendUnavailable`] if this CPU cannot run
        /// it.
        pub fn with_backend(self, name: &str) -> Result<Self, Error> {
            Ok(Self { on: self.on.with_backend(name)?, ..self })
        }
    };
}
pub use told_by_on;
