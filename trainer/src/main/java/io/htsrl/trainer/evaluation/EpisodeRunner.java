package io.htsrl.trainer.evaluation;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.selfplay.OpponentPool;
import io.htsrl.trainer.selfplay.Opponents;
import io.htsrl.trainer.selfplay.SeatEnvironment;
import io.htsrl.trainer.watch.Watchdog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs episodes of given parameters on separate environments at their own speed, several at once with one forward.
 * Output rows are stable and an episode's randomness depends on its number alone, so the number run at once changes no
 * result. One thread.
 */
public final class EpisodeRunner implements AutoCloseable {
    /** Number of episodes at once that fills a forward's vectors. */
    private static final int AT_ONCE = 16;

    private final List<EpisodeLane> lanes = new ArrayList<>();
    private final List<SeatEnvironment> seats = new ArrayList<>(); // of the lanes in self-play
    private final int agents; // lanes that share an environment; 1 if none do
    private final Policy.Snapshot snapshot;
    private final Policy.Forward forward;
    private final int parameterCount;
    private final int memorySize;
    private final int rowWidth;
    private final float[] states; // recurrent states of the lanes
    private final ObservationBatch batch;
    private final boolean bytes;
    private final int frameStack;
    private final int frameSize;
    private final float[] floatRows;
    private final byte[] byteRows;
    private final float[] outputs;
    private final int[] outputOffsets;

    /**
     * Creates the environments; where one cannot be created, it closes the others.
     *
     * @param config the run whose policies are evaluated
     * @param episodes approximate number of episodes
     */
    public EpisodeRunner(RunConfig config, EvaluationPolicy actions, int episodes) {
        this(config, actions, episodes, null);
    }

    /** @param watchdog watches the environments; null for none */
    public EpisodeRunner(RunConfig config, EvaluationPolicy actions, int episodes, Watchdog watchdog) {
        EnvironmentSource environments = config.environments();
        Deque<Environment> created = new ArrayDeque<>();
        Environment first = create(0, environments, created, watchdog);
        EnvironmentSpec spec = first.spec();
        agents = first.agents().map(Agents::count).orElse(1);
        int width = agents > 1 ? agents : Math.min(AT_ONCE, episodes);
        PolicyNetwork policy = config.policy(spec);
        snapshot = policy.newEvaluationSnapshot();
        forward = policy.newForward();
        parameterCount = policy.parameterCount();
        rowWidth = policy.rowWidth();
        batch = new ObservationBatch(width);
        frameStack = config.frameStack();
        frameSize = spec.observationSpace().size();
        bytes = spec.observationSpace().kind() == ObservationSpace.Kind.UINT8;
        floatRows = new float[bytes ? 0 : width * policy.observationSize()];
        byteRows = new byte[bytes ? width * policy.observationSize() : 0];
        memorySize = policy.memorySize();
        states = new float[width * memorySize];
        outputs = new float[width * policy.rowWidth()];
        outputOffsets = new int[width];
        ActionHead head = config.head(spec);
        try {
            for (int lane = 0; lane < width; lane++) {
                Environment environment = lane == 0 ? first : create(lane, environments, created, watchdog);
                EpisodeLane added = new EpisodeLane(
                        environment,
                        head,
                        actions.selector(config.algorithm(), head),
                        bytes ? byteRows : floatRows,
                        lane * policy.observationSize(),
                        frameStack);
                lanes.add(added);
                if (watchdog != null) {
                    watchdog.know(environment, added::place);
                }
            }
        } catch (RuntimeException | Error e) {
            try {
                close();
            } catch (RuntimeException | Error closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private Environment create(
            int lane, EnvironmentSource environments, Deque<Environment> created, Watchdog watchdog) {
        Supplier<Environment> maker = () -> {
            if (created.isEmpty()) {
                created.addAll(environments.createAll(new ReplicaGroup(1)));
            }
            if (created.peek() instanceof SeatEnvironment seat) {
                seats.add(seat);
            }
            return created.remove();
        };
        return watchdog == null
                ? maker.get()
                : watchdog.create("evaluation environment " + lane + " (" + environments.id() + ")", maker);
    }

    /** Lets these players have the other seats from the next episode on; needs {@link RunConfig#inSeats}. */
    public void against(Function<Agents, Opponents> players) {
        seats.forEach(seat -> seat.connect(players));
    }

    /**
     * Lets another policy have the other seats in the same way.
     *
     * @param other the run of that policy
     * @param rule by which it chooses its actions
     */
    public void against(RunConfig other, float[] parameters, EvaluationPolicy rule) {
        EnvironmentSpec spec = seats.get(0).spec();
        PolicyNetwork policy = other.policy(spec);
        ActionHead head = other.head(spec);
        OpponentPool pool = OpponentPool.of(policy, parameters);
        seats.forEach(seat -> seat.connect(pool, policy, head, () -> rule.selector(other.algorithm(), head)));
    }

    /** Gives the evaluated policy this seat in the next episodes, see {@link SeatEnvironment#sit}. */
    public void sit(int number) {
        seats.forEach(seat -> seat.sit(number));
    }

    /**
     * Returns the stream of an evaluation. Its key is the same in runs with and without delayed updates, so that
     * equally long runs are evaluated in the same episodes.
     *
     * @param seed of the run, or another for other episodes
     * @param intervals number of complete intervals of the run
     */
    public static RandomStream stream(long seed, long intervals) {
        return RandomStream.root(seed).spawn("evaluation").spawn(intervals);
    }

    /**
     * Runs {@code episodes} episodes; episode e is a function of the parameters, the stream and e.
     *
     * @param patience called before each forward; an exception ends the evaluation
     * @return one for each episode, in their order
     */
    public List<Episode> run(float[] parameters, RandomStream stream, int episodes, Runnable patience) {
        snapshot.load(parameters);
        Episode[] outcomes = new Episode[episodes];
        List<EpisodeLane> active =
                new ArrayList<>(agents > 1 ? lanes : lanes.subList(0, Math.min(lanes.size(), episodes)));
        int begun = 0;
        int left = episodes;
        for (EpisodeLane lane : active) {
            lane.begin(begun++, stream);
        }
        settle(active);
        while (left > 0) {
            patience.run();
            advance(active);
            settle(active);
            for (int row = active.size() - 1; row >= 0; row--) { // from the last, so that one may be removed
                EpisodeLane lane = active.get(row);
                if (!lane.ended()) {
                    continue;
                }
                if (lane.absent()) {
                    lane.resetAgain();
                    continue;
                }
                if (lane.episode() < episodes) {
                    outcomes[lane.episode()] = lane.outcome();
                    left--;
                }
                if (begun < episodes || agents > 1) { // other agents of its environment need it
                    lane.begin(begun++, stream);
                } else {
                    active.remove(row);
                }
            }
            settle(active);
        }
        return Arrays.asList(outcomes);
    }

    /** Completes all calls that were begun. */
    private static void settle(List<EpisodeLane> active) {
        active.forEach(EpisodeLane::flush);
        active.forEach(EpisodeLane::settle);
    }

    /** Watches an episode that is played. */
    public interface Spectator {

        /**
         * Called when the environment is in its first state, or in the state after a step.
         *
         * @param done whether the episode has ended
         * @return whether the episode continues, unless it has ended
         */
        boolean onState(Episode soFar, boolean done);
    }

    /**
     * Plays one episode on the environment that {@link #rendered} shows; it is the one that {@link #run} plays under
     * this number.
     *
     * @return the result up to the state at which the spectator stopped it
     */
    public Episode play(float[] parameters, RandomStream stream, int episode, Spectator spectator) {
        snapshot.load(parameters);
        EpisodeLane lane = lanes.get(0);
        List<EpisodeLane> together = lanes.subList(0, agents);
        for (int agent = 0; agent < agents; agent++) {
            together.get(agent).begin(episode + agent, stream);
        }
        settle(together);
        while (spectator.onState(lane.outcome(), lane.ended()) && !lane.ended()) {
            advance(together);
            settle(together);
            if (!lane.ended()) {
                together.stream().filter(EpisodeLane::ended).forEach(EpisodeLane::resetAgain);
                settle(together);
            }
        }
        return lane.outcome();
    }

    /** Returns the newest observation of {@link #play}. */
    public ObservationSlot observation() {
        return lanes.get(0).observation();
    }

    /** Returns the last action of {@link #play}, in the environment's form. */
    public float[] action() {
        return lanes.get(0).action();
    }

    /** Returns the result of the last step of {@link #play}. */
    public StepResult result() {
        return lanes.get(0).result();
    }

    /** Returns the renderer of the environment of {@link #play}, if one exists. */
    public Optional<Rendered> rendered() {
        return lanes.get(0).rendered();
    }

    /** Begins a step of each lane. */
    private void advance(List<EpisodeLane> active) {
        List<EpisodeLane> acting = active;
        if (agents > 1) {
            acting = active.stream().filter(lane -> !lane.absent()).toList();
            active.stream().filter(EpisodeLane::absent).forEach(lane -> lane.advance(outputs, 0));
        }
        if (!acting.isEmpty()) {
            forward(acting);
        }
        for (int row = 0; row < acting.size(); row++) {
            acting.get(row).advance(outputs, outputOffsets[row]);
        }
    }

    private void forward(List<EpisodeLane> active) {
        if (bytes) {
            batch.over(byteRows, frameStack, frameSize);
        } else {
            batch.over(floatRows, frameStack, frameSize);
        }
        batch.states(memorySize == 0 ? null : states);
        for (int row = 0; row < active.size(); row++) {
            EpisodeLane lane = active.get(row);
            lane.addTo(batch);
            batch.state(lane.begins() ? ObservationBatch.EMPTY : lane.number() * memorySize);
            outputOffsets[row] = row * rowWidth;
        }
        forward.forward(snapshot, batch, outputs, outputOffsets);
        for (int row = 0; row < active.size(); row++) {
            int next = outputOffsets[row] + rowWidth - memorySize;
            System.arraycopy(outputs, next, states, active.get(row).number() * memorySize, memorySize);
        }
    }

    /** Returns the length of the parameter vectors. */
    public int parameterCount() {
        return parameterCount;
    }

    /** Closes the environments. */
    @Override
    public void close() {
        lanes.forEach(EpisodeLane::close);
    }
}
