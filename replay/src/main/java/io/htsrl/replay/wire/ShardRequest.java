package io.htsrl.replay.wire;

import io.htsrl.core.wire.RecordCodec;
import java.util.Map;

/** A command or a question to a shard. Immutable; arrays are not changed. {@link #CODEC} encodes it. */
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

    /** A question: the state of the shard. */
    record Ask() implements ShardRequest {}

    /**
     * A command: append steps.
     *
     * @param greatest units of the greatest priority so far in any shard
     * @param steps    at most one command's steps, in the memory's bytes
     */
    record Insert(long number, long greatest, byte[] steps) implements ShardRequest {}

    /** A command: set the leaves that were read to new units, in their order. */
    record SetPriorities(long number, int[] leaves, long[] positions, long[] units) implements ShardRequest {}

    /** A question: the transitions at these points. */
    record Draw(long after, long[] points) implements ShardRequest {}

    /** A question: the leaves of {@code count} places, {@code spacing} apart. */
    record CopyLeaves(long after, int first, int spacing, int count) implements ShardRequest {}

    /** A question: a section of a checkpoint. */
    record Save(StateSection section) implements ShardRequest {}

    /** A section of a checkpoint to load; the shard counts from 0 again. A repeated section is written twice. */
    record Load(StateSection section, byte[] bytes) implements ShardRequest {}

    /**
     * A section of a shard's part of a checkpoint, small enough for one message: a whole shard may exceed the size of
     * an array. The concatenated sections are the saved shard. Immutable.
     *
     * @param environment in the shard's numbering; 0 for a section of all environments
     * @param from        the first row; 0 where the section has none
     * @param to          index after the last row
     */
    public record StateSection(Kind kind, int environment, int from, int to) {

        /** The kinds of sections, in the order in which they are saved; the first two once for each environment. */
        public enum Kind {
            /** The position, actions, rewards and flags of an environment. */
            STEPS,
            /** Some frames of an environment. */
            FRAMES,
            /** The starts of episodes, of all environments. */
            EPISODES,
            /** First priorities that wait for their n steps, of all environments. */
            PENDING,
            /** Some leaves. */
            LEAVES
        }

        public static StateSection of(Kind kind) {
            return new StateSection(kind, 0, 0, 0);
        }
    }
}
