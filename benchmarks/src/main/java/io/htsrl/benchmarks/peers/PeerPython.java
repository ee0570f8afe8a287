package io.htsrl.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
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
 * A Python that has others' packages, which runs programs of {@code benchmarks/peers}: they print lines of {@code found name
 * value}. Without {@code --python} nothing is found, and a table says so. One thread.
 */
public final class PeerPython {
    /** What stands in the place of what was not measured. */
    public static final String MISSING = "not measured";

    @Option(
            names = "--python",
            paramLabel = "EXE",
            description =
                    "A Python with the others' packages (benchmarks/peers/run makes one), to measure them beside us; "
                            + "without it they are left out.")
    private String python = "";

    @Option(names = "--peers", hidden = true, description = "Where the programs lie.")
    private Path peers = Path.of("benchmarks", "peers");

    /** Whether there is one. */
    public boolean given() {
        return !python.isEmpty();
    }

    /**
     * What a program finds, by name; nothing where there is no Python.
     *
     * @throws IOException when it fails, or finds nothing
     */
    public Map<String, Double> measure(String program, List<Object> arguments)
            throws IOException, InterruptedException {
        return measure(program, arguments, Duration.ofDays(1));
    }

    /**
     * The same of a program that is killed, with those that it started, if it has not ended by then.
     *
     * @throws IOException when it fails, is killed, or finds nothing
     */
    public Map<String, Double> measure(String program, List<Object> arguments, Duration limit)
            throws IOException, InterruptedException {
        Map<String, Double> found = new LinkedHashMap<>();
        if (!given()) {
            return found;
        }
        List<String> command = command(program, arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread end = new Thread(() -> kill(process, limit), "limit of " + program);
        end.setDaemon(true);
        end.start();
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.split(" ");
                if (words.length == 3 && words[0].equals("found")) { // libraries say other things, too
                    found.put(words[1], Double.valueOf(words[2]));
                }
            }
        }
        if (process.waitFor() != 0 || found.isEmpty()) {
            throw new IOException(program + " did not run; ask why: " + String.join(" ", command));
        }
        return found;
    }

    /** Unless it ends by itself before; what it started may hold on to its output, and so ends first. */
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

    /** The last line that a program prints; empty where it fails, as where a package is not installed. */
    public Optional<String> lastLine(String program, List<Object> arguments) throws IOException, InterruptedException {
        if (!given()) {
            return Optional.empty();
        }
        Process process = new ProcessBuilder(command(program, arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String last = null;
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
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

    /** A cell of a table. */
    public static Object cell(Map<String, Double> found, String name) {
        return found.containsKey(name) ? found.get(name) : MISSING;
    }
}
