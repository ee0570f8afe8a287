package io.htsrl.python;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What lies where in a replica's mapped file; {@code hts_replica.py} has the same numbers. Immutable.
 *
 * <pre>
 *   0  number of the request (JVM)        32 reward          64 the action's floats
 *   8  number that is complete (worker)   40 terminated      .. from a multiple of 64 on: the observation
 *  16  call, 20 status, 24 seed           44 truncated, 48 who sleeps (JVM), 56 being served
 * </pre>
 *
 * A request happens before the worker serves it by the byte in the pipe. What the worker wrote happens before the JVM
 * reads it by the number that is complete, where processors keep the order of stores (x86-64); elsewhere by the byte in
 * the other pipe.
 *
 * @param observation where it begins
 * @param size        of the whole file
 */
record Places(int observation, int size) {
    static final int NUMBER = 0;
    static final int DONE = 8;
    static final int CALL = 16;
    static final int STATUS = 20;
    static final int SEED = 24;
    static final int REWARD = 32;
    static final int TERMINATED = 40;
    static final int TRUNCATED = 44;
    static final int SLEEPS = 48;
    static final int SERVED = 56;
    static final int ACTIONS = 64;

    static final int RESET = 1;
    static final int STEP = 2;

    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int LINE = 64;

    /** Places for rows of so many floats and bytes. */
    static Places of(int actionWidth, long observationBytes) {
        int observation = ceil(ACTIONS + Math.multiplyExact(actionWidth, Float.BYTES));
        return new Places(observation, ceil(Math.toIntExact(observation + observationBytes)));
    }

    private static int ceil(int bytes) {
        return Math.addExact(bytes, LINE - 1) / LINE * LINE;
    }
}
