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
 * Who of a run's threads waits, and for what: a {@link WaitMark} for each, by the thread's name. {@link WorkerThreads}
 * tells which threads there are. Any thread.
 */
public final class WaitRegistry {
    private static final int NAMED = 16;

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
        List<Waiting> inside = inside();
        return joiners.get() > 0 && inside.size() == running.size() ? inside : List.of();
    }

    /** Every thread of the run that is inside a wait, by name, whatever the others do. */
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

    /** That threads are stuck in their waits, with their stacks; {@code what} begins the message. */
    public static RunFailedException failure(String what, List<Waiting> stuck) {
        String named = stuck.stream()
                .limit(NAMED)
                .map(w -> w.thread().getName() + " (" + w.what() + ")")
                .collect(Collectors.joining(", "));
        int more = stuck.size() - NAMED;
        String message = what + named + (more > 0 ? " and " + more + " more" : "")
                + ". This is a fault of hts-rl, not of your settings or environment: please report it with the stacks and "
                + "the run's config.yaml. What was written is kept; 'hts resume' goes on from the last checkpoint";
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
