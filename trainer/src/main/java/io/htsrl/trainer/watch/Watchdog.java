package io.htsrl.trainer.watch;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.environments.wrapper.CallWatch;
import io.htsrl.environments.wrapper.WatchedEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Fails the run when an environment has been in one call for longer than {@code --step-timeout}, and when all threads
 * of the run wait for each other. Its thread looks four times per limit and ten times per patience; without a limit
 * environments are not wrapped. A call must be overdue at two looks, so that a process that was held up as a whole has
 * time to continue.
 *
 * <p>A thread cannot be ended from outside: a hanging one is interrupted, which ends many waits, and abandoned. In a
 * request of a remote environment no thread hangs; such an environment may report its state.
 */
public final class Watchdog implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;
    private static final Duration SAYING = Duration.ofSeconds(2);

    /** A watched environment; {@code suspect} is the call that the last {@code looks} looks found overdue. */
    private static final class Watched {
        private final String name;
        private final CallWatch watch = new CallWatch();
        private volatile EpisodeLocation place;
        private volatile RemoteEnvironment remote; // if it is a remote environment
        private long suspect = CallWatch.IDLE;
        private int looks;

        Watched(String name) {
            this.name = name;
        }
    }

    private record EpisodeLocation(Supplier<String> text, LongSupplier interval) {}

    private final Duration limit;
    private final RunControl control;
    private final StallRule stall;
    private final long limitPeriod;
    private final long stallPeriod;
    private final Map<Watched, Boolean> all = new ConcurrentHashMap<>();
    private final Map<Environment, Watched> byEnvironment = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private boolean closed; // guarded by lock

    /**
     * Starts watching at once.
     *
     * @param limit of one call of an environment; zero for none
     * @param patience how long all threads of the run may wait for each other; zero for no limit
     */
    public Watchdog(Duration limit, Duration patience, RunControl control) {
        this.limit = limit;
        this.control = control;
        this.stall = new StallRule(control, patience);
        this.limitPeriod = limit.isZero() ? Long.MAX_VALUE / 2 : Math.max(1, limit.toNanos() / LOOKS_PER_LIMIT);
        this.stallPeriod = patience.isZero() ? Long.MAX_VALUE / 2 : Math.max(1, patience.toNanos() / StallRule.LOOKS);
        if (!limit.isZero() || !patience.isZero()) {
            Thread thread = new Thread(this::watch, "watchdog");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Creates an environment under the watch.
     *
     * @param name such as {@code environment 5 (CartPole-v1)}
     * @return the wrapped environment, to be used in its place
     */
    public Environment create(String name, Supplier<Environment> made) {
        if (limit.isZero()) {
            return made.get();
        }
        Watched watched = new Watched(name);
        all.put(watched, true);
        Environment environment = WatchedEnvironment.make(made, watched.watch);
        byEnvironment.put(environment, watched);
        watched.remote = environment instanceof RemoteEnvironment remote ? remote : null;
        return environment;
    }

    /**
     * Sets the place of an environment of {@link #create} in the run. Another thread calls {@code place} during a call
     * of the environment.
     *
     * @param place such as {@code step 17 of evaluation episode 3}
     */
    public void know(Environment environment, Supplier<String> place) {
        know(environment, place, () -> -1);
    }

    /** @param interval the current interval of an environment of the run itself */
    public void know(Environment environment, Supplier<String> place, LongSupplier interval) {
        Watched watched = byEnvironment.get(environment);
        if (watched != null) {
            watched.place = new EpisodeLocation(place, interval);
        }
    }

    /**
     * Applies {@code question} to a throw-away replica.
     *
     * @param limit of its constructor and of its closing, each; zero for none
     * @throws io.htsrl.core.error.ConfigurationException as {@link EnvironmentSource#create}
     * @throws EnvironmentFailedException as {@link EnvironmentSource#create}, and when it takes longer
     */
    public static <T> T ask(Duration limit, EnvironmentSource source, Function<Environment, T> question) {
        if (limit.isZero()) {
            return source.ask(question);
        }
        RunControl control = new RunControl();
        try (Watchdog watchdog = new Watchdog(limit, Duration.ZERO, control)) {
            return CancellableCall.call("environment-question", control, () -> {
                try (Environment environment = watchdog.create("environment (" + source.id() + ")", source::create)) {
                    return question.apply(environment);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }

    private void watch() {
        lock.lock();
        try {
            long nextLimit = System.nanoTime() + limitPeriod;
            long nextStall = System.nanoTime() + stallPeriod;
            while (!closed) { // also after an abort: other calls may hang too, and an interrupt ends many
                ended.awaitNanos(Math.min(nextLimit - System.nanoTime(), nextStall - System.nanoTime()));
                if (System.nanoTime() - nextLimit >= 0) {
                    lookAtAll();
                    nextLimit = System.nanoTime() + limitPeriod;
                }
                if (System.nanoTime() - nextStall >= 0) {
                    stall.look();
                    nextStall = System.nanoTime() + stallPeriod;
                }
            }
        } catch (InterruptedException e) {
            // only the end of the process interrupts this thread
        } catch (RuntimeException | Error e) {
            control.fail("watchdog", e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Looks at all environments. Among overdue ones that share a worker, the one at work comes first, since the first
     * one reported is the run's failure.
     */
    private void lookAtAll() {
        List<Watched> overdue = new ArrayList<>();
        all.keySet().stream().filter(this::overdue).forEach(overdue::add);
        overdue.sort(Comparator.comparing(Watchdog::waits));
        overdue.forEach(this::report);
    }

    /**
     * Returns whether this is at least the second look that finds one call overdue; the third for a call that waits for
     * its worker, since the call that keeps the worker busy may have begun later and is the one to report.
     */
    private boolean overdue(Watched watched) {
        long since = watched.watch.since();
        boolean overdue = since != CallWatch.IDLE && System.nanoTime() - since > limit.toNanos();
        watched.looks = !overdue ? 0 : watched.suspect == since ? watched.looks + 1 : 1;
        watched.suspect = overdue ? since : CallWatch.IDLE;
        return watched.looks >= (waits(watched) ? 3 : 2);
    }

    private static boolean waits(Watched watched) {
        return watched.remote != null && !watched.remote.atWork();
    }

    private void report(Watched watched) {
        double elapsed = (System.nanoTime() - watched.watch.since()) / 1e9;
        Thread thread = watched.watch.thread();
        boolean request = watched.watch.request();
        String message = String.format(
                Locale.ROOT,
                "%s has %s %s for %.1f s; the limit is --step-timeout %s: "
                        + "give it more time, or look where it hangs%s",
                watched.name,
                request ? "not answered in" : "been in",
                where(watched),
                elapsed,
                TimeSpan.text(limit),
                said(watched));
        EpisodeLocation place = placed(watched);
        Throwable stack = null;
        if (!request) { // otherwise the thread is elsewhere
            stack = new Throwable(thread.getName() + " hangs here");
            stack.setStackTrace(thread.getStackTrace());
            control.giveUp(thread);
        }
        control.fail(
                thread.getName(),
                new EnvironmentFailedException(
                        message, place == null ? -1 : place.interval().getAsLong(), stack));
        if (watched.remote != null && watched.remote.atWork()) {
            watched.remote.abandon(); // it has been described
        }
        if (!request) {
            thread.interrupt(); // last: the environment's reaction must not be the first failure
        }
    }

    /** Returns a remote environment's report of its state, if it answers in time. */
    private String said(Watched watched) {
        RemoteEnvironment remote = watched.remote;
        if (remote == null || control.aborted()) {
            return "";
        }
        String[] text = {""};
        Thread asking = new Thread(() -> text[0] = describe(remote), "environment-describe");
        asking.setDaemon(true);
        asking.start();
        try {
            asking.join(SAYING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return asking.isAlive() || text[0].isEmpty() ? "" : ". " + text[0];
    }

    private static String describe(RemoteEnvironment remote) {
        try {
            return remote.describeStall();
        } catch (RuntimeException e) {
            return "It could not say where it stands: " + e;
        }
    }

    /** Returns a name for the call: a step's is its place, a reset's its place and name, another call's its name. */
    private static String where(Watched watched) {
        EpisodeLocation place = placed(watched);
        String call = watched.watch.call();
        return place == null ? call : place.text().get() + (call.equals(WatchedEnvironment.RESET) ? ", in reset," : "");
    }

    /** Returns the place of the current call, if it has one; else null. */
    private static EpisodeLocation placed(Watched watched) {
        String call = watched.watch.call();
        return call.equals(WatchedEnvironment.STEP) || call.equals(WatchedEnvironment.RESET) ? watched.place : null;
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
