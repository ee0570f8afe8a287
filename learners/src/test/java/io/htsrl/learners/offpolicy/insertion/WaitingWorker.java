package io.htsrl.learners.offpolicy.insertion;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitRegistry.Waiting;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import java.util.List;

/** One thread of a run, which waits. */
record WaitingWorker(Wait work) implements Worker {
    /** What the thread does. */
    @FunctionalInterface
    interface Wait {
        void await() throws Exception;
    }

    @Override
    public String roleName() {
        return "waiter";
    }

    @Override
    public void run() throws Exception {
        work.await();
    }

    /** How the thread marks its wait, which an abort then ends. */
    static String mark(RunControl control, Wait wait) throws InterruptedException {
        WorkerThreads threads = new WorkerThreads(control);
        threads.start(List.of(new WaitingWorker(wait)));
        List<Waiting> inside = List.of();
        while (inside.isEmpty() && !control.aborted()) {
            Thread.onSpinWait();
            if (Thread.interrupted()) {
                throw new InterruptedException("it waits without a mark");
            }
            inside = control.waits().inside();
        }
        control.abort();
        threads.join();
        return inside.stream().map(Waiting::what).findFirst().orElse("" + control.failure());
    }
}
