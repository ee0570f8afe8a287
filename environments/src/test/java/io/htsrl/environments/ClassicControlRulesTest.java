package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the rules that the recordings do not reach: goals, walls, clipping, and published facts of the tasks. */
class ClassicControlRulesTest {
    private final StepResult result = new StepResult();

    @Test
    void shouldCarryTheRewardThresholdsOfGymnasium() {
        assertEquals(475, threshold("CartPole-v1"));
        assertEquals(-100, threshold("Acrobot-v1"));
        assertEquals(-110, threshold("MountainCar-v0"));
        assertEquals(90, threshold("MountainCarContinuous-v0"));
        assertEquals(Double.NaN, threshold("Pendulum-v1"));
    }

    @Test
    void shouldTerminateCartPoleBeyondItsLimitsOnly() {
        assertTrue(after(new CartPole(), 0, 2.39, 1, 0, 0).terminated);
        assertTrue(after(new CartPole(), 0, -2.39, -1, 0, 0).terminated);
        assertTrue(after(new CartPole(), 0, 0, 0, 0.2, 1).terminated);
        assertTrue(after(new CartPole(), 0, 0, 0, -0.2, -1).terminated);
        assertFalse(after(new CartPole(), 0, 2.4, 0, 0.2094, 0).terminated);
        assertEquals(1, result.reward);
    }

    @Test
    void shouldEndAcrobotWithRewardZeroOnceTheFreeEndIsHigh() {
        assertFalse(after(new Acrobot(), 1, 0, 0, 0, 0).terminated);
        assertEquals(-1, result.reward);
        assertTrue(after(new Acrobot(), 1, Math.PI, 0, 0, 0).terminated);
        assertEquals(0, result.reward);
    }

    @Test
    void shouldKeepTheAcrobotWithinItsBounds() {
        Acrobot acrobot = new Acrobot();
        after(acrobot, 2, 3.1, 3.1, 12.5, 28);
        after(acrobot, 2, 3.1, -3.1, 100, -100);
        assertTrue(Math.abs(acrobot.state[0]) <= Math.PI && Math.abs(acrobot.state[1]) <= Math.PI);
        assertTrue(Math.abs(acrobot.state[2]) <= 4 * Math.PI && Math.abs(acrobot.state[3]) <= 9 * Math.PI);
    }

    @Test
    void shouldEndMountainCarAtTheFlag() {
        assertTrue(after(new MountainCar(), 2, 0.45, 0.06).terminated);
        assertEquals(-1, result.reward);
        assertFalse(after(new MountainCar(), 2, 0.42, 0.06).terminated);
    }

    @Test
    void shouldStopTheCarsAtTheLeftWall() {
        MountainCar discrete = new MountainCar();
        after(discrete, 0, -1.19, -0.07);
        assertArrayEquals(new double[] {-1.2, 0}, discrete.state);
        MountainCarContinuous continuous = new MountainCarContinuous();
        after(continuous, -1, -1.19, -0.07);
        assertArrayEquals(new double[] {-1.2f, 0}, continuous.state);
    }

    @Test
    void shouldLimitTheSpeedOfTheCars() {
        MountainCar discrete = new MountainCar();
        after(discrete, 2, -0.9, 0.0699);
        assertEquals(0.07, discrete.state[1]);
        MountainCarContinuous continuous = new MountainCarContinuous();
        after(continuous, 1, -0.9, 0.0699);
        assertEquals(0.07f, continuous.state[1]);
    }

    @Test
    void shouldPayAHundredLessTheThrottleAtTheContinuousFlag() {
        assertTrue(after(new MountainCarContinuous(), 0.5f, 0.42, 0.06).terminated);
        assertEquals(100 - 0.25 * 0.1, result.reward);
    }

    @Test
    void shouldClipTheThrottleButChargeForWhatWasAskedFor() {
        MountainCarContinuous clipped = new MountainCarContinuous();
        MountainCarContinuous full = new MountainCarContinuous();
        after(full, 1, -0.5, 0);
        assertEquals(-0.1, result.reward);
        after(clipped, 3, -0.5, 0);
        assertEquals(-(9 * 0.1), result.reward);
        assertArrayEquals(full.state, clipped.state);
    }

    @Test
    void shouldClipTheTorqueOfThePendulumInItsRewardToo() {
        Pendulum clipped = new Pendulum();
        Pendulum full = new Pendulum();
        double reward = after(full, -2, 1, 0.5).reward;
        assertEquals(reward, after(clipped, -50, 1, 0.5).reward);
        assertArrayEquals(full.state, clipped.state);
    }

    @Test
    void shouldWrapTheAngleOfThePendulumInItsRewardAlone() {
        Pendulum pendulum = new Pendulum();
        assertEquals(-0.25, after(pendulum, 0, 0.5 + 6 * Math.PI, 0).reward, 1e-12);
        assertTrue(pendulum.state[0] > 6 * Math.PI);
        assertEquals(-0.25, after(pendulum, 0, -0.5 - 6 * Math.PI, 0).reward, 1e-12);
    }

    @Test
    void shouldLimitTheSpeedOfThePendulum() {
        Pendulum pendulum = new Pendulum();
        after(pendulum, 2, Math.PI / 2, 7.9);
        assertEquals(8, pendulum.state[1]);
    }

    @Test
    void shouldRefuseTheSavedStateOfAnotherTask() throws IOException {
        byte[] saved = Rollout.saved(new Pendulum());
        String message = assertThrows(IOException.class, () -> Rollout.restore(new CartPole(), saved))
                .getMessage();
        assertTrue(message.contains("CartPole-v1 has 4") && message.contains("2 were saved"), message);
    }

    private static double threshold(String id) {
        return Environments.create(id, Map.of()).spec().rewardThreshold();
    }

    private StepResult after(StateVectorEnvironment environment, float action, double... state) {
        Rollout.setState(environment, state);
        float[] observation = new float[environment.spec().observationSpace().size()];
        environment.step(new float[] {action}, 0, new ObservationSlot().at(observation, 0), result);
        return result;
    }
}
