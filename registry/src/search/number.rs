//! Numbers that are the same on every platform: fixed-point, without a floating-point operation.

/// One, in the fixed-point numbers of this module.
pub(super) const ONE: u32 = 1 << 10;

/// The binary logarithm of `x`, which is at least 1, rounded down.
pub(super) fn log2(x: u32) -> u32 {
    debug_assert!(x > 0);
    let whole = x.ilog2();
    // The mantissa in [1, 2), with 31 bits after the point; each squaring yields one bit.
    let mut mantissa = u64::from(x) << (31 - whole);
    let mut bits = 0;
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 31;
        bits <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            bits |= 1;
        }
    }
    whole * ONE + bits
}

/// How rare a word is that `with` of `all` documents have: `log2((all + 1) / (with + ½))`.
pub(super) fn rarity(with: u32, all: u32) -> u32 {
    log2(2 * all + 2).saturating_sub(log2(2 * with + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        assert_eq!([1, 2, 8, 1 << 31].map(log2), [0, ONE, 3 * ONE, 31 * ONE]);
        // log2(3) = 1.58496…, log2(10) = 3.32192…
        assert_eq!(log2(3), 1623);
        assert_eq!(log2(10), 3401);
        assert!((1..100_000).all(|x| log2(x) <= log2(x + 1)));
    }

    #[test]
    fn a_word_of_all_documents_is_worth_least() {
        assert_eq!(rarity(1, 4000), log2(8002) - log2(3));
        assert!((0..4000).all(|with| rarity(with, 4000) >= rarity(with + 1, 4000)));
        assert_eq!(rarity(4000, 4000), 0);
    }
}
