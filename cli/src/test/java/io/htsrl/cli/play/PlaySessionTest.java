package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.play.PlaySession.Played;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlaySessionTest {
    private static final RunConfig CONFIG = Hts.configure("--algo", "ppo", "--env", "CartPole-v1");
    private static final RandomStream STREAM = EpisodeRunner.stream(3, 5);

    /** What a screen was given. */
    private record Shown(int episode, Episode soFar, boolean last) {}

    private final EpisodeRunner runner = new EpisodeRunner(CONFIG, EvaluationPolicy.SAMPLED, 1);
    private final float[] parameters = new float[runner.parameterCount()]; // either action with probability 1/2
    private final List<Shown> shown = new ArrayList<>();
    private final List<int[]> pictures = new ArrayList<>();

    @AfterEach
    void close() {
        runner.close();
    }

    private PlaySession session(int maxSteps, BooleanSupplier stopped) {
        return new PlaySession(
                runner,
                (pixels, episode, soFar, last) -> {
                    shown.add(new Shown(episode, soFar, last));
                    pictures.add(pixels.clone());
                },
                maxSteps,
                stopped);
    }

    @ParameterizedTest
    @EnumSource(EvaluationPolicy.class)
    void shouldPlayTheEpisodesOfAnEvaluation(EvaluationPolicy actions) {
        try (EpisodeRunner evaluation = new EpisodeRunner(CONFIG, actions, 7);
                EpisodeRunner one = new EpisodeRunner(CONFIG, actions, 1)) {
            PlaySession session = new PlaySession(one, Screen.NONE, Integer.MAX_VALUE, () -> false);

            assertEquals(
                    evaluation.run(parameters, STREAM, 7, () -> {}),
                    IntStream.range(0, 7)
                            .mapToObj(e -> session.play(parameters, STREAM, e).outcome())
                            .toList());
        }
    }

    @Test
    void shouldShowEveryState() {
        Played played = session(Integer.MAX_VALUE, () -> false).play(parameters, STREAM, 4);

        int length = played.outcome().length();
        assertTrue(played.ended());
        assertEquals(
                IntStream.rangeClosed(0, length)
                        .mapToObj(step -> new Shown(4, new Episode(step, step), step == length))
                        .toList(),
                shown);
        Rendered rendered = runner.rendered().orElseThrow();
        int[] now = new int[rendered.renderWidth() * rendered.renderHeight()];
        rendered.render(now);
        assertArrayEquals(now, pictures.get(length));
        assertEquals(
                pictures.size(),
                pictures.stream().map(Arrays::hashCode).distinct().count());
    }

    @Test
    void shouldCutAnEpisodeOff() {
        Played played = session(2, () -> false).play(parameters, STREAM, 0);

        assertEquals(new Played(new Episode(2, 2), false), played);
        assertEquals(
                List.of(false, false, true), shown.stream().map(Shown::last).toList());
    }

    @Test
    void shouldLeaveTheNextEpisodeAsItIsAfterACut() {
        Played alone = session(Integer.MAX_VALUE, () -> false).play(parameters, STREAM, 1);
        int[] last = pictures.get(pictures.size() - 1);
        session(5, () -> false).play(parameters, STREAM, 0);

        assertEquals(alone, session(Integer.MAX_VALUE, () -> false).play(parameters, STREAM, 1));
        assertArrayEquals(last, pictures.get(pictures.size() - 1));
    }

    @Test
    void shouldEndAnEpisodeWhenItIsStopped() {
        Played played = session(Integer.MAX_VALUE, () -> shown.size() == 3).play(parameters, STREAM, 0);

        assertEquals(new Played(new Episode(3, 3), false), played);
        assertFalse(shown.get(2).last());
        assertTrue(shown.get(3).last());
    }
}
