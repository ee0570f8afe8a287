package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Records the first episode of {@code hts play} as an animated GIF, for commands that show a policy. Stateless, any
 * thread.
 */
public final class PolicyGif {
    private static final int FRAMES_PER_SECOND = 15;

    private PolicyGif() {}

    /**
     * Plays the episode on a new environment, and writes the file.
     *
     * @param maxSteps steps after which it is truncated
     * @return whether there is a file: false where the environment has no picture
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
                RandomStream stream = EpisodeRunner.stream(trained.config().seed(), trained.chance());
                new PlaySession(runner, screen, maxSteps, () -> false)
                        .play(trained.model().parameters(), stream, 0);
                screen.end();
            }
            return true;
        }
    }
}
