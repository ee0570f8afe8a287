package io.htsrl.nd4j.device;

import io.htsrl.policies.backend.ProcessorFeatures;
import io.htsrl.policies.backend.ProcessorFeatures.InstructionSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * Which of ND4J's backends and native libraries are on the class path, told without loading any. Immutable.
 *
 * @param platform as JavaCPP names it, such as {@code linux-x86_64}
 * @param cpu      extensions of the CPU libraries for this platform, such as {@code -onednn-avx2}
 * @param cuda     extensions of the CUDA libraries for this platform, such as {@code -cudnn}
 * @param forCuda  whether this is a build for CUDA
 */
public record BackendJars(String platform, List<String> cpu, List<String> cuda, boolean forCuda) {
    private static final List<String> CPU_EXTENSIONS =
            List.of("-onednn-avx512", "-onednn-avx2", "-onednn", "-avx512", "-avx2", "");
    private static final List<String> CUDA_EXTENSIONS = List.of("-cudnn", "");

    public BackendJars {
        cpu = List.copyOf(cpu);
        cuda = List.copyOf(cuda);
    }

    /** Of this JVM. */
    public static BackendJars onClassPath() {
        ClassLoader loader = BackendJars.class.getClassLoader();
        String platform = Loader.getPlatform();
        return new BackendJars(
                platform,
                present(loader, "org/nd4j/linalg/cpu/nativecpu/bindings/" + platform, CPU_EXTENSIONS, "jnind4jcpu"),
                present(loader, "org/nd4j/linalg/jcublas/bindings/" + platform, CUDA_EXTENSIONS, "jnind4jcuda"),
                loader.getResource("org/nd4j/linalg/jcublas/JCublasBackend.class") != null);
    }

    private static List<String> present(ClassLoader loader, String folder, List<String> extensions, String library) {
        String file = System.mapLibraryName(library);
        return extensions.stream()
                .filter(e -> loader.getResource(folder + e + "/" + file) != null)
                .toList();
    }

    /** {@code cuda} or {@code cpu}. */
    public String backend() {
        return forCuda ? "cuda" : "cpu";
    }

    /** Of the backend in use. */
    public List<String> extensions() {
        return forCuda ? cuda : cpu;
    }

    /** As Maven names them, such as {@code linux-x86_64-onednn-avx2}. */
    public Stream<String> classifiers() {
        return extensions().stream().map(extension -> platform + extension);
    }

    /**
     * Which of several native libraries is loaded. JavaCPP's own order is a fixed one and ends the JVM with an illegal
     * instruction where the processor cannot run the first: here the processor decides. Stateless, any thread.
     *
     * <p>The bits do not depend on it, as far as was measured (docs/how-to/nd4j.md): the products are oneDNN's, which picks its
     * instructions when it runs, in whichever build.
     */
    public static final class LibraryChoice {
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
}
