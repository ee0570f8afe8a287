package io.htsrl.trainer.evaluation;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.EvaluationRecord.Rating;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The evaluated policy with the greatest mean return so far, the first of equals, with its parameters. Checkpoints
 * include it, so a resumed run keeps the best policy. Guarded by its owner's lock.
 */
final class BestPolicy implements Stateful {
    private final int parameterCount;
    private final int stepsPerInterval;
    private PendingPolicy policy;
    private EvaluationRecord record;

    /**
     * Starts without a policy.
     *
     * @param parameterCount of the run's network
     * @param stepsPerInterval of the run
     */
    BestPolicy(int parameterCount, int stepsPerInterval) {
        this.parameterCount = parameterCount;
        this.stepsPerInterval = stepsPerInterval;
    }

    int parameterCount() {
        return parameterCount;
    }

    /** Keeps {@code other} if it is better than the kept policy, and returns whether it is. */
    boolean improve(PendingPolicy other, EvaluationRecord evaluated) {
        double mean = evaluated.meanReturn();
        boolean better = record == null ? !Double.isNaN(mean) : mean > record.meanReturn();
        if (better) {
            policy = other;
            record = evaluated;
        }
        return better;
    }

    /** Returns the evaluation of the kept policy; null without one. */
    EvaluationRecord record() {
        return record;
    }

    /** k of φ_k. */
    long version() {
        return policy.version();
    }

    /** Returns the parameters, which must not be written. */
    float[] parameters() {
        return policy.parameters();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeBoolean(record != null);
        if (record == null) {
            return;
        }
        policy.save(out);
        out.writeUTF(record.policy());
        out.writeInt(record.episodes().size());
        for (Episode episode : record.episodes()) {
            out.writeDouble(episode.ret());
            out.writeInt(episode.length());
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        policy = null;
        record = null;
        if (!in.readBoolean()) {
            return;
        }
        PendingPolicy kept = PendingPolicy.restore(in, parameterCount);
        String actions = in.readUTF();
        List<Episode> episodes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            episodes.add(new Episode(in.readDouble(), in.readInt()));
        }
        policy = kept;
        record = kept.evaluated(actions, episodes, null, stepsPerInterval);
    }

    /**
     * A policy that waits for its evaluation. It owns its parameters, which are never written.
     *
     * @param interval the key of its random streams: k of φ_{k+1}
     * @param timestep environment steps when it became available
     * @param wallSeconds of the run at that moment
     */
    record PendingPolicy(long interval, long timestep, double wallSeconds, float[] parameters) {

        /** k of φ_k. */
        long version() {
            return interval + 1;
        }

        /**
         * Returns the record of its evaluation.
         *
         * @param policy how actions were chosen
         * @param rating null without self-play
         * @param stepsPerInterval environment steps of an interval
         */
        EvaluationRecord evaluated(
                String policy, List<EvaluationRecord.Episode> episodes, Rating rating, int stepsPerInterval) {
            long intervals = completeIntervals(stepsPerInterval);
            return new EvaluationRecord(intervals, timestep, wallSeconds, policy, episodes, rating);
        }

        /** Returns the number of complete intervals, which delayed updates do not change. */
        long completeIntervals(int stepsPerInterval) {
            return timestep / stepsPerInterval;
        }

        void save(DataOutput out) throws IOException {
            out.writeLong(interval);
            out.writeLong(timestep);
            out.writeDouble(wallSeconds);
            out.writeInt(parameters.length);
            RawArrays.write(out, parameters);
        }

        /** @throws IOException also when the parameters are not {@code count} */
        static PendingPolicy restore(DataInput in, int count) throws IOException {
            long interval = in.readLong();
            long timestep = in.readLong();
            double wallSeconds = in.readDouble();
            int saved = in.readInt();
            if (saved != count) {
                throw new IOException(
                        "a policy of " + saved + " parameters waits for its evaluation, and the network has " + count);
            }
            float[] parameters = new float[count];
            RawArrays.read(in, parameters);
            return new PendingPolicy(interval, timestep, wallSeconds, parameters);
        }
    }
}
