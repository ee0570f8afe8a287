package io.htsrl.atari;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class of the tests in a JVM of its own, which may die. */
final class ChildJvm {

    /** How it ended, and what it said on stdout and stderr. */
    record Ended(int status, String out, String err) {}

    private ChildJvm() {}

    static Ended run(Class<?> main, List<String> flags, Path folder, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:-CreateCoredumpOnCrash");
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        Path err = folder.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .redirectError(err.toFile())
                .directory(folder.toFile())
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(err));
    }
}
