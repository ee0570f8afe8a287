package io.htsrl.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who of a run's threads waits, and for what: a {@link WaitMark} for each, by the thread's name. {@link WorkerThreads}
 * tells which threads there are. Any thread.
 */
public final class Waits {
    private final Map<String, WaitMark> marks = new ConcurrentHashMap<>();
    private final Map<Thread, WaitMark> running = new ConcurrentHashMap<>();
    private final AtomicInteger joiners = new AtomicInteger();

    /**
     * A thread inside a wait.
     *
     * @param what it waits for
     * @param number of the wait: each of a thread has its own
     */
    public record Waiting(Thread thread, String what, long number) {}

    /** The mark of the thread of that name; one and the same for all that share the thread. */
    public WaitMark of(String thread) {
        return marks.computeIfAbsent(thread, name -> new WaitMark());
    }

    /** The mark of the calling thread. */
    public WaitMark ofCurrentThread() {
        return of(Thread.currentThread().getName());
    }

    void began(Thread thread) {
        WaitMark mark = of(thread.getName());
        mark.leave();
        running.put(thread, mark);
    }

    void ended(Thread thread) {
        running.remove(thread);
    }

    /** The thread that owns the run waits for threads to end. */
    void joining() {
        joiners.incrementAndGet();
    }

    void joined() {
        joiners.decrementAndGet();
    }

    /**
     * Every thread of the run, if each of them is inside a wait and the run's owner waits for them; else none: somebody
     * works, or may start threads that will. Two equal answers mean that nobody has worked in between.
     */
    public List<Waiting> all() {
        List<Waiting> all = new ArrayList<>();
        for (Map.Entry<Thread, WaitMark> entry : running.entrySet()) {
            long state = entry.getValue().state();
            if (state == WaitMark.WORKING) {
                return List.of();
            }
            all.add(new Waiting(entry.getKey(), entry.getValue().what(), state));
        }
        all.sort((a, b) -> a.thread().getName().compareTo(b.thread().getName()));
        return joiners.get() > 0 ? all : List.of();
    }
}
