package io.htsrl.storage;

/**
 * Is shown all that a bank's digest covers, in the order in which it is hashed: the one list of it, so that who records
 * a bank records what the digest sees. Arrays are the bank's own, valid during the call. See {@link StorageBank#visit}.
 */
public interface BankVisitor {

    /** What a bank is made of. Of truncated episodes the parts come environment by environment, counts first. */
    enum Part {
        /** {@code [S-1 + steps+1][environments][frame]}: first the frames that stacks reach back to. */
        FRAMES,
        /** {@code [steps+1][environments]}: how many frames of a stack are of its own episode; where S is above 1. */
        DEPTHS,
        /** {@code [steps][environments][action]}. */
        ACTIONS,
        /** {@code [steps][environments]}. */
        REWARDS,
        /** {@code [steps][environments]}; where they are not the rewards. */
        SCORES,
        /** {@code [steps][environments]}: bits 1 for terminated, 2 for truncated, 4 for a game that goes on. */
        ENDINGS,
        /** {@code [steps][environments][output]}. */
        OUTPUTS,
        /** How many episodes of one environment were truncated. */
        FINAL_COUNT,
        /** The steps that did; where there are any. */
        FINAL_STEPS,
        /** {@code [episodes][S][frame]}: the stacks that they ended with; where there are any. */
        FINAL_FRAMES
    }

    void floats(Part part, float[] values, int length);

    void bytes(Part part, byte[] values, int length);

    void ints(Part part, int[] values, int length);

    void number(Part part, long value);

    /** Puts everything into a hash. */
    static BankVisitor hashing(BitHasher hasher) {
        return new BankVisitor() {
            @Override
            public void floats(Part part, float[] values, int length) {
                hasher.floats(values, 0, length);
            }

            @Override
            public void bytes(Part part, byte[] values, int length) {
                hasher.bytes(values, 0, length);
            }

            @Override
            public void ints(Part part, int[] values, int length) {
                hasher.ints(values, 0, length);
            }

            @Override
            public void number(Part part, long value) {
                hasher.integer(value);
            }
        };
    }
}
