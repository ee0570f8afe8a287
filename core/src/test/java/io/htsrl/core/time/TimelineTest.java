package io.htsrl.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {

    private record Span(Activity activity, long begin, long end, long argument, long interval) {}

    private static List<Span> spans(SpanRecorder recorder) {
        List<Span> spans = new ArrayList<>();
        recorder.forEach((activity, begin, end, argument, interval) ->
                spans.add(new Span(activity, begin, end, argument, interval)));
        return spans;
    }

    private static long nanos(List<Span> spans, Activity activity) {
        return spans.stream()
                .filter(span -> span.activity() == activity)
                .mapToLong(span -> span.end() - span.begin())
                .sum();
    }

    @Test
    void shouldGiveBackWhatWasRecorded() {
        SpanRecorder recorder = new SpanRecorder("learner", 10);
        recorder.add(Activity.PUBLISH, -5, 7, 0);
        recorder.interval(3);
        recorder.add(Activity.LEARN, 7, Long.MAX_VALUE, 1L << 40);
        recorder.add(Activity.CHECKPOINT, 9, 9, -1);

        assertEquals(
                List.of(
                        new Span(Activity.PUBLISH, -5, 7, 0, -1),
                        new Span(Activity.LEARN, 7, Long.MAX_VALUE, 1L << 40, 3),
                        new Span(Activity.CHECKPOINT, 9, 9, -1, 3)),
                spans(recorder));
        assertEquals(0, recorder.dropped());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1, 3",
        "5, 4",
        "5, 5",
        "5, 6",
        "5, 23",
        "4096, 4096",
        "4096, 4097",
        "4097, 4098",
        "10000, 9999",
        "10000, 25001"
    })
    void shouldKeepTheNewest(int limit, int recorded) {
        SpanRecorder recorder = new SpanRecorder("executor-0", limit);
        for (int i = 0; i < recorded; i++) {
            recorder.add(Activity.STEP, i, i + 1, i);
        }
        int kept = Math.min(limit, recorded);

        assertEquals(kept, recorder.size());
        assertEquals(recorded - kept, recorder.dropped());
        assertEquals(
                LongStream.range(recorded - kept, recorded).boxed().toList(),
                spans(recorder).stream().map(Span::argument).toList());
    }

    @Test
    void shouldRecordNothingWhenItIsOff() {
        SpanRecorder recorder = Timeline.off().of("actor-0");
        recorder.add(Activity.FORWARD, 1, 2, 3);

        assertEquals(List.of(), spans(recorder));
        assertEquals(0, recorder.dropped());
    }

    @Test
    void shouldNameEachThreadOnce() {
        Timeline timeline = new Timeline(8);
        SpanRecorder first = timeline.of("executor-0");

        assertNotSame(first, timeline.of("learner"));
        assertSame(first, timeline.of("executor-0"));
        assertEquals(
                List.of("executor-0", "learner"),
                timeline.recorders().stream().map(SpanRecorder::thread).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void shouldAddUpTimeByActivity(int limit) {
        Timeline timeline = new Timeline(limit);
        RoleClock clock = new RoleClock("executor", timeline.of("executor-0"));
        clock.start();
        for (int i = 0; i < 10; i++) {
            clock.lap(Activity.STEP, i);
            clock.lap(Activity.WAIT_FOR_ACTIONS);
            clock.lap(Activity.WAIT_AT_BARRIER);
        }

        assertEquals(10, clock.laps(Activity.STEP));
        assertEquals(0, clock.laps(Activity.SWAP));
        assertEquals(clock.nanos(Activity.STEP), clock.busyNanos());
        assertEquals(clock.nanos(Activity.WAIT_FOR_ACTIONS) + clock.nanos(Activity.WAIT_AT_BARRIER), clock.waitNanos());
        assertEquals("executor-0", clock.thread());
    }

    @Test
    void shouldRecordEachLapAsASpanThatBeginsWhereTheLastEnded() {
        Timeline timeline = new Timeline(100);
        RoleClock clock = new RoleClock("learner", timeline.of("learner"));
        clock.interval(4);
        clock.lap(Activity.RECORD, 3);
        clock.lap(Activity.LEARN, 3);
        clock.start();
        clock.lap(Activity.SWAP);
        List<Span> spans = spans(timeline.of("learner"));

        assertEquals(
                List.of(Activity.RECORD, Activity.LEARN, Activity.SWAP),
                spans.stream().map(Span::activity).toList());
        assertTrue(spans.get(0).begin() >= timeline.origin());
        assertEquals(spans.get(0).end(), spans.get(1).begin());
        assertTrue(spans.get(1).end() <= spans.get(2).begin());
        assertTrue(spans.stream().allMatch(span -> span.interval() == 4));
        spans.forEach(span -> assertEquals(clock.nanos(span.activity()), nanos(spans, span.activity())));
    }

    private static List<Span> newest(SpanRecorder recorder, int most) {
        List<Span> spans = new ArrayList<>();
        recorder.newest(
                most,
                (activity, begin, end, argument, interval) ->
                        spans.add(new Span(activity, begin, end, argument, interval)));
        return spans;
    }

    @Test
    void shouldTellOfTheNewestSpansAlone() {
        SpanRecorder recorder = new SpanRecorder("learner", 5);
        assertEquals(List.of(), newest(recorder, 3));
        for (int i = 0; i < 12; i++) {
            recorder.add(Activity.LEARN, i, i + 1, i);
        }

        assertEquals(
                List.of(9L, 10L, 11L),
                newest(recorder, 3).stream().map(Span::begin).toList());
        assertEquals(
                List.of(8L, 9L, 10L, 11L),
                newest(recorder, 100).stream().map(Span::begin).toList());
        assertEquals(List.of(), newest(new SpanRecorder("off", 0), 3));
    }

    @Test
    void shouldTellWholeSpansWhileMoreAreRecorded() throws InterruptedException {
        SpanRecorder recorder = new SpanRecorder("executor", 64);
        Thread writer = new Thread(() -> {
            for (long i = 0; i < 3_000_000; i++) {
                recorder.add(Activity.STEP, i, i, i);
            }
        });
        writer.start();
        long told = 0;
        boolean ended;
        do {
            ended = !writer.isAlive(); // one look after the end: it may be over before the first
            List<Span> spans = newest(recorder, 64);
            for (int i = 0; i < spans.size(); i++) {
                long place = spans.get(i).begin();
                assertEquals(place, spans.get(i).end());
                assertEquals(place, spans.get(i).argument());
                assertEquals(spans.get(0).begin() + i, place);
            }
            told += spans.size();
        } while (!ended);

        assertTrue(told > 0, "some were there to be told");

        assertEquals(2_999_999, newest(recorder, 1).get(0).begin());
    }
}
