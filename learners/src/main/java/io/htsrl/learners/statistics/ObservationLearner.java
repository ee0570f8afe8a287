package io.htsrl.learners.statistics;

import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Learner whose network normalises observations. The learner's steps use the statistics of φ_k; then those of φ_{k+1}
 * are written into the parameters. They cover all observations acted on in the banks learnt from so far, in (step,
 * environment) order, raw and each once; of a stack only the newest frame. One thread.
 *
 * <p>Given parameters (learnt by another run) contain mean and variance, but no count. They count as one bank.
 */
public final class ObservationLearner extends DelegatingLearner {
    private final Normalization normalization;
    private final RunningMoments moments;

    private ObservationLearner(Learner learner, Normalization normalization) {
        super(learner);
        this.normalization = normalization;
        this.moments = new RunningMoments(normalization.features());
    }

    /**
     * Returns {@code learner}, wrapped if {@code policy} normalises observations. Closing the result closes
     * {@code learner}.
     */
    public static Learner around(Learner learner, PolicyNetwork policy) {
        Optional<Normalization> normalization = Normalization.of(policy.tensors());
        return normalization.isEmpty() ? learner : new ObservationLearner(learner, normalization.get());
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        BankShape shape = bank.shape();
        if (moments.count() == 0) {
            begin(behaviour, shape.rows());
        }
        Map<String, Double> metrics = super.update(bank, behaviour, parameters, update);
        for (int step = 0; step < shape.steps(); step++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                if (!bank.absent(bank.row(step, environment))) {
                    moments.add(bank.floatObservations(), bank.observationOffset(step, environment));
                }
            }
        }
        write(parameters);
        return metrics;
    }

    /** Starts from the statistics of given parameters; initial statistics, of no observations, are ignored. */
    private void begin(float[] parameters, int rows) {
        double[] means = new double[normalization.features()];
        double[] variances = new double[normalization.features()];
        boolean given = false;
        for (int i = 0; i < means.length; i++) {
            means[i] = parameters[normalization.offset() + i];
            double scale = parameters[normalization.scaleOffset() + i];
            variances[i] = RunningMoments.varianceOf(scale);
            given |= means[i] != 0 || scale != 1;
        }
        if (given) {
            moments.begin(rows, means, variances);
        }
    }

    private void write(float[] parameters) {
        for (int i = 0; i < normalization.features(); i++) {
            parameters[normalization.offset() + i] = (float) moments.mean(i);
            parameters[normalization.scaleOffset() + i] = (float) moments.scale(i);
        }
    }

    @Override
    public void digest(BitHasher hasher) {
        super.digest(hasher);
        moments.digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        moments.save(out);
        super.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        moments.restore(in);
        super.restore(in);
    }
}
