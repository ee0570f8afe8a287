package io.htsrl.core.error;

/** Learning produced a number that is not finite; the parameters before this update are the last good ones. */
public final class DivergedException extends RunFailedException {
    private static final String REMEDY =
            "try a smaller --learning-rate or --max-grad-norm, or scale rewards and " + "observations down";

    private final String what;

    /**
     * @param what the non-finite value and its place; the remedy follows it
     * @param interval in which it was found; -1 where that is not known
     */
    public DivergedException(String what, long interval) {
        super(what + "; " + REMEDY, interval, null);
        this.what = what;
    }

    /** Returns a copy of this exception with its place in the run. */
    public DivergedException at(String place, long newInterval) {
        return new DivergedException(what + " for " + place, newInterval);
    }
}
