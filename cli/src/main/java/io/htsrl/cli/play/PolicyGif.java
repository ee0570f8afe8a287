package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Records the first episode of {@code hts play}, or pictures of a run, as an animated GIF. Stateless, any thread. */
public final class PolicyGif {
    private static final int FRAMES_PER_SECOND = 15;

    private PolicyGif() {}

    /**
     * Plays the episode on a new environment, and writes the file.
     *
     * @param maxSteps steps after which it is truncated
     * @return whether a file exists: false where the environment has no picture
     * @throws io.htsrl.cli.rundir.RunDirectoryException when it cannot be written
     */
    public static boolean record(TrainedPolicy trained, Path gif, int maxSteps) {
        try (EpisodeRunner runner = new EpisodeRunner(trained.config(), EvaluationPolicy.GREEDY, 1)) {
            Optional<Rendered> rendered = runner.rendered();
            if (rendered.isEmpty()) {
                return false;
            }
            Rendered seen = rendered.get();
            try (Screen screen = new GifFile(gif, seen.renderWidth(), seen.renderHeight(), 1, FRAMES_PER_SECOND)) {
                RandomStream stream = EpisodeRunner.stream(trained.config().seed(), trained.intervals());
                new PlaySession(runner, screen, maxSteps, () -> false)
                        .play(trained.model().parameters(), stream, 0);
                screen.end();
            }
            return true;
        }
    }

    /**
     * Writes pictures of one size, at least one.
     *
     * @throws io.htsrl.cli.rundir.RunDirectoryException when the file cannot be written
     */
    public static void write(List<RgbFrame> pictures, Path gif) {
        RgbFrame first = pictures.get(0);
        try (GifFile file = new GifFile(gif, first.width(), first.height(), 1, FRAMES_PER_SECOND)) {
            pictures.forEach(picture -> file.add(picture.pixels()));
            file.end();
        }
    }
}
