package io.htsrl.core.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Creates handles of fields that threads share without a lock. Stateless, any thread. */
public final class VarHandles {
    private VarHandles() {}

    /** Returns a handle of a field in the class that looks it up. */
    public static VarHandle handle(MethodHandles.Lookup owner, String name, Class<?> type) {
        try {
            return owner.findVarHandle(owner.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
