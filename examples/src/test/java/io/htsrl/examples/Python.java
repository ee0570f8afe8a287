package io.htsrl.examples;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a Python with numpy and safetensors: the machine's own, or one that pip installs into, in ten seconds, and that
 * {@code mvn clean} keeps. One thread.
 */
final class Python {
    private static final Path OWN = Path.of(".venv");
    private static final String CHECK = "import numpy, safetensors";
    private static final int SECONDS = 180;

    private static String found; // looked for once

    private Python() {}

    /** Its command; the test is skipped, with the reason, where none exists. */
    private static String command() throws IOException, InterruptedException {
        if (found == null) {
            found = look();
        }
        return found;
    }

    private static String look() throws IOException, InterruptedException {
        String own = OWN.resolve("bin").resolve("python").toString();
        for (String candidate : List.of("python3", own)) {
            if (succeeds(candidate, "-c", CHECK)) {
                return candidate;
            }
        }
        if (!succeeds("python3", "--version")) {
            abort("python3 is not there: the programs of examples/python are not run");
        }
        boolean made = succeeds("python3", "-m", "venv", OWN.toString())
                && succeeds(own, "-m", "pip", "install", "-q", "--no-compile", "numpy", "safetensors");
        if (!made || !succeeds(own, "-c", CHECK)) {
            abort("python3 has no numpy and safetensors, and pip cannot install them: examples/python is not run");
        }
        return own;
    }

    private static boolean succeeds(String... words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            process.destroy();
            return ended && process.exitValue() == 0;
        } catch (IOException e) { // no such program
            return false;
        }
    }

    /** The lines that a program prints for lines of input. */
    static List<String> run(Path folder, List<String> input, Object... words) throws IOException, InterruptedException {
        Path in = Files.write(folder.resolve("in.txt"), input);
        Path out = folder.resolve("out.txt");
        List<String> command = new ArrayList<>(List.of(command()));
        for (Object word : words) {
            command.add(word.toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroy();
            throw new AssertionError(command + " failed: " + Files.readString(out, StandardCharsets.UTF_8));
        }
        return Files.readAllLines(out);
    }
}
