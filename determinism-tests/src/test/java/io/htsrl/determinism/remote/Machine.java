package io.htsrl.determinism.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where environments compute that are not here: threads of its own, which take whatever waits in an order drawn from a
 * seed, and now and then dawdle. Any thread.
 */
final class Machine {
    private static final int DAWDLE = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Runnable> waiting = new ArrayList<>(); // guarded by lock, as the two below
    private final SplittableRandom draws;
    private boolean closed;

    Machine(int threads, long seed) {
        draws = new SplittableRandom(seed);
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::work, "machine-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Takes a call; the machine runs all, in some order. */
    void submit(Runnable call) {
        lock.lock();
        try {
            waiting.add(call);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        Runnable next = take();
        while (next != null) {
            next.run();
            int yields = dawdling();
            for (int i = 0; i < yields; i++) { // others overtake, and more comes together
                Thread.yield();
            }
            next = take();
        }
    }

    private int dawdling() {
        lock.lock();
        try {
            return draws.nextInt(DAWDLE) == 0 ? 20 : 0;
        } finally {
            lock.unlock();
        }
    }

    private Runnable take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            return closed ? null : waiting.remove(draws.nextInt(waiting.size()));
        } finally {
            lock.unlock();
        }
    }
}
