package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.FinalObservations;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plays a run again while it goes on, on environments of its own: every step of each environment must come, once and in
 * order, with the action that its draw takes from the stored output, and with an output that the parameters of the
 * rollout's version give. Interval k has version k, that is φ_k; but for {@code async}, where timing decides which
 * version that is, and nothing else. Observes on the learner's thread.
 */
final class RunWitness implements IntervalObserver {
    private final RunConfig config;
    private final boolean oneVersionPerRollout;
    private final boolean inOrder;
    private final List<ActionSelector> selectors = new ArrayList<>();
    private final List<Environment> environments = new ArrayList<>();
    private final List<float[]> observations = new ArrayList<>();
    private final List<Policy.Snapshot> versions = new ArrayList<>();
    private final long[] episodes;
    private final long[] steps;
    private final RandomStream root;
    private final ActionHead head;
    private final PolicyNetwork policy;
    private final Policy.Forward forward;
    private final float[] output;
    private final StepResult result = new StepResult();
    private int rollouts;

    /** Watches a run whose rollouts are of one version each. */
    RunWitness(RunConfig config) {
        this(config, true);
    }

    /** @param oneVersionPerRollout false where actors take new parameters within a rollout */
    RunWitness(RunConfig config, boolean oneVersionPerRollout) {
        this.config = config;
        this.oneVersionPerRollout = oneVersionPerRollout;
        this.inOrder = config.pipeline().schedule() != Schedule.ASYNC;
        this.root = RandomStream.root(config.seed());
        int count = config.pipeline().numEnvs();
        this.episodes = new long[count];
        this.steps = new long[count];
        for (int index = 0; index < count; index++) {
            environments.add(Environments.create(config.env(), config.envOptions()));
            observations.add(
                    new float[environments.get(0).spec().observationSpace().size()]);
            reset(index);
        }
        EnvironmentSpec spec = environments.get(0).spec();
        this.head = config.head(spec);
        for (int index = 0; index < count; index++) {
            selectors.add(config.algorithm()
                    .selector(
                            head,
                            index,
                            count,
                            config.horizon().times(config.pipeline().syncInterval())));
        }
        this.policy = config.policy(spec);
        this.forward = policy.newForward();
        this.output = new float[policy.outputWidth()];
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, root.spawn("parameters"));
        publish(initial);
    }

    private void publish(float[] parameters) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        versions.add(snapshot);
    }

    private ObservationSlot slot(int environment) {
        float[] row = observations.get(environment);
        return new ObservationSlot().at(row, 0, row.length);
    }

    private void reset(int environment) {
        long seed = root.spawn("episode").spawn(environment).bits(episodes[environment]++);
        environments.get(environment).reset(seed, slot(environment));
    }

    @Override
    public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        for (int column = 0; column < bank.shape().environments(); column++) {
            assertTrue(bank.version(column) <= interval, "acted with parameters of the future");
            if (inOrder) {
                assertEquals(interval, bank.version(column));
                assertEquals(column, bank.environment(column));
            }
            for (int step = 0; step < bank.shape().steps(); step++) {
                replay(bank, step, column);
            }
            assertObservation(bank, bank.shape().steps(), column);
            rollouts++;
        }
        publish(parameters);
    }

    private void assertObservation(StorageBank bank, int step, int column) {
        int offset = bank.observationOffset(step, column);
        float[] expected = observations.get(bank.environment(column));
        for (int i = 0; i < expected.length; i++) {
            assertEquals(
                    expected[i],
                    bank.floatObservations()[offset + i],
                    () -> "rollout " + rollouts + ", step " + step + " of environment " + bank.environment(column));
        }
    }

    private void replay(StorageBank bank, int step, int column) {
        int environment = bank.environment(column);
        int row = bank.row(step, column);
        assertObservation(bank, step, column);
        if (step == 0 || oneVersionPerRollout) {
            assertOutput(bank, row, environment, bank.version(column));
        }
        float[] action = new float[head.actionWidth()];
        selectors
                .get(environment)
                .select(
                        bank.outputs(),
                        row * output.length,
                        root.spawn("action").spawn(environment),
                        steps[environment]++,
                        action,
                        0);
        for (int i = 0; i < action.length; i++) {
            assertEquals(action[i], bank.actions()[row * action.length + i]);
        }
        head.toEnvironment(action, 0, action, 0);
        environments.get(environment).step(action, 0, slot(environment), result);
        assertEquals((float) result.reward, bank.rewards()[row]);
        assertEquals(result.terminated, bank.terminated(row));
        assertEquals(result.truncated && !result.terminated, bank.truncated(row));
        if (bank.truncated(row)) {
            assertFinal(bank.finals(column), step, observations.get(environment));
        }
        if (result.done()) {
            reset(environment);
        }
    }

    /** What a truncated episode ended with is kept, and is no other's. */
    private static void assertFinal(FinalObservations finals, int step, float[] expected) {
        ObservationSlot last = new ObservationSlot();
        int index = 0;
        while (finals.step(index) != step) {
            index++;
        }
        finals.slot(index, last);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], last.get(i), "last observation of the episode that step " + step + " ended");
        }
    }

    private void assertOutput(StorageBank bank, int row, int environment, long version) {
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(observations.get(environment));
        batch.add(0);
        forward.forward(versions.get((int) version), batch, output, new int[] {0});
        for (int i = 0; i < output.length; i++) {
            assertEquals(output[i], bank.outputs()[row * output.length + i], "output by version " + version);
        }
    }

    /** All rollouts of the run have come. */
    void assertComplete() {
        assertEquals(config.intervals() * config.pipeline().columns(), rollouts);
    }
}
