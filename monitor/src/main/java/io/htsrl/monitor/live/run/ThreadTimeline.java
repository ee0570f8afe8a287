package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last intervals of a run as rows of bars: one for each of two banks, and one for each thread. Times are
 * nanoseconds since the first of these intervals. One thread, one picture.
 */
final class ThreadTimeline {
    /** Number of spans that are read of each thread. */
    static final int MOST = 2048;

    private static final int INTERVALS = 3;
    private static final int ROWS = 24;
    private static final int BARS = 300;
    private static final int BANKS = 2;

    private final List<Track> threads;
    private final boolean banks;
    private final long to;
    private final long from;

    private record Span(Activity activity, long begin, long end, long argument, long interval) {}

    /** The newest spans of one thread, the oldest first. */
    private record Track(String thread, List<Span> spans) {
        static Track of(SpanRecorder recorder) {
            List<Span> spans = new ArrayList<>();
            recorder.newest(
                    MOST,
                    (activity, begin, end, argument, interval) ->
                            spans.add(new Span(activity, begin, end, argument, interval)));
            return new Track(recorder.thread(), spans);
        }

        Span last() {
            return spans.get(spans.size() - 1);
        }

        /** Returns the earliest time from which all spans are known. */
        long known() {
            return spans.size() >= MOST - 2 ? spans.get(0).begin() : Long.MIN_VALUE;
        }
    }

    /** @param banks whether rollout and learning swap two banks */
    ThreadTimeline(List<SpanRecorder> recorders, boolean banks) {
        this.threads = recorders.stream()
                .map(Track::of)
                .filter(track -> !track.spans().isEmpty())
                .limit(ROWS)
                .toList();
        this.banks = banks;
        this.to = threads.stream().mapToLong(track -> track.last().end()).max().orElse(Long.MIN_VALUE);
        long newest = threads.stream()
                .mapToLong(track -> track.last().interval())
                .max()
                .orElse(0);
        this.from = begin(newest - INTERVALS);
    }

    /** Returns the begin of {@code interval}, as far back as all threads are known. */
    private long begin(long interval) {
        long begin = to;
        for (Track track : threads) {
            begin = Math.min(
                    begin,
                    track.spans().stream()
                            .filter(span -> span.interval() >= interval)
                            .mapToLong(Span::begin)
                            .findFirst()
                            .orElse(to));
        }
        return Math.max(begin, threads.stream().mapToLong(Track::known).max().orElse(begin));
    }

    /** Returns whether there is anything to draw. */
    boolean isEmpty() {
        return threads.isEmpty() || from >= to;
    }

    void write(ObjectNode json) {
        json.put("from", 0).put("to", to - from);
        ArrayNode activities = json.putArray("activities");
        for (Activity activity : Activity.values()) {
            activities.add(activity.label());
        }
        ArrayNode rows = json.putArray("threads");
        for (int bank = 0; banks && bank < BANKS; bank++) {
            writeBank(row(rows, "bank " + bank), bank);
        }
        threads.forEach(track -> writeThread(row(rows, track.thread()), track.spans()));
        ArrayNode swaps = json.putArray("swaps");
        swaps().forEach((interval, end) -> swaps.addArray().add(interval).add(end));
    }

    private static ArrayNode row(ArrayNode rows, String name) {
        return rows.addObject().put("name", name).putArray("spans");
    }

    private ArrayNode bar(ArrayNode row, int activity, long begin, long end) {
        return row.addArray().add(activity).add(Math.max(0, begin - from)).add(end - from);
    }

    private void writeThread(ArrayNode row, List<Span> spans) {
        List<Span> shown = spans.stream().dropWhile(span -> span.end() <= from).toList();
        if (shown.size() <= BARS) {
            shown.forEach(span -> bar(row, span.activity().ordinal(), span.begin(), span.end()));
        } else {
            writeBins(row, longest(spans));
        }
    }

    private void writeBins(ArrayNode row, int[] longest) {
        double width = (double) (to - from) / longest.length;
        int begin = 0;
        for (int bin = 1; bin <= longest.length; bin++) {
            if (bin == longest.length || longest[bin] != longest[begin]) {
                if (longest[begin] >= 0) {
                    bar(row, longest[begin], from + (long) (begin * width), from + (long) (bin * width));
                }
                begin = bin;
            }
        }
    }

    /**
     * Returns the longest activity in each of {@link #BARS} equal parts of the time, by ordinal; -1 where none is
     * known.
     */
    private int[] longest(List<Span> spans) {
        double[][] time = new double[BARS][Activity.values().length];
        double width = (double) (to - from) / BARS;
        for (Span span : spans) {
            long begin = Math.max(span.begin(), from);
            long end = Math.min(span.end(), to);
            for (int bin = (int) ((begin - from) / width); bin < BARS && begin < end; bin++) {
                double until = Math.min(end, from + (bin + 1) * width);
                time[bin][span.activity().ordinal()] += Math.max(0, until - Math.max(begin, from + bin * width));
                if (until >= end) {
                    break;
                }
            }
        }
        int[] longest = new int[BARS];
        for (int bin = 0; bin < BARS; bin++) {
            longest[bin] = -1;
            for (int i = 0; i < time[bin].length; i++) {
                if (time[bin][i] > (longest[bin] < 0 ? 0 : time[bin][longest[bin]])) {
                    longest[bin] = i;
                }
            }
        }
        return longest;
    }

    /** Writes when a bank's rollouts were collected, and when they were learnt from. */
    private void writeBank(ArrayNode row, int bank) {
        Map<Long, Span> filled = new TreeMap<>();
        Map<Long, Span> learnt = new TreeMap<>();
        for (Track track : threads) {
            for (Span span : track.spans()) {
                switch (span.activity()) {
                    case STEP, ROLLOUT, FORWARD, UNIT -> filled.merge(span.interval(), span, ThreadTimeline::both);
                    case LEARN, RECORD -> learnt.merge(span.argument(), span, ThreadTimeline::both);
                    default -> {}
                }
            }
        }
        filled.remove(-1L); // dedicated actors do not know the interval
        writeUses(row, filled, bank, Activity.STEP, "fill ");
        writeUses(row, learnt, bank, Activity.LEARN, "learn ");
    }

    private static Span both(Span a, Span b) {
        return new Span(a.activity(), Math.min(a.begin(), b.begin()), Math.max(a.end(), b.end()), 0, 0);
    }

    private void writeUses(ArrayNode row, Map<Long, Span> uses, int bank, Activity as, String text) {
        uses.forEach((rollout, use) -> {
            if (rollout % BANKS == bank && use.end() > from) {
                bar(row, as.ordinal(), use.begin(), use.end()).add(text + rollout);
            }
        });
    }

    private Map<Long, Long> swaps() {
        Map<Long, Long> swaps = new TreeMap<>();
        threads.stream()
                .flatMap(track -> track.spans().stream())
                .filter(span -> span.activity() == Activity.SWAP && span.end() > from)
                .forEach(span -> swaps.put(span.interval() + 1, span.end() - from));
        return swaps;
    }
}
