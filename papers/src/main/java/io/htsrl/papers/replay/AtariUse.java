package io.htsrl.papers.replay;

import io.htsrl.core.random.RandomStream;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Uses a memory as DQN does: appends steps, draws a batch, sets its priorities. One thread. */
final class AtariUse {
    private static final double BETA = 0.4;

    private final PrioritizedReplay memory;
    private final AtariSteps steps;
    private final ReplayBatch batch;
    private final float[] errors;
    private final RandomStream stream;
    private final int stepsPerUpdate;
    private long updates;

    /** @param updates number of earlier updates */
    AtariUse(
            PrioritizedReplay memory,
            AtariSteps steps,
            int batch,
            int stepsPerUpdate,
            RandomStream stream,
            long updates) {
        this.memory = memory;
        this.steps = steps;
        this.batch = memory.newBatch(batch);
        this.errors = new float[batch];
        this.stepsPerUpdate = stepsPerUpdate;
        this.stream = stream;
        this.updates = updates;
    }

    long updates() {
        return updates;
    }

    long appended() {
        return steps.appended();
    }

    void update() {
        for (int step = 0; step < stepsPerUpdate; step++) {
            steps.appendTo(memory);
        }
        RandomStream draws = stream.spawn(updates++);
        memory.sample(batch, draws, BETA);
        for (int row = 0; row < errors.length; row++) {
            errors[row] = (float) draws.uniform(row, 1);
        }
        memory.updatePriorities(batch, errors);
    }

    /** Makes {@code more} updates and returns the digest of all that they draw. */
    byte[] digest(int more) {
        MessageDigest digest = sha256();
        ByteBuffer numbers = ByteBuffer.allocate(errors.length * 24);
        for (int i = 0; i < more; i++) {
            update();
            digest.update(batch.byteObservations());
            digest.update(batch.byteNextObservations());
            numbers.clear();
            for (int row = 0; row < errors.length; row++) {
                numbers.putInt(batch.leaves()[row]).putFloat(batch.weights()[row]);
                numbers.putFloat(batch.returns()[row]).putFloat(batch.discounts()[row]);
                numbers.putLong(batch.ages()[row]);
            }
            digest.update(numbers.array());
        }
        return digest.digest();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
