package io.htsrl.cli.rundir;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.EpisodeRecord;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code episodes.csv} line by line. A torn last line counts as not written; anything else that
 * {@link EpisodesWriter} would not write is refused, with the line's number. One thread at a time.
 */
public final class EpisodesReader implements Closeable {
    /** First line of the file. */
    public static final String HEADER = "interval,timestep,environment,return,length,truncated";

    private static final String COUNT = "(\\d{1,18}),";
    private static final Pattern LINE =
            Pattern.compile(COUNT + COUNT + "(\\d{1,9}),(null|-?[\\d.]+(?:E-?\\d+)?),(\\d{1,9}),(true|false)");

    private final RecordedLines lines;

    EpisodesReader(Path file) {
        lines = new RecordedLines(file, "an episode in every line");
        lines.skipHeader(HEADER);
    }

    /**
     * Returns the next episode; null at the end.
     *
     * @throws ConfigurationException when the file is damaged
     */
    public EpisodeRecord next() {
        String text = lines.next();
        if (text == null) {
            return null;
        }
        Matcher fields = LINE.matcher(text);
        if (fields.matches()) {
            try {
                return new EpisodeRecord(
                        Long.parseLong(fields.group(1)),
                        Long.parseLong(fields.group(2)),
                        Integer.parseInt(fields.group(3)),
                        EvaluationsFile.decimal(fields.group(4)),
                        Integer.parseInt(fields.group(5)),
                        Boolean.parseBoolean(fields.group(6)));
            } catch (NumberFormatException e) {
                // such as a second point: as below
            }
        }
        if (lines.torn()) {
            return null;
        }
        throw lines.damaged("is none: " + text);
    }

    @Override
    public void close() {
        lines.close();
    }

    /**
     * Writes {@code episodes.csv}: a line for each episode that {@link Thinning} keeps, counted in the order of the
     * reports. Numbers of episodes and their mean returns are counted elsewhere, over all. Guarded by its owner's lock.
     */
    static final class EpisodesWriter implements Stateful {
        private final LineFile file;
        private final Thinning thinning;

        private long episodes;

        EpisodesWriter(LineFile file, Thinning thinning) {
            this.file = file;
            this.thinning = thinning;
        }

        /** Adds an episode, and returns whether the file has it. */
        boolean add(EpisodeRecord episode) {
            if (!thinning.keeps(episodes++)) {
                return false;
            }
            file.write(episode.interval() + "," + episode.timestep() + "," + episode.environment() + ","
                    + JsonLine.decimal(episode.ret()) + "," + episode.length() + "," + episode.truncated());
            return true;
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(episodes);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            episodes = in.readLong();
        }
    }
}
