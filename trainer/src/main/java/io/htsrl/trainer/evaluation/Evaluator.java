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
import io.htsrl.trainer.evaluation.StopCondition.Metric;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.EvaluationRecord.Rating;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.selfplay.Opponents;
import io.htsrl.trainer.watch.CancellableCall;
import io.htsrl.trainer.watch.Watchdog;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Evaluates the policy of every N-th interval, and the final one, on a separate thread with separate environments. The
 * learner's thread offers copies of parameters; it waits while the queue is full, so no policy is left out. Results go
 * to the listener on the evaluator's thread, in the order of intervals; they are keyed by interval and do not depend on
 * timing. A failure fails the run, under the role {@code evaluator}.
 *
 * <p>The thread that owns the run calls, in this order: {@link #start}, the run with {@link #attachTo},
 * {@link #finish}, {@link #close}.
 *
 * <p><b>Checkpoints.</b> A policy is pending from its offer until the listener has its results. One lock guards these
 * steps and {@link #save}, which saves the pending policies and the listener's output. So a run that is killed and
 * resumed neither loses nor repeats a result.
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
    private Ratings ratings; // written under the lock, by the evaluator's thread; null without self-play
    private EpisodeRunner runner; // of the evaluator's thread, and of the thread that has joined it
    private volatile boolean closed;
    private long intervals; // of the learner's thread, then of the run's
    private float[] offered;

    /**
     * Creates an evaluator that has not started.
     *
     * @param config a checked run
     * @param evaluation which policies, and how
     * @param listener receives the results
     * @param written the listener's output, saved and restored with this evaluator
     * @param control the run's
     */
    public Evaluator(
            RunConfig config,
            EvaluationConfig evaluation,
            TrainingListener listener,
            Stateful written,
            RunControl control) {
        this(config, evaluation, listener, written, control, CAPACITY, null);
    }

    /** @param environments creates the runner on the evaluator's thread; null for the default one, with the watchdog */
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
        this.ratings = config.opponents().enabled() ? new Ratings(best.parameterCount()) : null;
        control.onAbort(this::wakeAll);
    }

    /**
     * Starts the thread, and waits until it has created its environments, so that no others are created at the same
     * time.
     */
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

    /** Returns the run's attachments with this evaluator as an additional observer and listener. */
    public Attachments attachTo(Attachments attachments) {
        return attachments.with((IntervalObserver) this).with((TrainingListener) this);
    }

    // ---- the learner's thread

    @Override
    public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
        offered = isDue(interval) ? parameters.clone() : null;
    }

    /** Notes the time of the interval; called after the observer's call of the same interval. */
    @Override
    public void onInterval(IntervalReport report) {
        intervals = report.interval() + 1;
        if (offered != null) {
            endIfBestSuffices(report);
            offer(new PendingPolicy(report.interval(), report.timesteps(), report.wallSeconds(), offered));
            offered = null;
        }
    }

    private boolean isDue(long interval) {
        return interval % evaluation.every() == evaluation.every() - 1;
    }

    /**
     * Ends the run if the evaluations before this one say so. It waits for them, so that the same interval ends the run
     * for any timing.
     */
    private void endIfBestSuffices(IntervalReport report) {
        Optional<Double> threshold = evaluation.endsAt(Metric.EVAL);
        if (threshold.isEmpty() && evaluation.patience() == 0 || control.endReason() != null) {
            return;
        }
        synchronized (lock) {
            while (!pending.isEmpty()) {
                await("wait for the evaluations that may end the run");
            }
            EvaluationRecord record = best.record();
            if (record == null) {
                return;
            }
            long later = (report.interval() + 1 - record.interval()) / evaluation.every() - 1;
            boolean patient = evaluation.patience() == 0 || later < evaluation.patience();
            if (!patient || threshold.isPresent() && record.meanReturn() >= threshold.get()) {
                control.requestEnd(StopCondition.reached("evaluated return", record.meanReturn(), record.timestep())
                        + (patient ? "" : ", and none better in " + later + " evaluations since"));
            }
        }
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
     * Offers the final parameters, unless the last interval's parameters are equal and are evaluated anyway, and waits
     * until nothing is pending.
     *
     * @return whether everything is evaluated; false if the user has aborted the wait
     * @throws TrainingFailedException where an evaluation failed; it carries the complete {@code result}
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
            // reported below
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
     * Ends the thread, even with pending policies, and closes the environments.
     *
     * @throws RunFailedException when one of them hangs in it
     */
    @Override
    public void close() {
        closed = true;
        wakeAll();
        try (Watchdog watching = watchdog) {
            threads.join();
            if (runner != null && !control.hasStragglers()) { // otherwise a thread may be inside of them
                CancellableCall.run("evaluator-close", control, runner::close);
            }
        } catch (RunAbortedException e) {
            // given up: open environments stay open
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
            Ratings rates = ratings == null ? null : ratings.copy();
            EvaluationRecord record = evaluate(policy, rates);
            boolean better;
            synchronized (lock) {
                ratings = rates;
                listener.onEvaluation(record);
                better = best.improve(policy, record);
                pending.remove();
                lock.notifyAll();
            }
            if (better) { // without the lock: a listener that writes a file must not delay the learner
                listener.onBestPolicy(record, policy.version(), policy.parameters());
            }
        }
    }

    private EvaluationRecord evaluate(PendingPolicy policy, Ratings rates) {
        List<Episode> episodes = episodes(policy, null);
        Rating rating = rates == null
                ? null
                : rates.rate(policy.parameters(), episodes, opponent -> episodes(policy, opponent));
        return policy.evaluated(
                evaluation.policy().toString(),
                episodes,
                rating,
                config.pipeline().stepsPerInterval());
    }

    /** @param opponent parameters of the player of other seats; null for the random one, or without self-play */
    private List<Episode> episodes(PendingPolicy policy, float[] opponent) {
        long interval = policy.interval();
        try {
            if (opponent != null) {
                runner.against(config, opponent, EvaluationPolicy.SAMPLED);
            } else if (ratings != null) {
                runner.against(Opponents::random);
            }
            return runner.run(
                    policy.parameters(),
                    EpisodeRunner.stream(
                            config.seed(),
                            policy.completeIntervals(config.pipeline().stepsPerInterval())),
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

    /** Returns the next policy, which stays pending; null at the end. */
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

    /** Returns 3, the layout with the length of the listener's output. */
    @Override
    public int layout() {
        return 3;
    }

    /** Saves the state. Any thread but inside an interval's calls, so inside the swap. */
    @Override
    public void save(DataOutput out) throws IOException {
        synchronized (lock) {
            out.writeLong(intervals);
            out.writeInt(pending.size());
            for (PendingPolicy policy : pending) {
                policy.save(out);
            }
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            written.save(new DataOutputStream(output));
            out.writeShort(output.size()); // with its length: a program that resumes the run has another output
            out.write(output.toByteArray());
            best.save(out);
            if (ratings != null) {
                ratings.save(out);
            }
        }
    }

    /** Restores the state before the first interval; pending policies are evaluated at once. */
    @Override
    public void restore(DataInput in) throws IOException {
        synchronized (lock) {
            intervals = in.readLong();
            pending.clear();
            for (int left = in.readInt(); left > 0; left--) {
                pending.add(PendingPolicy.restore(in, best.parameterCount()));
            }
            byte[] output = new byte[in.readUnsignedShort()];
            in.readFully(output);
            written.restore(new DataInputStream(new ByteArrayInputStream(output)));
            best.restore(in);
            if (ratings != null) {
                ratings.restore(in);
            }
            if (best.record() != null) {
                listener.onBestPolicy(best.record(), best.version(), best.parameters()); // before a better one
            }
            lock.notifyAll();
        }
    }
}
