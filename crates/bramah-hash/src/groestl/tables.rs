//! Grøstl with tables: portable, but not constant-time.

use super::constants::{MIX, P_LONG, P_SHORT, Q_LONG, Q_SHORT, SBOX};
use crate::{
    columns::{Tables, tables},
    simd::gf::AES,
};

static TABLES: Tables = tables(&[SBOX], MIX, AES);

pub(crate) mod short {
    use super::*;
    use crate::columns::columns;

    columns!(
        8, 10, TABLES, |x, j, r| p x ^ (j << 4 ^ r), q x ^ !((j << 4 ^ r) << 56),
        shift P_SHORT, Q_SHORT; 0 1 2 3 4 5 6 7
    );
}

pub(crate) mod long {
    use super::*;
    use crate::columns::columns;

    columns!(
        16, 14, TABLES, |x, j, r| p x ^ (j << 4 ^ r), q x ^ !((j << 4 ^ r) << 56),
        shift P_LONG, Q_LONG; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
    );
}
