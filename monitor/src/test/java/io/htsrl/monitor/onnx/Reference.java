package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.StateDependentGaussian;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.policies.normalize.NormalizedRows;
import io.htsrl.trainer.config.RunConfig;
import java.util.Arrays;

/** What a graph's outputs must be, by the acting forward and the action head. One thread. */
final class Reference {
    private final ActionHead head;
    private final Policy.Snapshot snapshot;
    private final Policy.Forward forward;
    private final float[] row;
    private final int outputWidth;
    private final int memory;
    private final int frames;
    private final int size;
    private final ObservationBatch batch = new ObservationBatch(1);
    private final int[] offsets = new int[1];
    private final Critics critics; // null where none exist
    private final int kept;
    private final float[] parameters;
    private final NormalizedRows normalized; // null where critics read raw observations

    Reference(RunConfig config, EnvironmentSpec spec, float[] parameters) {
        PolicyNetwork policy = config.policy(spec);
        this.parameters = parameters;
        normalized = NormalizedPolicy.rowsOf(policy.actor(), 1).orElse(null);
        head = config.head(spec);
        snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        forward = policy.newForward();
        row = new float[policy.rowWidth()];
        outputWidth = policy.outputWidth();
        memory = policy.memorySize();
        frames = config.frameStack();
        size = spec.observationSpace().size();
        if (policy instanceof JointPolicy joint) {
            critics = JointPolicy.critics(joint.critics(), 1, Team.alone(), false);
            critics.loadParameters(Arrays.copyOfRange(parameters, joint.criticsOffset(), joint.othersOffset()));
            kept = ((ActorCritics) config.algorithm()).keptValues();
        } else {
            critics = null;
            kept = 0;
        }
    }

    /** Computes the network's output row of one input. */
    void see(Object observations, int input) {
        if (observations instanceof float[] floats) {
            batch.over(floats, frames, size);
        } else {
            batch.over((byte[]) observations, frames, size);
        }
        batch.states(Inputs.states(1, input, memory));
        batch.add((input * frames + frames - 1) * size);
        batch.state(0);
        forward.forward(snapshot, batch, row, offsets);
    }

    /** Returns that of the last input seen. */
    float[] row() {
        return row;
    }

    /** An output of the row that was seen last. */
    float[] output(String name) {
        return switch (name) {
            case "action" -> action();
            case "logits" -> Arrays.copyOf(row, head.outputs());
            case "mean", "pre_tanh" -> Arrays.copyOf(row, head.actionWidth());
            case "log_std" -> logStd(Arrays.copyOfRange(row, head.actionWidth(), head.outputs()));
            case "q_values" -> critics == null ? values() : leastOfEach();
            case "next_state" -> Arrays.copyOfRange(row, outputWidth, row.length);
            case "value" -> new float[] {critics == null ? row[outputWidth - 1] : ofCritics()};
            default -> throw new AssertionError(name + " is an output that nobody expects");
        };
    }

    /** The mean of the least values of all critics at the best action, by the learner's own forward. */
    private float ofCritics() {
        float[] values = criticValues();
        Arrays.sort(values);
        double sum = 0;
        for (int i = 0; i < kept; i++) {
            sum += values[i];
        }
        return (float) (sum / kept);
    }

    /** The least value of each discrete action. */
    private float[] leastOfEach() {
        float[] values = criticValues();
        float[] least = Arrays.copyOf(values, head.outputs());
        for (int i = 0; i < values.length; i++) {
            least[i % least.length] = Math.min(least[i % least.length], values[i]);
        }
        return least;
    }

    private float[] criticValues() {
        float[] best = new float[head.actionWidth()];
        head.mode(row, 0, best, 0);
        float[] values = new float[critics.layout().critics() * critics.layout().outputs()];
        critics.forward(
                normalized == null ? batch : normalized.of(parameters, batch, 0, 1),
                best,
                critics.layout().critics(),
                values);
        return values;
    }

    private float[] action() {
        float[] action = new float[head.actionWidth()];
        head.mode(row, 0, action, 0);
        head.toEnvironment(action, 0, action, 0);
        return action;
    }

    private float[] logStd(float[] s) {
        if (head instanceof StateDependentGaussian) {
            float[] logs = new float[head.actionWidth()];
            int units = head.repeatedOutputs();
            for (int j = 0; j < logs.length; j++) {
                double variance = 1e-6;
                for (int i = 0; i < units; i++) {
                    variance += s[i] * s[i] * StrictMath.exp(2.0 * s[units + i * logs.length + j]);
                }
                logs[j] = (float) (0.5 * StrictMath.log(variance));
            }
            return logs;
        }
        if (head instanceof SquashedGaussian squashed) {
            for (int i = 0; i < s.length; i++) {
                s[i] = (float)
                        (squashed.logStd() == SquashedGaussian.LogStd.TANH
                                ? -5 + 3.5 * (StrictMath.tanh(s[i]) + 1)
                                : Math.min(Math.max(s[i], -20), 2));
            }
        }
        return s;
    }

    /** Wang et al. 2016, Eq. 9. */
    private float[] values() {
        if (head instanceof ActionValues of && of.distribution().isUsed()) {
            float[] means = new float[of.count()];
            for (int i = 0; i < means.length; i++) {
                means[i] = of.allows(row, 0, i) ? (float) of.value(row, 0, i) : OutputRow.FORBIDDEN;
            }
            return means;
        }
        float[] values = Arrays.copyOf(row, head.outputs());
        if (outputWidth > values.length) {
            double mean = 0;
            int allowed = new ActionValues(values.length).allowed(values, 0);
            for (float value : values) {
                mean += value == OutputRow.FORBIDDEN ? 0 : value / (double) allowed;
            }
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) (values[i] - mean + row[outputWidth - 1]);
            }
        }
        return values;
    }

    /** The least distance of the best of {@code counts} values to the second best: indices of ties are not decided. */
    double margin(int... counts) {
        double least = Double.POSITIVE_INFINITY;
        int at = 0;
        float[] ranked = head instanceof ActionValues of && of.distribution().isUsed() ? values() : row;
        for (int count : counts) {
            float[] part = Arrays.copyOfRange(ranked, at, at + count);
            Arrays.sort(part);
            least = Math.min(least, (double) part[count - 1] - part[count - 2]);
            at += count;
        }
        return least;
    }
}
