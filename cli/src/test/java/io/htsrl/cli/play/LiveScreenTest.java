package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.play.LiveScreen.TerminalPicture;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.Rendered;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
    private static final long MILLIS = 1_000_000;

    private final StringWriter out = new StringWriter();
    private final List<Long> slept = new ArrayList<>();
    private final Rendered pendulum =
            Environments.create("Pendulum-v1", Map.of()).rendered().orElseThrow();
    private final int[] pixels = new int[pendulum.renderWidth() * pendulum.renderHeight()];
    private final TerminalPicture picture =
            new TerminalPicture(pendulum.renderWidth(), pendulum.renderHeight(), 6, 3, true);
    private long now = 5;
    private final LiveScreen screen = new LiveScreen(new PrintWriter(out), picture, 10, () -> now, nanos -> {
        slept.add(nanos / MILLIS);
        now += nanos;
    });

    private void show(int step, boolean last) {
        screen.show(pixels, 2, new Episode(0.0 - 1.5 * step, step), last);
    }

    @Test
    void shouldDrawEachPictureOverTheOneBefore() {
        show(0, false);
        show(1, true);
        screen.end();

        StringBuilder text = new StringBuilder();
        picture.append(pixels, text);
        assertEquals(
                text + "episode 2, step 0, return 0.00\u001b[K\r\u001b[3A" + text
                        + "episode 2, step 1, return -1.50\u001b[K" + System.lineSeparator(),
                out.toString());
    }

    @Test
    void shouldKeepThePaceAndPauseAfterAnEpisode() {
        show(0, false);
        now += 30 * MILLIS;
        show(1, false);
        show(2, true);
        show(0, false);

        assertEquals(List.of(70L, 100L, 1000L), slept);
    }

    /** Nothing is shown faster later to make up for what came late. */
    @Test
    void shouldNotHurryAfterALatePicture() {
        show(0, false);
        now += 350 * MILLIS;
        show(1, false);
        show(2, false);

        assertEquals(List.of(100L), slept);
    }

    @Test
    void shouldLeaveNothingWhereNothingWasShown() {
        screen.end();

        assertEquals("", out.toString());
    }
}
