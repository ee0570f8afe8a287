package io.htsrl.policies.check;

import java.util.List;

/**
 * Line of the self-check's table. Immutable.
 *
 * @param kind property that the row is evidence of
 * @param subject checked code, such as {@code acting forward}
 * @param question influence that must not change its bits, or reference that it must agree with
 * @param compared rows, vectors, passes or tensors that were compared
 * @param different number of those that were not equal: bit by bit, or to the tolerance of {@link Kind#CORRECTNESS}
 * @param where heads or tensors that are wrong, as far as they have names
 * @param millis time of the check in milliseconds
 */
public record CheckRow(
        Kind kind, String subject, String question, int compared, int different, List<String> where, double millis) {
    private static final int NAMED = 4;

    /** Property that a row is evidence of. The two must be kept apart: the first can be waived, the second cannot. */
    public enum Kind {
        /** Reproducible bits. A run without them may still learn, so the user can allow it. */
        DETERMINISM,
        /** Correct results. A run without them is always refused. */
        CORRECTNESS
    }

    public CheckRow {
        where = List.copyOf(where);
    }

    /** Creates a row of {@link Kind#DETERMINISM}. */
    public static CheckRow determinism(String subject, String question, int compared, int different, double millis) {
        return new CheckRow(Kind.DETERMINISM, subject, question, compared, different, List.of(), millis);
    }

    /** Creates a row of {@link Kind#CORRECTNESS}. */
    static CheckRow correctness(
            String subject, String question, int compared, int different, List<String> where, double millis) {
        return new CheckRow(Kind.CORRECTNESS, subject, question, compared, different, where, millis);
    }

    /** Returns this row with the subject {@code newSubject}. */
    public CheckRow of(String newSubject) {
        return new CheckRow(kind, newSubject, question, compared, different, where, millis);
    }

    /** Returns whether nothing differed. */
    public boolean holds() {
        return different == 0;
    }

    /** Returns the result as text, such as {@code 2 of 32 are wrong (value head)}. */
    public String finding() {
        String counts = different + " of " + compared + (kind == Kind.DETERMINISM ? " differ" : " are wrong");
        if (where.isEmpty()) {
            return counts;
        }
        String names = String.join(", ", where.subList(0, Math.min(NAMED, where.size())));
        return counts + " (" + names + (where.size() > NAMED ? " and others)" : ")");
    }
}
