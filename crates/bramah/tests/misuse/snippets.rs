//! Code that must not compile, next to code that must. It is a module of the library if `bramah_misuse` is set.
//!
//! A line that ends with a mark must have the error with this code, or the lint with this name; no other line may.

use crate::{
    backend::{Backend, Candidate, Entry, candidate, entry},
    simd::{
        Avx2, Avx512,
        blocks::{Block1, Block2, Block4, Blocks as _, Pieces512},
        cells::{Cells as _, Cells1, Cells2, Cells4},
        features::Features,
        gf::{Carryless as _, Gf1, Gf2, Gf4, Halves as _, Halves256, Halves256Gfni},
        memory::{Lanes, Plain, load8x64, load128, load256, load512, store256},
        planes::{Planes as _, Planes1, Planes2, Planes4},
        products::{P4, P8, P8Ifma, Products as _},
        rows::{Row as _, Row32, Row32V, Row64, Rows32, Rows32V, Rows32Z},
        words::{U32x4, U32x8, U32x16, U64x2, U64x4, U64x8, Words as _},
    },
};
use core::arch::x86_64::*;

// A key for encryption only cannot decrypt.

fn encrypted(cipher: &crate::Aes128Enc, block: &mut [u8; 16]) {
    cipher.encrypt_block(block);
}

fn decrypted(cipher: &crate::Aes128Enc, block: &mut [u8; 16]) {
    cipher.decrypt_block(block); //~ E0599
}

fn decrypted_blocks(cipher: &crate::Xtea, same: &crate::XteaEnc, blocks: &mut [[u8; 8]]) {
    cipher.decrypt_blocks(blocks);
    same.decrypt_blocks(blocks); //~ E0599
}

// A vector cannot be made without a token for its CPU features.

fn u32x4(register: __m128i) -> U32x4 {
    U32x4(register) //~ E0423
}

fn u32x8(register: __m256i) -> U32x8 {
    U32x8(register) //~ E0423
}

fn u32x16(register: __m512i) -> U32x16 {
    U32x16(register) //~ E0423
}

fn u64x2(register: __m128i) -> U64x2 {
    U64x2(register) //~ E0423
}

fn u64x4(register: __m256i) -> U64x4 {
    U64x4(register) //~ E0423
}

fn u64x8(register: __m512i) -> U64x8 {
    U64x8(register) //~ E0423
}

fn block1(register: __m128i) -> Block1 {
    Block1(register) //~ E0423
}

fn block2(register: __m256i) -> Block2 {
    Block2(register) //~ E0423
}

fn block4(register: __m512i) -> Block4 {
    Block4(register) //~ E0423
}

fn p4(register: __m256i) -> P4 {
    P4(register) //~ E0423
}

fn p8(register: __m512i) -> P8 {
    P8(register) //~ E0423
}

fn p8ifma(register: __m512i) -> P8Ifma {
    P8Ifma(register) //~ E0423
}

fn row32(register: __m128i) -> Row32 {
    Row32(register) //~ E0423
}

fn row32v(register: __m128i) -> Row32V {
    Row32V(register) //~ E0423
}

fn row64(register: __m256i) -> Row64 {
    Row64(register) //~ E0423
}

fn rows32(register: __m256i) -> Rows32 {
    Rows32(register) //~ E0423
}

fn rows32v(register: __m256i) -> Rows32V {
    Rows32V(register) //~ E0423
}

fn rows32z(register: __m512i) -> Rows32Z {
    Rows32Z(register) //~ E0423
}

fn gf1(register: __m128i) -> Gf1 {
    Gf1(register) //~ E0423
}

fn gf2(register: __m256i) -> Gf2 {
    Gf2(register) //~ E0423
}

fn gf4(register: __m512i) -> Gf4 {
    Gf4(register) //~ E0423
}

fn planes1(register: __m128i) -> Planes1 {
    Planes1(register) //~ E0423
}

fn planes2(register: __m256i) -> Planes2 {
    Planes2(register) //~ E0423
}

fn planes4(register: __m512i) -> Planes4 {
    Planes4(register) //~ E0423
}

fn cells1(register: __m128i) -> Cells1 {
    Cells1(register) //~ E0423
}

fn cells2(register: __m256i) -> Cells2 {
    Cells2(register) //~ E0423
}

fn cells4(register: __m512i) -> Cells4 {
    Cells4(register) //~ E0423
}

fn halves256(register: __m256i) -> Halves256 {
    Halves256(register) //~ E0423
}

fn halves256gfni(register: __m256i) -> Halves256Gfni {
    Halves256Gfni(register) //~ E0423
}

fn pieces512(register: __m512i) -> Pieces512<20> {
    Pieces512(register) //~ E0423
}

fn changed_in_place(mut vector: U32x8, register: __m256i) {
    vector.0 = register; //~ E0616
}

fn token_from_nothing() {
    _ = Avx2(()); //~ E0423
}

fn token_without_features() {
    _ = Avx2::here(); //~ E0133
}

#[target_feature(enable = "avx2")]
fn token_with_features() {
    _ = U32x8::splat(Avx2::here(), 1);
}

#[target_feature(enable = "avx2")]
fn token_of_more_features() {
    _ = Avx512::here(); //~ E0133
}

fn loads_without_features(bytes: &[u8; 64], words: &[u64; 8]) {
    _ = load128(bytes.first_chunk().unwrap()); //~ E0133
    _ = load256(bytes.first_chunk().unwrap()); //~ E0133
    _ = load512(bytes); //~ E0133
    _ = load8x64(words); //~ E0133
}

fn store_without_features(bytes: &mut [u8; 32], register: __m256i) {
    store256(bytes, register); //~ E0133
}

#[target_feature(enable = "avx2")]
fn loads_with_features(bytes: &mut [u8; 32]) {
    let register = load256(bytes);
    store256(bytes, register);
}

// A block of a message cannot be borrowed while it can be written.

fn lent(lanes: &Lanes<'_, [u8; 16]>) {
    let held: &[u8; 16] = lanes.get(0, 0); //~ E0308
    lanes.put(0, 0, [1; 16]);
    _ = held;
}

fn copied(lanes: &Lanes<'_, [u8; 16]>) {
    let held: [u8; 16] = lanes.get(0, 0);
    lanes.put(0, 0, [1; 16]);
    _ = held;
}

// Only types for which all bytes are valid values can be used for uninitialized memory.

#[derive(Clone, Copy)]
struct Never(&'static u8);

impl Plain for Never {} //~ E0200

// A function cannot be in a table without its CPU features.

struct Table {
    function: Entry<unsafe fn(&mut u32)>,
}

#[target_feature(enable = "avx2")]
fn with_avx2(_: &mut u32) {}

fn without(_: &mut u32) {}

static PORTABLE: Candidate<Table> = candidate!("portable", Table { function: without = fn(x: &mut u32) });
static WITH: Candidate<Table> = candidate!("avx2", "avx2", Table { function: with_avx2 = fn(x: &mut u32) });
static MORE: Candidate<Table> =
    candidate!("avx512", "avx512f", Table { function: with_avx2 = fn(x: &mut u32) });

fn plain_function() {
    _ = Candidate::portable(Table { function: with_avx2 }); //~ E0308
}

fn feature_that_the_candidate_lacks() -> Candidate<Table> {
    candidate!("sse4.1", "sse4.1,ssse3", Table { function: with_avx2 = fn(x: &mut u32) }) //~ E0133
}

fn feature_that_no_candidate_has() -> Candidate<Table> {
    candidate!("portable", Table { function: with_avx2 = fn(x: &mut u32) }) //~ E0133
}

fn entry_with_a_feature() -> Candidate<Table> {
    Candidate::portable(Table {
        function: entry!(
            fn entry(x: &mut u32) {
                with_avx2(x) //~ E0133
            }
        ),
    })
}

fn entry_without_a_feature() -> Candidate<Table> {
    Candidate::portable(Table {
        function: entry!(
            fn entry(x: &mut u32) {
                without(x)
            }
        ),
    })
}

fn entry_by_hand() -> Entry<unsafe fn(&mut u32)> {
    Entry::new(with_avx2) //~ E0133
}

fn entry_by_force() -> Entry<unsafe fn(&mut u32)> {
    // SAFETY: none
    unsafe { Entry::new(with_avx2) } //~ unsafe_code
}

fn entry_of_a_function() -> Entry<unsafe fn(&mut u32)> {
    Entry(with_avx2) //~ E0423
}

fn entry_moved(backend: Backend<Table>) -> Candidate<Table> {
    Candidate::portable(Table { function: backend.ops().function }) //~ E0507
}

fn entry_cloned(backend: Backend<Table>) -> Candidate<Table> {
    Candidate::portable(Table { function: backend.ops().function.clone() }) //~ E0599
}

fn table_taken() -> Table {
    candidate!("avx2", "avx2", Table { function: with_avx2 = fn(x: &mut u32) }).ops //~ E0616
}

fn needs_lowered() {
    let mut candidate = candidate!("avx2", "avx2", Table { function: with_avx2 = fn(x: &mut u32) });
    candidate.needs = Features::NONE; //~ E0616
}

fn backend_by_hand() -> Backend<Table> {
    Backend(&WITH) //~ E0423
}

fn called(backend: Backend<Table>, x: &mut u32) {
    backend.ops().function.function()(x); //~ E0133
}
