package io.htsrl.trainer.evaluation;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.Optional;

/**
 * One environment of an {@link EpisodeRunner} and its current episode. One thread. An episode end for the learner
 * alone, such as a lost life, does not end an episode here: the policy plays on as in training, until the game is over.
 * Calls are begun, then completed by {@link #settle}, so that lanes of several agents can share an environment.
 */
final class EpisodeLane {
    private final Environment environment;
    private final RemoteEnvironment remote; // null if calls have no halves
    private final ActionHead head;
    private final ActionSelector selector;
    private final Object rows;
    private final int offset;
    private final int frameStack;
    private final int frameSize;
    private final ObservationSlot newest = new ObservationSlot();
    private final float[] action;
    private final float[] converted; // in the environment's form
    private final StepResult result = new StepResult();
    private int episode;
    private RandomStream draws;
    private RandomStream seeds;
    private double ret;
    private int length;
    /** Steps since the last reset, and resets since the episode began. */
    private int steps;

    private int resets;

    // the last call
    private boolean inFlight;
    private boolean resetting;
    private boolean ended;
    private boolean absent;

    /**
     * @param head describes the environment's actions
     * @param selector chooses the actions of this lane alone
     * @param rows array for the kind of observations, with this lane's stack, the newest last
     * @param offset start of the stack
     * @param frameStack S
     */
    EpisodeLane(
            Environment environment,
            ActionHead head,
            ActionSelector selector,
            Object rows,
            int offset,
            int frameStack) {
        this.environment = environment;
        this.remote = environment instanceof RemoteEnvironment elsewhere ? elsewhere : null;
        this.head = head;
        this.selector = selector;
        this.rows = rows;
        this.offset = offset;
        this.frameStack = frameStack;
        this.frameSize = environment.spec().observationSpace().size();
        int last = offset + (frameStack - 1) * frameSize;
        if (rows instanceof float[] floats) {
            newest.at(floats, last, frameSize);
        } else {
            newest.at((byte[]) rows, last, frameSize);
        }
        this.action = new float[head.actionWidth()];
        this.converted = head.converts() ? new float[head.actionWidth()] : action;
    }

    /** Begins an episode, whose randomness comes only from the evaluation's stream and the episode's number. */
    void begin(int newEpisode, RandomStream evaluation) {
        episode = newEpisode;
        draws = evaluation.spawn("action").spawn(newEpisode);
        seeds = evaluation.spawn("episode");
        ret = 0;
        length = 0;
        steps = 0;
        resets = 0;
        ended = false;
        selector.beginEpisode();
        reset(seeds.bits(newEpisode));
    }

    /** Begins the reset after a step of an {@link #absent} agent, whose episode has not begun yet. */
    void resetAgain() {
        ended = false;
        reset(seeds.bits(episode, ++resets));
    }

    private void reset(long seed) {
        inFlight = true;
        resetting = true;
        if (remote == null) {
            environment.reset(seed, newest);
        } else {
            remote.beginReset(seed);
        }
    }

    /** Begins a step: on an output row, unless its agent is {@link #absent}. */
    void advance(float[] outputs, int outputOffset) {
        if (absent) {
            step();
            return;
        }
        selector.select(outputs, outputOffset, draws, length, action, 0);
        if (head.converts()) {
            head.toEnvironment(action, 0, converted, 0);
        }
        System.arraycopy(rows, offset + frameSize, rows, offset, (frameStack - 1) * frameSize);
        step();
    }

    private void step() {
        inFlight = true;
        resetting = false;
        if (remote == null) {
            environment.step(converted, 0, newest, result);
        } else {
            remote.beginStep(converted, 0);
        }
    }

    /** Sends the call that was begun. */
    void flush() {
        if (remote != null) {
            remote.flush();
        }
    }

    /** Waits for the call that was begun and completes it, and a reset that follows from it. */
    void settle() {
        while (inFlight) {
            complete();
        }
    }

    private void complete() {
        if (remote != null) {
            remote.flush();
            remote.await();
            if (resetting) {
                remote.completeReset(newest);
            } else {
                remote.completeStep(newest, result);
            }
        }
        inFlight = false;
        if (resetting) {
            absent = remote != null && remote.absent();
            checkMask();
        } else if (absent) {
            ended = true;
        } else {
            account();
        }
    }

    /** Adds the result of a step to the episode. */
    private void account() {
        ret += environment.spec().scored() ? result.score : result.reward;
        length++;
        steps++;
        if (environment.spec().scored() && result.continues) {
            steps = 0;
            selector.beginEpisode();
            reset(seeds.bits(episode, ++resets));
            return;
        }
        ended = result.done();
        if (!ended) {
            checkMask();
        }
    }

    /** Returns whether a reset must follow the last step. */
    boolean ended() {
        return ended;
    }

    /** Returns whether its agent takes no part at present, and no policy needs to act for it. */
    boolean absent() {
        return absent;
    }

    private void checkMask() {
        if (!absent && !environment.spec().observationSpace().leavesChoice(newest)) {
            throw new EnvironmentFailedException(
                    "environment (" + environment.spec().id() + ") allows no action in " + place()
                            + ": its mask must allow at least one of each choice; fix the environment",
                    -1,
                    null);
        }
    }

    /** Returns the newest observation, until the next call. */
    ObservationSlot observation() {
        return newest;
    }

    /** Returns the last action, in the environment's form. */
    float[] action() {
        return converted;
    }

    /** Returns the result of the last step. */
    StepResult result() {
        return result;
    }

    /** Adds the observation to act on; the frames since the last reset are present. */
    void addTo(ObservationBatch batch) {
        batch.add(newest.offset(), Math.min(frameStack, steps + 1));
    }

    /** Returns whether the observation to act on is the first since a reset. */
    boolean begins() {
        return steps == 0;
    }

    /** Returns the number of the lane: its place in the rows. */
    int number() {
        return offset / (frameStack * frameSize);
    }

    /** The number of the episode under way, or of the last one. */
    int episode() {
        return episode;
    }

    /**
     * Returns the place in the episode, for messages. The thread rule of {@link io.htsrl.trainer.watch.Watchdog#know}.
     */
    String place() {
        return "step " + length + " of evaluation episode " + episode;
    }

    /** Returns the episode's result so far. */
    Episode outcome() {
        return new Episode(ret, length);
    }

    /** Returns the renderer of the environment's state, if one exists. */
    Optional<Rendered> rendered() {
        return environment.rendered();
    }

    void close() {
        environment.close();
    }
}
