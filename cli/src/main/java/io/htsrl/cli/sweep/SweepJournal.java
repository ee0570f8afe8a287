package io.htsrl.cli.sweep;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.htsrl.cli.rundir.OwnRuns;
import io.htsrl.cli.rundir.RecordedLines;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunOutcome;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code journal.jsonl} in a sweep's folder: a line for each start of the sweep, with its command line, and one for
 * each run, written when it ends. Lines are only added; only the torn line of a killed process is removed. One thread.
 */
final class SweepJournal {
    static final String NAME = "journal.jsonl";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII) // a line is read byte by byte
            .build();
    private static final int LONGEST = 500;
    private static final String ARGUMENTS = "arguments";
    private static final String ORIGIN = "origin"; // the user's mark of the arguments
    private static final String RUN = "run";
    private static final String RUNG = "rung_timesteps";

    /** Arguments of a start of the sweep, and the mark of the user who gave them; empty where none exists. */
    private record Start(List<String> arguments, String origin) {

        String commandLine() {
            return "hts sweep " + ShellWords.line(arguments);
        }

        ForeignCode code() {
            return new ForeignCode(NAME, commandLine());
        }
    }

    private final Path file;
    private final OwnRuns own;
    private final Map<String, RunOutcome> finished = new HashMap<>();

    SweepJournal(Path folder) {
        this.file = folder.resolve(NAME);
        this.own = OwnRuns.ofUser();
    }

    /**
     * Returns the arguments of the newest start; empty where no journal exists. A command line may name code to run, so
     * one that another user recorded is refused.
     *
     * @param trusted whether to accept the arguments of any user
     * @throws ConfigurationException when the journal is damaged, or must not be run
     */
    Optional<List<String>> arguments(boolean trusted) {
        Optional<Start> newest = newest();
        newest.filter(start -> !trusted && !own.made(start.origin(), start.code()))
                .ifPresent(start -> {
                    throw new ConfigurationException(
                            "--out",
                            file.getParent(),
                            "must hold a sweep that you started from this folder, and this one would run '"
                                    + ShownText.of(start.commandLine(), LONGEST) + "'",
                            "give these words yourself, or add --trust if you know who made this sweep "
                                    + "(docs/how-to/trust.md)");
                });
        return newest.map(Start::arguments);
    }

    private Optional<Start> newest() {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Optional<Start> newest = Optional.empty();
        try (RecordedLines lines = new RecordedLines(file, "the starts and the runs of a sweep")) {
            for (JsonNode line = lines.nextObject(); line != null; line = lines.nextObject()) {
                JsonNode arguments = line.path(ARGUMENTS);
                lines.require(arguments.isArray() || line.has(RUN), "is neither");
                RunOutcome outcome = RunOutcome.of(line);
                if (line.has(RUNG) && outcome.state() == RunState.FINISHED) {
                    finished.put(key(line.path(RUN).asText(), line.path(RUNG).asLong()), outcome);
                }
                if (arguments.isArray()) {
                    List<String> texts = new ArrayList<>();
                    arguments.forEach(argument -> texts.add(argument.asText()));
                    newest = Optional.of(new Start(texts, line.path(ORIGIN).asText()));
                }
            }
        }
        return newest;
    }

    /**
     * Records a start of the sweep.
     *
     * @param arguments those of {@code hts sweep}, without the folder
     * @throws ConfigurationException when the existing journal is damaged
     */
    void start(List<String> arguments) {
        newest();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(ARGUMENTS, arguments);
        own.mark(new Start(arguments, "").code()).ifPresent(mark -> line.put(ORIGIN, mark));
        line.put("started", Instant.now().toString());
        append(line);
    }

    /** Returns the result of a rung that was finished before the last {@link #start}. */
    Optional<RunOutcome> finished(SweepRun run) {
        return Optional.ofNullable(finished.get(key(run.folder().getFileName().toString(), run.timesteps())));
    }

    private static String key(String run, long timesteps) {
        return timesteps + " of " + run;
    }

    void ended(SweepRun run, RunOutcome outcome) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(RUN, run.folder().getFileName().toString());
        line.put("algo", run.algorithm());
        line.put("settings", run.candidate().settings());
        line.put("seed", run.seed());
        line.put("rung", run.rung());
        line.put("state", outcome.state().name().toLowerCase(Locale.ROOT));
        line.put(RUNG, run.timesteps());
        line.putAll(outcome.json());
        line.put("ended", Instant.now().toString());
        append(line);
    }

    private void append(Map<String, Object> line) {
        try (FileChannel channel = open()) {
            byte[] text = (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.US_ASCII);
            channel.truncate(wholeLines(channel)); // a killed process may have left a part of a line
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
