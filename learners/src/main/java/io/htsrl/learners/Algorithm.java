package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.schedule.Schedule;
import java.util.Set;

/**
 * A learning algorithm, found as a service: a class with a public constructor without parameters, named in
 * {@code META-INF/services/io.htsrl.learners.Algorithm}. It describes itself and creates its learner; no other code in
 * hts-rl lists the algorithms. The defaults of its settings are in the resource {@code presets/NAME.yaml}. Stateless,
 * any thread.
 */
public interface Algorithm {

    /** Returns the name that {@code --algo} accepts, in lower case. */
    String name();

    /** Returns the full name and the source, for messages and help. */
    String title();

    /** Returns the type of the settings: a public record, whose components name the flags. */
    Class<? extends AlgorithmConfig> settings();

    /** Returns the keys, without dashes, of the run's settings that have no effect on this algorithm. */
    default Set<String> unusedSettings() {
        return Set.of();
    }

    /** Returns whether the algorithm can choose actions of this space. */
    default boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Discrete;
    }

    /** Completes the message "must have ..." for an unsupported action space: names what {@link #actsIn} accepts. */
    default String actionSpaces() {
        return "discrete actions";
    }

    /** Returns whether the algorithm can learn from such observations. */
    default boolean learnsFrom(ObservationSpace space) {
        return true;
    }

    /**
     * Completes the message "must have ..." for an unsupported observation space: names what {@link #learnsFrom}
     * accepts.
     */
    default String observationSpaces() {
        return "observations";
    }

    /** Returns whether the algorithm can act in such an environment and learn from it. */
    default boolean fits(EnvironmentSpec environment) {
        return actsIn(environment.actionSpace()) && learnsFrom(environment.observationSpace());
    }

    /** Returns whether the algorithm learns from recorded steps alone. */
    default boolean needsRecording() {
        return false;
    }

    /** Returns whether the algorithm can learn a policy with a memory. */
    default boolean learnsSequences() {
        return false;
    }

    /** Returns whether the algorithm learns the statistics of a network that normalises over batches. */
    default boolean learnsStatistics() {
        return false;
    }

    /** Returns whether the algorithm can learn under that schedule. */
    default boolean runsUnder(Schedule schedule) {
        return !schedule.sharesParameters();
    }

    /**
     * Returns whether the learner computes all minibatches with one {@link LearnerInputs#network}, over rows of the
     * bank it learns from. Other machines can then compute some of the rows.
     */
    default boolean sharesRows() {
        return false;
    }

    /**
     * Creates a learner with its networks.
     *
     * @param settings an instance of {@link #settings}, checked
     */
    Learner learner(AlgorithmConfig settings, LearnerInputs inputs);
}
