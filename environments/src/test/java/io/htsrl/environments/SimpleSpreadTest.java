package io.htsrl.environments;

import static io.htsrl.environments.GoldenTrajectoriesTest.doubles;
import static io.htsrl.environments.GoldenTrajectoriesTest.golden;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Compares steps with mpe2's, each from the recorded state before it; and tests the part that a critic sees. */
class SimpleSpreadTest {
    private static final double TOLERANCE = 1e-9;

    @Test
    void shouldFollowMpe2() throws IOException {
        int steps = 0;
        int touches = 0;
        for (JsonNode episode : golden(SimpleSpread.ID).get("episodes")) {
            SimpleSpread environment = new SimpleSpread(episode.get("agents").asInt(), false);
            Rollout.setState(environment, doubles(episode.get("first")));
            for (JsonNode step : episode.get("steps")) {
                touches += follow(environment, step, "step " + steps++);
                Rollout.setState(environment, doubles(step.get("state")));
            }
        }
        assertEquals(200, steps);
        assertTrue(touches > 20, touches + " agents that touch another");
    }

    /** Compares a step; returns how many agents have a reward that is not the largest. */
    private static int follow(SimpleSpread environment, JsonNode step, String where) {
        Agents agents = environment.agents().orElseThrow();
        float[] row = new float[environment.spec().observationSpace().size()];
        ObservationSlot slot = new ObservationSlot().at(row, 0);
        float[] actions = new float[agents.count()];
        for (int agent = 0; agent < actions.length; agent++) {
            actions[agent] = step.get("actions").get(agent).asInt();
        }
        environment.step(actions, 0, slot, new StepResult());
        double[] state = doubles(step.get("state"));
        for (int i = 0; i < state.length; i++) {
            assertEquals(state[i], environment.state[i], TOLERANCE, where + ", state " + i);
        }
        double[] rewards = doubles(step.get("rewards"));
        for (int agent = 0; agent < actions.length; agent++) {
            assertEquals(rewards[agent], agents.reward(slot, agent), 1e-6, where);
            assertEquals(0, agents.ending(slot, agent), where);
            assertTrue(agents.alive(slot, agent), where);
            double[] seen = doubles(step.get("observations").get(agent));
            assertEquals(agents.spec().observationSpace().size(), seen.length, where);
            for (int i = 0; i < seen.length; i++) {
                assertEquals((float) seen[i], row[agents.offset(agent) + i], 1e-6, where + ", observation " + i);
            }
        }
        double best = Arrays.stream(rewards).max().orElseThrow();
        return (int) DoubleStream.of(rewards).filter(each -> each < best).count();
    }

    @Test
    void shouldBeginAnywhereAtRestAndShowTheCriticAll() {
        SimpleSpread environment = new SimpleSpread(3, true);
        Agents agents = environment.agents().orElseThrow();
        float[] row = new float[environment.spec().observationSpace().size()];
        double[] least = new double[18];
        double[] greatest = new double[18];
        for (int seed = 0; seed < 200; seed++) {
            environment.reset(seed, new ObservationSlot().at(row, 0));
            for (int i = 0; i < 18; i++) {
                least[i] = Math.min(least[i], environment.state[i]);
                greatest[i] = Math.max(greatest[i], environment.state[i]);
            }
        }
        for (int i = 0; i < 18; i++) {
            boolean moves = i >= 6 && i < 12;
            assertEquals(moves ? 0 : -1, least[i], 0.1);
            assertEquals(moves ? 0 : 1, greatest[i], 0.1);
        }
        assertEquals(18 + 3 * 18, agents.spec().observationSpace().size());
        for (int agent = 0; agent < 3; agent++) {
            for (int seen = 0; seen < 3; seen++) {
                int own = agents.offset(seen);
                int part = agents.offset(agent) + 18 * (1 + seen);
                assertArrayEquals(Arrays.copyOfRange(row, own, own + 18), Arrays.copyOfRange(row, part, part + 18));
            }
        }
    }
}
