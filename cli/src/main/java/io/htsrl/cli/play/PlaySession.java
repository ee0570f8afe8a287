package io.htsrl.cli.play;

import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Plays episodes of a policy one after another and shows each of their states. One thread. */
final class PlaySession {

    /**
     * A played episode.
     *
     * @param outcome return and length
     * @param ended   whether it came to its end, or was cut off
     */
    public record Played(Episode outcome, boolean ended) {}

    private final EpisodeRunner runner;
    private final Optional<Rendered> rendered;
    private final int[] pixels;
    private final Screen screen;
    private final int maxSteps;
    private final BooleanSupplier stopped;
    private boolean ended;

    /**
     * Plays nothing yet.
     *
     * @param runner   with the environment
     * @param screen   gets the pictures, if the environment has any
     * @param maxSteps after which an episode is cut off
     * @param stopped  whether the episode under way is to be cut off now
     */
    public PlaySession(EpisodeRunner runner, Screen screen, int maxSteps, BooleanSupplier stopped) {
        this.runner = runner;
        this.rendered = screen == Screen.NONE ? Optional.empty() : runner.rendered();
        this.pixels =
                new int[rendered.map(r -> r.renderWidth() * r.renderHeight()).orElse(0)];
        this.screen = screen;
        this.maxSteps = maxSteps;
        this.stopped = stopped;
    }

    /** Plays one episode, the same as an evaluation's of this stream and number. */
    public Played play(float[] parameters, RandomStream stream, int episode) {
        Episode outcome = runner.play(parameters, stream, episode, (soFar, done) -> goesOn(episode, soFar, done));
        return new Played(outcome, ended);
    }

    private boolean goesOn(int episode, Episode soFar, boolean done) {
        ended = done;
        boolean last = done || soFar.length() >= maxSteps || stopped.getAsBoolean();
        rendered.ifPresent(picture -> {
            picture.render(pixels);
            screen.show(pixels, episode, soFar, last);
        });
        return !last;
    }
}
