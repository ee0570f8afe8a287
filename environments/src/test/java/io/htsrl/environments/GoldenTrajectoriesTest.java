package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/**
 * Follows trajectories recorded from Gymnasium 1.4.0, each from its initial state to its end without correcting the
 * state in between, so errors may add up.
 *
 * <p>The bar for a state component is 1e-9 relative. Our sine and cosine and the recording's differ in the last bit, an
 * absolute error of about 1e-16 in terms of size 1, which the dynamics amplify over 200 steps; a component that crosses
 * zero has no relative accuracy to keep. Hence an absolute floor of 1e-12.
 */
class GoldenTrajectoriesTest {
    private static final double RELATIVE = 1e-9;
    private static final double FLOOR = 1e-12;

    @Test
    void shouldFollowGymnasiumsCartPole() throws IOException {
        assertFollows("CartPole-v1", new CartPole(), 99, 6);
    }

    @Test
    void shouldFollowGymnasiumsAcrobot() throws IOException {
        assertFollows("Acrobot-v1", new Acrobot(), 1200, 0);
    }

    @Test
    void shouldFollowGymnasiumsMountainCar() throws IOException {
        assertFollows("MountainCar-v0", new MountainCar(), 1200, 0);
    }

    @Test
    void shouldFollowGymnasiumsMountainCarContinuous() throws IOException {
        assertFollows("MountainCarContinuous-v0", new MountainCarContinuous(), 1200, 0);
    }

    @Test
    void shouldFollowGymnasiumsPendulum() throws IOException {
        assertFollows("Pendulum-v1", new Pendulum(), 1200, 0);
    }

    private static void assertFollows(String id, StateVectorEnvironment environment, int steps, int terminations)
            throws IOException {
        int seen = 0;
        int terminated = 0;
        for (JsonNode trajectory : golden(id).get("trajectories")) {
            Rollout.setState(environment, doubles(trajectory.get("initial_state")));
            for (JsonNode step : trajectory.get("steps")) {
                assertStep(environment, step, id + " step " + seen);
                seen++;
                terminated += step.get("terminated").asBoolean() ? 1 : 0;
            }
        }
        assertEquals(steps, seen, "steps in the recording");
        assertEquals(terminations, terminated, "terminations in the recording");
    }

    private static void assertStep(StateVectorEnvironment environment, JsonNode expected, String where) {
        float[] observation = new float[environment.spec().observationSpace().size()];
        StepResult result = new StepResult();
        result.truncated = true;
        environment.step(
                new float[] {(float) expected.get("action").asDouble()},
                0,
                new ObservationSlot().at(observation, 0),
                result);
        assertEquals(expected.get("terminated").asBoolean(), result.terminated, where);
        assertEquals(false, result.truncated, where);
        assertClose(expected.get("reward").asDouble(), result.reward, where + ", reward");
        double[] state = doubles(expected.get("state"));
        assertEquals(state.length, environment.state.length, where);
        for (int i = 0; i < state.length; i++) {
            assertClose(state[i], environment.state[i], where + ", state " + i);
        }
        double[] recorded = doubles(expected.get("observation"));
        assertEquals(recorded.length, observation.length, where);
        for (int i = 0; i < recorded.length; i++) {
            float want = (float) recorded[i];
            assertTrue(
                    Math.abs(want - observation[i]) <= Math.ulp(want),
                    where + ", observation " + i + ": expected " + want + ", was " + observation[i]);
        }
    }

    private static void assertClose(double expected, double actual, String where) {
        assertEquals(expected, actual, RELATIVE * Math.abs(expected) + FLOOR, where);
    }

    static double[] doubles(JsonNode array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asDouble();
        }
        return values;
    }

    static JsonNode golden(String id) throws IOException {
        try (InputStream in = GoldenTrajectoriesTest.class.getResourceAsStream("/golden/" + id + ".json")) {
            return new ObjectMapper().readTree(in);
        }
    }
}
