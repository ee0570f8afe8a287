package io.htsrl.trainer.run;

import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Stateful;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.TrainingListener;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Computes returns and lengths of episodes from completed banks, and the mean over the last 100. One thread. */
final class EpisodeTracker implements Stateful {
    private static final int WINDOW = 100;

    private final TrainingListener listener;
    private final double[] returns;
    private final int[] lengths;
    private final double[] window = new double[WINDOW];
    private long episodes;

    EpisodeTracker(int environments, TrainingListener listener) {
        this.listener = listener;
        this.returns = new double[environments];
        this.lengths = new int[environments];
    }

    /** Reports the episodes that ended in a bank, in order of steps, then environments. */
    void track(long interval, StorageBank bank) {
        int steps = bank.shape().steps();
        for (int step = 0; step < steps; step++) {
            for (int environment = 0; environment < returns.length; environment++) {
                step(
                        interval,
                        bank,
                        bank.row(step, environment),
                        environment,
                        (interval * steps + step + 1) * returns.length);
            }
        }
    }

    /** Reports the episodes that ended in a bank of rollouts that came one after another, in that order. */
    void trackRollouts(long interval, StorageBank bank) {
        int steps = bank.shape().steps();
        long timestep = interval * bank.shape().rows();
        for (int column = 0; column < bank.shape().environments(); column++) {
            for (int step = 0; step < steps; step++) {
                step(interval, bank, bank.row(step, column), bank.environment(column), ++timestep);
            }
        }
    }

    private void step(long interval, StorageBank bank, int row, int environment, long timestep) {
        if (bank.absent(row)) {
            return;
        }
        returns[environment] += bank.scores()[row];
        lengths[environment]++;
        if (!bank.continues(row)) {
            end(interval, timestep, environment, bank.truncated(row));
        }
    }

    private void end(long interval, long timestep, int environment, boolean truncated) {
        window[(int) (episodes % WINDOW)] = returns[environment];
        episodes++;
        listener.onEpisode(new EpisodeRecord(
                interval, timestep, environment, returns[environment], lengths[environment], truncated));
        returns[environment] = 0;
        lengths[environment] = 0;
    }

    long episodes() {
        return episodes;
    }

    /** Returns the mean return of the last 100 episodes, fewer at the start; NaN before the first. */
    double meanReturn() {
        int count = (int) Math.min(WINDOW, episodes);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += window[i];
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(episodes);
        Bulk.write(out, returns);
        Bulk.write(out, lengths);
        Bulk.write(out, window);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        episodes = in.readLong();
        Bulk.read(in, returns);
        Bulk.read(in, lengths);
        Bulk.read(in, window);
    }
}
