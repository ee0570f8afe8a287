package io.htsrl.core.time;

import io.htsrl.core.run.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one thread did when: spans of time in the order of their ends. Written by its thread alone; read by others after
 * that has ended, but for {@link #newest}. Keeps the newest spans up to a limit and counts what it dropped; a limit of 0
 * records nothing, at the cost of one comparison. Allocates nothing per span, but 128 KiB for every 4096 until the limit is reached.
 */
public final class SpanRecorder {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int WORDS = 4; // begin, end, interval, argument << 8 | activity
    private static final int ACTIVITY_BITS = 8;
    private static final Activity[] ACTIVITIES = Activity.values();
    private static final VarHandle RECORDED = VarHandles.handle(MethodHandles.lookup(), "recorded", long.class);

    /** Hears of spans. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * The thread did {@code activity} from {@code begin} to {@code end}, both of {@link System#nanoTime}.
         *
         * @param argument what {@link Activity#argument} says
         * @param interval in which it was; -1 where the thread does not know
         */
        void span(Activity activity, long begin, long end, long argument, long interval);
    }

    private final String thread;
    private final int limit;
    private final long[][] chunks;
    private int next;
    private long recorded; // published by RECORDED, behind what a span is
    private long interval = -1;

    /**
     * Has recorded nothing yet.
     *
     * @param thread its name
     * @param limit  the most spans that are kept
     */
    public SpanRecorder(String thread, int limit) {
        this.thread = thread;
        this.limit = limit;
        this.chunks = new long[(int) (((long) limit + CHUNK - 1) >> CHUNK_BITS)][];
    }

    /** The name of the thread that records here. */
    public String thread() {
        return thread;
    }

    /** The spans that follow belong to interval {@code current}. */
    public void interval(long current) {
        interval = current;
    }

    /** Records a span, in the place of the oldest one where there is no room for more. */
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
        VarHandle.storeStoreFence(); // a reader that sees a later span in this place sees that this one was recorded
    }

    /**
     * Tells of the newest spans, the oldest of them first, while the thread may be recording more: those that it has
     * overwritten meanwhile are left out. Any thread.
     *
     * @param most how many
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
        VarHandle.loadLoadFence(); // all were read before it is asked which of them may have been overwritten
        long overwritten = (long) RECORDED.getAcquire(this) + 1 - limit; // and one more may be under way
        for (long i = Math.max(begin, overwritten); i < end; i++) {
            tell(copy, (int) (i - begin) * WORDS, visitor);
        }
    }

    /** Spans that are kept. */
    public int size() {
        return (int) Math.min(recorded, limit);
    }

    /** Spans that had to make room for newer ones. */
    public long dropped() {
        return limit == 0 ? 0 : recorded - size();
    }

    /** Tells of the spans that are kept, the oldest first. */
    public void forEach(Visitor visitor) {
        int size = size();
        int index = recorded > limit ? next : 0; // a full ring's oldest is the next to go
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
