package io.htsrl.cli.rundir;

import io.htsrl.core.service.VectorModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the run runs on; nothing that names a person or a host. Stateless, any thread. */
public final class Machine {

    private Machine() {}

    /** The processor's model, or null where the system does not tell. */
    public static String cpuModel() {
        Path cpuinfo = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(cpuinfo)) {
            return System.getenv("PROCESSOR_IDENTIFIER");
        }
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(null);
        } catch (IOException e) {
            return null; // worth a note in the manifest, never worth a run
        }
    }

    /** Processors that this JVM may use. */
    public static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Whether the vector kernels can be used (the scalar ones give the same bits). */
    static boolean vectorModule() {
        return VectorModule.isPresent();
    }
}
