package io.htsrl.determinism.verify;

import io.htsrl.storage.BankVisitor;
import io.htsrl.storage.StorageBank;

/** Flips the lowest bit of one of all the values that a bank's digest covers, where it lies; counts alone are left. */
final class OneBit implements BankVisitor {
    private final int which;
    private int passed;

    OneBit(int which) {
        this.which = which;
    }

    /** False where the bank has no more values. */
    boolean flip(StorageBank bank) {
        bank.visit(this);
        return passed > which;
    }

    @Override
    public void floats(Part part, float[] values, int length) {
        if (isHere(length)) {
            int i = which - passed;
            values[i] = Float.intBitsToFloat(Float.floatToRawIntBits(values[i]) ^ 1);
        }
        passed += length;
    }

    @Override
    public void bytes(Part part, byte[] values, int length) {
        if (isHere(length)) {
            values[which - passed] ^= 1;
        }
        passed += length;
    }

    @Override
    public void ints(Part part, int[] values, int length) {
        if (isHere(length)) {
            values[which - passed] ^= 1;
        }
        passed += length;
    }

    @Override
    public void number(Part part, long value) {
    }

    private boolean isHere(int length) {
        return passed <= which && which < passed + length;
    }
}
