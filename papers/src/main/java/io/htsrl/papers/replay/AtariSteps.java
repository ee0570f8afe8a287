package io.htsrl.papers.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.ReplayMemory;
import java.nio.ByteBuffer;

/**
 * Endless episodes of frames of 84x84 random bytes, which do not compress, in (step, environment) order. One thread.
 */
final class AtariSteps {
    static final ObservationSpace FRAME = ObservationSpace.bytes(84, 84);

    private static final double TERMINATED = 0.0025;
    private static final double TRUNCATED = 0.003;

    private final int environments;
    private final RandomStream stream;
    private final byte[] frame = new byte[FRAME.size()];
    private final byte[] last = new byte[FRAME.size()];
    private final ObservationSlot slot = new ObservationSlot().at(frame, 0);
    private final ObservationSlot lastSlot = new ObservationSlot().at(last, 0);
    private final float[] action = new float[1];
    private long appended;

    /** @param appended number of earlier steps */
    AtariSteps(int environments, RandomStream stream, long appended) {
        this.environments = environments;
        this.stream = stream;
        this.appended = appended;
    }

    long appended() {
        return appended;
    }

    void appendTo(ReplayMemory memory) {
        RandomStream draws = stream.spawn(appended);
        fill(frame, draws.spawn(0));
        double ending = draws.uniform(1);
        boolean terminated = ending < TERMINATED;
        boolean truncated = !terminated && ending < TRUNCATED;
        if (truncated) {
            fill(last, draws.spawn(2));
        }
        action[0] = (int) (draws.uniform(3) * 4);
        memory.append(
                (int) (appended++ % environments),
                slot,
                action,
                0,
                (float) draws.uniform(4),
                terminated,
                truncated,
                truncated ? lastSlot : null,
                ReplayMemory.GREATEST_SO_FAR);
    }

    private static void fill(byte[] to, RandomStream draws) {
        ByteBuffer words = ByteBuffer.wrap(to);
        for (int word = 0; word < to.length / Long.BYTES; word++) {
            words.putLong(word * Long.BYTES, draws.bits(word));
        }
    }
}
