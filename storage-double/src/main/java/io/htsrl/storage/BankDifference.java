package io.htsrl.storage;

/**
 * The first value of two banks that is not the same. Immutable.
 *
 * @param field       what it is a value of, such as {@code output}
 * @param element     within its row; {@link #NONE} where a row is one value
 * @param step        within the interval, below 0 for frames of the interval before; {@link #NONE} where it is of none
 * @param environment the bank's column
 * @param reference   in the bank that was asked
 * @param other       in the bank that it was compared with
 * @param ulps        how many floats lie between them; -1 where they are no numbers
 */
public record BankDifference(
        String field, int element, int step, int environment, Value reference, Value other, long ulps) {
    /** No element, no step. */
    public static final int NONE = Integer.MIN_VALUE;

    /**
     * One side.
     *
     * @param text a number as Java writes it, or a word
     * @param bits hexadecimal
     */
    public record Value(String text, String bits) {

        public static Value of(float value) {
            return new Value(Float.toString(value), String.format("0x%08x", Float.floatToRawIntBits(value)));
        }

        static Value of(int value) {
            return new Value(Integer.toString(value), String.format("0x%08x", value));
        }

        @Override
        public String toString() {
            return text + " (" + bits + ")";
        }
    }

    /** How many floats lie between two; -1 where one is none. */
    public static long ulps(float a, float b) {
        return Float.isNaN(a) || Float.isNaN(b) ? -1 : Math.abs(ordinal(a) - ordinal(b));
    }

    /** Floats in order as consecutive integers. */
    private static long ordinal(float value) {
        int bits = Float.floatToRawIntBits(value);
        return bits < 0 ? -(long) (bits & Integer.MAX_VALUE) : bits;
    }
}
