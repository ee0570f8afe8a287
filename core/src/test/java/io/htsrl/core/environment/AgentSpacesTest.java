package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ActionSpace.Continuous;
import io.htsrl.core.environment.ActionSpace.Discrete;
import io.htsrl.core.environment.ActionSpace.MultiDiscrete;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Agents have different spaces: their rows have room for each, and each has its own elements of them. */
class AgentSpacesTest {
    private static final ActionSpace ONE = new Discrete(3);
    private static final ActionSpace TWO = new MultiDiscrete(new int[] {2, 4});

    /** Shows each agent elements 1, 2, 3 ... and keeps the last actions. */
    private static final class Unlike implements Environment {
        private final Agents agents;
        private float[] taken;

        Unlike(ObservationSpace first, ActionSpace ofFirst, ObservationSpace second, ActionSpace ofSecond) {
            agents = new Agents(List.of("a", "b"), List.of(spec(first, ofFirst), spec(second, ofSecond)));
        }

        private static EnvironmentSpec spec(ObservationSpace observations, ActionSpace actions) {
            return new EnvironmentSpec("Unlike", observations, actions, 0, Double.NaN);
        }

        @Override
        public EnvironmentSpec spec() {
            return agents.joint();
        }

        @Override
        public Optional<Agents> agents() {
            return Optional.of(agents);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            for (int agent = 0; agent < 2; agent++) {
                for (int at = agents.offset(agent); at < agents.offset(agent + 1) - Agents.STATUS; at++) {
                    out.set(at, at - agents.offset(agent) + 1);
                }
                agents.status(out, agent, 0, 0, true);
            }
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            taken = Arrays.copyOfRange(actions, offset, actions.length);
            reset(0, out);
            result.set(0, false, false);
        }
    }

    /** Returns the first observation of each agent. */
    private static List<float[]> begun(List<AgentEnvironment> members) {
        members.forEach(member -> member.beginReset(1));
        return members.stream()
                .map(member -> {
                    float[] row = new float[member.spec().observationSpace().size()];
                    Arrays.fill(row, -1);
                    member.completeReset(new ObservationSlot().at(row, 0));
                    return row;
                })
                .toList();
    }

    @Test
    void shouldGiveEachAgentItsElementsOfAWideRow() {
        Unlike joint = new Unlike(
                ObservationSpace.floats(2), ONE, ObservationSpace.floats(3).withMask(TWO), TWO);
        List<AgentEnvironment> members = AgentEnvironment.all(joint, "separate");
        EnvironmentSpec spec = members.get(0).spec();
        assertEquals(spec, members.get(1).spec());
        assertFalse(joint.agents.alike());
        assertEquals(new MultiDiscrete(new int[] {3, 4}), spec.actionSpace());
        assertEquals(3 + 1 + 7, spec.observationSpace().size());
        assertEquals(2 + 3 + 9 + 3, joint.spec().observationSpace().size());
        assertArrayEquals(new int[] {3, 2, 4}, joint.spec().actionSpace().choices());
        assertEquals(ObservationSpace.floats(2), spec.ofPolicy(0).observationSpace());
        assertEquals(TWO, spec.ofPolicy(1).actionSpace());

        List<float[]> rows = begun(members);
        // two numbers and none, the policy, all three actions, and the first one of the choice that it has not
        assertArrayEquals(new float[] {1, 2, 0, 0, 1, 1, 1, 1, 0, 0, 0}, rows.get(0));
        // three numbers, the policy, the mask of two actions and no third, and of four
        assertArrayEquals(new float[] {1, 2, 3, 1, 4, 5, 0, 6, 7, 8, 9}, rows.get(1));

        members.get(0).beginStep(new float[] {2, 9}, 0);
        members.get(1).beginStep(new float[] {7, 1, 3}, 1);
        members.get(0).completeStep(new ObservationSlot().at(new float[11], 0), new StepResult());
        assertArrayEquals(new float[] {2, 1, 3}, joint.taken);
    }

    @Test
    void shouldKeepEachAgentInItsOwnBox() {
        Unlike joint = new Unlike(
                ObservationSpace.floats(1),
                new Continuous(new float[] {-1}, new float[] {1}),
                ObservationSpace.floats(1),
                new Continuous(new float[] {2, -9}, new float[] {3, 9}));
        List<AgentEnvironment> members = AgentEnvironment.all(joint, "separate");
        assertEquals(
                new Continuous(new float[] {-1, -9}, new float[] {3, 9}),
                members.get(0).spec().actionSpace());
        begun(members);
        members.get(0).beginStep(new float[] {2.5f, 8}, 0);
        members.get(1).beginStep(new float[] {-0.5f, 8}, 0);
        members.get(0).completeStep(new ObservationSlot().at(new float[2], 0), new StepResult());
        assertArrayEquals(new float[] {1, 2, 8}, joint.taken);
    }

    @Test
    void shouldRefuseDiscreteBesideContinuousActions() {
        assertEquals(
                "actions of agents must be all discrete or all continuous, and these are [discrete 3, continuous [-1.0] .. "
                        + "[1.0]]",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new Unlike(
                                        ObservationSpace.floats(1),
                                        ONE,
                                        ObservationSpace.floats(1),
                                        new Continuous(new float[] {-1}, new float[] {1})))
                        .getMessage());
    }
}
