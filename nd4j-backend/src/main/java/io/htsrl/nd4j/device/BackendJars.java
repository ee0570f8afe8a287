package io.htsrl.nd4j.device;

import io.htsrl.policies.backend.ProcessorFeatures;
import io.htsrl.policies.backend.ProcessorFeatures.InstructionSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * ND4J backends and native libraries on the class path, found without loading any. Immutable.
 *
 * @param platform platform as JavaCPP names it, such as {@code linux-x86_64}
 * @param cpu extensions of the CPU libraries for this platform, such as {@code -onednn-avx2}
 * @param cuda extensions of the CUDA libraries for this platform, such as {@code -cudnn}
 * @param forCuda whether this is a build for CUDA
 */
public record BackendJars(String platform, List<String> cpu, List<String> cuda, boolean forCuda) {
    private static final List<String> CPU_EXTENSIONS =
            List.of("-onednn-avx512", "-onednn-avx2", "-onednn", "-avx512", "-avx2", "");
    private static final List<String> CUDA_EXTENSIONS = List.of("-cudnn", "");

    public BackendJars {
        cpu = List.copyOf(cpu);
        cuda = List.copyOf(cuda);
    }

    /** Returns the backends and libraries on the class path of this JVM. */
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

    /** Returns {@code cuda} or {@code cpu}. */
    public String backend() {
        return forCuda ? "cuda" : "cpu";
    }

    /** Returns the extensions of the backend in use. */
    public List<String> extensions() {
        return forCuda ? cuda : cpu;
    }

    /** Returns the classifiers of the libraries as Maven names them, such as {@code linux-x86_64-onednn-avx2}. */
    public Stream<String> classifiers() {
        return extensions().stream().map(extension -> platform + extension);
    }

    /**
     * Choice among several native libraries, by the processor. JavaCPP has a fixed order instead, and the JVM ends with
     * an illegal instruction where the processor cannot run the first library. Stateless, any thread.
     *
     * <p>As far as measured (docs/how-to/nd4j.md), the bits do not depend on the choice: oneDNN computes the products
     * and selects its instructions at run time in every build.
     */
    public static final class LibraryChoice {
        /** System property that JavaCPP reads once, when the first native library of the process is loaded. */
        static final String PROPERTY = "org.bytedeco.javacpp.platform.extension";

        private LibraryChoice() {}

        /**
         * Returns the extension of the library to load: the one that the user named, else the best that the processor
         * can run; empty where it can run none.
         *
         * @param named value of {@link #PROPERTY}; null where it is not set
         */
        static Optional<String> choose(BackendJars jars, ProcessorFeatures processor, String named) {
            return jars.extensions().stream() // best first
                    .filter(extension -> named == null || named.isEmpty() || extension.equals(named))
                    .filter(extension -> processor.canRun(InstructionSet.of(extension)))
                    .findFirst();
        }

        /**
         * Returns the classifier of the library that this process loads or has loaded, such as
         * {@code linux-x86_64-onednn-avx2}.
         */
        public static String classifier() {
            BackendJars jars = BackendJars.onClassPath();
            return choose(jars, ProcessorFeatures.current(), System.getProperty(PROPERTY))
                    .map(extension -> jars.platform() + extension)
                    .orElse("none");
        }

        /**
         * Sets JavaCPP's property to the choice, if any. Must be called before native code is loaded; later calls have
         * no effect.
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
