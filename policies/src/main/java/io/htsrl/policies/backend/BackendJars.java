package io.htsrl.policies.backend;

import java.util.List;
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
}
