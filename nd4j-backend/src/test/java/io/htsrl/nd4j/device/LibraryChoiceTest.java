package io.htsrl.nd4j.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.policies.backend.ChildJvm;
import io.htsrl.policies.backend.ProcessorFeatures;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryChoiceTest {
    private static final ProcessorFeatures OLD = ProcessorFeatures.ofHotSpot(1);
    private static final ProcessorFeatures AVX2 = ProcessorFeatures.ofHotSpot(2);
    private static final ProcessorFeatures AVX512 = ProcessorFeatures.ofHotSpot(3);

    private static Optional<String> choose(ProcessorFeatures processor, String... extensions) {
        return LibraryChoice.choose(
                new BackendJars("linux-x86_64", List.of(extensions), List.of(), false), processor, null);
    }

    @Test
    void shouldTakeTheBestThatTheProcessorCanRun() {
        String[] all = {"-onednn-avx512", "-onednn-avx2", "-onednn"};

        assertEquals(Optional.of("-onednn-avx512"), choose(AVX512, all));
        assertEquals(Optional.of("-onednn-avx2"), choose(AVX2, all));
        assertEquals(Optional.of("-onednn"), choose(OLD, all));
        assertEquals(Optional.of("-onednn-avx2"), choose(AVX512, "-onednn-avx2"));
        assertEquals(Optional.of("-onednn"), choose(AVX512, "-onednn", "-avx2"), "oneDNN counts more");
    }

    @Test
    void shouldTakeNoneThatWouldEndTheProcess() {
        assertEquals(Optional.empty(), choose(OLD, "-onednn-avx512", "-onednn-avx2"));
        assertEquals(Optional.empty(), choose(AVX2, "-onednn-avx512"));
    }

    @Test
    void shouldTakeWhatTheUserNamesIfItRuns() {
        BackendJars jars =
                new BackendJars("linux-x86_64", List.of("-onednn-avx512", "-onednn-avx2", "-onednn"), List.of(), false);

        assertEquals(Optional.of("-onednn"), LibraryChoice.choose(jars, AVX512, "-onednn"));
        assertEquals(Optional.empty(), LibraryChoice.choose(jars, AVX2, "-onednn-avx512"));
        assertEquals(Optional.empty(), LibraryChoice.choose(jars, AVX2, "-vednn"));
    }

    @Test
    void shouldFindWhatIsOnTheClassPath() {
        BackendJars jars = BackendJars.onClassPath();

        assertTrue(jars.classifiers().anyMatch(LibraryChoice.classifier()::equals), LibraryChoice::classifier);
        assertEquals("cpu", jars.backend());
        assertEquals(List.of(), jars.cuda());
    }

    /** The child JVM runs this: two libraries on its class path, the second an empty file. */
    static final class PrintChoice {
        public static void main(String[] arguments) {
            String classifier = LibraryChoice.classifier();
            LibraryChoice.conclude();
            String property = System.getProperty(LibraryChoice.PROPERTY);
            Nd4jRuntime.load();
            System.out.println(
                    classifier + " " + property + " " + NativeBackend.facts().library());
        }
    }

    /** JavaCPP's own order would take the empty one. */
    @Test
    void shouldLoadTheChosenOfSeveral(@TempDir Path folder) throws Exception {
        String loaded = LibraryChoice.classifier();
        BackendJars jars = BackendJars.onClassPath();
        String other = jars.platform() + "-avx2";
        Path bindings = Files.createDirectories(
                folder.resolve("org/nd4j/linalg/cpu/nativecpu/bindings").resolve(other));
        for (String name : List.of("jnind4jcpu", "nd4jcpu")) {
            Files.createFile(bindings.resolve(System.mapLibraryName(name)));
        }
        String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");

        String[] said = ChildJvm.run(PrintChoice.class, classPath).strip().split(" ", 3);

        assertEquals(loaded, said[0]);
        assertEquals(loaded.substring(jars.platform().length()), said[1], () -> Arrays.toString(said));
        assertTrue(said[2].contains(loaded + File.separator), said[2]);
    }
}
