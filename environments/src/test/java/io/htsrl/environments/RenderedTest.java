package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.wrapper.CallWatch;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.TimeLimit;
import io.htsrl.environments.wrapper.VariableStepTime;
import io.htsrl.environments.wrapper.WatchedEnvironment;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests pictures of states. */
class RenderedTest {
    private static final int WHITE = 0xffffff;

    private static int[] picture(Environment environment) {
        Rendered rendered = environment.rendered().orElseThrow();
        int[] pixels = new int[rendered.renderWidth() * rendered.renderHeight()];
        rendered.render(pixels);
        return pixels;
    }

    private static int at(int[] picture, Canvas.PlaneView view, double x, double y) {
        return picture[((int) view.row(y)) * view.width() + (int) view.column(x)];
    }

    @ParameterizedTest
    @ValueSource(strings = {"CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Acrobot-v1", "Pendulum-v1"})
    void shouldShowEachStateAndLeaveItAlone(String id) {
        Rollout seen = new Rollout(Environments.create(id, Map.of()), 1);
        Rollout unseen = new Rollout(Environments.create(id, Map.of()), 1);
        seen.reset();
        unseen.reset();
        int[] first = picture(seen.environment);
        assertArrayEquals(first, picture(seen.environment));
        for (int step = 0; step < 8; step++) {
            seen.take(1);
            unseen.take(1);
            picture(seen.environment);
            assertArrayEquals(unseen.observation, seen.observation);
        }
        assertFalse(Arrays.equals(first, picture(seen.environment)));
        assertArrayEquals(picture(unseen.environment), picture(seen.environment));
        assertTrue(Arrays.stream(first).allMatch(pixel -> pixel >>> 24 == 0), "opacity is no part of a pixel");
        assertEquals(WHITE, first[0]);
    }

    @Test
    void shouldDrawAgentsAndLandmarksWhereTheyAre() {
        SimpleSpread spread = new SimpleSpread(1, false);
        Rollout.setState(spread, -0.5, 0.75, 0, 0, 1, -1);
        int[] pixels = picture(spread);
        Canvas.PlaneView view = Canvas.PlaneView.around(200, 1.5);
        assertEquals(Canvas.BLUE, at(pixels, view, -0.4, 0.75));
        assertEquals(WHITE, at(pixels, view, -0.3, 0.75));
        assertEquals(Canvas.BLACK, at(pixels, view, 1, -1));
    }

    @Test
    void shouldDrawThePoleWhereItStands() {
        CartPole pole = new CartPole();
        Canvas.PlaneView view = new Canvas.PlaneView(300, 200, -2.4, -0.6, 62.5);

        Rollout.setState(pole, 1, 0, 0, 0);
        assertEquals(Canvas.BROWN, at(picture(pole), view, 1, 0.9));
        assertEquals(Canvas.BLACK, at(picture(pole), view, 0.85, -0.05));

        Rollout.setState(pole, -1, 0, Math.PI / 2, 0);
        int[] fallen = picture(pole);
        assertEquals(WHITE, at(fallen, view, 1, 0.9));
        assertEquals(WHITE, at(fallen, view, -1, 0.9));
        assertEquals(Canvas.BROWN, at(fallen, view, -0.1, 0));
    }

    @Test
    void shouldDrawThePendulumUprightAtZero() {
        Pendulum pendulum = new Pendulum();
        Canvas.PlaneView view = Canvas.PlaneView.around(200, 1.3);

        Rollout.setState(pendulum, 0, 0);
        assertEquals(Canvas.RED, at(picture(pendulum), view, 0, 0.9));
        Rollout.setState(pendulum, Math.PI / 2, 0); // positive angles turn to the left, as in Gymnasium
        assertEquals(Canvas.RED, at(picture(pendulum), view, -0.9, 0));
    }

    @Test
    void shouldDrawTheAcrobotHangingAtZero() {
        Acrobot acrobot = new Acrobot();
        Canvas.PlaneView view = Canvas.PlaneView.around(200, 2.2);

        Rollout.setState(acrobot, 0, 0, 0, 0);
        assertEquals(Canvas.BLUE, at(picture(acrobot), view, 0, -0.5));
        assertEquals(Canvas.BROWN, at(picture(acrobot), view, 0, -1.8));
        Rollout.setState(acrobot, Math.PI / 2, 0, 0, 0);
        assertEquals(Canvas.BROWN, at(picture(acrobot), view, 1.8, 0));
    }

    @Test
    void shouldDrawTheCarInTheValley() {
        MountainCar car = new MountainCar();

        Rollout.setState(car, -Math.PI / 6, 0); // the lowest point: the height is 0.05 there
        assertEquals(Canvas.BLUE, at(picture(car), MountainCarTask.VIEW, -Math.PI / 6, 0.13));
    }

    @Test
    void shouldBeSeenThroughWrappers() {
        CartPole pole = new CartPole();
        Environment wrapped = new WatchedEnvironment(
                new TimeLimit(new VariableStepTime(pole, StepTime.parse("constant:1us"), RandomStream.root(1)), 5),
                new CallWatch());

        assertEquals(pole, wrapped.rendered().orElseThrow());
        assertTrue(new TimeLimit(new OracleChain(), 5).rendered().isEmpty());
    }
}
