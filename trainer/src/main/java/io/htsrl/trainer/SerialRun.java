package io.htsrl.trainer;

import io.htsrl.core.Activity;
import io.htsrl.core.ObservationBatch;
import io.htsrl.core.Policy;
import io.htsrl.core.RoleClock;
import io.htsrl.core.Worker;
import io.htsrl.executors.Replica;

/**
 * The {@code hts} schedule by one thread: one environment after another, batches of one, no buffers, no barrier. The
 * oracle that {@link ConcurrentRun} is compared with.
 */
final class SerialRun implements Worker {
    private final Pipeline pipeline;
    private final Policy.Forward forward;
    private final ObservationBatch batch = new ObservationBatch(1);
    private final int[] outputOffset = {0};
    private final float[] output;
    private final RoleClock executor;
    private final RoleClock learner;
    private long served;

    SerialRun(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.forward = pipeline.policy().newForward();
        this.output = new float[pipeline.policy().outputWidth()];
        this.executor = pipeline.times().clock("executor", roleName());
        this.learner = pipeline.times().clock("learner", roleName());
        pipeline.times().count(1, size -> size == 1 ? served : 0);
    }

    @Override
    public String roleName() {
        return "serial";
    }

    @Override
    public void run() {
        executor.start();
        while (!pipeline.rollout().finished()) {
            pipeline.control().checkAborted();
            executor.interval(pipeline.rollout().interval());
            for (Replica replica : pipeline.replicas()) {
                rollOut(replica);
                executor.lap(Activity.ROLLOUT, replica.step());
            }
            learner.start();
            pipeline.stage().overlapped(pipeline.rollout().interval(), pipeline.storage().read(), learner);
            pipeline.swap().run();
            learner.lap(Activity.SWAP);
            executor.start();
        }
        learner.start();
        learner.interval(pipeline.rollout().interval());
        pipeline.stage().drain(pipeline.rollout().interval(), pipeline.storage().read(), learner);
    }

    private void rollOut(Replica replica) {
        if (pipeline.rollout().interval() == 0) {
            replica.beginRun(pipeline.storage().write());
        } else {
            replica.beginInterval(pipeline.storage().write(), pipeline.storage().read());
        }
        while (replica.step() < pipeline.config().pipeline().syncInterval()) {
            pipeline.acting().rows().bind(batch);
            pipeline.acting().rows().add(batch, replica.step(), replica.index());
            forward.forward(pipeline.acting().snapshot(), batch, output, outputOffset);
            replica.advance(output, 0);
        }
        served += replica.step();
    }
}
