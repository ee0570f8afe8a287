package io.htsrl.trainer.evaluation;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitMark;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.state.Stateful;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.BestPolicy.PendingPolicy;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.watch.CancellableCall;
import io.htsrl.trainer.watch.Watchdog;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Evaluates the policy of every N-th interval, and the final one, on one thread and environments of its own. The
 * learner's thread offers copies of parameters; where the queue is full it waits, so no policy is ever left out.
 * Results go to the listener on the evaluator's thread, in the order of intervals; they are keyed by interval and do
 * not depend on timing. What fails here fails the run, under the role {@code evaluator}.
 *
 * <p>The thread that owns the run calls, in this order: {@link #start}, the run with {@link #attachTo}, {@link #finish},
 * {@link #close}.
 *
 * <p><b>Checkpoints.</b> A policy is pending from its offer until the listener has its results. One lock orders the
 * latter against {@link #save}, which saves what is pending and what the listener has written: each result is in one of
 * the two, so a run that is killed and resumed loses none and doubles none.
 */
public final class Evaluator implements IntervalObserver, TrainingListener, Stateful, AutoCloseable {
    /** Policies that may be pending before the learner waits. */
    static final int CAPACITY = 4;

    private final RunConfig config;
    private final EvaluationConfig evaluation;
    private final TrainingListener listener;
    private final Stateful written;
    private final RunControl control;
    private final int capacity;
    private final Supplier<EpisodeRunner> environments;
    private final Watchdog watchdog;
    private final WorkerThreads threads;
    private final Object lock = new Object();
    private final Deque<PendingPolicy> pending = new ArrayDeque<>(); // under the lock; its head is being evaluated
    private boolean complete; // under the lock
    private boolean made; // under the lock
    private final BestPolicy best; // under the lock
    private EpisodeRunner runner; // the evaluator's, and that of the thread which has seen it end
    private volatile boolean closed;
    private long intervals; // the learner's thread, then the run's
    private float[] offered;

    /**
     * Nothing starts yet.
     *
     * @param config     a checked run
     * @param evaluation which policies, and how
     * @param listener   hears of the results
     * @param written    what the listener has made of them, saved and restored with this evaluator
     * @param control    the run's
     */
    public Evaluator(
            RunConfig config,
            EvaluationConfig evaluation,
            TrainingListener listener,
            Stateful written,
            RunControl control) {
        this(config, evaluation, listener, written, control, CAPACITY, null);
    }

    /** @param environments makes them on the evaluator's thread; null for as many as usual, under the watch */
    Evaluator(
            RunConfig config,
            EvaluationConfig evaluation,
            TrainingListener listener,
            Stateful written,
            RunControl control,
            int capacity,
            Supplier<EpisodeRunner> environments) {
        if (!evaluation.enabled()) {
            throw new IllegalArgumentException("an evaluator of every 0 intervals");
        }
        this.config = config;
        this.evaluation = evaluation;
        this.listener = listener;
        this.written = written;
        this.control = control;
        this.capacity = capacity;
        this.watchdog = new Watchdog(config.pipeline().stepTimeout(), Duration.ZERO, control);
        this.environments = environments != null
                ? environments
                : () -> new EpisodeRunner(config, evaluation.policy(), evaluation.episodes(), watchdog);
        this.threads = new WorkerThreads(control);
        this.best = new BestPolicy(
                config.tensors().stream().mapToInt(Tensor::size).sum(),
                config.pipeline().stepsPerInterval());
        control.onAbort(this::wakeAll);
    }

    /** Starts the thread, and waits until it has made its environments: others are not made at the same time. */
    public void start() {
        threads.start(List.of(new Worker() {
            @Override
            public String roleName() {
                return "evaluator";
            }

            @Override
            public void run() {
                make();
                evaluateAll();
            }
        }));
        synchronized (lock) {
            while (!made && !control.aborted()) {
                waitForChange();
            }
        }
    }

    /** The run's attachments, with this evaluator among those who hear of it. */
    public Attachments attachTo(Attachments attachments) {
        return attachments
                .with(IntervalObserver.both(attachments.observer(), this))
                .with(TrainingListener.both(attachments.listener(), this));
    }

    // ---- the learner's thread

    @Override
    public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        offered = isDue(interval) ? parameters.clone() : null;
    }

    /** Follows the observer's call of the same interval, and tells when it was. */
    @Override
    public void onInterval(IntervalReport report) {
        intervals = report.interval() + 1;
        if (offered != null) {
            offer(new PendingPolicy(report.interval(), report.timesteps(), report.wallSeconds(), offered));
            offered = null;
        }
    }

    private boolean isDue(long interval) {
        return interval % evaluation.every() == evaluation.every() - 1;
    }

    private void offer(PendingPolicy policy) {
        synchronized (lock) {
            while (pending.size() >= capacity) {
                await("wait for the evaluator");
            }
            control.checkAborted();
            pending.add(policy);
            lock.notifyAll();
        }
    }

    // ---- the run's thread

    /**
     * Offers the final parameters, unless those of the last interval were they and are evaluated anyway, and waits
     * until nothing is pending.
     *
     * @return whether everything is evaluated; not so where the user has aborted the wait
     * @throws TrainingFailedException where an evaluation failed; it carries {@code result}, which is whole
     */
    public boolean finish(TrainingResult result) throws TrainingFailedException, InterruptedException {
        int learntSince = config.pipeline().schedule().trailingUpdates();
        try {
            if (intervals > 0 && (learntSince > 0 || !isDue(intervals - 1))) {
                offer(new PendingPolicy(
                        intervals - 1 + learntSince,
                        result.timesteps(),
                        result.wallSeconds(),
                        result.parameters().clone()));
            }
        } catch (RunAbortedException e) {
            // told below
        }
        synchronized (lock) {
            complete = true;
            lock.notifyAll();
        }
        threads.join();
        RunControl.Failure failure = control.failure();
        if (failure != null) {
            throw new TrainingFailedException(failure.role(), failure.cause(), result); // the training is complete
        }
        return !control.aborted();
    }

    /**
     * Ends the thread, whatever is pending, and closes the environments.
     *
     * @throws RunFailedException when one of them hangs in it
     */
    @Override
    public void close() {
        closed = true;
        wakeAll();
        try (Watchdog watching = watchdog) {
            threads.join();
            if (runner != null && !control.hasStragglers()) { // else somebody may be inside of them
                CancellableCall.run("evaluator-close", control, runner::close);
            }
        } catch (RunAbortedException e) {
            // given up: what is still open stays so
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the thread is a daemon and ends by itself; its environments stay open
        }
    }

    // ---- the evaluator's thread

    private void make() {
        runner = environments.get();
        synchronized (lock) {
            made = true;
            lock.notifyAll();
        }
    }

    private void evaluateAll() {
        for (PendingPolicy policy = next(); policy != null; policy = next()) {
            EvaluationRecord record = policy.evaluated(
                    evaluation.policy().toString(),
                    episodes(policy),
                    config.pipeline().stepsPerInterval());
            boolean better;
            synchronized (lock) {
                listener.onEvaluation(record);
                better = best.improve(policy, record);
                pending.remove();
                lock.notifyAll();
            }
            if (better) { // not under the lock: who writes a file keeps no learner waiting
                listener.onBestPolicy(record, policy.version(), policy.parameters());
            }
        }
    }

    private List<Episode> episodes(PendingPolicy policy) {
        long interval = policy.interval();
        try {
            return runner.run(
                    policy.parameters(),
                    EpisodeRunner.stream(config.seed(), interval),
                    evaluation.episodes(),
                    this::check);
        } catch (OutOfMemoryError | RunAbortedException e) {
            throw e;
        } catch (DivergedException e) {
            throw e.at("the evaluation of interval " + interval, interval);
        } catch (RuntimeException | Error e) {
            throw new RunFailedException("the evaluation of interval " + interval + " threw: " + e, interval, e);
        }
    }

    /** The next policy, which stays pending; null when there will be none. */
    private PendingPolicy next() {
        synchronized (lock) {
            while (pending.isEmpty() && !complete) {
                await("wait for a policy to evaluate");
            }
            check();
            return pending.peek();
        }
    }

    /** Waits for a change, under the lock. */
    private void await(String what) {
        check();
        WaitMark mark = control.waits().ofCurrentThread();
        mark.enter(what);
        try {
            waitForChange();
        } finally {
            mark.leave();
        }
        check();
    }

    @SuppressWarnings("WaitNotInLoop") // the callers look again
    private void waitForChange() {
        try {
            lock.wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }

    private void check() {
        control.checkAborted();
        if (closed) {
            throw RunAbortedException.INSTANCE;
        }
    }

    private void wakeAll() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    // ---- checkpoints

    /** 2: with the best policy. */
    @Override
    public int layout() {
        return 2;
    }

    /** Any thread but inside an interval's calls, so inside the swap. */
    @Override
    public void save(DataOutput out) throws IOException {
        synchronized (lock) {
            out.writeLong(intervals);
            out.writeInt(pending.size());
            for (PendingPolicy policy : pending) {
                policy.save(out);
            }
            written.save(out);
            best.save(out);
        }
    }

    /** Before the first interval; what was pending is evaluated at once. */
    @Override
    public void restore(DataInput in) throws IOException {
        synchronized (lock) {
            intervals = in.readLong();
            pending.clear();
            for (int left = in.readInt(); left > 0; left--) {
                pending.add(PendingPolicy.restore(in, best.parameterCount()));
            }
            written.restore(in);
            best.restore(in);
            if (best.record() != null) {
                listener.onBestPolicy(best.record(), best.version(), best.parameters()); // before any better one
            }
            lock.notifyAll();
        }
    }
}
