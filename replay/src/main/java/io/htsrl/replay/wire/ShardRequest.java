package io.htsrl.replay.wire;

import io.htsrl.core.state.RecordCodec;
import java.util.Map;

/** A command or a question to a shard. Immutable; arrays are not changed. {@link #CODEC} has its bytes. */
public sealed interface ShardRequest {
    RecordCodec<ShardRequest> CODEC = new RecordCodec<>(
            "request to a replay shard",
            Integer.MAX_VALUE,
            Map.of(
                    1,
                    Ask.class,
                    2,
                    Insert.class,
                    3,
                    SetPriorities.class,
                    4,
                    Draw.class,
                    5,
                    CopyLeaves.class,
                    6,
                    Save.class,
                    7,
                    Load.class));

    /** Are you there, and in what state? */
    record Ask() implements ShardRequest {}

    /**
     * A command: append steps.
     *
     * @param greatest units of the greatest priority so far in any shard
     * @param steps    up to a command's number of them, in the memory's own bytes
     */
    record Insert(long number, long greatest, byte[] steps) implements ShardRequest {}

    /** A command: give leaves that were read new units, in their order. */
    record SetPriorities(long number, int[] leaves, long[] positions, long[] units) implements ShardRequest {}

    /** A question: what lies at these points? */
    record Draw(long after, long[] points) implements ShardRequest {}

    /** A question: the leaves of so many places, {@code spacing} apart. */
    record CopyLeaves(long after, int first, int spacing, int count) implements ShardRequest {}

    /** A question: a section of what a checkpoint holds. */
    record Save(StateSection section) implements ShardRequest {}

    /** A section of a checkpoint; the shard counts from 0 again. What comes twice is written twice. */
    record Load(StateSection section, byte[] bytes) implements ShardRequest {}

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
}
