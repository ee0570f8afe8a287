package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
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
import java.util.Optional;

/**
 * One environment replica on its way through the intervals: selects actions from output rows, steps, resets, and
 * writes its rows of the bank. One thread at a time. Every draw is a function of the root seed, the replica's index,
 * and its own step or episode count; allocates nothing per step.
 *
 * <p>Where its environment computes {@link #elsewhere}, {@link #advance} and {@link #begin} wait for it; an executor
 * with more to do calls {@link #beginFirst} and {@link #beginStep} instead, and {@link #complete} once it is
 * {@link #ready}.
 */
public final class Replica {
    /** Numbers in the actions of an episode that can be replayed. */
    public static final int MOST_LOGGED = EpisodeLog.LIMIT / Float.BYTES;

    private static final VarHandle STEP = VarHandles.handle(MethodHandles.lookup(), "step", int.class);

    private final int index;
    private final Environment environment;
    private final ActionHead head;
    private final ActionSelector selector;
    private final float[] converted; // the action as the environment gets it; null where it gets the bank's row
    private float[] given; // the action that the environment gets, and where it lies
    private int givenAt;
    private final RandomStream actionDraws;
    private final RandomStream episodeSeeds;
    private final EnvironmentCaller calls;
    private final EpisodeLog log; // null where it is of no use
    private final EnvironmentState state;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private StorageBank bank;
    private int column;
    private int step; // others read it through STEP
    private long totalSteps;
    private long episodes;
    private boolean cut; // the episode under way when it was saved could not be brought back
    private boolean beginning; // the request under way is the run's first reset

    /**
     * @param index    which replica of the run
     * @param head     what the environment's actions are
     * @param selector chooses them, for this replica alone
     * @param root     the root stream of the run
     */
    public Replica(int index, Environment environment, ActionHead head, ActionSelector selector, RandomStream root) {
        this(index, environment, head, selector, root, EpisodeLog.LIMIT);
    }

    /** @param logged bytes of the episode that are kept at most, to replay it */
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
        this.episodeSeeds = root.spawn("episode").spawn(index);
        this.calls = new EnvironmentCaller(this, environment);
        boolean replayed = environment.replayable() && !environment.canSaveState();
        this.log = replayed ? new EpisodeLog(environment.spec().actionSpace().width(), logged) : null;
        this.state = new EnvironmentState(environment, log, calls, result);
    }

    public int index() {
        return index;
    }

    /** As {@link #step}, a little late. Any thread. */
    public int stepSeen() {
        return (int) STEP.getOpaque(this);
    }

    /** Returns whether its environment is at work, as it was a little ago. Any thread. */
    public boolean callingSeen() {
        return calls.underWay();
    }

    /** Lets somebody outside see its environment from now on; before its first rollout. Empty where it has no picture. */
    public Optional<FrameSource> portrait() {
        return calls.portrait();
    }

    /**
     * Begins a rollout in {@code newColumn} of {@code newBank}: the first of a run resets the environment into its
     * first row; of a later one, the first observation is the last of the rollout before, wherever that lies.
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

    /** The column of the bank that the rollout under way, or the last one, lies in. */
    public int column() {
        return column;
    }

    /** The step within the interval that comes next; {@code α} when the interval is full. */
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

    /** Chooses the action, as the environment gets it; the slot points to where the observation goes that follows it. */
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

    /** Keeps what the step gave; whether it has ended its episode. */
    private boolean endsEpisode() {
        bank.storeResult(step, column, result);
        if (result.done() && !result.terminated) {
            bank.keepFinal(step, column);
        }
        return result.done();
    }

    private void stepped() {
        STEP.setOpaque(this, step + 1);
        totalSteps++;
        calls.paintIfWanted();
    }

    private void select(float[] outputs, int outputOffset, int action) {
        try {
            selector.select(outputs, outputOffset, actionDraws, totalSteps, bank.actions(), action);
        } catch (DivergedException e) {
            throw e.at(name() + " in " + place(), interval());
        }
    }

    private void reset(int row) {
        calls.reset(beginEpisode(row), slot);
    }

    /** The seed of an episode that begins in {@code row}, to which the slot points now. */
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

    /** Returns whether calls of the environment have a beginning and a completion. */
    public boolean elsewhere() {
        return calls.remote();
    }

    /** Begins the first rollout of a run, as {@link #begin}, with a request for its reset. */
    void beginFirst(StorageBank newBank, int newColumn) {
        bank = newBank;
        column = newColumn;
        STEP.setOpaque(this, 0);
        beginning = true;
        calls.beginReset(beginEpisode(0));
    }

    /** Begins {@link #advance}, with a request for its step. */
    void beginStep(float[] outputs, int outputOffset) {
        chooseAction(outputs, outputOffset);
        calls.beginStep(given, givenAt);
    }

    /** Sends the request that was begun, where that was held back for others to go along. */
    void flush() {
        calls.flush();
    }

    /** Returns whether the request under way can be completed. */
    boolean ready() {
        return calls.ready();
    }

    /** See {@link io.htsrl.core.environment.RemoteEnvironment#wakeWhenReady}. */
    boolean wakeWhenReady(Wakeup wakeup) {
        return calls.wakeWhenReady(wakeup);
    }

    /**
     * Completes the request under way. True when the next observation to act on is there; false when the step has ended
     * its episode, and the request for a reset has been begun.
     */
    boolean complete() {
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
     * The interval under way: how many rollouts have been completed. For the owner, or who has seen the owner begin a
     * call of the environment.
     */
    public long interval() {
        return bank == null ? 0 : totalSteps / bank.shape().steps();
    }

    /** Where in the run the replica is, for messages. Thread rule of {@link #interval}. */
    public String place() {
        return "step " + step + " of interval " + interval() + " (" + episode() + ")";
    }

    private String episode() {
        return "episode " + (episodes - 1) + ", seed 0x" + Long.toHexString(episodeSeeds.bits(episodes - 1));
    }

    /** Returns whether a replica that is restored goes on where it was. */
    public boolean resumesExactly() {
        return SavedState.resumes(environment) && (log == null || log.whole());
    }

    /** From here on a {@link #delta} counts. */
    public void mark() {
        if (log != null) {
            log.mark();
        }
    }

    /** What {@link #save} would write, by what is new since the {@link #mark}. */
    public ReplicaDelta delta() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        saveHead(new DataOutputStream(head));
        return log == null
                ? ReplicaDelta.of(head.toByteArray())
                : new ReplicaDelta(head.toByteArray(), log.marked(), log.added(), log.whole());
    }

    /**
     * The counters of its draws, what its selector remembers, and the environment's state where that can be saved, or
     * else what its episode can be replayed from; the observation to act on next lies in the last row of the bank that
     * it filled.
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
     * Becomes the replica that wrote {@code in}. Where its environment could not save its state, the episode under way
     * is replayed, or, where that is not to be had either or was too long to be kept, counts as truncated at the end of {@code filled}, and the
     * next one begins there.
     *
     * @param filled the bank that the replica filled last, restored before
     * @throws IOException also when the environment reads more or less than it saved, or is not where it was
     */
    public void restore(DataInput in, StorageBank filled) throws IOException {
        restore(in, filled, index);
    }

    /** The same, where its last rollout lies in another column of {@code filled}. */
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

    /** Whether {@link #restore} truncated an episode that was too long to be kept, though the environment can be replayed. */
    public boolean restoredCut() {
        return cut && SavedState.resumes(environment);
    }

    /** Closes the environment. */
    public void close() {
        environment.close();
    }
}
