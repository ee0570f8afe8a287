package io.htsrl.learners;

/**
 * An {@link Algorithm} with its name, its title and the type of type of its settings. Stateless, any thread.
 *
 * @param <C> its settings
 */
public abstract class BaseAlgorithm<C extends AlgorithmConfig> implements Algorithm {
    private final String name;
    private final String title;
    private final Class<C> settings;

    protected BaseAlgorithm(String name, String title, Class<C> settings) {
        this.name = name;
        this.title = title;
        this.settings = settings;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final Class<C> settings() {
        return settings;
    }

    @Override
    public final Learner learner(AlgorithmConfig config, LearnerInputs inputs) {
        return newLearner(settings.cast(config), inputs);
    }

    /** Creates the learner, as {@link #learner} does, from settings of the right type. */
    protected abstract Learner newLearner(C config, LearnerInputs inputs);
}
