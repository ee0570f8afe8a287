package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.JsonDocument.JsonKind;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingResult;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads {@code digests.jsonl} line by line, whatever its length. A torn last line, as a killed run leaves it, counts as
 * not written. Anything else that {@link RunDirectory} would not write is refused, with the line's number. Of the lines
 * that {@link Thinning} leaves out, the file may have only the run's last. One thread at a time.
 */
public final class DigestReader implements Closeable {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{32}");

    private final Thinning thinning;
    private final RecordedLines lines;
    private ChainExtent extent = ChainExtent.NONE;
    private boolean last; // whether the line before was one that is written only at a run's end

    /** @param thinning thinning that the file was written with */
    DigestReader(Path file, Thinning thinning) {
        this.thinning = thinning;
        this.lines = new RecordedLines(file, "the digests of intervals 0, 1, 2, ..., one a line");
    }

    /**
     * Returns the next line, or null at the end.
     *
     * @throws ConfigurationException when the file is damaged
     */
    public DigestLine next() {
        JsonNode line = lines.nextObject();
        if (line == null) {
            return null;
        }
        JsonNode digest = line.path("digest");
        lines.require(
                digest.isMissingNode()
                        || digest.isTextual() && DIGEST.matcher(digest.asText()).matches(),
                "has no digest of 32 hexadecimal digits");
        DigestLine read = check(number(line.path("interval")), number(line.path("timesteps")), digest.asText());
        extent = extent.with(read);
        return read;
    }

    /** Reads the lines that are left, which finds damages, and returns the extent of all. */
    public ChainExtent readRest() {
        while (next() != null) {
            // each line extends it
        }
        return extent;
    }

    /** Returns the extent of the lines read so far. */
    public ChainExtent extent() {
        return extent;
    }

    private long number(JsonNode value) {
        lines.require(value.isMissingNode() || JsonKind.WHOLE.is(value), "has no whole number where one belongs");
        return value.asLong(-1);
    }

    private DigestLine check(long interval, long timesteps, String digest) {
        lines.require(!extent.closed(), "follows the learning after the last rollout, which ends a run");
        boolean closing = interval > 0 && interval == extent.intervals() && timesteps == extent.timesteps();
        long due = thinning.next(extent.intervals());
        lines.require(!last || closing, "follows one that is written at a run's end alone");
        lines.require(closing || interval >= extent.intervals() && interval <= due, "should be of interval " + due);
        last = interval < due && !closing;
        lines.require(closing || timesteps > extent.timesteps(), "counts fewer timesteps than there were");
        lines.require(!digest.isEmpty(), "has no digest");
        return new DigestLine(interval, timesteps, digest, closing);
    }

    /** Returns the number of the line that was read last, from 1. */
    long number() {
        return lines.number();
    }

    @Override
    public void close() {
        lines.close();
    }

    /**
     * One line of {@code digests.jsonl}. Immutable.
     *
     * @param interval k, from 0; for the closing line the number of intervals
     * @param timesteps environment steps so far, over all replicas
     * @param digest 32 hexadecimal digits
     * @param closing whether this is the line of the learning that follows the last rollout, which ends a chain. It is
     *     no interval, since no environment was stepped for it, and a longer run has no such line there.
     */
    public record DigestLine(long interval, long timesteps, String digest, boolean closing) {}

    /**
     * Extent of a digest chain. Immutable.
     *
     * @param intervals number of recorded intervals
     * @param timesteps environment steps of these, over all replicas
     * @param digest the last digest, that of the closing line where one exists; empty where nothing is recorded
     * @param closed whether the learning after the last rollout is recorded: never under {@code sync}, which has none
     */
    public record ChainExtent(long intervals, long timesteps, String digest, boolean closed) {
        static final ChainExtent NONE = new ChainExtent(0, 0, "", false);

        ChainExtent with(DigestLine line) {
            return new ChainExtent(
                    line.closing() ? intervals : line.interval() + 1, line.timesteps(), line.digest(), line.closing());
        }
    }

    /**
     * Writes {@code digests.jsonl}: a line for each interval that {@link Thinning} keeps, and one for the run's last. A
     * digest covers all intervals before it, so the next line proves one that is left out. Guarded by its owner's lock.
     */
    static final class DigestsWriter implements Stateful {
        private final LineFile file;
        private final Thinning thinning;
        private final JsonLine json = new JsonLine();
        private long interval = -1; // the last one reported
        private long timesteps;
        private String digest = "";
        private long written = -1;

        DigestsWriter(LineFile file, Thinning thinning) {
            this.file = file;
            this.thinning = thinning;
        }

        void add(IntervalReport report) {
            interval = report.interval();
            timesteps = report.timesteps();
            digest = report.digest();
            if (thinning.keeps(interval)) {
                writeLast();
            }
        }

        /**
         * Ends the file with the last interval's line, even where thinning leaves it out. A resumed run first removes
         * it.
         */
        void writeLast() {
            if (interval != written) {
                line(interval, timesteps, digest);
                written = interval;
            }
        }

        /** Adds a line for the update that follows the last interval, so that the file's last digest is the run's. */
        void complete(TrainingResult result) {
            writeLast();
            if (interval >= 0 && !digest.equals(result.digest())) {
                line(interval + 1, result.timesteps(), result.digest());
            }
        }

        private void line(long k, long steps, String hex) {
            file.write(json.begin()
                    .field("interval", k)
                    .field("timesteps", steps)
                    .field("digest", hex)
                    .end());
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(interval);
            out.writeLong(timesteps);
            out.writeUTF(digest);
            out.writeLong(written);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            interval = in.readLong();
            timesteps = in.readLong();
            digest = in.readUTF();
            written = in.readLong();
        }
    }
}
