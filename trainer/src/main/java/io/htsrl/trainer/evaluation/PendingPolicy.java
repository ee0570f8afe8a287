package io.htsrl.trainer.evaluation;

import io.htsrl.core.state.Bulk;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * A policy that waits for its evaluation. Its parameters are its own, and never written.
 *
 * @param interval    the key of its chance: k of φ_{k+1}
 * @param timestep    environment steps when it became available
 * @param wallSeconds of the run at that moment
 */
record PendingPolicy(long interval, long timestep, double wallSeconds, float[] parameters) {

    /** k of φ_k. */
    long version() {
        return interval + 1;
    }

    /**
     * What its evaluation gave.
     *
     * @param policy           how actions were chosen
     * @param stepsPerInterval which tell how many intervals were complete then
     */
    EvaluationRecord evaluated(String policy, List<EvaluationRecord.Episode> episodes, int stepsPerInterval) {
        return new EvaluationRecord(timestep / stepsPerInterval, timestep, wallSeconds, policy, episodes);
    }

    void save(DataOutput out) throws IOException {
        out.writeLong(interval);
        out.writeLong(timestep);
        out.writeDouble(wallSeconds);
        out.writeInt(parameters.length);
        Bulk.write(out, parameters);
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
        Bulk.read(in, parameters);
        return new PendingPolicy(interval, timestep, wallSeconds, parameters);
    }
}
