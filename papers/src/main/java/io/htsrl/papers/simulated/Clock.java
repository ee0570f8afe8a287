package io.htsrl.papers.simulated;

import java.util.PriorityQueue;

/** Simulated time with a queue of events. One thread. */
final class Clock {

    private record Event(double at, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long numbers;
    private double now;

    /** Returns the simulated time in seconds. */
    double now() {
        return now;
    }

    long nanos() {
        return (long) (now * 1e9);
    }

    /** Schedules an event at {@code time}, or now if that is in the past. */
    void at(double time, Runnable action) {
        events.add(new Event(Math.max(time, now), numbers++, action));
    }

    /** Advances to the next event and runs it. */
    void step() {
        Event next = events.remove();
        now = next.at();
        next.action().run();
    }
}
