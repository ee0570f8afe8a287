package io.htsrl.policies.backend;

import java.util.Optional;

/**
 * Which of several native libraries is loaded. JavaCPP's own order is a fixed one and ends the JVM with an illegal
 * instruction where the processor cannot run the first: here the processor decides. Stateless, any thread.
 *
 * <p>The bits do not depend on it, as far as was measured (docs/gpu.md): the products are oneDNN's, which picks its
 * instructions when it runs, in whichever build.
 */
public final class LibraryChoice {
    /** Read by JavaCPP once, when the first native library of the process is loaded. */
    static final String PROPERTY = "org.bytedeco.javacpp.platform.extension";

    private LibraryChoice() {}

    /**
     * The extension of the library to load: what the user has named, else the best that the processor can run. Empty
     * where there is none that it can.
     *
     * @param named as {@link #PROPERTY} says; null where it does not
     */
    static Optional<String> choose(BackendJars jars, ProcessorFeatures processor, String named) {
        return jars.extensions().stream() // best first
                .filter(extension -> named == null || named.isEmpty() || extension.equals(named))
                .filter(extension -> processor.canRun(InstructionSet.of(extension)))
                .findFirst();
    }

    /** The classifier of what this process loads or has loaded, such as {@code linux-x86_64-onednn-avx2}. */
    public static String classifier() {
        BackendJars jars = BackendJars.onClassPath();
        return choose(jars, ProcessorFeatures.current(), System.getProperty(PROPERTY))
                .map(extension -> jars.platform() + extension)
                .orElse("none");
    }

    /**
     * Tells JavaCPP of the choice where there is one. To be called before anything native is loaded; later calls change
     * nothing.
     */
    public static void conclude() {
        BackendJars jars = BackendJars.onClassPath();
        if (jars.extensions().size() > 1 && System.getProperty(PROPERTY) == null) {
            choose(jars, ProcessorFeatures.current(), null)
                    .ifPresent(extension -> System.setProperty(PROPERTY, extension));
        }
    }
}
