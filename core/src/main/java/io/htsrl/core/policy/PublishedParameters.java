package io.htsrl.core.policy;

import io.htsrl.core.schedule.AsyncConfig;

/**
 * The newest parameters, and which ones each environment acts with, where there is no swap to exchange them: the
 * {@code async} schedule. {@link #publish} is for the learner alone; {@link #newest} for any thread; {@link #use} for
 * the actor that holds the environment's state, and {@link #version(int)} for the executor that it has answered: the
 * two buffers order these. Each version is a snapshot of its own, never written again, so that whoever still acts with
 * an old one may.
 */
public final class PublishedParameters {

    /**
     * One set of parameters. Immutable by agreement.
     *
     * @param version how many updates made it
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
        newest = version(newest.version() + 1, parameters); // releases the snapshot's content to whoever reads it
    }

    public Version newest() {
        return newest;
    }

    /**
     * What to act with.
     *
     * @param step   within the rollout
     * @param latest what the caller has read as the newest version
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

    /** The version that the first step of the environment's rollout was taken with. */
    public long version(int environment) {
        return begun[environment].version();
    }
}
