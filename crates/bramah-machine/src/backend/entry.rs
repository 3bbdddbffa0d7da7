//! The functions in a candidate's table, and the macros that define and call them.
//!
//! A function that needs CPU features may be called only on a CPU that has them. Three facts guarantee this for each call in
//! [`table_calls!`], and the compiler enforces all three:
//!
//! 1. A table stores its functions as [`Entry`] or [`Entries`], and only [`entry!`] and [`candidate!`] create entries. Entries
//!    from `entry!` need no features. `candidate!` uses one literal for the features of the function and for the features of the
//!    candidate.
//! 2. An entry is neither `Copy` nor `Clone`, and the fields of a candidate are private. Therefore an entry never leaves the
//!    candidate for which `candidate!` created it.
//! 3. A [`Backend`](super::Backend) is created only from a candidate whose features this CPU has, and `table_calls!` takes the
//!    function from a `Backend`.

/// A function in a candidate's table. It needs either no CPU features or only the features of its candidate. `F` is the type of
/// an `unsafe fn`.
#[repr(transparent)]
pub struct Entry<F>(F);

impl<F: Copy> Entry<F> {
    /// # Safety
    /// The function needs no features, or the entry goes into the table of a candidate that needs those features,
    /// and nowhere else.
    pub const unsafe fn new(function: F) -> Self {
        Self(function)
    }

    /// Returns the function. Calling it is unsafe unless the CPU is known to have the features of the function.
    #[inline(always)]
    pub fn function(&self) -> F {
        self.0
    }
}

/// Functions of one type in a candidate's table, each at its index. A candidate may lack some of these
/// functions.
#[repr(transparent)]
pub struct Entries<F, const N: usize>([Option<Entry<F>>; N]);

impl<F: Copy, const N: usize> Entries<F, N> {
    /// Stores functions at these indices.
    ///
    /// # Panics
    /// If two functions have one index, or an index is not less than `N`. In a constant, this is a compile error.
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

    /// Stores a function at each of the `N` indices.
    ///
    /// # Panics
    /// As in [`some`](Self::some), and also if an index has no function.
    #[must_use]
    pub const fn all<const M: usize>(entries: [(usize, Entry<F>); M]) -> Self {
        assert!(M == N, "a place without a function");
        Self::some(entries)
    }

    /// Returns the function at an index, if there is one.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Option<&Entry<F>> {
        self.0.get(place)?.as_ref()
    }
}

/// Declares a trait for a backend, whose methods are the only callers of the functions in its table: `fn name(arguments) =
/// field;`. `fn name[place](arguments) -> bool = field;` calls the function at the index `place` of [`Entries`] and returns
/// whether there is one. If the table is generic, its type parameters come after the trait's name, each with its bound:
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
        #[allow(missing_docs)] // each method calls the function of its field
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

/// Returns a function that needs no CPU features as an [`Entry`]: `entry!(fn name(arguments) { body })`. The body belongs to a
/// safe function without features, so it can call nothing that needs features. If the function is generic, its type parameters
/// come first, each with its bound and the type that replaces it here: `entry!([T: State = S] fn name(arguments) { body })`.
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
                // SAFETY: `trusted` is called only below, with a function that needs no features.
                unsafe { $crate::backend::Entry::new(function) }
            }
            trusted($entry::<$($here),*>)
        }
    }};
}
pub use entry;

/// Returns a candidate, given its name, its CPU features, and the fields of its table.
///
/// The functions come first. Each is a kernel with its arguments, `field: kernel = fn(arguments)`, or, in another form of the
/// macro, a function with its own body, `field: fn name(arguments) { body }`. One literal sets the features of the functions and
/// of the candidate. A function calls its kernel without `unsafe`, so a kernel that needs a feature missing in the literal does
/// not compile. A type after a `;` is an argument that the kernel does not take. An expression after a `=>` is evaluated instead
/// of calling the kernel with the arguments.
///
/// Functions of one type in [`Entries`], each with its index, have common arguments: `field: [some fn(arguments) place => name
/// { body } ..]`, or `all` if every index must have a function.
///
/// Other fields follow, each after a `;`. These may include functions from [`entry!`](entry), which are compiled without the
/// features.
#[macro_export]
macro_rules! candidate {
    (@call $kernel:path, ($($arg:ident)*)) => { $kernel($($arg),*) };
    (@call $kernel:path, ($($arg:ident)*) => $call:expr) => { $call };

    // functions with bodies, without features
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
    // functions with bodies, with features
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
                        // SAFETY: `trusted` is called only below, with a function that has the features of the
                        // candidate that is being made, and the entry goes into this candidate's table.
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
                        // SAFETY: `trusted` is called only below, with a function that has the features of the
                        // candidate that is being made, and the entry goes into this candidate's table.
                        unsafe { $crate::backend::Entry::new(function) }
                    }
                    trusted($member)
                }
            }),)*]))?,)+
            $($other: $value,)*
        })
    };
    // kernels with arguments
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
