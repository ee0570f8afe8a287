package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;

/**
 * Puts an n-step transition together from the stored steps: the stack of frames acted on, the discounted rewards up to
 * n steps or the end of the episode, and what to bootstrap from. Stateless; any thread, under the rule of
 * {@link StepRings} that what was copied counts only while its position is retained.
 *
 * <p>Return and discount are accumulated in double, forwards: {@code R = Σ_k γ^k r_k} (Hessel et al. 2018).
 */
final class TransitionReader {
    private final StepRings rings;
    private final int stack;
    private final int actionWidth;
    private final int nStep;
    private final double gamma;

    TransitionReader(StepRings rings, ReplayConfig config) {
        this.rings = rings;
        this.stack = config.frameStack();
        this.actionWidth = config.actionWidth();
        this.nStep = config.nStep();
        this.gamma = config.gamma();
    }

    /** Fills a row with the transition that begins at {@code position}. */
    void read(int environment, long position, ReplayBatch batch, int row) {
        readStack(environment, position, batch.observation(row));
        int place = rings.place(environment, position);
        System.arraycopy(rings.actions, place * actionWidth, batch.actions(), row * actionWidth, actionWidth);
        double sum = 0;
        double discount = 1;
        byte flags = 0;
        int steps = 0;
        while (steps < nStep && (flags & (StepRings.TERMINATED | StepRings.TRUNCATED)) == 0) {
            place = rings.place(environment, position + steps);
            sum += discount * rings.rewards[place];
            discount *= gamma;
            flags = rings.flags[place];
            steps++;
        }
        batch.returns()[row] = (float) sum;
        if ((flags & StepRings.TERMINATED) != 0) {
            batch.discounts()[row] = 0;
            rings.frames.clear(batch.next(row), stack);
        } else {
            batch.discounts()[row] = (float) discount;
            readStack(environment, position + steps, batch.next(row)); // a truncated episode's final frame lies there
        }
    }

    /** S frames up to {@code position}, the oldest first; an episode's first frame stands in for those before it. */
    private void readStack(int environment, long position, ObservationSlot to) {
        long current = position;
        for (int frame = stack - 1; frame >= 0; frame--) {
            int place = rings.place(environment, current);
            rings.frames.read(place, to, frame);
            if ((rings.flags[place] & StepRings.FIRST) == 0) {
                current--;
            }
        }
    }
}
