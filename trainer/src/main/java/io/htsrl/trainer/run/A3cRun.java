package io.htsrl.trainer.run;

import io.htsrl.actors.BatchForward;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.executors.Replica;
import io.htsrl.learners.Learner;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Runs the {@code a3c} schedule (Mnih et al. 2016, Algorithm S3). Each worker thread copies the shared parameters,
 * rolls out its environments with the copy, and lets its learner take the gradient at the copy and apply it to the
 * shared parameters. Workers read and write these without locks, so a copy may hold a part of another's update, and
 * updates of the same element may overwrite each other. Only recording has a lock.
 */
final class A3cRun {
    private final Pipeline pipeline;
    private final float[] shared;
    private final long planned;
    private final AtomicLong begun = new AtomicLong(); // updates
    private final AtomicLong applied = new AtomicLong(); // likewise; its increments publish the parameters

    A3cRun(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.shared = pipeline.versions().current();
        this.planned =
                Math.min(pipeline.rollout().intervals(), pipeline.control().lastInterval());
    }

    /**
     * Runs to the end, or until the first failure has ended every worker.
     *
     * @param learners creates the learners of all workers but the first, which has the pipeline's
     */
    void run(Supplier<Learner> learners) throws InterruptedException {
        List<Worker> workers = new ArrayList<>();
        for (int index = 0; index < pipeline.bounds().executors(); index++) {
            workers.add(new GradientWorker(index, index == 0 ? pipeline.learner() : learners.get()));
        }
        WorkerThreads.run(pipeline.control(), workers);
    }

    private void record(StorageBank bank, Learner learner, long lag, Map<String, Double> metrics) {
        synchronized (applied) {
            RolloutClock updates = pipeline.rollout();
            pipeline.recorder().record(updates.interval(), bank, shared, learner, (int) lag, metrics);
            updates.advance(false);
        }
    }

    /** A worker with its environments, bank and learner. */
    private final class GradientWorker implements Worker {
        private final int index;
        private final Learner learner;
        private final List<Replica> replicas;
        private final StorageBank bank = new StorageBank(pipeline.shape());
        private final float[] copy = new float[shared.length];
        private final ActingState acting = new ActingState(pipeline.policy());
        private final BatchForward forward;
        private final StateBatch batch;
        private final float[] outputs;
        private final int[] offsets;
        private final RoleClock rollingOut;
        private final RoleClock learning;
        private long forwards;

        GradientWorker(int index, Learner learner) {
            this.index = index;
            this.learner = learner;
            int[] owners = pipeline.assignment().owners();
            this.replicas = pipeline.replicas().stream()
                    .filter(replica -> owners[replica.index()] == index)
                    .toList();
            int width = pipeline.policy().rowWidth();
            int count = replicas.size();
            this.forward = new IntervalForward(acting, pipeline.policy(), count);
            this.batch = new StateBatch(count);
            this.outputs = new float[count * width];
            this.offsets = new int[count];
            Arrays.setAll(offsets, column -> column * width);
            this.rollingOut = pipeline.times().clock("executor", roleName());
            this.learning = pipeline.times().clock("learner", roleName());
            pipeline.times().count(count, size -> size == count ? forwards : 0);
        }

        @Override
        public String roleName() {
            return "worker-" + index;
        }

        @Override
        public void run() {
            long update = begins();
            while (update < planned) {
                rollingOut.start();
                rollingOut.interval(update);
                long version = applied.get();
                rollOut(version);
                learn(update, version);
                update = begins();
            }
        }

        /** Returns the number of the update to begin; beyond the planned ones if none shall follow. */
        private long begins() {
            pipeline.control().checkAborted();
            return pipeline.control().stopRequested() ? planned : begun.getAndIncrement();
        }

        private void rollOut(long version) {
            System.arraycopy(shared, 0, copy, 0, copy.length);
            acting.begin(bank, copy);
            for (int column = 0; column < offsets.length; column++) {
                replicas.get(column).begin(bank, column);
                bank.stamp(column, replicas.get(column).index(), version);
            }
            int steps = bank.shape().steps();
            for (int step = 0; step < steps; step++) {
                batch.clear();
                for (int column = 0; column < offsets.length; column++) {
                    batch.add(column, step);
                }
                forward.compute(batch, outputs, offsets);
                forwards++;
                for (int column = 0; column < offsets.length; column++) {
                    Replica replica = replicas.get(column);
                    pipeline.perturbation().at(Perturbation.Point.EXECUTOR_STEP, replica.index());
                    replica.advance(outputs, offsets[column]);
                }
            }
            rollingOut.lap(Activity.ROLLOUT, (long) steps * offsets.length);
        }

        private void learn(long update, long version) {
            learning.start();
            pipeline.perturbation().at(Perturbation.Point.LEARNER_UPDATE, update);
            Map<String, Double> metrics = learner.update(bank, copy, shared, update);
            long lag = applied.getAndIncrement() - version;
            learning.lap(Activity.LEARN, update);
            record(bank, learner, lag, metrics);
            learning.lap(Activity.RECORD, update);
        }
    }
}
