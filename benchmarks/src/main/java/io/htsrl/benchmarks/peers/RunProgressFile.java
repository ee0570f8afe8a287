package io.htsrl.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured so far, run by run, in a file: a line each as soon as it is done, so that a command that was ended goes on
 * where it was. Half a line, of a process that was killed, counts for nothing. One thread.
 */
final class RunProgressFile {
    private static final int WORDS = 5;

    private final Path file; // null: nothing is kept
    private final Map<String, RunProgress> known = new HashMap<>();

    /** @param file is made where there is none; null to keep nothing */
    RunProgressFile(Path file) throws IOException {
        this.file = file;
        if (file == null || !Files.exists(file)) {
            return;
        }
        String whole = whole(file);
        whole.lines().forEach(this::read);
        Files.writeString(file, whole);
    }

    /** All whole lines: the last one may have been cut off. */
    private static String whole(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    /** Whether such a file can be made there, or is there. */
    static boolean fits(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return !Files.exists(file);
        }
        String whole = whole(file);
        return whole.isEmpty()
                ? Files.size(file) == 0
                : whole.lines().allMatch(line -> line.split(",").length == WORDS);
    }

    private void read(String line) {
        String[] words = line.split(",");
        if (words.length == WORDS) {
            known.put(
                    words[0],
                    new RunProgress(
                            Boolean.parseBoolean(words[1]),
                            Double.parseDouble(words[2]),
                            Double.parseDouble(words[3]),
                            Double.parseDouble(words[4])));
        }
    }

    /** What was measured under that name. */
    Optional<RunProgress> find(String name) {
        return Optional.ofNullable(known.get(name));
    }

    /** @param name without a comma */
    void add(String name, RunProgress reached) throws IOException {
        known.put(name, reached);
        if (file != null) {
            String line = String.join(
                    ",",
                    name,
                    Boolean.toString(reached.bar()),
                    Double.toString(reached.mean()),
                    Double.toString(reached.seconds()),
                    Double.toString(reached.steps()));
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
