package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Three agents play an episode of five steps.
 *
 * <pre>
 *   step      0  1  2  3  4  5
 *   early     o--o--x              ends in step 2, terminated
 *   whole     o--o--o--o--o--o     truncated with all
 *   late         .  o--o--o--o     comes in step 2
 * </pre>
 */
class AgentEnvironmentTest {

    /** An observation is the seed, and the sum of all actions so far; a reward is the agent's own action. */
    private static class Shifts implements Environment {
        private static final Agents AGENTS = new Agents(
                List.of("early", "whole", "late"),
                new EnvironmentSpec("Shifts", ObservationSpace.floats(2), new ActionSpace.Discrete(9), 5, Double.NaN));
        private long seed;
        private int step;
        private float sum;

        @Override
        public EnvironmentSpec spec() {
            return AGENTS.joint();
        }

        @Override
        public Optional<Agents> agents() {
            return Optional.of(AGENTS);
        }

        private boolean alive(int agent, int at) {
            return agent == 0 ? at < 2 : agent == 1 || at >= 2;
        }

        private void write(float[] actions, int offset, ObservationSlot out) {
            for (int agent = 0; agent < 3; agent++) {
                boolean was = step > 0 && alive(agent, step - 1);
                sum += was ? actions[offset + agent] : 0;
                boolean ends = agent == 0 && step == 2;
                AGENTS.status(out, agent, was ? actions[offset + agent] : 0, ends ? 1 : 0, alive(agent, step));
            }
            for (int agent = 0; agent < 3; agent++) {
                out.set(AGENTS.offset(agent), (float) seed);
                out.set(AGENTS.offset(agent) + 1, sum);
            }
        }

        @Override
        public void reset(long newSeed, ObservationSlot out) {
            seed = newSeed;
            step = 0;
            sum = 0;
            write(null, 0, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            step++;
            write(actions, offset, out);
            result.set(100, false, step == 5);
        }

        @Override
        public boolean replayable() {
            return true;
        }
    }

    /** The same with its own state. */
    private static final class Saving extends Shifts {
        @Override
        public boolean canSaveState() {
            return true;
        }

        @Override
        public void saveState(DataOutput out) throws IOException {
            out.writeLong(super.seed);
            out.writeInt(super.step);
            out.writeFloat(super.sum);
        }

        @Override
        public void restoreState(DataInput in) throws IOException {
            super.seed = in.readLong();
            super.step = in.readInt();
            super.sum = in.readFloat();
        }
    }

    private final float[] row = new float[2];
    private final ObservationSlot slot = new ObservationSlot().at(row, 0);
    private final StepResult result = new StepResult();

    private static void reset(List<AgentEnvironment> agents, long... seeds) {
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i).beginReset(seeds[i]);
        }
    }

    /** The agents of an environment, in their first state. */
    private List<AgentEnvironment> begun(Shifts joint) {
        List<AgentEnvironment> agents = AgentEnvironment.all(joint, EnvironmentSource.SHARED);
        reset(agents, 7, 8, 9);
        agents.forEach(agent -> agent.completeReset(slot));
        return agents;
    }

    private void step(List<AgentEnvironment> agents, float... actions) {
        for (int i = 0; i < agents.size(); i++) {
            agents.get(i).beginStep(actions, i);
        }
    }

    private void assertReset(AgentEnvironment agent, boolean absent, float... observation) {
        assertTrue(agent.ready());
        agent.completeReset(slot);
        assertArrayEquals(observation, row);
        assertEquals(absent, agent.absent());
    }

    private void assertStep(AgentEnvironment agent, double reward, String ending, float... observation) {
        assertTrue(agent.ready());
        agent.completeStep(slot, result);
        assertArrayEquals(observation, row);
        assertEquals(reward, result.reward);
        assertEquals(
                ending, result.lost ? "absent" : result.terminated ? "over" : result.truncated ? "cut" : "goes on");
    }

    @Test
    void shouldStepAnEnvironmentWhenAllItsAgentsHaveBegun() {
        List<AgentEnvironment> agents = AgentEnvironment.all(new Shifts(), EnvironmentSource.SHARED);
        agents.get(2).beginReset(9);
        agents.get(0).beginReset(7);
        assertFalse(agents.get(0).ready());
        agents.get(1).beginReset(8);

        assertReset(agents.get(1), false, 7, 0);
        assertReset(agents.get(0), false, 7, 0);
        assertReset(agents.get(2), true, 0, 0);

        step(agents, 1, 2, 5); // the last one means nothing
        assertStep(agents.get(0), 1, "goes on", 7, 3);
        agents.get(0).beginStep(new float[] {4}, 0);
        assertFalse(agents.get(0).ready());
        assertStep(agents.get(1), 2, "goes on", 7, 3);
        assertStep(agents.get(2), 0, "absent", 0, 0);
    }

    @Test
    void shouldLetAgentsComeAndGoWithinAnEpisode() {
        List<AgentEnvironment> agents = begun(new Shifts());
        step(agents, 1, 1, 1);
        agents.forEach(agent -> agent.completeStep(slot, result));
        agents.get(2).beginReset(10);
        assertReset(agents.get(2), true, 0, 0);

        step(agents, 3, 1, 0);
        assertStep(agents.get(0), 3, "over", 7, 6);
        assertStep(agents.get(1), 1, "goes on", 7, 6);
        assertStep(agents.get(2), 0, "absent", 0, 0);
        agents.get(2).beginReset(11);
        agents.get(0).beginReset(12);
        assertReset(agents.get(2), false, 7, 6);
        assertReset(agents.get(0), true, 0, 0);

        for (int i = 3; i < 5; i++) {
            step(agents, 0, 1, 2);
            agents.forEach(agent -> agent.completeStep(slot, result));
            agents.get(0).beginReset(13);
            assertReset(agents.get(0), true, 0, 0);
        }
        step(agents, 0, 1, 2);
        assertStep(agents.get(0), 0, "absent", 0, 0);
        assertStep(agents.get(1), 1, "cut", 7, 15);
        assertStep(agents.get(2), 2, "cut", 7, 15);
        agents.get(0).beginReset(20);
        assertFalse(agents.get(0).ready(), "a new episode begins for all");
        agents.get(1).beginReset(21);
        agents.get(2).beginReset(22);
        assertReset(agents.get(0), false, 20, 0);
    }

    @Test
    void shouldStartOverForAllWhereOneResetsInTheMiddle() {
        List<AgentEnvironment> agents = begun(new Shifts());
        step(agents, 1, 1, 1);
        agents.forEach(agent -> agent.completeStep(slot, result));
        agents.get(2).beginReset(5); // absent: it would go on
        agents.get(0).beginReset(3);
        agents.get(1).beginReset(4);
        assertReset(agents.get(0), false, 3, 0);
        assertReset(agents.get(1), false, 3, 0);
        assertReset(agents.get(2), true, 0, 0);
    }

    @Test
    void shouldPlayTheFirstAgentAloneWithActionZeroForTheOthers() {
        AgentEnvironment alone = AgentEnvironment.alone(new Shifts(), EnvironmentSource.SHARED);
        alone.reset(7, slot);
        alone.step(new float[] {4}, 0, slot, result);
        assertArrayEquals(new float[] {7, 4}, row);
        alone.reset(8, slot);
        assertArrayEquals(new float[] {8, 0}, row);
    }

    @Test
    void shouldRefuseToWaitForAgentsThatNobodyPlays() {
        List<AgentEnvironment> agents = AgentEnvironment.all(new Shifts(), EnvironmentSource.SHARED);
        String message = assertThrows(
                        IllegalStateException.class, () -> agents.get(1).reset(3, slot))
                .getMessage();
        assertEquals(
                "agent whole of Shifts waits for others, and the same thread plays them: begin the steps of all first",
                message);
    }

    @Test
    void shouldGoOnFromASavedState() throws IOException {
        shouldGoOn(new Saving(), new Saving());
    }

    @Test
    void shouldGoOnFromARepeatedEpisode() throws IOException {
        shouldGoOn(new Shifts(), new Shifts());
    }

    private void shouldGoOn(Shifts first, Shifts second) throws IOException {
        List<AgentEnvironment> agents = begun(first);
        step(agents, 1, 2, 3);
        agents.forEach(agent -> agent.completeStep(slot, result));
        agents.get(2).beginReset(10);
        agents.get(2).completeReset(slot);

        List<AgentEnvironment> others = AgentEnvironment.all(second, EnvironmentSource.SHARED);
        for (int i = 0; i < 3; i++) {
            assertTrue(agents.get(i).canSaveState());
            assertEquals(0, SavedState.restore(others.get(i), SavedState.of(agents.get(i))));
        }
        step(others, 1, 2, 3);
        assertStep(others.get(0), 1, "over", 7, 6);
        assertStep(others.get(1), 2, "goes on", 7, 6);
        assertStep(others.get(2), 0, "absent", 0, 0);
        others.get(2).beginReset(10);
        assertReset(others.get(2), false, 7, 6);
    }

    @Test
    void shouldRefuseAnEpisodeThatDoesNotComeBack() throws IOException {
        List<AgentEnvironment> agents = begun(new Shifts());
        byte[] saved = SavedState.of(agents.get(0));
        saved[saved.length - 1] ^= 1;
        AgentEnvironment other =
                AgentEnvironment.all(new Shifts(), EnvironmentSource.SHARED).get(0);
        String message = assertThrows(IOException.class, () -> SavedState.restore(other, saved))
                .getMessage();
        assertTrue(message.startsWith("Shifts did not come back to where it was, replayed in 0 steps"), message);
    }

    @Test
    void shouldRefuseAgentsThatBreakTheContract() {
        assertEquals(
                "agent early has a reward or an ending, and was not alive",
                broken((step, row) -> Shifts.AGENTS.status(row, 0, step == 3 ? 1 : 0, step == 2 ? 1 : 0, step < 2)));
        assertEquals(
                "agent early left without an ending: set terminated or truncated",
                broken((step, row) -> Shifts.AGENTS.status(row, 0, 0, 0, step < 2)));
        assertEquals(
                "agent early was truncated and is alive again in the same row, which must be its last observation",
                broken((step, row) -> Shifts.AGENTS.status(row, 0, 0, step == 2 ? 2 : 0, true)));
    }

    private interface Fault {
        void write(int step, ObservationSlot row);
    }

    private String broken(Fault fault) {
        List<AgentEnvironment> agents = begun(new Shifts() {
            private int at;

            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult stepResult) {
                super.step(actions, offset, out, stepResult);
                fault.write(++at, out);
            }
        });
        return assertThrows(IllegalStateException.class, () -> {
                    for (int i = 0; i < 4; i++) {
                        step(agents, 1, 1, 1);
                        for (AgentEnvironment agent : agents) {
                            agent.completeStep(slot, result);
                            if (result.done()) {
                                agent.beginReset(1);
                                agent.completeReset(slot);
                            }
                        }
                    }
                })
                .getMessage();
    }

    @Test
    void shouldDescribeTheRowsOfAllAgents() {
        EnvironmentSpec joint = Shifts.AGENTS.joint();
        assertEquals(ObservationSpace.floats(15), joint.observationSpace());
        assertArrayEquals(new int[] {9, 9, 9}, joint.actionSpace().choices());
        EnvironmentSpec boxes = new EnvironmentSpec(
                "Boxes",
                ObservationSpace.floats(1),
                new ActionSpace.Continuous(new float[] {-1, 2}, new float[] {1, 3}),
                0,
                Double.NaN);
        ActionSpace.Continuous box = (ActionSpace.Continuous)
                new Agents(List.of("a", "b"), boxes).joint().actionSpace();
        assertArrayEquals(new float[] {-1, 2, -1, 2}, box.low());
        assertArrayEquals(new float[] {1, 3, 1, 3}, box.high());
    }
}
