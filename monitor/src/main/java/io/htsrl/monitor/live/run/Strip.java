package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.SpanRecorder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last intervals of a run as rows of bars: one for each bank, where there are two, and one for each thread. Times are
 * nanoseconds since the strip's beginning. One thread, one strip.
 */
final class Strip {
    private static final int INTERVALS = 3;
    private static final int ROWS = 24;
    private static final int BARS = 300;
    private static final int BANKS = 2;

    private final List<Spans> threads;
    private final boolean banks;
    private final long to;
    private final long from;

    /** @param banks whether rollout and learning take turns with two of them */
    Strip(List<SpanRecorder> recorders, boolean banks) {
        this.threads = recorders.stream()
                .map(Spans::new)
                .filter(spans -> spans.size() > 0)
                .limit(ROWS)
                .toList();
        this.banks = banks;
        long last = Long.MIN_VALUE;
        long newest = Long.MIN_VALUE;
        for (Spans spans : threads) {
            last = Math.max(last, spans.end(spans.size() - 1));
            newest = Math.max(newest, spans.interval(spans.size() - 1));
        }
        this.to = last;
        this.from = begin(newest - INTERVALS);
    }

    /** When interval {@code interval} began, as far back as all threads are known. */
    private long begin(long interval) {
        long begin = to;
        long known = Long.MIN_VALUE;
        for (Spans spans : threads) {
            for (int i = 0; i < spans.size(); i++) {
                if (spans.interval(i) >= interval) {
                    begin = Math.min(begin, spans.begin(i));
                    break;
                }
            }
            known = spans.cut() ? Math.max(known, spans.begin(0)) : known;
        }
        return Math.max(begin, known);
    }

    /** Whether there is anything to draw. */
    boolean isEmpty() {
        return threads.isEmpty() || from >= to;
    }

    /** The fields of an object. */
    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("from", 0);
        json.writeNumberField("to", to - from);
        json.writeArrayFieldStart("activities");
        for (Activity activity : Activity.values()) {
            json.writeString(activity.label());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("threads");
        for (int bank = 0; banks && bank < BANKS; bank++) {
            writeBank(json, bank);
        }
        for (Spans spans : threads) {
            writeThread(json, spans);
        }
        json.writeEndArray();
        writeSwaps(json);
    }

    private void writeThread(JsonGenerator json, Spans spans) throws IOException {
        beginRow(json, spans.thread());
        int first = 0;
        while (first < spans.size() && spans.end(first) <= from) {
            first++;
        }
        if (spans.size() - first <= BARS) {
            for (int i = first; i < spans.size(); i++) {
                writeBar(json, spans.activity(i).ordinal(), spans.begin(i), spans.end(i), null);
            }
        } else {
            writeBins(json, spans.most(from, to, BARS));
        }
        endRow(json);
    }

    private void writeBins(JsonGenerator json, int[] most) throws IOException {
        double width = (double) (to - from) / most.length;
        int begin = 0;
        for (int bin = 1; bin <= most.length; bin++) {
            if (bin == most.length || most[bin] != most[begin]) {
                if (most[begin] >= 0) {
                    writeBar(json, most[begin], from + (long) (begin * width), from + (long) (bin * width), null);
                }
                begin = bin;
            }
        }
    }

    /** When its rollouts were collected, and when they were learnt from. */
    private void writeBank(JsonGenerator json, int bank) throws IOException {
        TreeMap<Long, long[]> filled = new TreeMap<>();
        TreeMap<Long, long[]> learnt = new TreeMap<>();
        for (Spans spans : threads) {
            for (int i = 0; i < spans.size(); i++) {
                switch (spans.activity(i)) {
                    case STEP, ROLLOUT, FORWARD, UNIT -> extend(filled, spans.interval(i), spans, i);
                    case LEARN, RECORD -> extend(learnt, spans.argument(i), spans, i);
                    default -> {}
                }
            }
        }
        beginRow(json, "bank " + bank);
        filled.remove(-1L); // dedicated actors do not know
        writeUses(json, filled, bank, Activity.STEP, "fill ");
        writeUses(json, learnt, bank, Activity.LEARN, "learn ");
        endRow(json);
    }

    private static void extend(Map<Long, long[]> uses, long rollout, Spans spans, int i) {
        long[] time = uses.computeIfAbsent(rollout, r -> new long[] {spans.begin(i), spans.end(i)});
        time[0] = Math.min(time[0], spans.begin(i));
        time[1] = Math.max(time[1], spans.end(i));
    }

    private void writeUses(JsonGenerator json, Map<Long, long[]> uses, int bank, Activity as, String text)
            throws IOException {
        for (var use : uses.entrySet()) {
            if (use.getKey() % BANKS == bank && use.getValue()[1] > from) {
                writeBar(json, as.ordinal(), use.getValue()[0], use.getValue()[1], text + use.getKey());
            }
        }
    }

    private static void beginRow(JsonGenerator json, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeArrayFieldStart("spans");
    }

    private static void endRow(JsonGenerator json) throws IOException {
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeBar(JsonGenerator json, int activity, long begin, long end, String text) throws IOException {
        json.writeStartArray();
        json.writeNumber(activity);
        json.writeNumber(Math.max(0, begin - from));
        json.writeNumber(end - from);
        if (text != null) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private void writeSwaps(JsonGenerator json) throws IOException {
        TreeMap<Long, Long> swaps = new TreeMap<>();
        for (Spans spans : threads) {
            for (int i = 0; i < spans.size(); i++) {
                if (spans.activity(i) == Activity.SWAP && spans.end(i) > from) {
                    swaps.put(spans.interval(i) + 1, spans.end(i) - from);
                }
            }
        }
        json.writeArrayFieldStart("swaps");
        for (var swap : swaps.entrySet()) {
            json.writeStartArray();
            json.writeNumber(swap.getKey());
            json.writeNumber(swap.getValue());
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
