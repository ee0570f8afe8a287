package io.htsrl.monitor.live.model;

import io.htsrl.cli.rundir.EpisodesReader;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Follows the files of one run while they grow: its metrics, episodes, evaluations and state. Changes nothing in the
 * folder. One thread.
 */
public final class RunModel {
    private static final List<String> EPISODES = List.of("interval", "timesteps", "", "return", "length", "");
    private static final long BUDGET = 8L << 20;
    /**
     * Polls between two tests of the lock. A test excludes others for a moment, so it must be rare enough for resumes.
     */
    private static final int EVERY = 20;

    private static final int DIGEST_LINE = 512;
    private static final Pattern DIGEST = Pattern.compile("\"digest\":\"([^\"\n]*)\"[^\n]*\n");

    private final RunReader run;
    private final boolean own;
    private final NumberFile metrics;
    private final NumberFile episodes;
    private final EvaluationTable evaluations;
    private final Map<String, Supplier<Curves>> tables = new LinkedHashMap<>();
    private final Map<String, String> settings;
    private final Map<String, String> presets;
    private String state = "";
    private Optional<ConfigurationException> damage = Optional.empty();
    private int asked;
    private boolean written;

    private RunModel(RunReader run, boolean own) {
        this.run = run;
        this.own = own;
        Path folder = run.folder();
        this.metrics = NumberFile.json(folder.resolve("metrics.jsonl"));
        this.episodes = NumberFile.csv(folder.resolve("episodes.csv"), EpisodesReader.HEADER, EPISODES);
        this.evaluations = new EvaluationTable(folder);
        tables.put("metrics", metrics::curves);
        tables.put("episodes", episodes::curves);
        tables.put("evaluations", evaluations::curves);
        this.settings = run.settings();
        this.presets = PresetDifferences.of(run, settings);
    }

    /**
     * Opens a run that another process wrote, or is writing.
     *
     * @throws ConfigurationException when {@code folder} is not a run directory
     */
    public static RunModel of(Path folder) {
        return new RunModel(RunReader.open(folder), false);
    }

    /** Opens the run of this process. Its lock must not be tested: systems release it when any handle is closed. */
    public static RunModel ofOwn(Path folder) {
        return new RunModel(RunReader.open(folder), true);
    }

    /**
     * Reads new data for a fraction of a second. Of a damaged file it reads no more, see {@link #damage}.
     *
     * @return whether there is more to read at once
     */
    public boolean poll() throws IOException {
        damage = Optional.empty();
        state = "unknown";
        read(() -> {
            state = standing();
            return false;
        });
        boolean moreMetrics = read(() -> metrics.poll(BUDGET));
        boolean moreEpisodes = read(() -> episodes.poll(BUDGET));
        return read(evaluations::poll) || moreMetrics || moreEpisodes;
    }

    /** A function that reads from one file, and returns whether there is more. */
    private interface Reading {
        boolean read() throws IOException;
    }

    private boolean read(Reading file) throws IOException {
        try {
            return file.read();
        } catch (ConfigurationException e) {
            damage = damage.or(() -> Optional.of(e));
            return false;
        }
    }

    /** Returns the first damage that the last {@link #poll} found: a file, and the line where it has lines. */
    public Optional<ConfigurationException> damage() {
        return damage;
    }

    /** Returns the state; a run without a summary is running while its process holds the lock on its digests. */
    private String standing() {
        if (run.summary().isPresent()) {
            return run.state().name().toLowerCase(Locale.ROOT);
        }
        if (asked++ % EVERY == 0) {
            written = own || writing();
        }
        return written ? "running" : "killed";
    }

    /** Returns whether a process is writing to the folder. */
    private boolean writing() {
        Path file = run.folder().resolve("digests.jsonl");
        LineTail.checkRegular(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns {@code running, finished, stopped, failed} or {@code killed}; {@code unknown} where the file that decides
     * is damaged.
     */
    public String state() {
        return state;
    }

    /** Returns whether a sample is shown, since the files have not been read to their ends yet. */
    public boolean sampled() {
        return metrics.sampled() || episodes.sampled();
    }

    /** Returns the folder's name. */
    public String name() {
        return run.folder().toAbsolutePath().normalize().getFileName().toString();
    }

    /** Returns all settings, by key. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Returns the presets' values of the settings that differ from them, by key. */
    public Map<String, String> presets() {
        return presets;
    }

    /** Passes all points to {@code page}, by the name of the table. */
    public void tellAll(BiConsumer<String, CurvePoints> page) {
        tables.forEach((name, table) -> page.accept(name, table.get().all()));
    }

    /** Passes the points that are new since the last call to {@code page}, by the name of the table. */
    public void tellChanges(BiConsumer<String, CurvePoints> page) {
        tables.forEach((name, table) -> {
            Curves curves = table.get();
            if (curves.changed()) {
                page.accept(name, curves.changes());
            }
        });
    }

    /** Returns the last digest in the files; empty where none exists, or the file must not be opened. */
    public String digest() {
        try {
            String fromSummary =
                    run.summary().map(s -> s.path("digest").asText("")).orElse("");
            return !fromSummary.isEmpty() || own ? fromSummary : lastDigest();
        } catch (ConfigurationException | IOException e) {
            return "";
        }
    }

    private String lastDigest() throws IOException {
        Path file = run.folder().resolve("digests.jsonl");
        if (!Files.isRegularFile(file)) {
            return "";
        }
        byte[] end = new byte[DIGEST_LINE];
        int length;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            length = LineTail.fill(channel, ByteBuffer.wrap(end), Math.max(0, channel.size() - DIGEST_LINE));
        }
        return DIGEST.matcher(new String(end, 0, length, StandardCharsets.US_ASCII))
                .results()
                .map(line -> line.group(1))
                .reduce("", (earlier, later) -> later);
    }

    /**
     * Points of several curves over the same rows. Immutable by use: the arrays do not change.
     *
     * @param from index in each curve of the first of these points; the reader drops the points that it has from there
     *     on
     * @param values values by the name of the curve; NaN where a row has no value
     */
    public record CurvePoints(int from, Map<String, double[]> values) {}
}
