package io.htsrl.executors;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Fields that one thread writes and others look at, a little late. Stateless, any thread. */
final class Seen {
    private Seen() {}

    /** A field of the class that looks it up. */
    static VarHandle handle(MethodHandles.Lookup owner, String name, Class<?> type) {
        try {
            return owner.findVarHandle(owner.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
