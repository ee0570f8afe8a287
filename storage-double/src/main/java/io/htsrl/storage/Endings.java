package io.htsrl.storage;

import io.htsrl.core.environment.StepRows;

/** The kinds of an episode's end at a step, in one byte: the bits below. Stateless, any thread. */
final class Endings {
    static final byte TERMINATED = StepRows.TERMINATED;
    static final byte TRUNCATED = StepRows.TRUNCATED;
    static final byte ENDED = TERMINATED | TRUNCATED;
    /** The game itself continues, though the episode ended. */
    static final byte CONTINUES = 4;
    /** The result of the step is unknown. */
    static final byte LOST = 8;
    /** The agent took no part in the step. */
    static final byte ABSENT = TERMINATED | CONTINUES | LOST;

    static final ElementType<byte[]> TYPE = ElementType.BYTE.with(Endings::text);

    private static final String[] WORDS = {"none", "terminated", "truncated", "both"};

    private Endings() {}

    private static String text(byte[] array, int index) {
        byte code = array[index];
        if ((code & ABSENT) == ABSENT) {
            return "the agent is absent";
        }
        return WORDS[code & ENDED]
                + ((code & CONTINUES) == 0 ? "" : ", the game continues")
                + ((code & LOST) == 0 ? "" : ", the step was lost");
    }
}
