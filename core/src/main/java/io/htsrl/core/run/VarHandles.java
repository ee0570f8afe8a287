package io.htsrl.core.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Access to fields that threads share without a lock. Stateless, any thread. */
public final class VarHandles {
    private VarHandles() {}

    /** A field of the class that looks it up. */
    public static VarHandle handle(MethodHandles.Lookup owner, String name, Class<?> type) {
        try {
            return owner.findVarHandle(owner.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
