package io.htsrl.policies.check;

import java.util.List;

/**
 * One line of the self-check's table. Immutable.
 *
 * @param kind      what it is evidence of
 * @param subject   what was looked at, such as {@code acting forward}
 * @param question  what must not change its bits, or what it must agree with
 * @param compared  rows, vectors, passes or tensors that were compared
 * @param different those that were not the same: bit by bit, or to the tolerance of {@link Kind#CORRECTNESS}
 * @param where     the heads or tensors that are wrong, as far as they have names
 * @param millis    what it took
 */
public record CheckRow(
        Kind kind, String subject, String question, int compared, int different, List<String> where, double millis) {
    private static final int NAMED = 4;

    /** What a row is evidence of. The two are never to be mixed up: one can be waived, the other cannot. */
    public enum Kind {
        /** That bits come again. Where they do not, a run may still learn: who wants that can allow it. */
        DETERMINISM,
        /** That the right thing is computed. Where it is not, no run is worth anything: it is always refused. */
        CORRECTNESS
    }

    public CheckRow {
        where = List.copyOf(where);
    }

    /** Of {@link Kind#DETERMINISM}. */
    public static CheckRow determinism(String subject, String question, int compared, int different, double millis) {
        return new CheckRow(Kind.DETERMINISM, subject, question, compared, different, List.of(), millis);
    }

    /** Of {@link Kind#CORRECTNESS}. */
    static CheckRow correctness(
            String subject, String question, int compared, int different, List<String> where, double millis) {
        return new CheckRow(Kind.CORRECTNESS, subject, question, compared, different, where, millis);
    }

    /** The same, looked at in {@code newSubject}. */
    public CheckRow of(String newSubject) {
        return new CheckRow(kind, newSubject, question, compared, different, where, millis);
    }

    /** Whether nothing differed. */
    public boolean holds() {
        return different == 0;
    }

    /** What was found, for people, such as {@code 2 of 32 are wrong (value head)}. */
    public String finding() {
        String counts = different + " of " + compared + (kind == Kind.DETERMINISM ? " differ" : " are wrong");
        if (where.isEmpty()) {
            return counts;
        }
        String names = String.join(", ", where.subList(0, Math.min(NAMED, where.size())));
        return counts + " (" + names + (where.size() > NAMED ? " and others)" : ")");
    }
}
