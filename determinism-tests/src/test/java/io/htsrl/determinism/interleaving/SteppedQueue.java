package io.htsrl.determinism.interleaving;

import io.htsrl.core.run.RunControl;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.RolloutSink;

/** The real queue: hands over to the {@link Conductor} before each access, and waits there. */
final class SteppedQueue extends RolloutQueue {
    private final Conductor conductor;

    SteppedQueue(Conductor conductor, int environments, int room) {
        super(environments, room, new RunControl(), RolloutSink.NONE);
        this.conductor = conductor;
    }

    @Override
    public int claim() {
        conductor.step("claim a column");
        return super.claim();
    }

    @Override
    public void complete(int column, long version) {
        conductor.step("complete column " + column);
        super.complete(column, version);
    }

    @Override
    public void awaitFree() {
        conductor.await("wait for a column", this::hasFree);
        super.awaitFree();
    }

    @Override
    public void take(int[] columns) {
        conductor.await("wait for rollouts", () -> hasCompleted(columns.length));
        super.take(columns);
    }

    @Override
    public void release(int[] columns) {
        conductor.step("release " + columns.length + " columns");
        super.release(columns);
    }

    @Override
    public void finish() {
        conductor.step("finish");
        super.finish();
    }
}
