package io.htsrl.cli.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.rundir.files.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code journal.jsonl} in a sweep's folder: a line for each start of the sweep, with its command line, and one for each
 * run, written when it ends. It is only added to. One thread.
 */
final class SweepJournal {
    static final String NAME = "journal.jsonl";
    private static final String ARGUMENTS = "arguments";

    private final Path file;

    SweepJournal(Path folder) {
        this.file = folder.resolve(NAME);
    }

    /** The arguments of the newest start; empty where there is no journal, or none that can be read. */
    Optional<List<String>> arguments() {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Optional<List<String>> newest = Optional.empty();
        try {
            for (String line : RunFiles.readString(file).lines().toList()) {
                Optional<List<String>> arguments = arguments(line);
                newest = arguments.isPresent() ? arguments : newest;
            }
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
        return newest;
    }

    private static Optional<List<String>> arguments(String line) {
        try {
            JsonNode arguments = new ObjectMapper().readTree(line).path(ARGUMENTS);
            List<String> texts = new ArrayList<>();
            arguments.forEach(argument -> texts.add(argument.asText()));
            return arguments.isArray() ? Optional.of(texts) : Optional.empty();
        } catch (JsonProcessingException e) { // a line that a killed process has left
            return Optional.empty();
        }
    }

    /** @param arguments behind {@code hts sweep}, but for the folder */
    void start(List<String> arguments) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(ARGUMENTS, arguments);
        line.put("started", Instant.now().toString());
        append(line);
    }

    void ended(SweepRun run, RunOutcome outcome) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", run.folder().getFileName().toString());
        line.put("algo", run.algorithm());
        line.put("settings", run.candidate().settings());
        line.put("seed", run.seed());
        line.put("rung", run.rung());
        line.put("state", outcome.state().name().toLowerCase(Locale.ROOT));
        line.put("timesteps", outcome.timesteps());
        line.put("mean_return_100", finite(outcome.meanReturn100()));
        line.put("final_metric", finite(outcome.finalMetric()));
        line.put("ended", Instant.now().toString());
        append(line);
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private void append(Map<String, Object> line) {
        try {
            String text = new ObjectMapper().writeValueAsString(line) + "\n";
            Files.writeString(
                    file, (endsWithinALine() ? "\n" : "") + text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    private boolean endsWithinALine() throws IOException {
        return Files.exists(file)
                && Files.size(file) > 0
                && !RunFiles.readString(file).endsWith("\n");
    }
}
