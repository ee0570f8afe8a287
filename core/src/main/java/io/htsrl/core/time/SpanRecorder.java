package io.htsrl.core.time;

import io.htsrl.core.run.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The activities of one thread: spans of time in the order of their ends. Written by its thread alone; read by others
 * after the thread has ended, except for {@link #newest}. Keeps the newest spans up to a limit and counts dropped ones;
 * a limit of 0 records nothing, at the cost of one comparison. Allocates nothing per span, except 128 KiB for every
 * 4096 until the limit is reached.
 */
public final class SpanRecorder {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int WORDS = 4; // begin, end, interval, argument << 8 | activity
    private static final int ACTIVITY_BITS = 8;
    private static final Activity[] ACTIVITIES = Activity.values();
    private static final VarHandle RECORDED = VarHandles.handle(MethodHandles.lookup(), "recorded", long.class);

    /** Receives spans. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Receives one {@code activity} from {@code begin} to {@code end}, both of {@link System#nanoTime}.
         *
         * @param argument number described by {@link Activity#argument}
         * @param interval interval of the span; -1 if the thread does not know it
         */
        void span(Activity activity, long begin, long end, long argument, long interval);
    }

    private final String thread;
    private final int limit;
    private final long[][] chunks;
    private int next;
    private long recorded; // published by RECORDED, after the span's data
    private long interval = -1;

    /**
     * Creates an empty recorder.
     *
     * @param thread name of the thread
     * @param limit maximum number of kept spans
     */
    public SpanRecorder(String thread, int limit) {
        this.thread = thread;
        this.limit = limit;
        this.chunks = new long[(int) (((long) limit + CHUNK - 1) >> CHUNK_BITS)][];
    }

    /** Returns the name of the recording thread. */
    public String thread() {
        return thread;
    }

    /** Assigns the following spans to interval {@code current}. */
    public void interval(long current) {
        interval = current;
    }

    /** Records a span; it replaces the oldest one if the limit is reached. */
    public void add(Activity activity, long begin, long end, long argument) {
        if (limit == 0) {
            return;
        }
        long[] chunk = chunks[next >> CHUNK_BITS];
        if (chunk == null) {
            chunk = new long[CHUNK * WORDS];
            chunks[next >> CHUNK_BITS] = chunk;
        }
        int at = (next & CHUNK - 1) * WORDS;
        chunk[at] = begin;
        chunk[at + 1] = end;
        chunk[at + 2] = interval;
        chunk[at + 3] = argument << ACTIVITY_BITS | activity.ordinal();
        next = next + 1 == limit ? 0 : next + 1;
        RECORDED.setRelease(this, recorded + 1);
        VarHandle.storeStoreFence(); // a reader that sees a later span here also sees that this one was recorded
    }

    /**
     * Passes the newest spans to {@code visitor}, the oldest of them first. The thread may record at the same time:
     * spans that it has overwritten are left out. Any thread.
     *
     * @param most maximum number of spans
     */
    public void newest(int most, Visitor visitor) {
        long end = (long) RECORDED.getAcquire(this);
        long begin = Math.max(0, end - Math.min(most, limit));
        long[] copy = new long[(int) (end - begin) * WORDS];
        for (long i = begin; i < end; i++) {
            int index = (int) (i % limit);
            int at = (index & CHUNK - 1) * WORDS;
            System.arraycopy(chunks[index >> CHUNK_BITS], at, copy, (int) (i - begin) * WORDS, WORDS);
        }
        VarHandle.loadLoadFence(); // all were read before the check of which may have been overwritten
        long overwritten = (long) RECORDED.getAcquire(this) + 1 - limit; // and one more may be in progress
        for (long i = Math.max(begin, overwritten); i < end; i++) {
            tell(copy, (int) (i - begin) * WORDS, visitor);
        }
    }

    /** Returns the number of kept spans. */
    public int size() {
        return (int) Math.min(recorded, limit);
    }

    /** Returns the number of spans that newer ones replaced. */
    public long dropped() {
        return limit == 0 ? 0 : recorded - size();
    }

    /** Passes the kept spans to {@code visitor}, the oldest first. */
    public void forEach(Visitor visitor) {
        int size = size();
        int index = recorded > limit ? next : 0; // a full ring's oldest is the next to be replaced
        for (int i = 0; i < size; i++) {
            long[] chunk = chunks[index >> CHUNK_BITS];
            int at = (index & CHUNK - 1) * WORDS;
            tell(chunk, at, visitor);
            index = index + 1 == limit ? 0 : index + 1;
        }
    }

    private static void tell(long[] words, int at, Visitor visitor) {
        visitor.span(
                ACTIVITIES[(int) words[at + 3] & (1 << ACTIVITY_BITS) - 1],
                words[at],
                words[at + 1],
                words[at + 3] >> ACTIVITY_BITS,
                words[at + 2]);
    }
}
