package io.htsrl.policies.check;

/**
 * One line of the self-check's table. Immutable.
 *
 * @param subject   what was looked at, such as {@code acting forward (JVM kernel)}
 * @param question  what must not change its bits
 * @param compared  rows, vectors or passes that were compared
 * @param different those that were not the same, bit by bit
 * @param millis    what it took
 */
public record CheckRow(String subject, String question, int compared, int different, double millis) {

    /** Whether nothing differed. */
    public boolean holds() {
        return different == 0;
    }
}
