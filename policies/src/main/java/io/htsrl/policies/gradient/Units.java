package io.htsrl.policies.gradient;

import java.util.function.IntSupplier;

/** A {@link Phase} of two methods. */
final class Units implements Phase {

    /** Runs one unit, as {@link Phase#run}. */
    @FunctionalInterface
    interface Unit {
        void run(int unit, int lane);
    }

    private final IntSupplier count;
    private final Unit body;

    private Units(IntSupplier count, Unit body) {
        this.count = count;
        this.body = body;
    }

    static Phase of(IntSupplier count, Unit body) {
        return new Units(count, body);
    }

    @Override
    public int units() {
        return count.getAsInt();
    }

    @Override
    public void run(int unit, int lane) {
        body.run(unit, lane);
    }
}
