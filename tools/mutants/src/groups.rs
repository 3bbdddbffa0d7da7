//! Groups of bugs that are planted together.

use crate::list::{Bug, Tests};

impl Tests {
    /// Returns whether a test may belong to both, or may fail by the bugs of the other because both are whole modules.
    fn overlap(&self, other: &Self) -> bool {
        let (one, two) = (&self.filter, &other.filter);
        self.target == other.target
            && (one.starts_with(two.as_str())
                || two.starts_with(one.as_str())
                || one.ends_with("::") && two.ends_with("::"))
    }
}

impl Bug {
    /// Returns whether one build can have both bugs: they are in different files, and their tests do not overlap.
    fn fits(&self, other: &Self) -> bool {
        let overlap = |tests: &Tests| other.tests.iter().any(|others| tests.overlap(others));
        self.file != other.file && !self.tests.iter().any(overlap)
    }
}

/// Divides the bugs into groups, each of which one build can have.
pub(crate) fn divided(bugs: Vec<Bug>) -> Vec<Vec<Bug>> {
    let mut groups: Vec<Vec<Bug>> = Vec::new();
    for bug in bugs {
        match groups.iter_mut().find(|group| group.iter().all(|other| bug.fits(other))) {
            Some(group) => group.push(bug),
            None => groups.push(vec![bug]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::divided;
    use crate::list::bugs;

    /// No bug is lost, and no group has a file or a test twice.
    #[test]
    fn groups_have_each_bug_once() {
        let groups = divided(bugs().unwrap());
        let mut names: Vec<String> = groups.iter().flatten().map(|bug| bug.name.clone()).collect();
        names.sort();
        let mut all: Vec<String> = bugs().unwrap().into_iter().map(|bug| bug.name).collect();
        all.sort();
        assert_eq!(names, all);
        for group in &groups {
            for (i, bug) in group.iter().enumerate() {
                for other in &group[..i] {
                    assert_ne!(bug.file, other.file);
                    for tests in &bug.tests {
                        let same = |others: &&crate::list::Tests| {
                            (&others.target, &others.filter) == (&tests.target, &tests.filter)
                        };
                        assert!(other.tests.iter().find(same).is_none(), "{} and {}", bug.name, other.name);
                    }
                }
            }
        }
        assert!(groups.len() < all.len() / 3, "{} groups", groups.len());
    }
}
