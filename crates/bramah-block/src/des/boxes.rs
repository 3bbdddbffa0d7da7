//! The S-boxes of DES as circuits of logic gates over words, in which each bit belongs to a different block: FIPS 46-3,
//! appendix 1.
//!
//! The circuits were found by a search of our own. The search adds gates to the existing ones, and splits a function that no pair
//! of gates produces into two functions by one of the inputs. A test compares the circuits with the tables.

use crate::simd::words::Words;

/// Declares circuits that compute four outputs from six inputs and a word of ones. The first input and the first output are the
/// most significant bits of an S-box.
macro_rules! circuits {
    ($($name:ident [$($input:ident)*] $ones:ident: $($to:ident = $left:ident $gate:ident $right:ident,)* => $($output:ident)*;)*) => { $(
        #[inline(always)]
        pub(super) fn $name<V: Words>([$($input),*]: [V; 6], $ones: V) -> [V; 4] {
            $(let $to = $left.$gate($right);)*
            [$($output),*]
        }
    )* };
}

circuits! {
    s1 [a b c d e f] ones:
        t1 = c xor ones, t2 = d xor a, t3 = f andnot t2, t4 = t1 xor t3, t5 = t4 or d, t6 = f and t5,
        t7 = t4 xor t6, t8 = a and t7, t9 = t2 xor t8, t10 = e andnot t9, t11 = t4 xor t10, t12 = t9 or c,
        t13 = t6 or t12, t14 = t8 or t4, t15 = t9 xor t14, t16 = e and t15, t17 = t13 xor t16,
        t18 = b andnot t17, t19 = t11 xor t18, t20 = t15 or t2, t21 = b and t20, t22 = t4 xor t21,
        t23 = c andnot t3, t24 = f xor t23, t25 = a andnot t24, t26 = t22 xor t25, t27 = t14 xor t12,
        t28 = t19 xor t15, t29 = c xor t28, t30 = a and t29, t31 = t27 xor t30, t32 = e and t31,
        t33 = t26 xor t32, t34 = t28 andnot t31, t35 = t4 xor t34, t36 = t25 or a, t37 = d and t36,
        t38 = t7 xor t37, t39 = e andnot t38, t40 = t35 xor t39, t41 = t25 xor f, t42 = t41 andnot t5,
        t43 = e andnot t42, t44 = t26 and t19, t45 = t44 andnot e, t46 = t45 or t43, t47 = b andnot t46,
        t48 = t40 xor t47, t49 = t40 xor t33, t50 = t22 andnot t49, t51 = t48 xor e, t52 = t34 or t51,
        t53 = c andnot t52, t54 = t50 xor t53, t55 = t50 xor t39, t56 = t7 or t55, t57 = t48 andnot t27,
        t58 = b andnot t57, t59 = t56 xor t58, t60 = a and t59, t61 = t54 xor t60,
        => t33 t61 t19 t48;
    s2 [a b c d e f] ones:
        t1 = b andnot a, t2 = f xor t1, t3 = t2 and a, t4 = b xor t3, t5 = e and t4, t6 = t2 xor t5,
        t7 = t3 andnot e, t8 = b or t7, t9 = d andnot t8, t10 = t6 xor t9, t11 = t4 xor ones, t12 = f and t4,
        t13 = t11 xor t12, t14 = t4 or e, t15 = a and t14, t16 = t13 xor t15, t17 = c andnot t16,
        t18 = t10 xor t17, t19 = c xor a, t20 = t6 xor t19, t21 = t18 or t11, t22 = e andnot t21,
        t23 = t20 xor t22, t24 = c andnot e, t25 = d xor t24, t26 = t10 or a, t27 = t23 xor t26,
        t28 = f and t27, t29 = t25 xor t28, t30 = b andnot t29, t31 = t23 xor t30, t32 = t26 xor e,
        t33 = d and t32, t34 = t21 xor t33, t35 = t26 or d, t36 = t2 xor t35, t37 = c andnot t36,
        t38 = t34 xor t37, t39 = t22 or t13, t40 = t32 xor t19, t41 = t16 xor t40, t42 = d andnot t41,
        t43 = t39 xor t42, t44 = b and t43, t45 = t38 xor t44, t46 = t26 xor d, t47 = t40 xor t46,
        t48 = t39 andnot t36, t49 = t47 xor t48, t50 = t47 or t22, t51 = b xor t50, t52 = f and t51,
        t53 = t17 xor t52, t54 = c andnot t53, t55 = t49 xor t54,
        => t18 t55 t45 t31;
    s3 [a b c d e f] ones:
        t1 = f xor b, t2 = a xor t1, t3 = t2 andnot t1, t4 = c andnot t3, t5 = e xor t4, t6 = t1 xor c,
        t7 = b and t6, t8 = t5 xor t7, t9 = d and t8, t10 = t2 xor t9, t11 = f andnot t8, t12 = c xor t11,
        t13 = c andnot a, t14 = t13 andnot f, t15 = d and t14, t16 = t12 xor t15, t17 = e andnot t16,
        t18 = t10 xor t17, t19 = t7 andnot f, t20 = d or t19, t21 = a and t20, t22 = t6 xor t21,
        t23 = d xor c, t24 = a andnot t23, t25 = t7 andnot a, t26 = t25 or t24, t27 = e andnot t26,
        t28 = t22 xor t27, t29 = t18 xor ones, t30 = t22 or t11, t31 = d and t30, t32 = t29 xor t31,
        t33 = t11 or t10, t34 = a andnot t33, t35 = t23 xor t34, t36 = b andnot t35, t37 = t32 xor t36,
        t38 = b andnot t33, t39 = t27 andnot t38, t40 = a andnot t39, t41 = t8 xor t40, t42 = c andnot t41,
        t43 = t37 xor t42, t44 = t38 or t8, t45 = d xor t44, t46 = t39 or t6, t47 = c andnot t46,
        t48 = t45 xor t47, t49 = t9 xor e, t50 = t29 or t49, t51 = t36 or b, t52 = c andnot t51,
        t53 = t50 xor t52, t54 = a andnot t53, t55 = t48 xor t54,
        => t55 t18 t43 t28;
    s4 [a b c d e f] ones:
        t1 = a andnot c, t2 = e or t1, t3 = e or a, t4 = t1 xor t3, t5 = d andnot t4, t6 = t2 xor t5,
        t7 = c xor ones, t8 = t4 xor e, t9 = d and t8, t10 = t7 xor t9, t11 = b andnot t10, t12 = t6 xor t11,
        t13 = d xor b, t14 = t10 xor t13, t15 = c and t11, t16 = t14 xor t15, t17 = t15 xor ones,
        t18 = b xor a, t19 = t13 or t18, t20 = c andnot t19, t21 = t17 xor t20, t22 = e and t21,
        t23 = t16 xor t22, t24 = f andnot t23, t25 = t12 xor t24, t26 = t23 xor b, t27 = t6 andnot t13,
        t28 = c andnot t27, t29 = t26 xor t28, t30 = t14 or t4, t31 = t13 and t30, t32 = a andnot t31,
        t33 = t29 xor t32, t34 = t5 xor c, t35 = t27 xor t34, t36 = e xor c, t37 = t12 or t36,
        t38 = b and t37, t39 = t35 xor t38, t40 = f andnot t39, t41 = t33 xor t40, t42 = t41 xor f,
        t43 = t39 xor t42, t44 = t23 andnot f, t45 = t12 xor t44,
        => t25 t45 t43 t41;
    s5 [a b c d e f] ones:
        t1 = d andnot f, t2 = c xor t1, t3 = t2 xor e, t4 = d xor a, t5 = t2 xor t4, t6 = t5 or e,
        t7 = b and t6, t8 = t3 xor t7, t9 = t8 or c, t10 = t5 andnot t9, t11 = f andnot t10, t12 = t5 xor t11,
        t13 = t8 or b, t14 = t9 xor ones, t15 = f andnot t14, t16 = t13 xor t15, t17 = e andnot t16,
        t18 = t12 xor t17, t19 = a andnot t18, t20 = t8 xor t19, t21 = t5 xor f, t22 = b xor t21,
        t23 = t19 or t2, t24 = e and t23, t25 = t22 xor t24, t26 = t22 xor t6, t27 = t10 andnot t26,
        t28 = f xor e, t29 = t11 andnot t28, t30 = a and t29, t31 = t27 xor t30, t32 = d andnot t31,
        t33 = t25 xor t32, t34 = t25 xor t10, t35 = t6 xor t34, t36 = t23 xor t5, t37 = e xor t36,
        t38 = f and t37, t39 = t35 xor t38, t40 = t26 and t16, t41 = t19 xor t40, t42 = d and t41,
        t43 = t39 xor t42, t44 = t39 andnot t36, t45 = t3 xor t44, t46 = t43 and f, t47 = t36 or t46,
        t48 = c andnot t47, t49 = t45 xor t48, t50 = t26 andnot t18, t51 = t39 xor t50, t52 = t43 or t38,
        t53 = t18 xor t52, t54 = b and t53, t55 = t51 xor t54, t56 = a and t55, t57 = t49 xor t56,
        => t43 t33 t20 t57;
    s6 [a b c d e f] ones:
        t1 = b xor a, t2 = f xor t1, t3 = t2 and a, t4 = b xor t3, t5 = c andnot t4, t6 = t2 xor t5,
        t7 = t6 xor d, t8 = t6 or t1, t9 = t4 xor ones, t10 = c and t9, t11 = t8 xor t10, t12 = t3 andnot t1,
        t13 = f xor t12, t14 = d andnot t13, t15 = t11 xor t14, t16 = e and t15, t17 = t7 xor t16,
        t18 = t7 xor e, t19 = b andnot t15, t20 = t18 xor t19, t21 = t18 xor t9, t22 = e and t20,
        t23 = t21 xor t22, t24 = c andnot t23, t25 = t20 xor t24, t26 = t24 xor t23, t27 = t18 andnot d,
        t28 = t10 xor t27, t29 = b and t28, t30 = t26 xor t29, t31 = f and t30, t32 = t25 xor t31,
        t33 = t16 andnot t28, t34 = t12 and e, t35 = t3 xor t34, t36 = c andnot t35, t37 = t33 xor t36,
        t38 = t30 or t21, t39 = t35 xor t38, t40 = d andnot t39, t41 = t37 xor t40, t42 = t41 xor t39,
        t43 = t29 xor t42, t44 = t26 or t6, t45 = c xor t44, t46 = f andnot t45, t47 = t43 xor t46,
        t48 = t35 and t32, t49 = t23 xor t48, t50 = t41 andnot t15, t51 = t35 xor t50, t52 = d andnot t51,
        t53 = t49 xor t52, t54 = e and t53, t55 = t47 xor t54,
        => t32 t41 t17 t55;
    s7 [a b c d e f] ones:
        t1 = c xor b, t2 = d xor t1, t3 = b andnot d, t4 = e xor t3, t5 = e and t4, t6 = t2 xor t5,
        t7 = t2 andnot b, t8 = c xor t7, t9 = t8 or e, t10 = a and t9, t11 = t6 xor t10, t12 = e andnot a,
        t13 = t5 xor t12, t14 = b xor a, t15 = t11 or t14, t16 = e and t8, t17 = t15 xor t16, t18 = c and t17,
        t19 = t13 xor t18, t20 = f and t19, t21 = t11 xor t20, t22 = t16 xor t2, t23 = t12 or d,
        t24 = f and t23, t25 = t22 xor t24, t26 = c andnot f, t27 = t25 xor t26, t28 = t24 xor t9,
        t29 = t2 xor t28, t30 = t21 andnot f, t31 = d and t22, t32 = t30 xor t31, t33 = c and t32,
        t34 = t29 xor t33, t35 = a andnot t34, t36 = t27 xor t35, t37 = t36 xor t34, t38 = t28 xor ones,
        t39 = a andnot t38, t40 = t37 xor t39, t41 = t32 xor c, t42 = t19 and c, t43 = b xor t42,
        t44 = d and t43, t45 = t41 xor t44, t46 = f and t45, t47 = t40 xor t46, t48 = t46 xor t33,
        t49 = t14 xor t48, t50 = t38 and e, t51 = a and t50, t52 = t49 xor t51, t53 = t46 andnot t27,
        t54 = t29 xor t53, t55 = d andnot t54, t56 = t52 xor t55,
        => t36 t47 t21 t56;
    s8 [a b c d e f] ones:
        t1 = c xor a, t2 = c andnot a, t3 = b or t2, t4 = e andnot t3, t5 = t1 xor t4, t6 = t4 xor ones,
        t7 = t6 or a, t8 = e andnot t7, t9 = b xor t8, t10 = d andnot t9, t11 = t5 xor t10, t12 = e andnot t1,
        t13 = d or t12, t14 = d andnot a, t15 = t6 xor t14, t16 = c andnot t15, t17 = t9 xor t16,
        t18 = b andnot t17, t19 = t13 xor t18, t20 = f and t19, t21 = t11 xor t20, t22 = t12 xor d,
        t23 = t9 xor t22, t24 = t22 and t3, t25 = c xor t24, t26 = f andnot t25, t27 = t23 xor t26,
        t28 = t25 andnot f, t29 = t11 or t4, t30 = b and t29, t31 = t28 xor t30, t32 = a andnot t31,
        t33 = t27 xor t32, t34 = t31 or t26, t35 = a and t34, t36 = t11 xor t35, t37 = t20 xor t15,
        t38 = t32 or t37, t39 = d andnot t38, t40 = t36 xor t39, t41 = t10 and f, t42 = t41 andnot t25,
        t43 = t30 xor t23, t44 = a and t43, t45 = t42 xor t44, t46 = e and t45, t47 = t40 xor t46,
        t48 = t19 xor f, t49 = t21 xor t48, t50 = t39 andnot t26, t51 = a and t50, t52 = t49 xor t51,
        t53 = t21 andnot t39, t54 = c andnot t53, t55 = t52 xor t54,
        => t55 t33 t47 t21;
}
