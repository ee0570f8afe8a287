package io.htsrl.executors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaFrameSourceTest {
    private static final int EPISODE = 3;
    private static final BankShape SHAPE = new BankShape(8, 1, ObservationSpace.floats(1), 1, 2);

    /** Shows two pixels: how many steps its episode has, and how many pictures were painted. */
    private static final class Counter implements Environment, Rendered {
        private RuntimeException failure;
        private int count;
        private int pictures;

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec("Counter", SHAPE.observationSpace(), new ActionSpace.Discrete(9), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            count = 0;
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.set(0, ++count);
            result.set(1, count == EPISODE, false);
        }

        @Override
        public int renderWidth() {
            return 2;
        }

        @Override
        public int renderHeight() {
            return 1;
        }

        @Override
        public void render(int[] pixels) {
            if (failure != null) {
                throw failure;
            }
            pixels[0] = count;
            pixels[1] = ++pictures;
        }
    }

    private final Counter environment = new Counter();
    private final Replica replica = new Replica(
            0,
            environment,
            new Categorical(9),
            (outputs, at, draws, step, actions, to) -> actions[to] = 0,
            RandomStream.root(1));
    private final FrameSource portrait = replica.portrait().orElseThrow();

    ReplicaFrameSourceTest() {
        replica.begin(new StorageBank(SHAPE), 0);
    }

    private void step() {
        replica.advance(new float[2], 0);
    }

    @Test
    void shouldPaintOnceForEachWishAfterTheNextStep() {
        step();
        assertEquals(Optional.empty(), portrait.take(), "nobody has wished");

        portrait.want();
        portrait.want();
        assertEquals(Optional.empty(), portrait.take(), "it has not stepped since");
        step();
        step();
        assertEquals(Optional.of(new RgbFrame(2, 1, new int[] {2, 1})), portrait.take());
        assertEquals(Optional.empty(), portrait.take(), "it was taken");

        portrait.want();
        step();
        assertArrayEquals(new int[] {1, 2}, portrait.take().orElseThrow().pixels(), "of the next episode");
    }

    @Test
    void shouldNotPaintAgainBeforeThePictureIsTaken() {
        portrait.want();
        step();
        portrait.want();
        step();

        assertArrayEquals(new int[] {1, 1}, portrait.take().orElseThrow().pixels());
        assertEquals(1, environment.pictures);
    }

    @Test
    void shouldForgetWhatIsDropped() {
        portrait.want();
        portrait.drop();
        step();
        assertEquals(0, environment.pictures);

        portrait.want();
        step();
        portrait.drop();
        assertEquals(Optional.empty(), portrait.take());
    }

    @Test
    void shouldGoOnWithoutPicturesWhenTheEnvironmentThrows() {
        environment.failure = new IllegalStateException("no light");
        portrait.want();
        step();
        assertEquals("java.lang.IllegalStateException: no light", portrait.fault());
        assertEquals(1, replica.step());

        environment.failure = null;
        portrait.want();
        step();
        assertEquals(Optional.empty(), portrait.take(), "it is not asked again");
        assertTrue(portrait.fault().contains("no light"));
    }

    @Test
    void shouldLetAnAbortPass() {
        environment.failure = RunAbortedException.INSTANCE;
        portrait.want();

        assertSame(RunAbortedException.INSTANCE, assertThrows(RunAbortedException.class, this::step));
    }
}
