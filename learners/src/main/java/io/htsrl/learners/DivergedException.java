package io.htsrl.learners;

/** Learning produced a number that is not finite; the parameters before this update are the last good ones. */
public final class DivergedException extends RuntimeException {

    public DivergedException(String what, double value, long update) {
        super(what + " is " + value + " in update " + update + ": it must be finite; try a smaller --learning-rate or "
                + "--max-grad-norm, or look for rewards or observations that are not finite");
    }
}
