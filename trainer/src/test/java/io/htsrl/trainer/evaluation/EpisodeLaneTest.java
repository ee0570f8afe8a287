package io.htsrl.trainer.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EpisodeLaneTest {

    /** A game of three lives of four steps; each step scores 10, the frame is the number of calls so far. */
    private static class ThreeLives implements Environment {
        final List<Long> seeds = new ArrayList<>();
        private int calls;
        private int steps;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(
                    "ThreeLives", ObservationSpace.bytes(1), new ActionSpace.Discrete(2), 0, Double.NaN, true);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            seeds.add(seed);
            out.bytes()[out.offset()] = (byte) ++calls;
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.bytes()[out.offset()] = (byte) ++calls;
            steps++;
            result.set(1, steps % 4 == 0, false);
            result.setScore(10, steps % 4 == 0 && steps % 12 != 0);
        }
    }

    private final ThreeLives environment = new ThreeLives();
    private final byte[] rows = new byte[3];
    private final EpisodeLane lane =
            new EpisodeLane(environment, new Categorical(2), (o, at, draws, step, actions, to) -> {}, rows, 0, 3);

    private void begin(int episode, RandomStream stream) {
        lane.begin(episode, stream);
        lane.settle();
    }

    private boolean advance() {
        lane.advance(new float[2], 0);
        lane.settle();
        return lane.ended();
    }

    @Test
    void shouldPlayAGameToItsEndOverAllItsLives() {
        RandomStream stream = RandomStream.root(1);
        for (int episode = 0; episode < 2; episode++) {
            begin(episode, stream);
            for (int step = 1; step < 12; step++) {
                assertFalse(advance());
            }
            assertTrue(advance());
            assertEquals(120, lane.outcome().ret());
            assertEquals(12, lane.outcome().length());
        }
        assertEquals(6, environment.seeds.stream().distinct().count());
        assertNotEquals(environment.seeds.get(0), environment.seeds.get(3));
        assertEquals(stream.spawn("episode").bits(0), environment.seeds.get(0));
    }

    /** Frames 1 .. 5 are of the first life; the reset after it gives 6, before which there is nothing. */
    @Test
    void shouldBeginTheStackOfFramesAnewInEachLife() {
        begin(0, RandomStream.root(1));
        assertEquals(List.of(1, 1, 1), stack());
        advance();
        assertEquals(List.of(1, 1, 2), stack());
        advance();
        advance();
        assertEquals(List.of(2, 3, 4), stack());
        advance();
        assertEquals(List.of(6, 6, 6), stack());
        advance();
        assertEquals(List.of(6, 6, 7), stack());
    }

    private List<Integer> stack() {
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(rows, 3, 1);
        lane.addTo(batch);
        return List.of((int) rows[batch.frameOffset(0, 0)], (int) rows[batch.frameOffset(0, 1)], (int)
                rows[batch.frameOffset(0, 2)]);
    }

    @Test
    void shouldCloseTheEnvironmentsOfARunnerThatCannotHaveAll() {
        AtomicInteger open = new AtomicInteger();
        RunConfig config = EvaluationRuns.config("a2c", "CartPole-v1").in(() -> {
            if (open.get() == 3) {
                throw new IllegalStateException("no fourth one");
            }
            open.incrementAndGet();
            return new ThreeLives() {
                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        });

        RuntimeException failed =
                assertThrows(RuntimeException.class, () -> new EpisodeRunner(config, EvaluationPolicy.GREEDY, 5));
        assertTrue(String.valueOf(failed).contains("no fourth one"), failed::toString);
        assertEquals(0, open.get());
    }
}
