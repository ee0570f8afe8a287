package io.htsrl.papers.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.List;

/**
 * Workers on replay memories: they append episodes, or draw batches and optionally update their priorities. One of
 * several shards is drawn for each episode and each batch. Each worker belongs to one thread.
 */
final class ReplayWork {
    /** Steps of an episode, the last of which is terminal. */
    static final int EPISODE = 8;

    private static final int FRAMES = 16;
    private static final double BETA = 0.4;

    private ReplayWork() {}

    /** Returns the settings of compared memories. */
    static ReplayConfig config(int capacity, int environments, ObservationSpace space) {
        return new ReplayConfig(capacity, environments, space, 1, 1, 1, 0.99, 0.6, 1e-6);
    }

    /** Returns a worker whose operations are steps appended to the ring of {@code environment}. */
    static Worker inserts(
            List<? extends ReplayMemory> shards, ObservationSpace space, int environment, RandomStream stream) {
        ObservationSlot slot = new ObservationSlot();
        float[] floats = new float[FRAMES * space.size()];
        byte[] bytes = new byte[FRAMES * space.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) stream.uniform(i);
            bytes[i] = (byte) stream.bits(i);
        }
        float[] action = new float[1];
        return time -> {
            RandomStream draws = stream.spawn(time);
            ReplayMemory memory = shards.get(drawn(shards.size(), draws));
            for (int step = 0; step < EPISODE; step++) {
                int offset = (int) (draws.bits(step, 0) & FRAMES - 1) * space.size();
                if (space.kind() == ObservationSpace.Kind.FLOAT32) {
                    slot.at(floats, offset, space.size());
                } else {
                    slot.at(bytes, offset, space.size());
                }
                double error = draws.uniform(step, 1);
                memory.append(environment, slot, action, 0, 1, step == EPISODE - 1, false, null, error);
            }
            return EPISODE;
        };
    }

    /** Returns a worker whose operations are batches. */
    static Worker batches(List<? extends ReplayMemory> shards, int size, boolean updating, RandomStream stream) {
        List<ReplayBatch> batches =
                shards.stream().map(memory -> memory.newBatch(size)).toList();
        float[] errors = new float[size];
        return time -> {
            RandomStream draws = stream.spawn(time);
            int shard = drawn(shards.size(), draws);
            shards.get(shard).sample(batches.get(shard), draws, BETA);
            if (updating) {
                for (int row = 0; row < size; row++) {
                    errors[row] = (float) draws.uniform(row, 1);
                }
                shards.get(shard).updatePriorities(batches.get(shard), errors);
            }
            return 1;
        };
    }

    private static int drawn(int count, RandomStream draws) {
        return (int) (draws.uniform(-1) * count);
    }

    /** Fills all rings of all shards. */
    static void fill(List<? extends ReplayMemory> shards, ReplayConfig config, RandomStream stream) {
        for (ReplayMemory shard : shards) {
            for (int environment = 0; environment < config.environments(); environment++) {
                Worker worker = inserts(
                        List.of(shard),
                        config.frameSpace(),
                        environment,
                        stream.spawn("fill").spawn(environment));
                for (long step = 0; step < config.capacity() / config.environments(); step += EPISODE) {
                    worker.work(step);
                }
            }
        }
    }
}
