package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.JsonLine;
import io.htsrl.cli.rundir.files.LineFile;
import io.htsrl.cli.rundir.files.Thinning;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code digests.jsonl} as it is written: a line for each interval that {@link Thinning} keeps, and one for the run's
 * last. A digest is of all intervals before it, so a line that is left out is proved by the next. Guarded by its
 * owner's lock.
 */
final class DigestsWriter implements Stateful {
    private final LineFile file;
    private final Thinning thinning;
    private final JsonLine json = new JsonLine();
    private long interval = -1; // the last heard of
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

    /** Ends the file with the last interval's line, whatever is kept; before that, a resumed run cuts it off again. */
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
