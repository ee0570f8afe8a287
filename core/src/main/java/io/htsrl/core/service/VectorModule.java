package io.htsrl.core.service;

import java.lang.reflect.InvocationTargetException;

/**
 * The JDK's incubating module of vector operations, which networks act several times slower without, in the same bits.
 * A JVM that is started with {@code --add-modules} has it from the beginning, and says so on stderr each time;
 * {@link #load} adds it later and in silence. Stateless, any thread.
 */
public final class VectorModule {
    public static final String NAME = "jdk.incubator.vector";

    private static final String PROBE = NAME + ".Vector";

    private VectorModule() {}

    /** Returns whether the module's classes can be linked. */
    public static boolean isPresent() {
        try {
            Class.forName(PROBE, false, VectorModule.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Adds the module as the JDK adds its own late ones (those of agents), where the JVM was started with {@code
     * --add-exports java.base/jdk.internal.module=ALL-UNNAMED}. Before the first class that uses it is linked. Without
     * that flag, or in a JDK that does this otherwise, nothing changes: kernels fall back, and say so.
     */
    public static void load() {
        if (isPresent()) {
            return;
        }
        try {
            // the boot loader must define its classes, else they are not compiled to vector instructions: so no layer
            // of our own will do
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, NAME);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | LinkageError e) {
            return; // no program's end: the scalar kernel gives the same bits
        }
    }
}
