package io.htsrl.trainer.rollouts;

/**
 * The recent state of one machine that collects rollouts. Immutable.
 *
 * @param name              name for users, with the address
 * @param state             current activity, in a word or two
 * @param executors         threads that step environments there
 * @param columns           columns of the current interval that it has not delivered
 * @param filled            columns that it has filled in this run
 * @param bytesOutPerSecond recent rate to it
 * @param bytesInPerSecond  recent rate from it
 */
public record NodeGauge(
        String name,
        String state,
        int executors,
        int columns,
        long filled,
        double bytesOutPerSecond,
        double bytesInPerSecond) {}
