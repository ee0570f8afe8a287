package io.htsrl.learners;

/** Refuses numbers that are not finite. */
final class Finite {

    private Finite() {
    }

    /** @throws DivergedException when {@code value} is NaN or infinite */
    static double check(String what, double value, long update) {
        if (!Double.isFinite(value)) {
            throw new DivergedException(what, value, update);
        }
        return value;
    }
}
