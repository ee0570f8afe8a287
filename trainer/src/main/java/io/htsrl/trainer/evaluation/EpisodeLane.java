package io.htsrl.trainer.evaluation;

import io.htsrl.core.ActionSelector;
import io.htsrl.core.Environment;
import io.htsrl.core.ObservationSlot;
import io.htsrl.core.RandomStream;
import io.htsrl.core.Rendered;
import io.htsrl.core.StepResult;
import io.htsrl.trainer.EvaluationRecord.Episode;
import java.util.Optional;

/** One environment of an {@link EpisodeRunner} and the episode it is in. One thread. */
final class EpisodeLane {
    private final Environment environment;
    private final ActionSelector selector;
    private final ObservationSlot slot;
    private final float[] action;
    private final StepResult result = new StepResult();
    private int episode;
    private RandomStream draws;
    private double ret;
    private int length;

    /** @param slot where this lane's observations lie */
    EpisodeLane(Environment environment, ActionSelector selector, ObservationSlot slot) {
        this.environment = environment;
        this.selector = selector;
        this.slot = slot;
        this.action = new float[environment.spec().actionSpace().width()];
    }

    /** Begins an episode, all of whose chance comes from the evaluation's stream and its number. */
    void begin(int newEpisode, RandomStream evaluation) {
        episode = newEpisode;
        draws = evaluation.spawn("action").spawn(newEpisode);
        ret = 0;
        length = 0;
        environment.reset(evaluation.spawn("episode").bits(newEpisode), slot);
    }

    /** Takes one step on an output row. Returns whether it ended the episode. */
    boolean advance(float[] outputs, int outputOffset) {
        selector.select(outputs, outputOffset, draws, length, action, 0);
        environment.step(action, 0, slot, result);
        ret += result.reward;
        length++;
        return result.done();
    }

    int offset() {
        return slot.offset();
    }

    /** The number of the episode under way, or of the last one. */
    int episode() {
        return episode;
    }

    /** What the episode has given so far. */
    Episode outcome() {
        return new Episode(ret, length);
    }

    /** What shows the environment's state, if anything does. */
    Optional<Rendered> rendered() {
        return environment.rendered();
    }

    void close() {
        environment.close();
    }
}
