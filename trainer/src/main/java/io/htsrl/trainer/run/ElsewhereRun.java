package io.htsrl.trainer.run;

import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.learners.LearnerWorker;
import java.util.List;

/** The {@code hts} schedule where rollouts are collected elsewhere: what waits for them, and the learner. */
final class ElsewhereRun {
    private final Pipeline pipeline;
    private final Connection connection;

    ElsewhereRun(Pipeline pipeline, Connection connection) {
        this.pipeline = pipeline;
        this.connection = connection;
    }

    /** Runs to the end, or until the first failure has ended both. */
    void run() throws InterruptedException {
        TimeSheet times = pipeline.times();
        Worker filler = connection.filler(times.clock("executor", "rollouts")).orElseThrow();
        Worker learner =
                new LearnerWorker(connection.stage(), connection.exchange(), times.clock("learner", "learner"));
        WorkerThreads threads = new WorkerThreads(pipeline.control());
        threads.start(List.of(filler, learner));
        try {
            threads.join();
        } catch (InterruptedException e) {
            pipeline.control().abort();
            threads.join();
            throw e;
        }
    }
}
