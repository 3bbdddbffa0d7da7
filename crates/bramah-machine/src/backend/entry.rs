//! The functions in a candidate's table, and the macros that make and call them.
//!
//! A function that needs CPU features may be called only on a CPU that has them. Three facts guarantee this for each
//! call in [`table_calls!`], and the compiler enforces all three:
//!
//! 1. A table holds its functions as [`Entry`], some of them in [`Entries`], and only [`entry!`] and [`candidate!`] make
//!    one. Entries made by `entry!` need no features. `candidate!` writes one literal as the features of the function and
//!    as those of the candidate.
//! 2. An entry is neither `Copy` nor `Clone`, and the fields of a candidate are private. So an entry never leaves
//!    the candidate that `candidate!` put it into.
//! 3. A [`Backend`](super::Backend) is made only of a candidate whose features this CPU has, and `table_calls!` takes
//!    the function from a `Backend`.

/// A function in a candidate's table: it needs no CPU features, or those of its candidate. `F` is the type of an
/// `unsafe fn`.
#[repr(transparent)]
pub struct Entry<F>(F);

impl<F: Copy> Entry<F> {
    /// # Safety
    /// The function needs no features, or the entry goes into the table of a candidate that needs those features,
    /// and nowhere else.
    pub const unsafe fn new(function: F) -> Self {
        Self(function)
    }

    /// Returns the function. Calling it is unsafe unless the CPU is known to have its features.
    #[inline(always)]
    pub fn function(&self) -> F {
        self.0
    }
}

/// Functions of one type in a candidate's table, each at its place. A candidate may lack some of them.
#[repr(transparent)]
pub struct Entries<F, const N: usize>([Option<Entry<F>>; N]);

impl<F: Copy, const N: usize> Entries<F, N> {
    /// Stores functions at these places.
    ///
    /// # Panics
    /// In a constant, a compile error if two functions have the same place, or there is no such place.
    #[must_use]
    pub const fn some<const M: usize>(entries: [(usize, Entry<F>); M]) -> Self {
        let mut held = [const { None }; N];
        let mut i = 0;
        while i < M {
            let (place, Entry(function)) = &entries[i];
            assert!(held[*place].is_none(), "two functions at one place");
            held[*place] = Some(Entry(*function));
            i += 1;
        }
        Self(held)
    }

    /// Stores functions at these places, which must be all places.
    ///
    /// # Panics
    /// As [`some`](Self::some), and if a place has no function.
    #[must_use]
    pub const fn all<const M: usize>(entries: [(usize, Entry<F>); M]) -> Self {
        assert!(M == N, "a place without a function");
        Self::some(entries)
    }

    /// Returns the function at a place.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Option<&Entry<F>> {
        self.0.get(place)?.as_ref()
    }
}

/// Writes a trait of a backend, whose methods call the functions in its table: `fn name(arguments) = field;`. Nothing
/// else calls them. `fn name[place](arguments) -> bool = field;` calls the function at a place of [`Entries`] and
/// returns whether there is one. If the table is generic, its types come after the trait's name, each with its bound:
/// `table_calls! { trait Calls[S: State]: Backend<Loop<S>> { .. } }`.
#[macro_export]
macro_rules! table_calls {
    (@entry [] $table:expr) => { &$table };
    (@entry [$place:ident] $table:expr) => {
        match $table.at($place) {
            Some(entry) => entry,
            None => return false,
        }
    };
    (@result []) => { () };
    (@result [$place:ident]) => { true };
    ($(#[$about:meta])* $vis:vis trait $calls:ident $([$($generic:ident $(: $bound:path)?),+])?: $backend:ty {
        $($(#[$meta:meta])* fn $name:ident $([$place:ident])? ($($arg:ident: $ty:ty),*) $(-> $is:ty)? = $($field:ident).+;)+
    }) => {
        $(#[$about])*
        #[allow(missing_docs)] // each calls the function of its field
        $vis trait $calls $(<$($generic $(: $bound)?),+>)?: Sized {
            $(
                $(#[$meta])*
                fn $name(self, $($place: usize,)? $($arg: $ty),*) $(-> $is)?;
            )+
        }
        impl $(<$($generic $(: $bound)?),+>)? $calls $(<$($generic),+>)? for $backend {
            $(
                #[inline(always)]
                fn $name(self, $($place: usize,)? $($arg: $ty),*) $(-> $is)? {
                    let entry = $crate::backend::table_calls!(@entry [$($place)?] $crate::backend::Backend::ops(self).$($field).+);
                    let function = $crate::backend::Entry::function(entry);
                    // SAFETY: a `Backend` exists, so the features of its candidate were detected, and an entry in the
                    // table of that candidate needs no others.
                    #[allow(unsafe_code)]
                    unsafe {
                        function($($arg),*)
                    };
                    $crate::backend::table_calls!(@result [$($place)?])
                }
            )+
        }
    };
}
pub use table_calls;

/// A function that needs no CPU features, as an [`Entry`]: `entry!(fn name(arguments) { body })`. The body is that of a
/// safe function without features, so it can call nothing that needs features. If the function is generic, its types
/// come before it, each with its bound and the type that replaces it here: `entry!([T: State = S] fn name(arguments) {
/// body })`.
#[macro_export]
macro_rules! entry {
    (fn $entry:ident($($args:tt)*) $body:block) => {
        $crate::backend::entry!([] fn $entry($($args)*) $body)
    };
    ([$($generic:ident $(: $bound:path)? = $here:ty),*] fn $entry:ident($($args:tt)*) $body:block) => {{
        #[allow(unused_variables)] // functions of one type do not all need the same arguments
        fn $entry<$($generic $(: $bound)?),*>($($args)*) $body
        {
            #[allow(unsafe_code)]
            const fn trusted<F: Copy>(function: F) -> $crate::backend::Entry<F> {
                // SAFETY: it is called below and nowhere else, with a function that needs no features.
                unsafe { $crate::backend::Entry::new(function) }
            }
            trusted($entry::<$($here),*>)
        }
    }};
}
pub use entry;

/// A candidate: its name, the features that it is compiled with and admitted on, and the fields of its table.
///
/// First come the functions. Each is a kernel with its arguments, `field: kernel = fn(arguments)`, or, in another form
/// of the macro, a function with its own body, `field: fn name(arguments) { body }`. One literal sets the features of
/// the functions and of the candidate. Since a function calls its kernel without `unsafe`, a kernel that needs a
/// feature missing in the literal does not compile. A type after a `;` is an argument that the kernel does not take; an
/// expression after a `=>` is evaluated instead of calling the kernel with the arguments.
///
/// Functions of one type, each at its place ([`Entries`]), have the same arguments: `field: [some fn(arguments) place
/// => name { body } ..]`, or `all` in place of `some` if none may be missing.
///
/// Other fields follow, each after a `;`. Among them may be functions from [`entry!`](entry), which are compiled without
/// the features.
#[macro_export]
macro_rules! candidate {
    (@call $kernel:path, ($($arg:ident)*)) => { $kernel($($arg),*) };
    (@call $kernel:path, ($($arg:ident)*) => $call:expr) => { $call };

    // functions, without features
    ($name:literal, $table:ident {
        $($field:ident: $(fn $entry:ident $args:tt $body:block)?
            $([$held:ident fn $shared:tt $($place:expr => $member:ident $work:block)*])?),+
        $(; $other:ident: $value:expr)*
    }) => {
        $crate::backend::Candidate::new($name, $crate::simd::features::Features::NONE, $table {
            $($field: $($crate::backend::entry!(fn $entry $args $body))?
                $($crate::backend::Entries::$held([
                    $(($place, $crate::backend::entry!(fn $member $shared $work)),)*
                ]))?,)+
            $($other: $value,)*
        })
    };
    // functions, with features
    ($name:literal, $features:literal, $table:ident {
        $($field:ident: $(fn $entry:ident $args:tt $body:block)?
            $([$held:ident fn $shared:tt $($place:expr => $member:ident $work:block)*])?),+
        $(; $other:ident: $value:expr)*
    }) => {
        $crate::backend::Candidate::new($name, $crate::simd::features::Features::of($features), $table {
            $($field: $({
                #[target_feature(enable = $features)]
                fn $entry $args $body
                {
                    #[allow(unsafe_code)]
                    const fn trusted<F: Copy>(function: F) -> $crate::backend::Entry<F> {
                        // SAFETY: it is called below and nowhere else, with a function whose features are those of
                        // the candidate that is being made, in whose table the entry is.
                        unsafe { $crate::backend::Entry::new(function) }
                    }
                    trusted($entry)
                }
            })?
            $($crate::backend::Entries::$held([$(($place, {
                #[target_feature(enable = $features)]
                #[allow(unused_variables)] // as in `entry!`
                fn $member $shared $work
                {
                    #[allow(unsafe_code)]
                    const fn trusted<F: Copy>(function: F) -> $crate::backend::Entry<F> {
                        // SAFETY: as above.
                        unsafe { $crate::backend::Entry::new(function) }
                    }
                    trusted($member)
                }
            }),)*]))?,)+
            $($other: $value,)*
        })
    };
    // kernels
    ($name:literal, $($features:literal,)? $table:ident {
        $($field:ident: $kernel:path = fn($($arg:ident: $ty:ty),* $(; $unused:ty)?) $(=> $call:expr)?),+
        $(; $other:ident: $value:expr)*
    }) => {
        $crate::backend::candidate!($name, $($features,)? $table {
            $($field: fn entry($($arg: $ty),* $(, _: $unused)?) {
                $crate::backend::candidate!(@call $kernel, ($($arg)*) $(=> $call)?)
            }),+
            $(; $other: $value)*
        })
    };
}
pub use candidate;
