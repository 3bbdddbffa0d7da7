//! Candidates that consist of two others.

use super::{Backend, Candidate};
use crate::simd::features::{Features, same_name};

/// Two candidates that are used together, and possibly a third candidate that does the work of both at once.
pub struct Pair<A: 'static, B: 'static, C: 'static = ()> {
    one: &'static Candidate<A>,
    many: &'static Candidate<B>,
    both: Option<&'static Candidate<C>>,
}

impl<A, B, C> Candidate<Pair<A, B, C>> {
    /// Makes a pair from the candidates with these names. It needs the features of both candidates.
    pub const fn pair(
        name: &'static str,
        (ones, one): (&'static [Candidate<A>], &str),
        (manys, many): (&'static [Candidate<B>], &str),
    ) -> Self {
        Self::of(name, named(ones, one), named(manys, many))
    }

    /// Makes a pair from two candidates.
    const fn of(name: &'static str, one: &'static Candidate<A>, many: &'static Candidate<B>) -> Self {
        Self::new(name, Features::NONE, Pair { one, many, both: None })
            .erasing(one.stack)
            .with(one)
            .with(many)
    }

    /// Makes a pair from two candidates, with the name of the second.
    pub const fn paired(one: &'static Candidate<A>, many: &'static Candidate<B>) -> Self {
        Self::of(many.name, one, many)
    }

    /// Adds a third candidate: the one in the list `boths` whose name is `both`. The pair then needs the CPU features of all
    /// three candidates.
    // unused except on x86-64, because on other architectures no pair has a third candidate
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub const fn both(mut self, (boths, both): (&'static [Candidate<C>], &str)) -> Self {
        let both = named(boths, both);
        self.ops.both = Some(both);
        self.with(both)
    }
}

impl<A, B, C> Backend<Pair<A, B, C>> {
    /// Returns the first candidate of the pair. The pair needs the features of both, so this CPU can run it.
    #[inline(always)]
    pub fn one(self) -> Backend<A> {
        Backend(self.ops().one)
    }
    /// Returns the second candidate of the pair.
    #[inline(always)]
    pub fn many(self) -> Backend<B> {
        Backend(self.ops().many)
    }
    /// Returns the third candidate, if there is one. The pair needs its features too, so this CPU can run it.
    #[inline(always)]
    pub fn both(self) -> Option<Backend<C>> {
        self.ops().both.map(Backend)
    }
}

/// Returns the candidate with this name. In a constant, an unknown name is a compile error.
const fn named<T>(candidates: &'static [Candidate<T>], name: &str) -> &'static Candidate<T> {
    let mut i = 0;
    while !same_name(candidates[i].name.as_bytes(), name.as_bytes()) {
        i += 1;
    }
    &candidates[i]
}
