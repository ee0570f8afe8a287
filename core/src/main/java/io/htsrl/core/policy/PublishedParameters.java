package io.htsrl.core.policy;

import io.htsrl.core.schedule.AsyncConfig;

/**
 * The newest parameters, and the version of each environment's rollout, for the {@code async} schedule, which has no
 * swap. {@link #publish} is for the learner alone, {@link #newest} for any thread, {@link #use} for the actor that
 * holds the environment's state, and {@link #version(int)} for the executor that receives the action: the two buffers
 * order these. Each version has a separate snapshot that is never written again, so actors may continue with an old
 * one.
 */
public final class PublishedParameters {

    /**
     * One set of parameters. Immutable by agreement.
     *
     * @param version number of updates that produced it
     */
    public record Version(long version, Policy.Snapshot snapshot) {}

    private final Policy policy;
    private final boolean everyStep;
    private final Version[] used;
    private final Version[] begun;
    private volatile Version newest;

    /** @param initial version 0 */
    public PublishedParameters(Policy policy, float[] initial, int environments, AsyncConfig.Freshness freshness) {
        this.policy = policy;
        this.everyStep = freshness == AsyncConfig.Freshness.STEP;
        this.used = new Version[environments];
        this.begun = new Version[environments];
        this.newest = version(0, initial);
    }

    private Version version(long number, float[] parameters) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        return new Version(number, snapshot);
    }

    /** Makes a copy of {@code parameters} the newest version. */
    public void publish(float[] parameters) {
        newest = version(newest.version() + 1, parameters); // releases the snapshot's content to its readers
    }

    public Version newest() {
        return newest;
    }

    /**
     * Returns the parameters to act with.
     *
     * @param step within the rollout
     * @param latest the newest version, as the caller has read it
     */
    public Version use(int environment, int step, Version latest) {
        if (step == 0) {
            begun[environment] = latest;
            used[environment] = latest;
        } else if (everyStep) {
            used[environment] = latest;
        }
        return used[environment];
    }

    /** Returns the version of the first step of the environment's rollout. */
    public long version(int environment) {
        return begun[environment].version();
    }
}
