package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests games of two paddles that move at the same time. */
class PaddleDuelTest {
    private final PaddleDuel game = new PaddleDuel();
    private final Agents agents = game.agents().orElseThrow();
    private final float[] row = new float[agents.offset(2)];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    private float[] seen(int agent) {
        return Arrays.copyOfRange(row, agents.offset(agent), agents.offset(agent) + 8);
    }

    /** Moves towards the ball. */
    private int chase(int agent) {
        float[] own = seen(agent);
        return own[1] > own[4] + 0.05 ? 1 : own[1] < own[4] - 0.05 ? 2 : 0;
    }

    private void step(int left, int right) {
        game.step(new float[] {9, left, right}, 1, slot, result);
    }

    private void place(double x, double y, double dx, double dy) {
        game.reset(1, slot);
        game.state[PaddleDuel.X] = x;
        game.state[PaddleDuel.Y] = y;
        game.state[PaddleDuel.DX] = dx;
        game.state[PaddleDuel.DY] = dy;
    }

    @Test
    void shouldShowBothAgentsTheirOwnSideOnTheLeft() {
        place(0.5, 0.1, 0.05, -0.02);
        step(1, 2);
        assertArrayEquals(new float[] {0.55f, 0.08f, 0.05f, -0.02f, 0.07f, -0.07f, 0.07f, -0.07f}, seen(0), 1e-6f);
        assertArrayEquals(new float[] {-0.55f, 0.08f, -0.05f, -0.02f, -0.07f, 0.07f, -0.07f, 0.07f}, seen(1), 1e-6f);
    }

    @Test
    void shouldReturnTheBallFasterAndSteeperFromThePaddlesEnd() {
        place(-0.98, 0.1, -0.05, 0);
        step(0, 0);
        assertArrayEquals(new float[] {-0.97f, 0.1f, 0.055f, 0.05f, 0, 0, 0, 0}, seen(0), 1e-6f);
        place(0.95, -0.1, 0.12, 0);
        step(0, 0);
        assertEquals(-0.12f, seen(0)[2], "the greatest speed");
        assertEquals(-0.05f, seen(0)[3], 1e-6f);
        place(0, 0.97, 0.05, 0.06);
        step(0, 0);
        assertArrayEquals(new float[] {0.05f, 0.97f, 0.05f, -0.06f, 0, 0, 0, 0}, seen(0), 1e-6f); // from the wall
    }

    @Test
    void shouldGiveAPointAndServeAnewUntilOneHasFive() {
        for (int point = 1; point <= PaddleDuel.POINTS; point++) {
            float[] status = {1, 0, 1};
            if (point == 1) {
                place(0.98, 0.5, 0.05, 0);
            } else {
                game.state[PaddleDuel.X] = 0.98;
                game.state[PaddleDuel.Y] = -0.9;
                game.state[PaddleDuel.DX] = 0.05;
            }
            if (point == PaddleDuel.POINTS) {
                status = new float[] {1, Agents.TERMINATED, 0};
            }
            step(0, 0);
            assertArrayEquals(status, Arrays.copyOfRange(row, 8, 11));
            status[0] = -1;
            assertArrayEquals(status, Arrays.copyOfRange(row, 19, 22));
            assertEquals(0, seen(0)[0], "a new serve");
            assertEquals(point == PaddleDuel.POINTS, result.terminated);
        }
        assertTrue(game.text().contains("left 5, right 0;"), game::text);
    }

    /** Returns the points of the left agent less those of the right one, over some episodes. */
    private int play(boolean leftChases, boolean rightChases) {
        RandomStream draws = RandomStream.root(6);
        float sum = 0;
        for (int episode = 0; episode < 50; episode++) {
            game.reset(episode, slot);
            for (int step = 0; step < 1000 && (step == 0 || !result.terminated); step++) {
                int left = leftChases ? chase(0) : (int) (3 * draws.uniform(episode, 2L * step));
                step(left, rightChases ? chase(1) : (int) (3 * draws.uniform(episode, 2L * step + 1)));
                assertEquals(0, agents.reward(slot, 0) + agents.reward(slot, 1));
                assertTrue(Math.abs(seen(0)[0]) <= 1 && Math.abs(seen(0)[1]) <= 1, "the ball stays in the court");
                assertTrue(Math.abs(seen(1)[4]) <= 0.8f && Math.abs(seen(1)[6]) < 0.0701f);
                sum += agents.reward(slot, 0);
            }
        }
        return (int) sum;
    }

    @Test
    void shouldBeWonByWhoMeetsTheBallOnEitherSide() {
        assertTrue(play(true, false) > 150);
        assertTrue(play(false, true) < -150);
        assertTrue(Math.abs(play(false, false)) < 75);
    }

    @Test
    void shouldServeAsTheSeedSays() {
        game.reset(7, slot);
        float[] first = row.clone();
        game.reset(8, slot);
        assertNotEquals(first[1], row[1]);
        game.reset(7, slot);
        assertArrayEquals(first, row);
    }

    @Test
    void shouldEndAtTheLimitPassTheCheckAndDrawItself() {
        try (Environment limited = Environments.create("PaddleDuel-v0", Map.of())) {
            EnvironmentCheck check = EnvironmentCheck.of(limited);
            assertTrue(check.problems().isEmpty(), check.problems().toString());
            assertTrue(check.unrepeatable().isEmpty() && check.unrestorable().isEmpty());
            limited.reset(1, slot);
            int steps = 0;
            do {
                limited.step(new float[] {chase(0), chase(1)}, 0, slot, result);
                steps++;
            } while (!result.done());
            assertTrue(result.terminated || result.truncated && steps == 1000);
            Rendered picture = limited.rendered().orElseThrow();
            int[] pixels = new int[picture.renderWidth() * picture.renderHeight()];
            picture.render(pixels);
            assertTrue(Arrays.stream(pixels).anyMatch(pixel -> pixel == Canvas.RED));
            assertEquals(3, picture.keys().size());
        }
        assertThrows(IllegalArgumentException.class, () -> step(0, 3));
    }

    @Test
    void shouldShowTheCourtAsText() {
        place(0, 0, 0.05, 0);
        String[] lines = game.text().split("\n");
        assertEquals("|" + " ".repeat(19) + "o" + " ".repeat(19) + "|", lines[10]);
        assertEquals("left 0, right 0; w: up, s: down, Enter: stay", lines[21]);
    }
}
