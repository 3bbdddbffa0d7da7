//! The S-box of Rijndael and its inverse (FIPS 197, 5.1.1 and 5.3.2) as straight-line circuits of AND and XOR over eight planes:
//! plane `i` has bit `i` of every byte, the lowest bit first. Each circuit has 110 gates.
//!
//! Both circuits invert in GF(((2^2)^2)^2), where a product of four-bit elements is nine ANDs (Karatsuba twice). The three
//! products share XORs, so that 32 ANDs are enough instead of 36 (Boyar and Peralta, "A small depth-16 circuit for the AES
//! S-box", 2011). The two circuits differ in the linear maps into the tower field and out of it. As 1/x = c^n / (c x)^n for n a
//! power of two, there are 2040 such maps to choose from. The maps used here need the fewest gates, 20 before the inversion and
//! 28 after it.
//!
//! The constant 0x63 is omitted, because it is XORed into the round keys instead, which costs nothing.

use core::ops::{BitAnd, BitXor};

/// The constant that [`sub`] and [`inv_sub`] leave out.
pub const CONSTANT: u8 = 0x63;

/// A word whose bits are processed in parallel.
pub trait Plane: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {}
impl<W: Copy + BitXor<Output = W> + BitAnd<Output = W>> Plane for W {}

/// Inverts an element of the tower field, between the linear maps. `a` and `b` are the two halves of the element, each with its
/// XORs for nine products. `s` is the square of one half plus a constant times the square of the other. Returns the inverse in
/// parts, which the following linear map combines.
#[inline(always)]
fn invert<W: Plane>(a: [W; 9], b: [W; 9], s: [W; 4]) -> [W; 18] {
    // a b + s, an element of GF(2^4).
    let p = (a[0] & b[0], a[3] & b[3], (a[6] & b[6]) ^ (a[7] & b[7]), (a[6] & b[6]) ^ (a[8] & b[8]));
    let d0 = (a[1] & b[1]) ^ p.0 ^ p.2 ^ s[0];
    let d1 = (a[2] & b[2]) ^ p.0 ^ p.3 ^ s[1];
    let d2 = (a[4] & b[4]) ^ p.1 ^ p.2 ^ s[2];
    let d3 = (a[5] & b[5]) ^ p.1 ^ p.3 ^ s[3];

    // The inverse of this element of GF(2^4).
    let sum = d0 ^ d1;
    let m = d0 & d2;
    let n = d3 ^ m;
    let e0 = (sum & n) ^ d1;
    let e1 = ((d1 ^ m) & (d2 ^ d3)) ^ d3;
    let k = d3 & (n ^ e1);
    let e2 = k ^ d2 ^ e1;
    let e3 = sum ^ (e0 & (n ^ k));

    // The products of this inverse with the two halves of the element: first with `b`, then with `a`.
    let e01 = e0 ^ e1;
    let e23 = e2 ^ e3;
    let c = [e1 ^ e2, e2, e1, e0 ^ e3, e3, e0, e01, e01 ^ e23, e23];
    [
        c[0] & b[0],
        c[1] & b[1],
        c[2] & b[2],
        c[3] & b[3],
        c[4] & b[4],
        c[5] & b[5],
        c[6] & b[6],
        c[7] & b[7],
        c[8] & b[8],
        c[0] & a[0],
        c[1] & a[1],
        c[2] & a[2],
        c[3] & a[3],
        c[4] & a[4],
        c[5] & a[5],
        c[6] & a[6],
        c[7] & a[7],
        c[8] & a[8],
    ]
}

/// Applies SubBytes without the XOR of [`CONSTANT`].
#[inline(always)]
pub fn sub<W: Plane>(x: [W; 8]) -> [W; 8] {
    let t0 = x[2] ^ x[3];
    let t1 = x[1] ^ t0;
    let t2 = t1 ^ x[5];
    let t3 = x[3] ^ x[6];
    let t4 = x[5] ^ x[6];
    let t5 = x[0] ^ t4;
    let t6 = t2 ^ t5;
    let t7 = x[3] ^ t6;
    let t8 = t0 ^ t5;
    let t9 = x[4] ^ t4;
    let t10 = t2 ^ t9;
    let t11 = t0 ^ t9;
    let t12 = t2 ^ x[7];
    let t13 = x[1] ^ t12;
    let t14 = t11 ^ t12;
    let t15 = t3 ^ t14;
    let t16 = x[0] ^ t15;
    let t17 = t2 ^ t16;
    let t18 = t6 ^ t15;
    let t19 = t1 ^ t14;

    let z = invert(
        [t12, x[1], t13, t14, t1, t19, t9, t11, t0],
        [t18, t4, t17, t15, x[0], t16, t2, t6, t5],
        [t10, t8, t3, t7],
    );

    let u0 = z[14] ^ z[9] ^ z[11] ^ z[12];
    let u1 = z[7] ^ z[8];
    let u2 = z[1] ^ z[2] ^ u1;
    let u3 = u0 ^ u2;
    let u4 = z[5] ^ u3;
    let u5 = z[3] ^ u4;
    let u6 = z[6] ^ z[8] ^ u5;
    let u7 = z[4] ^ u1 ^ u4;
    let u8 = z[0] ^ z[2] ^ u5;
    let u9 = z[17] ^ z[11] ^ u8;
    let u10 = z[15] ^ u9;
    let u11 = z[10] ^ u3;
    let u12 = z[16] ^ u9 ^ u11;
    [u2 ^ u12, u12, z[13] ^ z[12] ^ u6 ^ u10 ^ u11, u8, u7, z[9] ^ u7 ^ u10, u0, u6]
}

/// Applies InvSubBytes without the XOR of [`CONSTANT`].
#[inline(always)]
pub fn inv_sub<W: Plane>(x: [W; 8]) -> [W; 8] {
    let t0 = x[1] ^ x[5];
    let t1 = x[5] ^ x[6];
    let t2 = x[2] ^ t1;
    let t3 = x[3] ^ t2;
    let t4 = t0 ^ t3;
    let t5 = x[4] ^ t4;
    let t6 = x[1] ^ x[7];
    let t7 = x[3] ^ t6;
    let t8 = t0 ^ t7;
    let t9 = x[0] ^ t8;
    let t10 = x[5] ^ t9;
    let t11 = t2 ^ t8;
    let t12 = t1 ^ t7;
    let t13 = t10 ^ t12;
    let t14 = t13 ^ t6;
    let t15 = t5 ^ t8;
    let t16 = t12 ^ t15;
    let t17 = t16 ^ t9;
    let t18 = x[5] ^ t15;
    let t19 = t4 ^ t17;

    let z = invert(
        [t2, t3, x[3], t8, t0, t7, t6, t11, t4],
        [x[5], t9, t10, t15, t16, t12, t13, t18, t17],
        [t14, t19, t5, t1],
    );

    let u0 = z[11] ^ z[14];
    let u1 = z[6] ^ z[7];
    let u2 = z[10] ^ z[13] ^ u0;
    let u3 = z[2] ^ z[1];
    let u4 = z[16] ^ z[13];
    let u5 = z[15] ^ z[12] ^ u4;
    let u6 = z[8] ^ z[7] ^ u3;
    let u7 = z[0] ^ z[1] ^ u1 ^ u5;
    let u8 = u2 ^ u6 ^ u7;
    let u9 = z[5] ^ u3;
    let u10 = z[3] ^ u1 ^ u9;
    let u11 = z[4] ^ u9;
    let u12 = z[9] ^ u0 ^ z[12] ^ u6;
    [u7, z[17] ^ z[14] ^ u4 ^ u8, u11, u10 ^ u12, u12, u8 ^ u11, u5, u2 ^ u10]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a product in the field of AES, modulo x^8 + x^4 + x^3 + x + 1.
    fn product(a: u8, b: u8) -> u8 {
        (0..8).rev().fold(0, |sum: u8, i| {
            let twice = sum << 1 ^ if sum & 0x80 != 0 { 0x1b } else { 0 };
            twice ^ if b >> i & 1 != 0 { a } else { 0 }
        })
    }

    /// Returns the output byte of a circuit for the input byte `x`.
    fn through(circuit: fn([u8; 8]) -> [u8; 8], x: u8) -> u8 {
        let mut planes = [0; 8];
        for i in 0..8 {
            planes[i] = x >> i & 1;
        }
        circuit(planes).iter().rev().fold(0, |byte, plane| byte << 1 | plane)
    }

    #[test]
    fn every_byte() {
        for x in 0..=255 {
            let inverse = (0..254).fold(1, |power, _| product(power, x));
            let affine = (0..5).fold(0, |sum, i| sum ^ inverse.rotate_left(i));
            assert_eq!(through(sub, x), affine, "{x}");
            assert_eq!(through(inv_sub, affine), x, "{x}");
        }
    }
}
