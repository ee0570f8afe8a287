package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.databind.JsonNode;
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
 * One run as its files tell it, while they grow: metrics, episodes, evaluations, how it stands. Reads only; changes
 * nothing in the folder. One thread.
 */
public final class RunModel {
    private static final String EPISODES_HEADER = "interval,timestep,environment,return,length,truncated";
    private static final List<String> EPISODES = List.of("interval", "timesteps", "", "return", "length", "");
    private static final List<String> FACTS =
            List.of("algo", "env", "seed", "schedule", "total-timesteps", "num-envs", "sync-interval");
    private static final long BUDGET = 8L << 20;
    /** A lock that is tried keeps others out for that moment: seldom enough that no resume is refused by chance. */
    private static final int EVERY = 20;

    private static final int DIGEST_LINE = 512;
    private static final Pattern DIGEST = Pattern.compile("\"digest\":\"([^\"\n]*)\"[^\n]*\n");

    private final RunReader run;
    private final boolean own;
    private final NumberFile metrics;
    private final NumberFile episodes;
    private final EvaluationTable evaluations;
    private final Map<String, Supplier<Curves>> tables = new LinkedHashMap<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private String state = "";
    private Optional<ConfigurationException> damage = Optional.empty();
    private int asked;
    private boolean written;

    private RunModel(RunReader run, boolean own) {
        this.run = run;
        this.own = own;
        Path folder = run.folder();
        this.metrics = NumberFile.json(folder.resolve("metrics.jsonl"));
        this.episodes = NumberFile.csv(folder.resolve("episodes.csv"), EPISODES_HEADER, EPISODES);
        this.evaluations = new EvaluationTable(folder);
        tables.put("metrics", metrics::curves);
        tables.put("episodes", episodes::curves);
        tables.put("evaluations", evaluations::curves);
        Map<String, String> settings = run.settings();
        FACTS.stream().filter(settings::containsKey).forEach(key -> facts.put(key, settings.get(key)));
    }

    /**
     * A run that another process wrote, or writes.
     *
     * @throws ConfigurationException when {@code folder} is no run directory
     */
    public static RunModel of(Path folder) {
        return new RunModel(RunReader.open(folder), false);
    }

    /** The run of this process, whose lock must not be touched: systems let go of it when any opening is closed. */
    public static RunModel ofOwn(Path folder) {
        return new RunModel(RunReader.open(folder), true);
    }

    /**
     * Reads what is new, not more than is read in a fraction of a second; whether there is more to read at once. A damaged
     * file is read no further, see {@link #damage}.
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

    /** Reads from one file; whether there is more of it. */
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

    /** What the last {@link #poll} found damaged first: a file, and the line where it has lines. */
    public Optional<ConfigurationException> damage() {
        return damage;
    }

    /** A run without a summary is going while its process holds the lock on its digests. */
    private String standing() {
        if (run.summary().isPresent()) {
            return run.state().name().toLowerCase(Locale.ROOT);
        }
        if (asked++ % EVERY == 0) {
            written = own || writing();
        }
        return written ? "running" : "killed";
    }

    /** Whether a process writes there. */
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

    /** {@code running, finished, stopped, failed} or {@code killed}; {@code unknown} where a damaged file would tell. */
    public String state() {
        return state;
    }

    /** Whether a sample is shown, since the files have not been read to their ends yet. */
    public boolean sampled() {
        return metrics.sampled() || episodes.sampled();
    }

    /** The folder's name. */
    public String name() {
        return run.folder().toAbsolutePath().normalize().getFileName().toString();
    }

    /** The settings that say which run this is, by key. */
    public Map<String, String> facts() {
        return facts;
    }

    /** The last line of the metrics, by name. */
    public double last(String name) {
        return metrics.curves().last(name);
    }

    /** Gives {@code page} all points, by the name of the table. */
    public void tellAll(BiConsumer<String, CurvePoints> page) {
        tables.forEach((name, table) -> page.accept(name, table.get().all()));
    }

    /** Gives {@code page} the points that are new since the last call, by the name of the table. */
    public void tellChanges(BiConsumer<String, CurvePoints> page) {
        tables.forEach((name, table) -> {
            Curves curves = table.get();
            if (curves.changed()) {
                page.accept(name, curves.changes());
            }
        });
    }

    /** The digest so far, as far as the files tell; empty where they do not, or must not be opened. */
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

    /** Fields of the summary, by name; empty while there is none. */
    public Map<String, String> summary() {
        Map<String, String> texts = new LinkedHashMap<>();
        try {
            run.summary().ifPresent(summary -> {
                for (String name : List.of("steps_per_second", "mean_return_100", "error")) {
                    JsonNode value = summary.path(name);
                    if (!value.isMissingNode()) {
                        texts.put(name, value.isValueNode() ? value.asText() : "yes");
                    }
                }
            });
        } catch (ConfigurationException e) {
            // damaged: poll says so
        }
        return texts;
    }
}
