package io.htsrl.determinism.interleaving;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.run.Worker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * Answers requests of environments that compute elsewhere, one after the other, whenever the {@link Conductor} lets it.
 */
final class SteppedWorld implements Worker {
    private final Conductor conductor;
    private final boolean ends;
    private final BooleanSupplier over;
    private final Deque<Distant> asked = new ArrayDeque<>();

    /**
     * @param ends whether each step ends an episode
     * @param over whether nobody will ask any more
     */
    SteppedWorld(Conductor conductor, boolean ends, BooleanSupplier over) {
        this.conductor = conductor;
        this.ends = ends;
        this.over = over;
    }

    Environment environment() {
        return new Distant();
    }

    @Override
    public String roleName() {
        return "world";
    }

    @Override
    public void run() {
        while (!over.getAsBoolean()) {
            conductor.await("answer", () -> !asked.isEmpty() || over.getAsBoolean());
            if (!asked.isEmpty()) {
                asked.poll().ready = true;
            }
        }
    }

    /** Nothing happens in it, over there. */
    private final class Distant implements RemoteEnvironment {
        private final EnvironmentSpec spec = new Still().spec();
        private boolean held;
        private boolean ready;

        @Override
        public EnvironmentSpec spec() {
            return spec;
        }

        @Override
        public void beginReset(long seed) {
            held = true;
        }

        @Override
        public void beginStep(float[] actions, int offset) {
            held = true;
        }

        @Override
        public void flush() {
            conductor.step("ask");
            if (held) {
                held = false;
                asked.add(this);
            }
        }

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public boolean wakeWhenReady(Wakeup wakeup) {
            return ready;
        }

        @Override
        public void completeReset(ObservationSlot out) {
            ready = false;
            out.set(0, 0);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {
            ready = false;
            out.set(0, 0);
            result.set(0, ends, false);
        }
    }
}
