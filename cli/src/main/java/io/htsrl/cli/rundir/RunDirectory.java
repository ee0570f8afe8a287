package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.Disk;
import io.htsrl.checkpoints.PartInput;
import io.htsrl.cli.rundir.DigestReader.DigestsWriter;
import io.htsrl.cli.rundir.EpisodesReader.EpisodesWriter;
import io.htsrl.cli.rundir.EvaluationsFile.EvaluationsWriter;
import io.htsrl.cli.rundir.MetricsReader.MetricsWriter;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.logging.feed.LogFeed;
import io.htsrl.trainer.logging.feed.LoggedIntervals;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.AdaptationRecord;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import io.htsrl.trainer.report.TrainingResult;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Writes a run's files as it goes. The listener's methods are called by the run's thread and the evaluator's, the
 * others by the thread that started the run; all are synchronized, since all may be at work. An interval costs a few
 * microseconds: {@code digests.jsonl} has a line for each, thinned where they are many, {@code metrics.jsonl} one for
 * every {@code logInterval}-th and for the last. It holds the {@link RunLock} until it is closed.
 */
public final class RunDirectory implements TrainingListener, Stateful, Closeable {
    static final String MANIFEST = "manifest.json";
    static final String METRICS = "metrics.jsonl";
    static final String EPISODES = "episodes.csv";
    /** Name of its part of a checkpoint. */
    public static final String PART = "run-directory";

    private final Path folder;
    private final LineFile metrics;
    private final LineFile episodes;
    private final LineFile digests;
    private final LoggedIntervals logged;
    private final DigestsWriter chain;
    private final EpisodesWriter ended;
    private final RunTally tally = new RunTally();
    private final EvaluationsWriter evaluations;
    private Disk disk = Disk.REAL;
    private LogFeed feed = LogFeed.OFF;

    /**
     * Makes the files.
     *
     * @param folder folder that {@link RunFolders} claimed
     * @param logInterval intervals per line of {@code metrics.jsonl}
     * @param thinning choice of the lines of intervals and of episodes
     * @throws RunDirectoryException when one cannot be made
     * @throws ConfigurationException when another run has begun there since
     */
    public RunDirectory(Path folder, long logInterval, Thinning thinning) {
        this(RunLock.ofNewRun(folder), logInterval, thinning, LineFile::create);
        episodes.write(EpisodesReader.HEADER);
    }

    /** Takes the held lock: no file is opened before. */
    private RunDirectory(RunLock lock, long logInterval, Thinning thinning, Function<Path, LineFile> opening) {
        this(
                lock.folder(),
                logInterval,
                thinning,
                opening.apply(lock.folder().resolve(METRICS)),
                opening.apply(lock.folder().resolve(EPISODES)),
                lock.file());
    }

    RunDirectory(
            Path folder, long logInterval, Thinning thinning, LineFile metrics, LineFile episodes, LineFile digests) {
        this.folder = folder;
        this.metrics = metrics;
        this.episodes = episodes;
        this.digests = digests;
        MetricsWriter lines = new MetricsWriter(metrics);
        this.logged = new LoggedIntervals(logInterval, interval -> {
            lines.write(interval);
            feed.interval(interval);
        });
        this.chain = new DigestsWriter(digests, thinning);
        this.ended = new EpisodesWriter(episodes, thinning);
        this.evaluations = new EvaluationsWriter(folder, tally);
    }

    /**
     * Opens the directory of an earlier run, to continue it. {@link #restore} then drops what that run wrote after the
     * checkpoint; until then nothing is changed.
     *
     * @param lock lock of the folder, which this object closes
     * @param thinning as when the run began
     * @throws RunDirectoryException when a file cannot be opened
     * @throws ConfigurationException when one is missing
     */
    public static RunDirectory reopen(RunLock lock, long logInterval, Thinning thinning) {
        return new RunDirectory(lock, logInterval, thinning, LineFile::existing);
    }

    /**
     * Verifies that every line written before {@code from} was taken is unchanged; changes nothing.
     *
     * @throws ConfigurationException that names the first file with changes
     */
    public synchronized void verify(CheckpointFile from) {
        Map<LineFile, LineFile.Mark> marks = new LinkedHashMap<>();
        from.restore(PART, 1, in -> marks.putAll(read(in)));
        try {
            verify(marks);
            evaluations.verify();
        } catch (IOException e) {
            throw RunFiles.refused(
                    folder,
                    "must hold every line that it held at checkpoint "
                            + from.path().getFileName() + ", and " + ShownText.reason(e),
                    "put the file back as it " + "was, give an older --checkpoint, or "
                            + RunFolders.startingAgain(folder));
        }
    }

    /**
     * Copies every line that the run in {@code source} had written when {@code from} was taken.
     *
     * @param target folder without these files
     * @throws ConfigurationException when a line has changed since
     * @throws RunDirectoryException when a file cannot be copied
     */
    public static void copyLines(CheckpointFile from, Path source, Path target) {
        PartInput marks = from.part(PART);
        for (String name : List.of(METRICS, EPISODES, RunLock.FILE, EvaluationsFile.NAME)) {
            try {
                copy(name, LineFile.Mark.read(marks), source, target);
            } catch (IOException e) {
                throw new RunDirectoryException(source.resolve(name), e);
            }
        }
    }

    private static void copy(String name, LineFile.Mark mark, Path source, Path target) throws IOException {
        Path file = source.resolve(name);
        if (mark.length() == 0 && Files.notExists(file)) {
            return;
        }
        Path copy = target.resolve(name);
        try (InputStream in = RunFiles.open(file);
                OutputStream out = Files.newOutputStream(copy, StandardOpenOption.CREATE_NEW)) {
            RunFiles.copy(in, out, mark.length()); // fewer bytes have another checksum
        }
        if (mark.length() > 0 && !LineFile.Mark.of(copy).equals(mark)) {
            throw RunFiles.refused(
                    file, "must hold every line that it held at the checkpoint, and has changed", RunFiles.COPY);
        }
        if (name.equals(EvaluationsFile.NAME) && mark.length() == 0) {
            Files.delete(copy); // it is made at the first evaluation
        }
    }

    private static void verify(Map<LineFile, LineFile.Mark> marks) throws IOException {
        for (Map.Entry<LineFile, LineFile.Mark> file : marks.entrySet()) {
            file.getKey().verify(file.getValue());
        }
    }

    private List<LineFile> files() {
        return List.of(metrics, episodes, digests);
    }

    /** Writes small files and the model to {@code other} from now on; to be called before any other use. */
    RunDirectory on(Disk other) {
        disk = other;
        return this;
    }

    /** Passes the intervals and episodes that it writes to loggers; to be called before the run. */
    public synchronized void tell(LogFeed loggers) {
        feed = loggers;
    }

    public Path folder() {
        return folder;
    }

    /** Returns the totals of all reports so far. */
    public synchronized RunTally tally() {
        return tally;
    }

    /** Writes a small file, such as {@code config.yaml}, whole or not at all. */
    public synchronized void write(String name, String text) {
        WholeFile.write(disk, folder.resolve(name), text);
    }

    /** Adds the results of the check of the environment to the manifest, if the run has one. */
    @Override
    public synchronized void onEnvironmentCheck(EnvironmentReport report) {
        amendManifest(manifest -> Manifest.add(manifest, report));
    }

    /** Adds the results of the self-check to the manifest, if the run has one. */
    @Override
    public synchronized void onSelfCheck(SelfCheckReport report) {
        amendManifest(manifest -> Manifest.add(manifest, report));
    }

    /** Adds the restart of an environment to the manifest at once. */
    @Override
    public synchronized void onRestart(RestartRecord restart) {
        tally.addRestart();
        amendManifest(Manifest::addRestart);
    }

    /** Writes the manifest anew, if the run has one. */
    private void amendManifest(Consumer<ObjectNode> change) {
        if (Files.exists(folder.resolve(MANIFEST))) {
            ObjectNode manifest = RunReader.open(folder).manifest();
            change.accept(manifest);
            write(MANIFEST, JsonDocument.pretty(manifest));
        }
    }

    @Override
    public synchronized void onAdaptation(AdaptationRecord adaptation) {
        tally.add(adaptation);
    }

    @Override
    public synchronized void onBatchChange(BatchChange change) {
        tally.add(change);
    }

    @Override
    public synchronized void onEpisode(EpisodeRecord episode) {
        if (ended.add(episode)) {
            feed.episode(episode);
        }
    }

    @Override
    public synchronized void onInterval(IntervalReport report) {
        tally.add(report);
        chain.add(report);
        logged.add(report);
    }

    @Override
    public synchronized void onEvaluation(EvaluationRecord evaluation) {
        evaluations.write(evaluation);
    }

    /**
     * Writes the run's results: the parameters, {@code summary.json}, and a last line of {@code digests.jsonl} for the
     * update that follows the last interval, so that the file's last digest is the run's.
     */
    public synchronized void complete(RunConfig config, TrainingResult result) {
        chain.complete(result);
        logged.addLast();
        for (LineFile file : files()) {
            file.flush(); // a summary reports success only after everything else is written
        }
        evaluations.flush();
        Path model = folder.resolve(ModelFile.NAME);
        try {
            ModelFile.write(disk, model, config, result);
        } catch (CheckpointException e) {
            throw RunDirectoryException.of(model, e);
        }
        write("summary.json", Summary.of(config, result, tally, marks()));
    }

    private Map<String, LineFile.Mark> marks() {
        Map<String, LineFile.Mark> marks = new LinkedHashMap<>();
        marks.put(METRICS, metrics.mark());
        marks.put(EPISODES, episodes.mark());
        marks.put(RunLock.FILE, digests.mark());
        evaluations.mark().ifPresent(mark -> marks.put(EvaluationsFile.NAME, mark));
        for (String name : List.of(RunReader.CONFIG, MANIFEST, ModelFile.NAME, ModelFile.BEST)) {
            Path file = folder.resolve(name);
            try {
                if (Files.exists(file)) {
                    marks.put(name, LineFile.Mark.of(file));
                }
            } catch (IOException e) {
                throw new RunDirectoryException(file, e);
            }
        }
        return marks;
    }

    /** Writes the last interval's line for a run without a result, while loggers still receive it. */
    public synchronized void endIntervals() {
        logged.addLast();
    }

    /** Saves the state of the files, so that a resumed run continues exactly there; flushes buffers first. */
    @Override
    public synchronized void save(DataOutput out) throws IOException {
        for (LineFile file : files()) {
            file.mark().save(out);
        }
        evaluations.saveMark(out);
        logged.save(out);
        chain.save(out);
        ended.save(out);
    }

    /** @throws IOException when a file has changed since; no file is changed then */
    @Override
    public synchronized void restore(DataInput in) throws IOException {
        Map<LineFile, LineFile.Mark> marks = read(in);
        verify(marks);
        for (LineFile file : marks.keySet()) {
            file.goBackTo(marks.get(file));
        }
    }

    private Map<LineFile, LineFile.Mark> read(DataInput in) throws IOException {
        Map<LineFile, LineFile.Mark> marks = new LinkedHashMap<>();
        for (LineFile file : files()) {
            marks.put(file, LineFile.Mark.read(in));
        }
        evaluations.restoreMark(in);
        logged.restore(in);
        chain.restore(in);
        ended.restore(in);
        return marks;
    }

    /** Writes everything that {@link #save} has counted to the disk. Any thread. */
    public void force() throws IOException {
        for (LineFile file : files()) {
            file.force();
        }
        evaluations.force();
    }

    /**
     * Returns the state of the evaluations, which is not in {@link #save}: an evaluator saves it together with what is
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

    /** Writes what is buffered, with the last interval's lines, and closes every file even if one fails. */
    @Override
    public synchronized void close() {
        try (metrics;
                episodes;
                digests;
                evaluations) {
            logged.addLast();
            if (tally.last() != null) {
                chain.writeLast();
            }
        }
    }
}
