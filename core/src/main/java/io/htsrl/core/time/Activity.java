package io.htsrl.core.time;

/** What a worker's thread can be doing, in the words that traces and summaries use. Immutable. */
public enum Activity {
    /** An executor steps replicas, one after the other, until none has its policy output. */
    STEP("step", "steps", false),
    /** {@code serial}: one replica's whole interval, forwards included. */
    ROLLOUT("rollout", "steps", false),
    /** A batch of states goes through the policy, on an actor's thread or on that of an executor that serves itself. */
    FORWARD("forward", "batch_size", false),
    /** An executor waits for a policy output. */
    WAIT_FOR_ACTIONS("wait for actions", "actions", true),
    /** An executor waits for environments that compute elsewhere, and for policy outputs meanwhile. */
    WAIT_FOR_ENVIRONMENTS("wait for environments", "actions", true),
    /** An actor waits for states. */
    WAIT_FOR_STATES("wait for states", "states", true),
    /** An executor or the learner waits for all others at the end of an interval; {@code sync}: of a rollout too. */
    WAIT_AT_BARRIER("wait at barrier", null, true),
    /** {@code async}: an executor waits until the learner has freed room for another rollout. */
    WAIT_FOR_LEARNER("wait for the learner", null, true),
    /** {@code async}: the learner waits for rollouts. */
    WAIT_FOR_ROLLOUTS("wait for rollouts", null, true),
    /** The learner digests and reports a completed rollout. */
    RECORD("record", "rollout", false),
    /** The learner updates the parameters from a rollout. */
    LEARN("learn", "rollout", false),
    /** The learner makes φ_{k+1} ready to act with. */
    PUBLISH("publish", null, false),
    /** Banks and parameters change places: by the last thread to arrive at the barrier. */
    SWAP("swap", null, false),
    /** Inside a swap: the run's state is copied for a checkpoint, as soon as the last one is on the disk. */
    CHECKPOINT("checkpoint", null, false),
    /** {@code --adapt}: an executor or actor is not needed for now; no part of its role's time. */
    PARKED("parked", null, true),
    /** A machine that collects rollouts has a unit of columns, from when it had all it needs until they are back. */
    UNIT("unit", "columns", false),
    /** Parameters are on their way to such a machine. */
    BROADCAST("broadcast", "bytes", false);

    private final String label;
    private final String argument;
    private final boolean waiting;

    Activity(String label, String argument, boolean waiting) {
        this.label = label;
        this.argument = argument;
        this.waiting = waiting;
    }

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /** What the number that goes along with a span counts; null where there is none. */
    public String argument() {
        return argument;
    }

    /** Returns whether the thread has nothing to do. */
    public boolean waiting() {
        return waiting;
    }
}
