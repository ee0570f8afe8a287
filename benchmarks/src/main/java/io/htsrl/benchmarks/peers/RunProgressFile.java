package io.htsrl.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * File of the runs that are measured, one line each, written as soon as a run ends, so that an interrupted command can
 * continue. An incomplete last line, of a process that was killed, is ignored. One thread.
 */
final class RunProgressFile {
    private static final int COLUMNS = 5;

    private final Path file; // null: nothing is written
    private final Map<String, RunProgress> known = new HashMap<>();

    /** @param file created if missing; null to write nothing */
    RunProgressFile(Path file) throws IOException {
        this.file = file;
        if (file == null || !Files.exists(file)) {
            return;
        }
        String whole = completeLines(file);
        whole.lines().forEach(this::read);
        Files.writeString(file, whole);
    }

    /** Returns all complete lines; the last one may be incomplete. */
    private static String completeLines(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    /** Returns whether the path is free or names such a file. */
    static boolean isUsable(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return !Files.exists(file);
        }
        String whole = completeLines(file);
        return whole.isEmpty()
                ? Files.size(file) == 0
                : whole.lines().allMatch(line -> line.split(",").length == COLUMNS);
    }

    private void read(String line) {
        String[] words = line.split(",");
        if (words.length == COLUMNS) {
            known.put(
                    words[0],
                    new RunProgress(
                            Boolean.parseBoolean(words[1]),
                            Double.parseDouble(words[2]),
                            Double.parseDouble(words[3]),
                            Double.parseDouble(words[4])));
        }
    }

    /** Returns the run of that name, if it was measured. */
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
                    Boolean.toString(reached.reachedBar()),
                    Double.toString(reached.mean()),
                    Double.toString(reached.seconds()),
                    Double.toString(reached.steps()));
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
