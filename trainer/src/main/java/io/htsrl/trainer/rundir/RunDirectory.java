package io.htsrl.trainer.rundir;

import io.htsrl.core.Stateful;
import io.htsrl.trainer.EpisodeRecord;
import io.htsrl.trainer.EvaluationRecord;
import io.htsrl.trainer.IntervalReport;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.SelfCheckReport;
import io.htsrl.trainer.TrainingListener;
import io.htsrl.trainer.TrainingResult;
import io.htsrl.trainer.disk.Disk;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a run's files as it goes. The listener's methods are called by the run's thread and the evaluator's, the others
 * by the thread that started the run; all are synchronized, since all may be at work. An interval costs a few
 * microseconds: {@code digests.jsonl} has a line for each, {@code metrics.jsonl} one for every {@code logInterval}-th
 * and for the last.
 */
public final class RunDirectory implements TrainingListener, Stateful, Closeable {
    private static final String MANIFEST = "manifest.json";
    private static final String METRICS = "metrics.jsonl";
    private static final String EPISODES = "episodes.csv";
    private static final String DIGESTS = "digests.jsonl";
    static final String EPISODES_HEADER = "interval,timestep,environment,return,length,truncated";

    private final Path folder;
    private final long logInterval;
    private final LineFile metrics;
    private final LineFile episodes;
    private final LineFile digests;
    private final JsonLine json = new JsonLine();
    private final StringBuilder csv = new StringBuilder(128);
    private final RunTally tally = new RunTally();
    private final EvaluationsWriter evaluations;
    private Disk disk = Disk.REAL;
    private long loggedInterval = -1;
    private long loggedTimesteps;
    private double loggedSeconds;

    /**
     * Makes the files.
     *
     * @param folder      as {@link RunFolders} claimed it
     * @param logInterval intervals per line of {@code metrics.jsonl}
     * @throws RunDirectoryException when one cannot be made
     */
    public RunDirectory(Path folder, long logInterval) {
        this(folder, logInterval, LineFile.create(folder.resolve(METRICS)), LineFile.create(folder.resolve(EPISODES)),
                LineFile.create(folder.resolve(DIGESTS)).lock());
        episodes.write(EPISODES_HEADER);
    }

    RunDirectory(Path folder, long logInterval, LineFile metrics, LineFile episodes, LineFile digests) {
        this.folder = folder;
        this.logInterval = logInterval;
        this.metrics = metrics;
        this.episodes = episodes;
        this.digests = digests;
        this.evaluations = new EvaluationsWriter(folder, tally);
    }

    /**
     * The directory of an earlier run, to go on with. {@link #restore} then drops what that run wrote after the
     * checkpoint.
     *
     * @throws RunDirectoryException                when a file cannot be opened
     * @throws io.htsrl.core.ConfigurationException when another run is writing to it
     */
    public static RunDirectory reopen(Path folder, long logInterval) {
        return new RunDirectory(folder, logInterval, LineFile.append(folder.resolve(METRICS)),
                LineFile.append(folder.resolve(EPISODES)), LineFile.append(folder.resolve(DIGESTS)).lock());
    }

    /** Writes small files and the model to {@code other} from now on; before any other use. */
    RunDirectory on(Disk other) {
        disk = other;
        return this;
    }

    public Path folder() {
        return folder;
    }

    /** What has been heard so far. */
    public synchronized RunTally tally() {
        return tally;
    }

    /** Writes a small file, such as {@code config.yaml}: whole, or not at all. */
    public synchronized void write(String name, String text) {
        WholeFile.write(disk, folder.resolve(name), text);
    }

    /** What the self-check found goes into the manifest, if the run has one. */
    @Override
    public synchronized void onSelfCheck(SelfCheckReport report) {
        if (Files.exists(folder.resolve(MANIFEST))) {
            write(MANIFEST, Manifest.checked(RunReader.open(folder).manifest(), report));
        }
    }

    @Override
    public synchronized void onEpisode(EpisodeRecord episode) {
        csv.setLength(0);
        csv.append(episode.interval()).append(',').append(episode.timestep()).append(',')
                .append(episode.environment()).append(',');
        JsonLine.appendDecimal(csv, episode.ret());
        episodes.write(csv.append(',').append(episode.length()).append(',').append(episode.truncated()));
    }

    @Override
    public synchronized void onInterval(IntervalReport report) {
        tally.add(report);
        digest(report.interval(), report.timesteps(), report.digest());
        if ((report.interval() + 1) % logInterval == 0) {
            log(report);
        }
    }

    @Override
    public synchronized void onEvaluation(EvaluationRecord evaluation) {
        evaluations.write(evaluation);
    }

    private void digest(long interval, long timesteps, String digest) {
        digests.write(json.begin().field("interval", interval).field("timesteps", timesteps)
                .field("digest", digest).end());
    }

    /**
     * Writes what the run ended in: the parameters, {@code summary.json}, and a last line of {@code digests.jsonl} for the
     * update that follows the last interval, so that the file's last digest is the run's.
     */
    public synchronized void complete(RunConfig config, TrainingResult result) {
        IntervalReport last = tally.last();
        if (last != null && !last.digest().equals(result.digest())) {
            digest(last.interval() + 1, result.timesteps(), result.digest());
        }
        logLast();
        for (LineFile file : List.of(metrics, episodes, digests)) {
            file.flush(); // a summary tells of success only when all the rest is written
        }
        evaluations.flush();
        ModelFile.write(disk, folder, config, result);
        write("summary.json", Summary.of(config, result, tally));
    }

    private void log(IntervalReport report) {
        double seconds = report.wallSeconds() - loggedSeconds;
        metrics.write(json.begin().field("interval", report.interval()).field("timesteps", report.timesteps())
                .field("wall_seconds", report.wallSeconds())
                .field("steps_per_second", (report.timesteps() - loggedTimesteps) / seconds)
                .field("episodes", report.episodes()).field("mean_return_100", report.meanReturn100())
                .field("lag", report.lag()).fields(report.losses()).end());
        loggedInterval = report.interval();
        loggedTimesteps = report.timesteps();
        loggedSeconds = report.wallSeconds();
    }

    /** How long the files are, so that a resumed run goes on exactly there; what is buffered goes out first. */
    @Override
    public synchronized void save(DataOutput out) throws IOException {
        for (LineFile file : List.of(metrics, episodes, digests)) {
            file.flush();
            out.writeLong(file.position());
        }
        out.writeLong(loggedInterval);
        out.writeLong(loggedTimesteps);
        out.writeDouble(loggedSeconds);
    }

    @Override
    public synchronized void restore(DataInput in) throws IOException {
        for (LineFile file : List.of(metrics, episodes, digests)) {
            file.truncate(in.readLong());
        }
        loggedInterval = in.readLong();
        loggedTimesteps = in.readLong();
        loggedSeconds = in.readDouble();
    }

    /** Brings what {@link #save} has counted onto the disk. Any thread. */
    public void force() throws IOException {
        for (LineFile file : List.of(metrics, episodes, digests)) {
            file.force();
        }
        evaluations.force();
    }

    /**
     * What is kept of evaluations, whose state is not in {@link #save}: an evaluator saves it together with what is
     * still pending. Any thread.
     */
    public Stateful evaluations() {
        return new Stateful() {
            @Override
            public void save(DataOutput out) throws IOException {
                synchronized (RunDirectory.this) {
                    evaluations.save(out);
                }
            }

            @Override
            public void restore(DataInput in) throws IOException {
                synchronized (RunDirectory.this) {
                    evaluations.restore(in);
                }
            }
        };
    }

    /** Writes what is buffered, the last interval's metrics included; every file is closed, whatever happens. */
    @Override
    public synchronized void close() {
        try (metrics; episodes; digests; evaluations) {
            logLast();
        }
    }

    private void logLast() {
        if (tally.last() != null && tally.last().interval() != loggedInterval) {
            log(tally.last());
        }
    }
}
