package io.htsrl.storage;

/**
 * The first value that differs between two banks. Immutable.
 *
 * @param field field of the value, such as {@code output}
 * @param element index within its row; {@link #NONE} if a row is one value
 * @param step step within the interval, below 0 for frames of the interval before; {@link #NONE} without a step
 * @param environment column of the bank
 * @param reference value in the bank whose method was called
 * @param other value in the bank that it was compared with
 * @param ulps number of floats between them; -1 if a value is not a number
 */
public record BankDifference(
        String field, int element, int step, int environment, Value reference, Value other, long ulps) {
    /** Value of an absent element or step. */
    public static final int NONE = Integer.MIN_VALUE;

    /**
     * One of the two values.
     *
     * @param text number as Java writes it, or a word
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

    /** Returns the number of floats between two values; -1 if one is not a number. */
    public static long ulps(float a, float b) {
        return Float.isNaN(a) || Float.isNaN(b) ? -1 : Math.abs(ordinal(a) - ordinal(b));
    }

    /** Maps floats in order to consecutive integers. */
    private static long ordinal(float value) {
        int bits = Float.floatToRawIntBits(value);
        return bits < 0 ? -(long) (bits & Integer.MAX_VALUE) : bits;
    }
}
