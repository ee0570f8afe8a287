package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.JsonLine;
import io.htsrl.cli.rundir.files.LineFile;
import io.htsrl.cli.rundir.files.Thinning;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.EpisodeRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * {@code episodes.csv} as it is written: a line for each episode that {@link Thinning} keeps, counted in the order in
 * which they are reported. Numbers of episodes and their mean returns are counted elsewhere, over all. Guarded by its
 * owner's lock.
 */
final class EpisodesWriter implements Stateful {
    static final String HEADER = "interval,timestep,environment,return,length,truncated";

    private final LineFile file;
    private final Thinning thinning;
    private final StringBuilder csv = new StringBuilder(128);
    private long episodes;

    EpisodesWriter(LineFile file, Thinning thinning) {
        this.file = file;
        this.thinning = thinning;
    }

    /** Whether the file has it. */
    boolean add(EpisodeRecord episode) {
        if (!thinning.keeps(episodes++)) {
            return false;
        }
        csv.setLength(0);
        csv.append(episode.interval())
                .append(',')
                .append(episode.timestep())
                .append(',')
                .append(episode.environment())
                .append(',');
        JsonLine.appendDecimal(csv, episode.ret());
        file.write(csv.append(',').append(episode.length()).append(',').append(episode.truncated()));
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
