package io.htsrl.core.time;

/**
 * What one thread did when: spans of time in the order of their ends. Written by its thread alone, read after that has
 * ended. Keeps the newest spans up to a limit and counts what it dropped; a limit of 0 records nothing, at the cost of
 * one comparison. Allocates nothing per span, but 128 KiB for every 4096 until the limit is reached.
 */
public final class SpanRecorder {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int WORDS = 4; // begin, end, interval, argument << 8 | activity
    private static final int ACTIVITY_BITS = 8;
    private static final Activity[] ACTIVITIES = Activity.values();

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
    private long recorded;
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
        recorded++;
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
            visitor.span(
                    ACTIVITIES[(int) chunk[at + 3] & (1 << ACTIVITY_BITS) - 1],
                    chunk[at],
                    chunk[at + 1],
                    chunk[at + 3] >> ACTIVITY_BITS,
                    chunk[at + 2]);
            index = index + 1 == limit ? 0 : index + 1;
        }
    }
}
