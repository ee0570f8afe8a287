package io.htsrl.core.service;

import java.lang.reflect.InvocationTargetException;

/**
 * The JDK's incubating module of vector operations; without it networks act several times slower, with the same bits. A
 * JVM started with {@code --add-modules} has it from the beginning, and reports that on stderr each time; {@link #load}
 * adds it later, without output. Stateless, any thread.
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
     * Adds the module as the JDK adds its late modules (those of agents), if the JVM was started with
     * {@code --add-exports java.base/jdk.internal.module=ALL-UNNAMED}. Call it before the first class that uses the
     * module is linked. Without that flag, or with a JDK that works differently, nothing changes: kernels fall back and
     * report it.
     */
    public static void load() {
        if (isPresent()) {
            return;
        }
        try {
            // the boot loader must define its classes, or they are not compiled to vector instructions: a separate
            // layer does not work
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, NAME);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException
                | LinkageError e) {
            return; // not fatal: the scalar kernel yields the same bits
        }
    }
}
