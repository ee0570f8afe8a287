package io.htsrl.replay.wire;

/**
 * A stretch of what a checkpoint holds of a shard, small enough to travel in one piece: a whole shard may be larger than an
 * array. Behind one another, its sections are what the shard saves. Immutable.
 *
 * @param environment as the shard numbers them; 0 where the section is of all
 * @param from        the first row; 0 where the section has none
 * @param to          behind the last
 */
public record StateSection(Kind kind, int environment, int from, int to) {

    /** In the order in which they are saved; the first two once for each environment. */
    public enum Kind {
        /** Of an environment: its position, actions, rewards and flags. */
        STEPS,
        /** Some of its frames. */
        FRAMES,
        /** Where episodes began, of all. */
        EPISODES,
        /** First priorities that wait for their n steps, of all. */
        PENDING,
        /** Some leaves. */
        LEAVES
    }

    public static StateSection of(Kind kind) {
        return new StateSection(kind, 0, 0, 0);
    }
}
