package io.htsrl.cli.doctor;

import io.htsrl.policies.kernel.KernelFacts;
import java.util.List;
import java.util.Locale;

/** The JDK, its heap, and the vector module that the JVM's kernels need to be fast. */
final class JavaExamination implements Examination {
    private static final int LEAST_VERSION = 17;
    private static final long ENOUGH_HEAP = 256L << 20;

    private final int version;
    private final long heap;
    private final KernelFacts kernel;

    JavaExamination(int version, long heap, KernelFacts kernel) {
        this.version = version;
        this.heap = heap;
        this.kernel = kernel;
    }

    static JavaExamination current() {
        return new JavaExamination(
                Runtime.version().feature(), Runtime.getRuntime().maxMemory(), KernelFacts.current());
    }

    @Override
    public List<Finding> examine() {
        return List.of(jdk(), heap(), vectors());
    }

    private Finding jdk() {
        String text = System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ", "
                + System.getProperty("java.vm.name") + ")";
        return version >= LEAST_VERSION
                ? Finding.ok("java", text)
                : Finding.wrong("java", text, "set JAVA_HOME to a JDK, " + LEAST_VERSION + " or newer");
    }

    private Finding heap() {
        String text = String.format(Locale.ROOT, "%,d MiB at most", heap >> 20);
        return heap >= ENOUGH_HEAP
                ? Finding.ok("heap", text)
                : Finding.slow("heap", text, "HTS_JAVA_OPTS=-Xmx2g gives more");
    }

    private Finding vectors() {
        String text = kernel.name() + ", rows padded to " + kernel.alignment() + " floats";
        return kernel.vector()
                ? Finding.ok("kernel", text)
                : Finding.slow(
                        "kernel",
                        text + ": the same bits, several times slower",
                        "run by ./hts, or give java --add-modules jdk.incubator.vector");
    }
}
