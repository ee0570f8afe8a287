package io.htsrl.executors;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.EpisodeLog;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.RowSampler;
import io.htsrl.core.policy.SamplingSelector;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.run.VarHandles;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;

/**
 * One environment replica: selects actions from output rows, steps, resets, and writes its rows of the bank. One thread
 * at a time. Every draw is a function of the root seed, the replica's index, and its own step or episode count;
 * allocates nothing per step.
 *
 * <p>If its environment is {@link #elsewhere}, computed by another process, {@link #advance} and {@link #begin} wait
 * for it; an executor with other work calls {@link #beginFirst} and {@link #beginStep} instead, and {@link #complete}
 * once it is {@link #ready}.
 */
public final class Replica {
    /** Maximum number of floats in the actions of an episode that can be replayed. */
    public static final int MOST_LOGGED = EpisodeLog.LIMIT / Float.BYTES;

    private static final VarHandle STEP = VarHandles.handle(MethodHandles.lookup(), "step", int.class);

    private final int index;
    private final Environment environment;
    private final ActionHead head;
    private final ActionSelector selector;
    private final float[] converted; // the action for the environment; null if it gets the bank's row
    private float[] given; // array of the environment's action
    private int givenAt;
    private final RandomStream actionDraws;
    private final RandomStream episodeSeeds;
    private final EnvironmentCaller calls;
    private final EpisodeLog log; // null if it is not needed
    private final EnvironmentState state;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private StorageBank bank;
    private int column;
    private int step; // other threads read it through STEP
    private long totalSteps;
    private long episodes;
    private boolean cut; // true if the saved episode could not be restored
    private boolean beginning; // true if the request in flight is the run's first reset

    /**
     * @param index number of the replica in the run
     * @param head definition of the environment's actions
     * @param selector chooses the actions, for this replica alone
     * @param root root stream of the run
     */
    public Replica(int index, Environment environment, ActionHead head, ActionSelector selector, RandomStream root) {
        this(index, environment, head, selector, root, EpisodeLog.LIMIT);
    }

    /** @param logged maximum number of bytes of an episode that are kept for its replay */
    Replica(
            int index,
            Environment environment,
            ActionHead head,
            ActionSelector selector,
            RandomStream root,
            int logged) {
        this.index = index;
        this.column = index;
        this.environment = environment;
        this.head = head;
        this.selector = selector;
        this.converted = head.converts() ? new float[head.actionWidth()] : null;
        this.actionDraws = root.spawn("action").spawn(index);
        this.episodeSeeds = episodeSeeds(root, index);
        this.calls = new EnvironmentCaller(this, environment);
        boolean replayed = environment.replayable() && !environment.canSaveState();
        this.log = replayed ? new EpisodeLog(environment.spec().actionSpace().width(), logged) : null;
        this.state = new EnvironmentState(environment, log, calls, result);
    }

    /** Returns the stream of the seeds of a replica's episodes: the bits of episode 0, 1, ... */
    public static RandomStream episodeSeeds(RandomStream root, int index) {
        return root.spawn("episode").spawn(index);
    }

    public int index() {
        return index;
    }

    /** Returns {@link #step}, slightly out of date. Any thread. */
    public int stepSeen() {
        return (int) STEP.getOpaque(this);
    }

    /** Returns whether a call of its environment is running; slightly out of date. Any thread. */
    public boolean callingSeen() {
        return calls.underWay();
    }

    /** Returns pictures of its environment from now on; called before its first rollout. Empty if it has no picture. */
    public Optional<FrameSource> portrait() {
        return calls.portrait();
    }

    /**
     * Begins a rollout in {@code newColumn} of {@code newBank}. The first rollout of a run resets the environment into
     * its first row; the first observation of a later rollout is the last of the previous one, in whichever column that
     * is.
     */
    public void begin(StorageBank newBank, int newColumn) {
        StorageBank previous = bank;
        int full = column;
        bank = newBank;
        column = newColumn;
        STEP.setOpaque(this, 0);
        if (previous == null) {
            reset(0);
        } else {
            newBank.carryOver(previous, full, newColumn);
        }
    }

    /** Returns an object that steps all of these replicas together; empty if they step one by one. */
    public static Optional<BatchedEnvironment> batched(List<Replica> replicas) {
        EnvironmentSpec spec = replicas.get(0).environment.spec();
        boolean plain = spec.observationSpace().kind() == ObservationSpace.Kind.FLOAT32
                && spec.observationSpace().mask() == 0
                && !spec.scored()
                && replicas.stream().allMatch(replica -> replica.environment.canSaveState());
        return plain
                ? replicas.get(0)
                        .environment
                        .batched(replicas.stream()
                                .map(replica -> replica.environment)
                                .toList())
                : Optional.empty();
    }

    /** Returns the sampler of the actions of these replicas; null if each selects its action. */
    static RowSampler sampler(List<Replica> replicas) {
        ActionHead head = replicas.get(0).head;
        boolean sampled = replicas.stream()
                .allMatch(replica -> replica.selector instanceof SamplingSelector sampling
                        && sampling.head().equals(head));
        return sampled ? head.newSampler(replicas.size()).orElse(null) : null;
    }

    RandomStream actionDraws() {
        return actionDraws;
    }

    /** Returns an array for the converted actions of some replicas; null if the environment gets the bank's rows. */
    float[] newConverted(int count) {
        return converted == null ? null : new float[count * converted.length];
    }

    /** Writes the action for the environment that belongs to the bank's action at {@code action}. */
    void convert(int action, float[] target, int offset) {
        head.toEnvironment(bank.actions(), action, target, offset);
    }

    boolean pictureWanted() {
        return calls.pictureWanted();
    }

    /** Creates the error for a value of the environment that is not finite. */
    EnvironmentFailedException gave(double value, String where) {
        return calls.gave(value, where);
    }

    long totalSteps() {
        return totalSteps;
    }

    /** Returns the column of the current, or the last, rollout in its bank. */
    public int column() {
        return column;
    }

    /** Returns the next step within the interval; {@code α} when the interval is full. */
    public int step() {
        return step;
    }

    /**
     * Takes one step on the output row of the observation before it: selects the action, steps the environment, writes
     * output, action, reward, ending and the observation that follows.
     */
    public void advance(float[] outputs, int outputOffset) {
        chooseAction(outputs, outputOffset);
        calls.step(given, givenAt, slot, result);
        if (endsEpisode()) {
            reset(step + 1);
        }
        stepped();
    }

    /** Chooses the action for the environment, and points the slot to the row of the next observation. */
    private void chooseAction(float[] outputs, int outputOffset) {
        int action = bank.row(step, column) * bank.shape().actionWidth();
        bank.storeOutput(step, column, outputs, outputOffset);
        select(outputs, outputOffset, action);
        bank.observationSlot(step + 1, column, slot);
        if (converted == null) {
            given = bank.actions();
            givenAt = action;
        } else {
            head.toEnvironment(bank.actions(), action, converted, 0);
            given = converted;
            givenAt = 0;
        }
        if (log != null) {
            log.step(given, givenAt);
        }
    }

    /** Stores the result of the step; returns whether it has ended its episode. */
    private boolean endsEpisode() {
        bank.storeResult(step, column, result);
        if (result.done() && !result.terminated) {
            bank.keepFinal(step, column);
        }
        return result.done();
    }

    void stepped() {
        STEP.setOpaque(this, step + 1);
        totalSteps++;
        calls.paintIfWanted();
    }

    void select(float[] outputs, int outputOffset, int action) {
        try {
            selector.select(outputs, outputOffset, actionDraws, totalSteps, bank.actions(), action);
        } catch (DivergedException e) {
            throw e.at(name() + " in " + place(), interval());
        }
    }

    void reset(int row) {
        calls.reset(beginEpisode(row), slot);
    }

    /** Returns the seed of an episode that begins in {@code row}, and points the slot to the row. */
    private long beginEpisode(int row) {
        long seed = episodeSeeds.bits(episodes++);
        bank.observationSlot(row, column, slot);
        bank.beginEpisode(row, column);
        selector.beginEpisode();
        if (log != null) {
            log.reset(seed, bank.shape().scored() && result.continues);
        }
        return seed;
    }

    /** Returns the number of agents that its environment steps together, with neighbouring replicas; 1 for none. */
    public int together() {
        return environment.agents().map(Agents::count).orElse(1);
    }

    /** Returns whether calls of the environment have a beginning and a completion. */
    public boolean elsewhere() {
        return calls.remote();
    }

    /** Begins the first rollout of a run like {@link #begin}, with a request for its reset. */
    public void beginFirst(StorageBank newBank, int newColumn) {
        bank = newBank;
        column = newColumn;
        STEP.setOpaque(this, 0);
        beginning = true;
        calls.beginReset(beginEpisode(0));
    }

    /** Begins {@link #advance}, with a request for its step. */
    public void beginStep(float[] outputs, int outputOffset) {
        chooseAction(outputs, outputOffset);
        calls.beginStep(given, givenAt);
    }

    /** Returns whether the observation to act on next needs no output, because its agent takes no part at present. */
    public boolean absent() {
        return calls.absent();
    }

    /** Begins a step without an output, for an {@link #absent} agent. */
    public void beginAbsentStep() {
        bank.storeAbsence(step, column);
        bank.observationSlot(step + 1, column, slot);
        calls.beginStep(bank.actions(), bank.row(step, column) * bank.shape().actionWidth());
    }

    /** Sends the begun request, if it was held back to be sent with others. */
    public void flush() {
        calls.flush();
    }

    /** Returns whether the request in flight can be completed. */
    public boolean ready() {
        return calls.ready();
    }

    /** Registers a wake-up, see {@link io.htsrl.core.environment.RemoteEnvironment#wakeWhenReady}. */
    boolean wakeWhenReady(Wakeup wakeup) {
        return calls.wakeWhenReady(wakeup);
    }

    /**
     * Completes the request in flight. Returns true when the next observation to act on is ready; false when the step
     * has ended its episode, and the request for a reset has been begun.
     */
    public boolean complete() {
        if (calls.resetting()) {
            calls.completeReset(slot);
        } else {
            calls.completeStep(slot, result);
            if (endsEpisode()) {
                calls.beginReset(beginEpisode(step + 1));
                return false;
            }
        }
        if (!beginning) {
            stepped();
        }
        beginning = false;
        return true;
    }

    /** Returns text such as {@code environment 5 (CartPole-v1)}. */
    String name() {
        return "environment " + index + " (" + environment.spec().id() + ")";
    }

    /**
     * Returns the current interval: the number of completed rollouts. For the owner, or for a thread that has seen the
     * owner begin a call of the environment.
     */
    public long interval() {
        return bank == null ? 0 : totalSteps / bank.shape().steps();
    }

    /** Returns the replica's position in the run, for messages. Thread rule of {@link #interval}. */
    public String place() {
        return "step " + step + " of interval " + interval() + " (" + episode() + ")";
    }

    private String episode() {
        return "episode " + (episodes - 1) + ", seed 0x" + Long.toHexString(episodeSeeds.bits(episodes - 1));
    }

    /** Returns whether a restored replica continues exactly where it was saved. */
    public boolean resumesExactly() {
        return SavedState.resumes(environment) && (log == null || log.whole());
    }

    /** Returns whether it resets only together with other agents, so that restoring it cannot truncate its episode. */
    public boolean resetsTogether() {
        return environment.agents().filter(agents -> agents.count() > 1).isPresent();
    }

    /** Marks the present state as the base of the next {@link #delta}. */
    public void mark() {
        if (log != null) {
            log.mark();
        }
    }

    /** Returns the output of {@link #save} as a change since the {@link #mark}. */
    public ReplicaDelta delta() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        saveHead(new DataOutputStream(head));
        return log == null
                ? new ReplicaDelta(head.toByteArray(), 0, new byte[0], resumesExactly() || !resetsTogether())
                : new ReplicaDelta(head.toByteArray(), log.marked(), log.added(), log.whole());
    }

    /**
     * Writes the counters of its draws, the state of its selector, and the environment's state if that can be saved, or
     * otherwise the data to replay its episode; the observation to act on next is in the last row of the bank that it
     * filled.
     */
    public void save(DataOutput out) throws IOException {
        saveHead(out);
        state.saveTail(out);
    }

    private void saveHead(DataOutput out) throws IOException {
        out.writeLong(totalSteps);
        out.writeLong(episodes);
        selector.save(out);
        state.saveHead(out);
    }

    /**
     * Restores the replica that {@code in} holds. If the environment could not save its state, the current episode is
     * replayed. If that is impossible, or the episode was too long to be kept, it counts as truncated at the end of
     * {@code filled}, and the next one begins there.
     *
     * @param filled the bank that the replica filled last, restored before
     * @throws IOException also when the environment reads more or less than it saved, or does not reach the saved state
     */
    public void restore(DataInput in, StorageBank filled) throws IOException {
        restore(in, filled, index);
    }

    /** Restores a replica whose last rollout is in another column of {@code filled}. */
    public void restore(DataInput in, StorageBank filled, int filledColumn) throws IOException {
        totalSteps = in.readLong();
        episodes = in.readLong();
        selector.restore(in);
        bank = filled;
        column = filledColumn;
        filled.observationSlot(filled.shape().steps(), column, slot);
        cut = !state.restore(in, slot, name(), episode());
        if (cut) {
            filled.truncateLast(column);
            reset(filled.shape().steps());
        }
    }

    /**
     * Returns whether {@link #restore} truncated an episode that was too long to be kept, in a resumable environment.
     */
    public boolean restoredCut() {
        return cut && SavedState.resumes(environment);
    }

    /** Closes the environment. */
    public void close() {
        environment.close();
    }
}
