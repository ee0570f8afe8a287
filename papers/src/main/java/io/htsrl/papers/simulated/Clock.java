package io.htsrl.papers.simulated;

import java.util.PriorityQueue;

/** Simulated time: what is to happen, in its order. One thread. */
final class Clock {

    private record Event(double at, long number, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long numbers;
    private double now;

    /** Seconds. */
    double now() {
        return now;
    }

    long nanos() {
        return (long) (now * 1e9);
    }

    /** Something happens at {@code time}, or now where that is over. */
    void at(double time, Runnable what) {
        events.add(new Event(Math.max(time, now), numbers++, what));
    }

    /** Goes on to the next event. */
    void step() {
        Event next = events.remove();
        now = next.at();
        next.what().run();
    }
}
