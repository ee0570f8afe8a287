package io.htsrl.nd4j.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.policies.backend.ChildJvm;
import java.io.File;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class Nd4jRuntimeTest {

    /** The child JVM runs this. */
    static final class PrintWhatIsWrong {
        public static void main(String[] arguments) {
            for (int attempt = 0; attempt < 2; attempt++) {
                try {
                    Nd4jRuntime.load();
                    System.out.println("loaded");
                } catch (ConfigurationException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @Test
    void shouldSayWhatIsMissingWithoutNativeLibraries() throws Exception {
        String withoutNatives = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !new File(entry).getName().matches(".*-(linux|macosx|windows)-.*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        String[] lines = ChildJvm.run(PrintWhatIsWrong.class, withoutNatives).split("\n");
        assertEquals(2, lines.length, "one line for each attempt");
        for (String line : lines) {
            assertTrue(line.startsWith("ND4J backend " + System.getProperty("os.name")), line);
            assertTrue(line.contains("it needs a native library"), line);
            assertTrue(line.contains("classifier"), line);
        }
    }

    @Test
    void shouldLoadOnAnyThreadAndMoreThanOnce() {
        CompletableFuture<Void> early = CompletableFuture.runAsync(Nd4jRuntime::load);
        Nd4jRuntime.load();
        early.join();
        assertEquals("cpu", org.nd4j.linalg.factory.Nd4j.getEnvironment().isCPU() ? "cpu" : "another");
    }
}
