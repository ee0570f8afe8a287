package io.htsrl.policies.nd4j;

import java.util.function.IntFunction;

/** An operation of the backend with its operands, prepared once, run often. One thread. */
@FunctionalInterface
interface NativeCall {
    void run();

    /** One operation in a variant for each number of rows, prepared when that number first appears. */
    final class PerRows {
        private final NativeCall[] calls;
        private final IntFunction<NativeCall> prepare;

        PerRows(int maxRows, IntFunction<NativeCall> prepare) {
            calls = new NativeCall[maxRows + 1];
            this.prepare = prepare;
        }

        void run(int rows) {
            NativeCall call = calls[rows];
            if (call == null) {
                call = prepare.apply(rows);
                calls[rows] = call;
            }
            call.run();
        }
    }
}
