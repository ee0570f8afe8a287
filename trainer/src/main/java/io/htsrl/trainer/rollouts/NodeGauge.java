package io.htsrl.trainer.rollouts;

/**
 * One machine that collects rollouts, as it was a moment ago. Immutable.
 *
 * @param name              for people, with where it is reached
 * @param state             a word or two: what it is at
 * @param executors         threads that step environments there
 * @param columns           of the interval under way that it has not handed in
 * @param filled            columns that it has filled in this run
 * @param bytesOutPerSecond to it, of late
 * @param bytesInPerSecond  from it, of late
 */
public record NodeGauge(
        String name,
        String state,
        int executors,
        int columns,
        long filled,
        double bytesOutPerSecond,
        double bytesInPerSecond) {}
