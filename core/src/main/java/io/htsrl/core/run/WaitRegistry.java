package io.htsrl.core.run;

import io.htsrl.core.error.RunFailedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Registry of a run's waiting threads and their reasons: a {@link WaitMark} for each, by the thread's name.
 * {@link WorkerThreads} registers the threads. Any thread.
 */
public final class WaitRegistry {
    private static final int NAMED = 16;

    private final Map<String, WaitMark> marks = new ConcurrentHashMap<>();
    private final Map<Thread, WaitMark> running = new ConcurrentHashMap<>();
    private final AtomicInteger joiners = new AtomicInteger();

    /**
     * A thread inside a wait.
     *
     * @param what reason of the wait
     * @param number of the wait, unique in its thread
     */
    public record Waiting(Thread thread, String what, long number) {}

    /** Returns the mark of the thread of that name; roles that share a thread share the mark. */
    public WaitMark of(String thread) {
        return marks.computeIfAbsent(thread, name -> new WaitMark());
    }

    /** Returns the mark of the calling thread. */
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

    /** Marks that the thread that owns the run waits for threads to end. */
    void joining() {
        joiners.incrementAndGet();
    }

    void joined() {
        joiners.decrementAndGet();
    }

    /**
     * Returns every thread of the run, if each of them is inside a wait and the run's owner waits for them. Otherwise
     * empty: a thread works, or may start threads that will. Two equal results mean that no thread has worked in
     * between.
     */
    public List<Waiting> all() {
        List<Waiting> inside = inside();
        return joiners.get() > 0 && inside.size() == running.size() ? inside : List.of();
    }

    /** Returns every thread of the run that is inside a wait, by name, independent of the others. */
    public List<Waiting> inside() {
        List<Waiting> inside = new ArrayList<>();
        running.forEach((thread, mark) -> {
            long state = mark.state();
            if (state != WaitMark.WORKING) {
                inside.add(new Waiting(thread, mark.what(), state));
            }
        });
        inside.sort(Comparator.comparing(waiting -> waiting.thread().getName()));
        return inside;
    }

    /**
     * Creates the failure for threads that are stuck in their waits, with their stacks; {@code what} begins the
     * message.
     */
    public static RunFailedException failure(String what, List<Waiting> stuck) {
        String named = stuck.stream()
                .limit(NAMED)
                .map(w -> w.thread().getName() + " (" + w.what() + ")")
                .collect(Collectors.joining(", "));
        int more = stuck.size() - NAMED;
        String message = what + named + (more > 0 ? " and " + more + " more" : "")
                + ". This is a fault of hts-rl, not of your settings or environment: please report it with the stacks and "
                + "the run's config.yaml. What was written is kept; 'hts resume' continues from the last checkpoint";
        return new RunFailedException(message, -1, stacks(stuck));
    }

    private static Throwable stacks(List<Waiting> stuck) {
        Throwable all = new Throwable("where each thread waits");
        all.setStackTrace(new StackTraceElement[0]);
        for (Waiting waiting : stuck) {
            Throwable one = new Throwable(waiting.thread().getName() + ": " + waiting.what());
            one.setStackTrace(waiting.thread().getStackTrace());
            all.addSuppressed(one);
        }
        return all;
    }
}
