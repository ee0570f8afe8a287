package io.htsrl.monitor.live.run;

import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.util.Arrays;

/** The newest spans of one thread, copied. One thread. */
final class Spans implements SpanRecorder.Visitor {
    /** Of each thread. */
    static final int MOST = 2048;

    private final Activity[] activities = new Activity[MOST];
    private final long[] begins = new long[MOST];
    private final long[] ends = new long[MOST];
    private final long[] arguments = new long[MOST];
    private final long[] intervals = new long[MOST];
    private final String thread;
    private int size;

    Spans(SpanRecorder recorder) {
        this.thread = recorder.thread();
        recorder.newest(MOST, this);
    }

    @Override
    public void span(Activity activity, long begin, long end, long argument, long interval) {
        activities[size] = activity;
        begins[size] = begin;
        ends[size] = end;
        arguments[size] = argument;
        intervals[size] = interval;
        size++;
    }

    String thread() {
        return thread;
    }

    int size() {
        return size;
    }

    Activity activity(int i) {
        return activities[i];
    }

    long begin(int i) {
        return begins[i];
    }

    long end(int i) {
        return ends[i];
    }

    long argument(int i) {
        return arguments[i];
    }

    long interval(int i) {
        return intervals[i];
    }

    /** Whether there may have been older ones, which are not here. */
    boolean cut() {
        return size >= MOST - 2;
    }

    /**
     * What the thread did most in each of {@code bins} equal parts of a time.
     *
     * @return ordinals of activities; -1 where nothing is known
     */
    int[] most(long from, long to, int bins) {
        int kinds = Activity.values().length;
        double[][] time = new double[bins][kinds];
        double width = (double) (to - from) / bins;
        for (int i = 0; i < size; i++) {
            long begin = Math.max(begins[i], from);
            long end = Math.min(ends[i], to);
            for (int bin = (int) ((begin - from) / width); bin < bins && begin < end; bin++) {
                double until = Math.min(end, from + (bin + 1) * width);
                time[bin][activities[i].ordinal()] += Math.max(0, until - Math.max(begin, from + bin * width));
                if (until >= end) {
                    break;
                }
            }
        }
        int[] most = new int[bins];
        Arrays.setAll(most, bin -> greatest(time[bin]));
        return most;
    }

    private static int greatest(double[] values) {
        int greatest = -1;
        for (int i = 0; i < values.length; i++) {
            if (values[i] > (greatest < 0 ? 0 : values[greatest])) {
                greatest = i;
            }
        }
        return greatest;
    }
}
