package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentCheckTest {

    /** Three elements that count calls; tests override what they break. */
    private static class Counting implements Environment {
        int count;
        int calls;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Counting", ObservationSpace.floats(3), new ActionSpace.Discrete(2), 0, 0);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            count = 0;
            calls++;
            observe(out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            count++;
            calls++;
            observe(out);
            result.set(1, false, false);
        }

        void observe(ObservationSlot out) {
            for (int i = 0; i < 3; i++) {
                out.floats()[out.offset() + i] = count;
            }
        }
    }

    /** Frames of two by two. */
    private static class Frames extends Counting {
        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Frames", ObservationSpace.bytes(2, 2), new ActionSpace.Discrete(2), 0, 0);
        }

        @Override
        void observe(ObservationSlot out) {
            for (int i = 0; i < 4; i++) {
                out.bytes()[out.offset() + i] = (byte) (200 + count);
            }
        }
    }

    /** Allows the second of two actions, and throws for the first. */
    private static class Masked extends Counting {
        static final ObservationSpace SPACE = ObservationSpace.floats(3).withMask(new ActionSpace.Discrete(2));
        boolean allows = true;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Masked", SPACE, new ActionSpace.Discrete(2), 0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            assertEquals(1f, actions[offset]);
            super.step(actions, offset, out, result);
        }

        @Override
        void observe(ObservationSlot out) {
            super.observe(out);
            SPACE.allow(out, 0, false);
            SPACE.allow(out, 1, allows || count < 1);
        }
    }

    @Test
    void shouldTakeAllowedActionsAndFindAMaskThatAllowsNone() {
        assertEquals(List.of(), EnvironmentCheck.of(new Masked()).problems());
        Masked empty = new Masked();
        empty.allows = false;
        assertEquals(
                "must allow at least one action of each choice, and its mask allows none in step",
                EnvironmentCheck.of(new Masked() {
                            @Override
                            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                                allows = false;
                                count++;
                                observe(out);
                                result.set(1, false, false);
                            }
                        })
                        .problems()
                        .get(0)
                        .rule());
    }

    @Test
    void shouldCompareTwoReplicasByAllowedActions() {
        assertEquals("", EnvironmentComparison.of(new Masked(), new Masked()).difference());
        assertEquals(
                EnvironmentComparison.STEPS,
                EnvironmentComparison.of(new Masked(), new Masked()).steps());
    }

    private static String onlyProblem(Environment environment) {
        List<EnvironmentCheck.Problem> problems =
                EnvironmentCheck.of(environment).problems();
        assertEquals(
                1,
                problems.stream()
                        .map(p -> p.rule().replaceAll("reset|step", ""))
                        .distinct()
                        .count(),
                problems::toString);
        return problems.get(0).rule();
    }

    @Test
    void shouldFindNothingInASoundEnvironmentWithSixCalls() {
        for (Counting sound : List.of(new Counting(), new Frames())) {
            EnvironmentCheck check = EnvironmentCheck.of(sound);
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
            assertEquals(List.of(), check.unrestorable());
            assertTrue(sound.calls <= 6, "calls " + sound.calls);
        }
    }

    @Test
    void shouldFindWritesBehindTheRow() {
        assertEquals(
                "must write the 4 elements of its observation space (uint8[2, 2]) in reset and nothing else, and "
                        + "writes element 4",
                onlyProblem(new Frames() {
                    @Override
                    void observe(ObservationSlot out) {
                        super.observe(out);
                        out.bytes()[out.offset() + 4] = 0;
                    }
                }));
    }

    @Test
    void shouldFindWritesBeforeTheRow() {
        assertTrue(onlyProblem(new Counting() {
                    @Override
                    void observe(ObservationSlot out) {
                        super.observe(out);
                        out.floats()[out.offset() - 1] = 0;
                    }
                })
                .endsWith("and writes element -1"));
    }

    @Test
    void shouldFindElementsThatAreNeverWritten() {
        assertEquals(
                "must write every element of its observation space (uint8[2, 2]) in reset, and never writes "
                        + "element 0",
                onlyProblem(new Frames() {
                    @Override
                    void observe(ObservationSlot out) {
                        out.bytes()[out.offset() + 1] = 1;
                        out.bytes()[out.offset() + 2] = 1;
                        out.bytes()[out.offset() + 3] = 1;
                    }
                }));
    }

    @Test
    void shouldFindWhatIsNoNumber() {
        assertEquals(
                "must give finite observations, and gives -Infinity as element 1 in step", onlyProblem(new Counting() {
                    @Override
                    void observe(ObservationSlot out) {
                        super.observe(out);
                        out.set(1, count == 2 ? Float.NEGATIVE_INFINITY : 0);
                    }
                }));
        assertEquals("must give finite rewards, and gives NaN", onlyProblem(new Counting() {
            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                super.step(actions, offset, out, result);
                result.reward = Double.NaN;
            }
        }));
        assertEquals("must give finite raw rewards (score), and gives Infinity", onlyProblem(new Counting() {
            @Override
            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                super.step(actions, offset, out, result);
                result.setScore(Double.POSITIVE_INFINITY, false);
            }
        }));
    }

    @Test
    void shouldTellOfAScoreOrAContinuationThatDiffers() {
        assertEquals(
                List.of("the first step of an episode differs from one time to the next: the raw reward is 2.0, "
                        + "then 5.0"),
                EnvironmentCheck.of(new Counting() {
                            @Override
                            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                                super.step(actions, offset, out, result);
                                result.setScore(calls, false);
                            }
                        })
                        .unrepeatable());
        assertEquals(
                List.of("the first step of an episode differs from one time to the next: the episode ends one "
                        + "time and continues the other"),
                EnvironmentCheck.of(new Counting() {
                            @Override
                            public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
                                super.step(actions, offset, out, result);
                                result.setScore(1, calls == 2);
                            }
                        })
                        .unrepeatable());
    }

    @Test
    void shouldTellOfChanceOfItsOwnWithoutRefusingIt() {
        EnvironmentCheck check = EnvironmentCheck.of(new Counting() {
            @Override
            void observe(ObservationSlot out) {
                super.observe(out);
                out.set(2, calls);
            }
        });
        assertEquals(List.of(), check.problems());
        assertEquals(
                "the first observation of an episode differs from one time to the next: element 2 of the "
                        + "observation is 1.0, then 4.0",
                check.unrepeatable().get(0));
    }

    @Test
    void shouldTellOfAStateThatDoesNotCarryOn() {
        Counting forgetful = new Counting() {
            @Override
            public boolean canSaveState() {
                return true;
            }

            @Override
            public void saveState(DataOutput out) throws IOException {
                out.writeInt(count);
            }

            @Override
            public void restoreState(DataInput in) {
                // forgets to
            }
        };
        assertEquals(
                List.of(
                        "leaves 4 of the 4 bytes that it saved",
                        "the step after its state was restored differs "
                                + "from one time to the next: element 0 of the observation is 1.0, then 2.0"),
                EnvironmentCheck.of(forgetful).unrestorable());
    }

    @Test
    void shouldKeepWhatTheEnvironmentThrew() {
        IllegalStateException cause = new IllegalStateException("for the test");
        EnvironmentFailedException failed = assertThrows(
                EnvironmentFailedException.class,
                () -> EnvironmentCheck.of(new Counting() {
                    @Override
                    void observe(ObservationSlot out) {
                        throw cause;
                    }
                }));
        assertSame(cause, failed.getCause());
    }
}
