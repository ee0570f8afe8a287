package io.htsrl.benchmarks.reactors;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The same experiment by {@code benchmarks/peers/ray_reactors.py}, in a Python that has Ray: it prints lines of {@code name
 * value}. Without {@code --python} there are none, and a table says so. One thread.
 */
final class RayPeer {
    /** What stands in the place of what was not measured. */
    static final String MISSING = "not measured";

    @Option(
            names = "--python",
            paramLabel = "EXE",
            description = "A Python with Ray and Gymnasium, to measure them beside us; without it they are left out.")
    private String python = "";

    @Option(names = "--peers", hidden = true, description = "Where the script lies.")
    private Path peers = Path.of("benchmarks", "peers");

    /** Whether there is one. */
    boolean given() {
        return !python.isEmpty();
    }

    /** What it prints of an experiment, by name; nothing where it was not asked for. */
    Map<String, Double> measure(List<Object> arguments) throws IOException, InterruptedException {
        Map<String, Double> found = new LinkedHashMap<>();
        if (!given()) {
            return found;
        }
        List<String> command =
                new ArrayList<>(List.of(python, peers.resolve("ray_reactors.py").toString()));
        arguments.forEach(each -> command.add(each.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.split(" ");
                if (words.length == 3 && words[0].equals("found")) { // Ray says other things, too
                    found.put(words[1], Double.valueOf(words[2]));
                }
            }
        }
        if (process.waitFor() != 0 || found.isEmpty()) {
            throw new IOException("Ray's part did not run; ask why: " + String.join(" ", command));
        }
        return found;
    }

    /** A cell of a table. */
    static Object cell(Map<String, Double> found, String name) {
        return found.containsKey(name) ? found.get(name) : MISSING;
    }
}
