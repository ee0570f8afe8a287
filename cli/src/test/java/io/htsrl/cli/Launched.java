package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code hts} in a process of its own, started by the launcher that users start, over the classes of this build;
 * through pipes, or in a terminal of some width. One thread.
 */
public final class Launched {
    private static final Path SCRIPT = Path.of("/usr/bin/script"); // of util-linux: gives a program a pseudo-terminal
    private static final int LONGEST_MINUTES = 2;

    private final Path folder;
    private final Path launcher;

    /** What came of it; in a terminal all is {@code out}. */
    public record Printed(int code, String out, String err) {

        /** Returns all lines without colours, also those written over each other. */
        public List<String> lines() {
            return Stream.of(out.split("\r?\n|\r"))
                    .map(line -> line.replaceAll("\u001b\\[[0-9;]*[mK]", ""))
                    .toList();
        }
    }

    /** @param folder empty; where the launcher is put and the program runs */
    public Launched(Path folder) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the launcher needs bash");
        this.folder = folder;
        launcher = Files.createDirectories(folder.resolve("bin")).resolve("hts");
        Files.createDirectory(folder.resolve("lib"));
        Files.copy(Path.of("../distribution/src/main/launcher/hts"), launcher);
        assertTrue(launcher.toFile().setExecutable(true));
    }

    /** Runs it through pipes, as in a script. */
    public Printed run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        return ended(command);
    }

    /** Runs it in a terminal of so many columns. */
    public Printed inTerminal(int columns, String... arguments) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SCRIPT), "needs script");
        String quoted = Stream.of(arguments).map(text -> "'" + text + "'").collect(Collectors.joining(" "));
        return ended(List.of(
                SCRIPT.toString(),
                "-qec",
                "stty cols " + columns + " rows 30; exec " + launcher + " " + quoted,
                folder.resolve("typescript").toString()));
    }

    private Printed ended(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "printed", ".out");
        Path err = Files.createTempFile(folder, "printed", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "HTS_JAVA_OPTS",
                        String.join(" ", CompilerFlags.ofThisJvm()) + " -Xmx512m",
                        "HTS_CLASS_PATH",
                        System.getProperty("java.class.path")));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), () -> command + " has not ended");
            return new Printed(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }
}
