package io.htsrl.trainer;

import io.htsrl.core.service.VectorModule;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says once that the vector module is missing. Any thread. */
final class SlowKernel {
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private SlowKernel() {}

    static void tellOnce() {
        if (!VectorModule.isPresent() && TOLD.compareAndSet(false, true)) {
            System.getLogger("io.htsrl")
                    .log(
                            System.Logger.Level.INFO,
                            "networks act several times slower without the "
                                    + "JDK's vector module, in the same bits: give java --add-modules "
                                    + VectorModule.NAME);
        }
    }
}
