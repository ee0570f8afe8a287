package io.htsrl.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/**
 * A Python interpreter with the packages of other trainers. It runs programs of {@code benchmarks/peers}, which print
 * lines {@code found NAME VALUE}. Without {@code --python} nothing is measured, and the tables say so. One thread.
 */
public final class PeerPython {
    /** Cell of a table for a value that was not measured. */
    public static final String MISSING = "not measured";

    @Option(
            names = "--python",
            paramLabel = "EXE",
            description =
                    "Python interpreter with the packages of other trainers (benchmarks/peers/run installs them); without "
                            + "it only ours is measured.")
    private String python = "";

    @Option(names = "--peers", hidden = true, description = "Folder of the programs.")
    private Path peers = Path.of("benchmarks", "peers");

    /** Returns whether an interpreter was given. */
    public boolean given() {
        return !python.isEmpty();
    }

    /**
     * Runs a program and returns its values by name; nothing without an interpreter.
     *
     * @throws IOException when it fails, or prints no value
     */
    public Map<String, Double> measure(String program, List<Object> arguments)
            throws IOException, InterruptedException {
        return measure(program, arguments, Duration.ofDays(1));
    }

    /**
     * Runs a program and returns its values by name; kills it and its children after {@code limit}.
     *
     * @throws IOException when it fails, is killed, or prints no value
     */
    public Map<String, Double> measure(String program, List<Object> arguments, Duration limit)
            throws IOException, InterruptedException {
        if (!given()) {
            return Map.of();
        }
        Path errors = Files.createTempFile("hts-peer", ".txt");
        try {
            return measure(program, command(program, arguments), errors, limit);
        } finally {
            Files.delete(errors);
        }
    }

    private static Map<String, Double> measure(String program, List<String> command, Path errors, Duration limit)
            throws IOException, InterruptedException {
        Map<String, Double> found = new LinkedHashMap<>();
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Thread end = new Thread(() -> kill(process, limit), "limit of " + program);
        end.setDaemon(true);
        end.start();
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] words = line.split(" ");
                if (words.length == 3 && words[0].equals("found")) { // libraries print other lines, too
                    found.put(words[1], Double.valueOf(words[2]));
                }
            }
        }
        if (process.waitFor() != 0 || found.isEmpty()) {
            String last = Files.readString(errors).strip().replaceFirst("(?s).*\\R", ""); // of a trace: the exception
            throw new IOException(program + " failed: " + (last.isEmpty() ? "it says nothing" : last)
                    + "; to see more, run " + String.join(" ", command));
        }
        return found;
    }

    /** Kills a process that has not ended by the limit; its children first, since they may keep its output open. */
    private static void kill(Process process, Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the last line that a program prints; empty if it fails, for example without an installed package. */
    public Optional<String> lastLine(String program, List<Object> arguments) throws IOException, InterruptedException {
        if (!given()) {
            return Optional.empty();
        }
        Process process = new ProcessBuilder(command(program, arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String last = null;
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line;
            }
        }
        return process.waitFor() == 0 ? Optional.ofNullable(last) : Optional.empty();
    }

    private List<String> command(String program, List<Object> arguments) {
        List<String> command =
                new ArrayList<>(List.of(python, peers.resolve(program).toString()));
        arguments.forEach(each -> command.add(each.toString()));
        return command;
    }

    /** Returns a value, or {@link #MISSING}. */
    public static Object cell(Map<String, Double> found, String name) {
        return found.containsKey(name) ? found.get(name) : MISSING;
    }
}
