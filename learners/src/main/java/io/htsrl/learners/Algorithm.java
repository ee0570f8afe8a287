package io.htsrl.learners;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.schedule.Schedule;
import java.util.Set;

/**
 * A learning algorithm, found as a service: a class with a public constructor without parameters, named in
 * {@code META-INF/services/io.htsrl.learners.Algorithm}. It describes itself and makes its learner; nothing else in
 * hts-rl knows which algorithms there are. What its settings are by default stands in {@code presets/NAME.yaml} beside
 * it. Stateless, any thread.
 */
public interface Algorithm {

    /** What {@code --algo} takes, in lower case. */
    String name();

    /** For people: its full name and its source. */
    String title();

    /** Its settings: a public record, whose components name the flags. */
    Class<? extends AlgorithmConfig> settings();

    /** Settings of the run, beside its own, that mean nothing to it: keys without dashes. */
    default Set<String> unusedSettings() {
        return Set.of();
    }

    /** Whether it can choose actions of such a space. */
    default boolean actsIn(ActionSpace space) {
        return space instanceof ActionSpace.Discrete;
    }

    /** Completes "must have ..." for an environment whose actions it cannot choose: what {@link #actsIn} takes. */
    default String actionSpaces() {
        return "discrete actions";
    }

    /** Whether it can learn from such observations. */
    default boolean learnsFrom(ObservationSpace space) {
        return true;
    }

    /** Completes "must have ..." for an environment whose observations it cannot learn from: what {@link #learnsFrom} takes. */
    default String observationSpaces() {
        return "observations";
    }

    /** Whether it can act in such an environment and learn from it. */
    default boolean fits(EnvironmentSpec environment) {
        return actsIn(environment.actionSpace()) && learnsFrom(environment.observationSpace());
    }

    /** Whether it can learn under that schedule. */
    default boolean runsUnder(Schedule schedule) {
        return true;
    }

    /**
     * Whether its learner computes all minibatches by one {@link LearnerInputs#network}, over rows of the bank it learns from:
     * their rows can be shared out to other machines then.
     */
    default boolean sharesRows() {
        return false;
    }

    /**
     * A learner with its networks.
     *
     * @param settings an instance of {@link #settings}, checked
     */
    Learner learner(AlgorithmConfig settings, LearnerInputs inputs);
}
