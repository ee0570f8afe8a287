package io.htsrl.trainer;

import io.htsrl.core.Environment;
import io.htsrl.core.EnvironmentFailedException;
import io.htsrl.core.RunControl;
import io.htsrl.core.TimeSpan;
import io.htsrl.environments.WatchedEnvironment;
import io.htsrl.executors.Replica;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Fails the run when an environment has been in one step or reset for longer than {@code --step-timeout}. A thread of
 * its own, which looks four times per limit; without a limit there is neither thread nor cost. The second look that
 * finds a call overdue reports it: a process that was held up as a whole gets the time in between to go on.
 *
 * <p>A thread cannot be ended from outside: the one that hangs is interrupted, which ends many a wait, and given up.
 */
final class Watchdog implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;

    /** One watched replica; {@code suspect} is the call that the last look found overdue. */
    private static final class Watched {
        private final int index;
        private final WatchedEnvironment environment;
        private volatile Replica replica;
        private long suspect = WatchedEnvironment.IDLE;

        Watched(int index, WatchedEnvironment environment) {
            this.index = index;
            this.environment = environment;
        }
    }

    private final Duration limit;
    private final RunControl control;
    private final List<Watched> all = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private boolean closed; // guarded by lock

    /** @param limit of one step; zero for none */
    Watchdog(Duration limit, RunControl control) {
        this.limit = limit;
        this.control = control;
        if (!limit.isZero()) {
            Thread thread = new Thread(this::watch, "watchdog");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** What to use in place of {@code environment} to have it watched. */
    Environment watch(int index, Environment environment) {
        if (limit.isZero()) {
            return environment;
        }
        WatchedEnvironment watched = new WatchedEnvironment(environment);
        all.add(new Watched(index, watched));
        return watched;
    }

    /** Tells which replicas use the watched environments, for messages to say where in the run they are. */
    void know(List<Replica> replicas) {
        for (Watched watched : all) {
            watched.replica = watched.index < 0 ? null : replicas.get(watched.index);
        }
    }

    private void watch() {
        lock.lock();
        try {
            while (!closed) { // also after an abort: other calls may hang too, and an interrupt ends many
                ended.awaitNanos(Math.max(1, limit.toNanos() / LOOKS_PER_LIMIT));
                all.forEach(this::look);
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread but the end of the process
        } catch (RuntimeException | Error e) {
            control.fail("watchdog", e);
        } finally {
            lock.unlock();
        }
    }

    private void look(Watched watched) {
        long since = watched.environment.since();
        long elapsed = System.nanoTime() - since;
        boolean overdue = since != WatchedEnvironment.IDLE && elapsed > limit.toNanos();
        if (overdue && watched.suspect == since) {
            report(watched, elapsed);
        }
        watched.suspect = overdue ? since : WatchedEnvironment.IDLE;
    }

    private void report(Watched watched, long elapsed) {
        Thread thread = watched.environment.thread();
        Throwable place = new Throwable(thread.getName() + " hangs here");
        place.setStackTrace(thread.getStackTrace());
        Replica replica = watched.replica;
        String message = String.format(Locale.ROOT, "environment %s(%s) has been in %s for %.1f s; the limit is "
                        + "--step-timeout %s: give it more time, or look where it hangs",
                replica == null ? "" : watched.index + " ", watched.environment.spec().id(),
                replica == null ? "one call of the check before the run" : replica.place(), elapsed / 1e9,
                TimeSpan.text(limit));
        control.giveUp(thread);
        control.fail(thread.getName(),
                new EnvironmentFailedException(message, replica == null ? -1 : replica.interval(), place));
        thread.interrupt(); // last: what the environment makes of it must not be the first failure
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
