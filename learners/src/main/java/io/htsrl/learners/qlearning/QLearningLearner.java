package io.htsrl.learners.qlearning;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.policies.network.TableLayout;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Q-learning (Watkins 1989; Sutton and Barto 2018, section 6.5), one update for each step of a bank, in (step,
 * environment) order, from φ_k to φ_{k+1}: {@code Q(s, a) += η (r + γ max Q(s') - Q(s, a))}, where each update reads
 * the results of the previous ones. Computed in double, stored as float. One thread; allocates nothing per step.
 */
final class QLearningLearner implements Learner {
    private final double gamma;
    private final AnnealedValue rate;
    private final AnnealingHorizon intervals;
    private final BankShape shape;
    private final TableLayout table;
    private final FiniteCheck finite;
    private final ObservationSlot slot = new ObservationSlot();
    private final int[] nextFinal;
    private int learnt;
    private double errors;
    private double values;

    QLearningLearner(QLearningConfig config, LearnerInputs inputs) {
        this.gamma = config.gamma();
        this.rate = config.optimizer().rate();
        this.intervals = inputs.intervals();
        this.shape = inputs.shape();
        this.table = (TableLayout) inputs.policy().layout();
        this.finite = new FiniteCheck(inputs.policy());
        this.nextFinal = new int[shape.environments()];
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        double step = rate.at(update, intervals);
        learnt = 0;
        errors = 0;
        values = 0;
        Arrays.fill(nextFinal, 0);
        for (int t = 0; t < shape.steps(); t++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                learn(bank, t, environment, step, parameters);
            }
        }
        finite.checkParameters(parameters, update);
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("td_error", errors / Math.max(1, learnt));
        metrics.put("q_values", values / Math.max(1, learnt));
        metrics.put("learning_rate", step);
        return metrics;
    }

    private void learn(StorageBank bank, int t, int environment, double step, float[] parameters) {
        int row = bank.row(t, environment);
        if (bank.lost(row)) {
            nextFinal[environment] += bank.truncated(row) ? 1 : 0;
            return;
        }
        int action = (int) bank.actions()[row];
        int at = table.state(bank.floatObservations(), bank.observationOffset(t, environment)) * table.rowWidth()
                + action;
        double next = bank.terminated(row) ? 0 : greatest(parameters, follower(bank, row, t, environment));
        double value = parameters[at];
        double error = bank.rewards()[row] + gamma * next - value;
        parameters[at] = (float) (value + step * error);
        learnt++;
        errors += Math.abs(error);
        values += value;
    }

    /** Returns a step's next observation; after a truncation, the episode's last one. */
    private ObservationSlot follower(StorageBank bank, int row, int t, int environment) {
        return bank.truncated(row)
                ? bank.finals(environment).slot(nextFinal[environment]++, slot) // in the order of steps
                : bank.observationSlot(t + 1, environment, slot);
    }

    /** Returns the greatest value of the actions that are allowed after an observation. */
    private double greatest(float[] parameters, ObservationSlot observation) {
        ObservationSpace space = shape.observationSpace();
        int from = table.state(observation.floats(), observation.offset()) * table.rowWidth();
        float greatest = Float.NEGATIVE_INFINITY;
        for (int i = 0; i < table.rowWidth(); i++) {
            boolean allowed = space.mask() == 0 || space.allows(observation, i);
            greatest = allowed ? Math.max(greatest, parameters[from + i]) : greatest;
        }
        return greatest;
    }

    /** Writes nothing: the table is the only state, and it is φ. */
    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}

    @Override
    public void close() {}
}
