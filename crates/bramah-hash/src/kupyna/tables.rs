//! Kupyna with tables: portable, but not constant-time.

use super::constants::{LONG, MIX, POLYNOMIAL, SBOXES, SHORT, plus};
use crate::columns::{Tables, tables};

static TABLES: Tables = tables(&SBOXES, MIX, POLYNOMIAL);

pub(crate) mod short {
    use super::*;
    use crate::columns::columns;

    columns!(
        8, 10, TABLES, |x, j, r| p x ^ (j << 4 ^ r), q x.wrapping_add(plus(8, j, r)),
        shift SHORT, SHORT; 0 1 2 3 4 5 6 7
    );
}

pub(crate) mod long {
    use super::*;
    use crate::columns::columns;

    columns!(
        16, 14, TABLES, |x, j, r| p x ^ (j << 4 ^ r), q x.wrapping_add(plus(16, j, r)),
        shift LONG, LONG; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
    );
}
