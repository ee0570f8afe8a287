package io.htsrl.determinism.remote;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;

/**
 * Replicas that answer together, when all of them have a request under way, and not before the second look: an executor
 * that waited for one of them would wait for ever, and one that sends a request before all are begun is told so.
 * Episodes never end. One thread; allocates nothing.
 */
final class Together {
    static final String NAME = "Together-v0";

    private final int size;
    private int held;
    private int sent;
    private int answers;

    Together(int size) {
        this.size = size;
    }

    /** A new replica. */
    RemoteEnvironment replica() {
        return new Replica();
    }

    private final class Replica implements RemoteEnvironment {
        private int looks = -1; // since all were sent; negative before

        @Override
        public EnvironmentSpec spec() {
            return new EnvironmentSpec(NAME, ObservationSpace.floats(2), new ActionSpace.Discrete(2), 0, Double.NaN);
        }

        @Override
        public void beginReset(long seed) {
            begin();
        }

        @Override
        public void beginStep(float[] actions, int offset) {
            begin();
        }

        private void begin() {
            held++;
            looks = 0;
        }

        @Override
        public void flush() {
            if (held > 0 && held < size) {
                throw new AssertionError(held + " of " + size + " requests were sent by themselves");
            }
            sent += held;
            held = 0;
        }

        @Override
        public boolean ready() {
            return looks >= 0 && sent == size && ++looks > 2;
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            return sent == size; // else nobody will wake
        }

        @Override
        public void completeReset(ObservationSlot out) {
            complete(out);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {
            complete(out);
            result.set(1, false, false);
        }

        private void complete(ObservationSlot out) {
            looks = -1;
            answers++;
            if (answers % size == 0) {
                sent = 0;
            }
            out.set(0, 1);
            out.set(1, -1);
        }
    }
}
