package io.htsrl.core.time;

/** Activities of a worker's thread, in the words that traces and summaries use. Immutable. */
public enum Activity {
    /** An executor steps replicas, one after the other, until none has its policy output. */
    STEP("step", "steps", false),
    /** {@code serial}: one replica's whole interval, forwards included; {@code a3c}: all of an executor's. */
    ROLLOUT("rollout", "steps", false),
    /** A batch of states goes through the policy, on an actor's thread or on that of an executor that serves itself. */
    FORWARD("forward", "batch_size", false),
    /** An executor waits for a policy output. */
    WAIT_FOR_ACTIONS("wait for actions", "actions", true),
    /** An executor waits for environments in other processes, and for policy outputs meanwhile. */
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
    /** The last thread to arrive at the barrier exchanges banks and parameters. */
    SWAP("swap", null, false),
    /** Inside a swap: the run's state is copied for a checkpoint, as soon as the previous one is on the disk. */
    CHECKPOINT("checkpoint", null, false),
    /** {@code --adapt}: an executor or actor is inactive; not part of its role's time. */
    PARKED("parked", null, true),
    /**
     * A machine that collects rollouts works on a unit of columns, from its complete input to the return of the
     * columns.
     */
    UNIT("unit", "columns", false),
    /** Parameters are sent to such a machine. */
    BROADCAST("broadcast", "bytes", false);

    private final String label;
    private final String argument;
    private final boolean waiting;

    Activity(String label, String argument, boolean waiting) {
        this.label = label;
        this.argument = argument;
        this.waiting = waiting;
    }

    /** Returns the name, for people. */
    public String label() {
        return label;
    }

    /** Returns the name of the number that belongs to a span; null if none exists. */
    public String argument() {
        return argument;
    }

    /** Returns whether the thread has nothing to do. */
    public boolean waiting() {
        return waiting;
    }
}
