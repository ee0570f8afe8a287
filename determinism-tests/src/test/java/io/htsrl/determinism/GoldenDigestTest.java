package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import io.htsrl.cli.CompilerFlags;
import io.htsrl.determinism.GoldenDigests.Golden;
import io.htsrl.trainer.config.Attachments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A digest is a function of settings and seed, on any machine: those of short runs are pinned, parameters that were
 * learnt included. Whole pipeline and whole learner: every line in this JVM, and in others those that take below a
 * second, or with {@code -Dhts.long=true} the learning runs too.
 */
class GoldenDigestTest {
    private static final String VECTORS = "--add-modules=jdk.incubator.vector";
    private static final List<String> NARROW = List.of(VECTORS, "-XX:MaxVectorSize=16");
    private static final Path THIS_JDK = Path.of(System.getProperty("java.home"));
    private static final Path OTHER_JDK = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");
    private static final String WRITE = "hts.golden";
    private static final boolean LONG = Boolean.getBoolean("hts.long");

    private static String text(List<Golden> digests) {
        return digests.stream().map(Golden::toString).collect(Collectors.joining("\n"));
    }

    @Test
    void shouldGiveThePinnedDigests() throws Exception {
        List<Golden> anew = new ArrayList<>();
        for (Golden golden : GoldenDigests.pinned()) {
            anew.add(golden.anew(Attachments.none()));
        }
        if ("write".equals(System.getProperty(WRITE))) {
            write(anew);
        }
        assertEquals(text(GoldenDigests.pinned()), text(anew));
    }

    /** Fails so that nobody takes it for a test that passed. */
    private static void write(List<Golden> anew) throws IOException {
        Path file = Path.of("src/test/resources", GoldenDigests.FILE);
        String comments = GoldenDigests.lines().stream()
                .filter(line -> line.startsWith("#"))
                .collect(Collectors.joining("\n"));
        Files.writeString(file, comments + "\n" + text(anew) + "\n");
        fail("wrote " + file.toAbsolutePath() + "; look at git diff, and run again without -D" + WRITE);
    }

    static Stream<List<String>> otherVectors() {
        return LONG ? Stream.of(List.of(VECTORS, "-XX:UseAVX=2"), NARROW) : Stream.of(NARROW);
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("otherVectors")
    void shouldGiveThePinnedDigestsWithOtherVectors(List<String> flags) throws Exception {
        // one JVM differs in both where that suffices: the long version tells a difference of vectors from one of the
        // JDK
        assertPinned(!LONG && Files.isDirectory(OTHER_JDK) ? OTHER_JDK : THIS_JDK, flags, true);
    }

    /** Scalar code stands in for vectors without the module; policies' ConvGradientTest has its convolutions. */
    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldGiveThePinnedDigestsWithoutTheVectorModule() throws Exception {
        assertPinned(THIS_JDK, List.of(), false);
    }

    @Tag("slow")
    @Test
    void shouldGiveThePinnedDigestsOnAnotherJdk() throws Exception {
        Assumptions.assumeTrue(LONG, "the test of other vectors uses this JDK: -Dhts.long=true");
        Assumptions.assumeTrue(Files.isDirectory(OTHER_JDK), OTHER_JDK + " is not here");
        assertPinned(OTHER_JDK, List.of(VECTORS), true);
    }

    private static void assertPinned(Path jdk, List<String> flags, boolean vectors) throws Exception {
        String printed = child(jdk, flags, Boolean.toString(vectors), Boolean.toString(LONG));
        assertEquals(text(GoldenDigests.elsewhere(vectors, LONG)), printed);
    }

    private static String child(Path jdk, List<String> flags, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(flags);
        command.addAll(CompilerFlags.ofThisJvm());
        command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path"), GoldenDigests.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), "exit code after: " + output);
            assertFalse(output.isEmpty());
            return output.strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
