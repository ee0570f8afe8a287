package io.htsrl.cli.doctor;

/**
 * One line of the doctor's report. Immutable.
 *
 * @param what the thing looked at, a word or two
 * @param text its state
 * @param remedy what to do about it; empty where nothing is wrong
 */
public record Finding(Verdict verdict, String what, String text, String remedy) {

    /** Effect of a finding on runs. */
    public enum Verdict {
        /** Nothing is wrong. */
        OK,
        /** Runs are right, but could be faster or are about to end. */
        SLOW,
        /** Runs fail, or would not be reproducible. */
        WRONG
    }

    public static Finding ok(String what, String text) {
        return new Finding(Verdict.OK, what, text, "");
    }

    public static Finding slow(String what, String text, String remedy) {
        return new Finding(Verdict.SLOW, what, text, remedy);
    }

    public static Finding wrong(String what, String text, String remedy) {
        return new Finding(Verdict.WRONG, what, text, remedy);
    }
}
