package io.htsrl.cli.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.files.RecordedLines;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * run, written when it ends. It is only added to, but for the torn line of a killed process. One thread.
 */
final class SweepJournal {
    static final String NAME = "journal.jsonl";
    private static final String ARGUMENTS = "arguments";
    private static final String RUN = "run";

    private final Path file;

    SweepJournal(Path folder) {
        this.file = folder.resolve(NAME);
    }

    /**
     * The arguments of the newest start; empty where there is no journal.
     *
     * @throws ConfigurationException when it is damaged
     */
    Optional<List<String>> arguments() {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Optional<List<String>> newest = Optional.empty();
        try (RecordedLines lines = new RecordedLines(file, "the starts and the runs of a sweep")) {
            for (String line = lines.next(); line != null && !lines.torn(); line = lines.next()) {
                Optional<List<String>> arguments = arguments(line, lines);
                newest = arguments.isPresent() ? arguments : newest;
            }
        }
        return newest;
    }

    private static Optional<List<String>> arguments(String line, RecordedLines lines) {
        try {
            JsonNode entry = new ObjectMapper().readTree(line);
            JsonNode arguments = entry.path(ARGUMENTS);
            if (!entry.isObject() || !arguments.isArray() && !entry.has(RUN)) {
                throw lines.damaged("is neither");
            }
            List<String> texts = new ArrayList<>();
            arguments.forEach(argument -> texts.add(argument.asText()));
            return arguments.isArray() ? Optional.of(texts) : Optional.empty();
        } catch (JsonProcessingException e) {
            throw lines.damaged("is no JSON: " + e.getOriginalMessage());
        }
    }

    /**
     * A start of the sweep.
     *
     * @param arguments behind {@code hts sweep}, but for the folder
     * @throws ConfigurationException when the journal that is there is damaged
     */
    void start(List<String> arguments) {
        arguments();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(ARGUMENTS, arguments);
        line.put("started", Instant.now().toString());
        append(line);
    }

    void ended(SweepRun run, RunOutcome outcome) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(RUN, run.folder().getFileName().toString());
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
        try (FileChannel channel = open()) {
            byte[] text = (new ObjectMapper().writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
            channel.truncate(wholeLines(channel)); // a killed process may have left a piece of one
            channel.position(channel.size());
            for (ByteBuffer left = ByteBuffer.wrap(text); left.hasRemaining(); ) {
                channel.write(left);
            }
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    private FileChannel open() throws IOException {
        RunFiles.checkRegular(file);
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static long wholeLines(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        for (long length = channel.size(); length > 0; length--) {
            channel.read(one.clear(), length - 1);
            if (one.get(0) == '\n') {
                return length;
            }
        }
        return 0;
    }
}
