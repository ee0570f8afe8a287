package io.htsrl.cli.rundir;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.model.ModelFile;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.EvaluationRecord.Rating;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Format of {@code evaluations.csv}: a line for each episode of each evaluated policy. Stateless, any thread. */
public final class EvaluationsFile {
    /** Name of the file in the run directory. */
    public static final String NAME = "evaluations.csv";

    static final String HEADER = "interval,timestep,wall_seconds,policy,episode,return,length";

    /** Columns behind those of the header where policies are rated, see {@link EvaluationRecord.Rating}. */
    static final String RATED = ",elo,elo_error";

    /** Number of a policy's first episode, which marks its start: two policies may have the same interval. */
    private static final String FIRST = "0";

    private static final String POLICY = "policy";
    private static final String EPISODE = "episode";
    private static final String ELO = "elo";
    private static final Pattern LINE =
            Pattern.compile("(?<policy>\\d{1,18},\\d{1,18},\\d+(?:\\.\\d+)?(?:E-?\\d{1,3})?,[a-z-]{1,40}),"
                    + "(?<episode>\\d{1,9}),(?<return>null|-?[\\d.]+(?:E-?\\d+)?),(?<length>\\d{1,9})"
                    + "(?:,(?<elo>-?[\\d.]+(?:E-?\\d+)?),(?<error>[\\d.]+(?:E-?\\d+)?))?");

    private EvaluationsFile() {}

    /** Returns the line of one episode. */
    private static String line(EvaluationRecord evaluation, int episode) {
        Episode outcome = evaluation.episodes().get(episode);
        return evaluation.interval() + "," + evaluation.timestep() + "," + evaluation.wallSeconds() + ","
                + evaluation.policy() + "," + episode + "," + JsonLine.decimal(outcome.ret()) + "," + outcome.length()
                + (evaluation.rating() == null
                        ? ""
                        : "," + evaluation.rating().elo() + ","
                                + evaluation.rating().error());
    }

    /**
     * Returns all evaluations in the order of the file; none where no file exists. A torn last line counts as not
     * written.
     *
     * @throws ConfigurationException when the file cannot be read, or is damaged
     */
    public static List<EvaluationRecord> read(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (RecordedLines lines = new RecordedLines(file, "an evaluated episode in every line")) {
            lines.skipHeader(HEADER, HEADER + RATED);
            return read(lines);
        }
    }

    private static List<EvaluationRecord> read(RecordedLines lines) {
        List<EvaluationRecord> evaluations = new ArrayList<>();
        List<Episode> episodes = new ArrayList<>();
        String policy = "";
        Rating rating = null;
        for (String line = lines.next(); line != null && !lines.torn(); line = lines.next()) {
            Matcher fields = LINE.matcher(line);
            lines.require(fields.matches(), "is none: " + line);
            boolean first = fields.group(EPISODE).equals(FIRST);
            if (first && !episodes.isEmpty()) {
                evaluations.add(evaluation(policy, episodes, rating));
                episodes.clear();
            }
            policy = first ? fields.group(POLICY) : policy;
            rating = fields.group(ELO) == null ? null : rating(fields, lines);
            lines.require(
                    fields.group(POLICY).equals(policy)
                            && fields.group(EPISODE).equals(Integer.toString(episodes.size())),
                    "does not follow the one before it: " + line);
            episodes.add(episode(fields, lines));
        }
        if (!episodes.isEmpty()) {
            evaluations.add(evaluation(policy, episodes, rating));
        }
        return evaluations;
    }

    private static EvaluationRecord evaluation(String policy, List<Episode> episodes, Rating rating) {
        String[] fields = policy.split(",", -1);
        return new EvaluationRecord(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Double.parseDouble(fields[2]),
                fields[3],
                episodes,
                rating);
    }

    private static Rating rating(Matcher fields, RecordedLines lines) {
        try {
            return new Rating(Double.parseDouble(fields.group(ELO)), Double.parseDouble(fields.group("error")));
        } catch (NumberFormatException e) {
            throw lines.damaged("is none: " + fields.group());
        }
    }

    private static Episode episode(Matcher fields, RecordedLines lines) {
        try {
            return new Episode(decimal(fields.group("return")), Integer.parseInt(fields.group("length")));
        } catch (NumberFormatException e) { // such as a second point
            throw lines.damaged("is none: " + fields.group());
        }
    }

    static double decimal(String text) {
        return text.equals("null") ? Double.NaN : Double.parseDouble(text);
    }

    /** Writes {@code evaluations.csv}, which is made at the first evaluation. Guarded by its owner's lock. */
    static final class EvaluationsWriter implements Stateful, Closeable {
        private final Path folder;
        private final RunTally tally;

        private volatile LineFile file; // volatile for force
        private LineFile.Mark saved = LineFile.Mark.NONE;

        EvaluationsWriter(Path folder, RunTally tally) {
            this.folder = folder;
            this.tally = tally;
        }

        void write(EvaluationRecord evaluation) {
            if (file == null) {
                file = LineFile.create(folder.resolve(EvaluationsFile.NAME));
                file.write(EvaluationsFile.HEADER + (evaluation.rating() == null ? "" : EvaluationsFile.RATED));
            }
            tally.add(evaluation);
            for (int episode = 0; episode < evaluation.episodes().size(); episode++) {
                file.write(EvaluationsFile.line(evaluation, episode));
            }
        }

        void flush() {
            if (file != null) {
                file.flush();
            }
        }

        /** Flushes the buffer, and returns the file's mark, if a file exists. */
        Optional<LineFile.Mark> mark() {
            return Optional.ofNullable(file).map(LineFile::mark);
        }

        /** Flushes the buffer, and saves the file's mark. */
        @Override
        public void save(DataOutput out) throws IOException {
            saved = file == null ? LineFile.Mark.NONE : file.mark();
            saved.save(out);
        }

        /**
         * Drops the lines behind the saved mark, and counts the remaining ones. To be called before the first
         * evaluation.
         */
        @Override
        public void restore(DataInput in) throws IOException {
            restoreMark(in);
            Files.deleteIfExists(folder.resolve(ModelFile.BEST)); // perhaps of a later one: it is reported again
            Path path = folder.resolve(EvaluationsFile.NAME);
            if (saved.length() == 0) {
                Files.deleteIfExists(path);
                return;
            }
            file = LineFile.existing(path);
            file.goBackTo(saved);
            EvaluationsFile.read(folder).forEach(tally::add);
        }

        /** Saves the mark of the last {@link #save}, for {@link #verify} before anything is restored. */
        void saveMark(DataOutput out) throws IOException {
            saved.save(out);
        }

        void restoreMark(DataInput in) throws IOException {
            saved = LineFile.Mark.read(in);
        }

        /** @throws IOException when the file has changed since the mark; nothing is changed then */
        void verify() throws IOException {
            if (saved.length() > 0) {
                try (LineFile opened = LineFile.existing(folder.resolve(EvaluationsFile.NAME))) {
                    opened.verify(saved);
                }
            }
        }

        /** Writes flushed lines to the disk. Any thread. */
        void force() throws IOException {
            LineFile opened = file;
            if (opened != null) {
                opened.force();
            }
        }

        @Override
        public void close() {
            if (file != null) {
                file.close();
            }
        }
    }
}
