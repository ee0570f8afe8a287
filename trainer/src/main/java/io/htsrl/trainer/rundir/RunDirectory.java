package io.htsrl.trainer.rundir;

import io.htsrl.trainer.EpisodeRecord;
import io.htsrl.trainer.EvaluationRecord;
import io.htsrl.trainer.IntervalReport;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.TrainingListener;
import io.htsrl.trainer.TrainingResult;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a run's files as it goes. The listener's methods are called by the run's thread and the evaluator's, the others
 * by the thread that started the run; all are synchronized, since all may be at work. An interval costs a few
 * microseconds: {@code digests.jsonl} has a line for each, {@code metrics.jsonl} one for every {@code logInterval}-th
 * and for the last.
 */
public final class RunDirectory implements TrainingListener, Closeable {
    static final String EPISODES_HEADER = "interval,timestep,environment,return,length,truncated";

    private final Path folder;
    private final long logInterval;
    private final LineFile metrics;
    private final LineFile episodes;
    private final LineFile digests;
    private final JsonLine json = new JsonLine();
    private final StringBuilder csv = new StringBuilder(128);
    private final RunTally tally = new RunTally();
    private IntervalReport logged;
    private LineFile evaluations; // there is one where a policy was evaluated

    /**
     * Opens the files.
     *
     * @param folder      as {@link RunFolders} claimed it
     * @param logInterval intervals per line of {@code metrics.jsonl}
     * @throws RunDirectoryException when one cannot be opened
     */
    public RunDirectory(Path folder, long logInterval) {
        this(folder, logInterval, new LineFile(folder.resolve("metrics.jsonl")),
                new LineFile(folder.resolve("episodes.csv")), new LineFile(folder.resolve("digests.jsonl")));
    }

    RunDirectory(Path folder, long logInterval, LineFile metrics, LineFile episodes, LineFile digests) {
        this.folder = folder;
        this.logInterval = logInterval;
        this.metrics = metrics;
        this.episodes = episodes;
        this.digests = digests;
        episodes.write(EPISODES_HEADER);
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
        Path file = folder.resolve(name);
        Path draft = folder.resolve("." + name);
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            draft.toFile().delete(); // half a file helps nobody
            throw new RunDirectoryException(file, e);
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
        if (evaluations == null) {
            evaluations = new LineFile(folder.resolve(EvaluationsFile.NAME));
            evaluations.write(EvaluationsFile.HEADER);
        }
        tally.add(evaluation);
        for (int episode = 0; episode < evaluation.episodes().size(); episode++) {
            evaluations.write(EvaluationsFile.line(csv, evaluation, episode));
        }
    }

    private void digest(long interval, long timesteps, String digest) {
        digests.write(json.begin().field("interval", interval).field("timesteps", timesteps)
                .field("digest", digest).end());
    }

    /**
     * Writes what the run ended in: {@code summary.json}, and a last line of {@code digests.jsonl} for the update that
     * follows the last interval, so that the file's last digest is the run's.
     */
    public synchronized void complete(RunConfig config, TrainingResult result) {
        IntervalReport last = tally.last();
        if (last != null && !last.digest().equals(result.digest())) {
            digest(last.interval() + 1, result.timesteps(), result.digest());
        }
        write("summary.json", Summary.of(config, result, tally));
    }

    private void log(IntervalReport report) {
        double seconds = report.wallSeconds() - (logged == null ? 0 : logged.wallSeconds());
        long steps = report.timesteps() - (logged == null ? 0 : logged.timesteps());
        metrics.write(json.begin().field("interval", report.interval()).field("timesteps", report.timesteps())
                .field("wall_seconds", report.wallSeconds()).field("steps_per_second", steps / seconds)
                .field("episodes", report.episodes()).field("mean_return_100", report.meanReturn100())
                .field("lag", report.lag()).fields(report.losses()).end());
        logged = report;
    }

    /** Writes what is buffered, the last interval's metrics included; every file is closed, whatever happens. */
    @Override
    public synchronized void close() {
        try (metrics; episodes; digests; LineFile opened = evaluations) {
            if (tally.last() != null && tally.last() != logged) {
                log(tally.last());
            }
        }
    }
}
