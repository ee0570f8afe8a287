package io.htsrl.determinism.verify;

import io.htsrl.determinism.verify.RecordedInterval.Extents;
import io.htsrl.storage.BankVisitor;

/**
 * Keeps what a bank's digest covers, part by part; throws where it is shown a part that it does not know, so that none
 * can be hashed and not recorded. Bytes of frames become floats, which hold them exactly; other arrays may be the
 * bank's own. One thread, one bank.
 */
final class BankRecorder implements BankVisitor {
    final float[][][] finals;
    float[] frames;
    byte[] depths = new byte[0];
    float[] actions;
    float[] rewards;
    float[] scores = new float[0];
    byte[] endings;
    float[] outputs;
    private final int stack;
    private int environment = -1;

    BankRecorder(Extents extents) {
        this.finals = new float[extents.environments()][][];
        this.stack = Math.multiplyExact(extents.observation(), extents.frameStack());
    }

    @Override
    public void floats(Part part, float[] values, int length) {
        switch (part) {
            case FRAMES -> frames = values;
            case ACTIONS -> actions = values;
            case REWARDS -> rewards = values;
            case SCORES -> scores = values;
            case OUTPUTS -> outputs = values;
            case FINAL_FRAMES -> keepFinals(values);
            default -> throw unexpected(part);
        }
    }

    @Override
    public void bytes(Part part, byte[] values, int length) {
        switch (part) {
            case FRAMES -> frames = floats(values, length);
            case DEPTHS -> depths = values;
            case ENDINGS -> endings = values;
            case FINAL_FRAMES -> keepFinals(floats(values, length));
            default -> throw unexpected(part);
        }
    }

    @Override
    public void ints(Part part, int[] values, int length) {
        if (part != Part.FINAL_STEPS) {
            throw unexpected(part);
        }
        for (int index = 0; index < length; index++) {
            finals[environment][index][0] = values[index];
        }
    }

    @Override
    public void number(Part part, long value) {
        if (part != Part.FINAL_COUNT) {
            throw unexpected(part);
        }
        finals[++environment] = new float[(int) value][1 + stack];
    }

    private void keepFinals(float[] values) {
        for (int index = 0; index < finals[environment].length; index++) {
            System.arraycopy(values, index * stack, finals[environment][index], 1, stack);
        }
    }

    private static float[] floats(byte[] bytes, int length) {
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = bytes[i] & 0xff;
        }
        return floats;
    }

    private static IllegalStateException unexpected(Part part) {
        return new IllegalStateException("a recording has no room for the bank's " + part + " of that kind");
    }
}
