package io.htsrl.trainer.selfplay;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;

/** The actions that an agent's observation allows: all of them where it has no mask. One thread; allocates nothing. */
final class LegalActions {
    private final ObservationSpace space;
    private final int[] choices;
    private final float[] low; // of continuous components
    private final float[] high;
    private final ObservationSlot slot = new ObservationSlot();

    LegalActions(Agents agents) {
        this.space = agents.spec().observationSpace();
        ActionSpace actions = agents.spec().actionSpace();
        this.choices = actions.choices();
        boolean continuous = actions instanceof ActionSpace.Continuous;
        this.low = continuous ? ((ActionSpace.Continuous) actions).low() : new float[0];
        this.high = continuous ? ((ActionSpace.Continuous) actions).high() : new float[0];
    }

    /** Returns whether more than one action is allowed after the observation that begins at {@code offset}. */
    boolean leaveSeveral(float[] rows, int offset) {
        boolean several = choices.length == 0;
        int first = 0;
        for (int count : choices) {
            several |= allowed(rows, offset, first, count) > 1;
            first += count;
        }
        return several;
    }

    /** Writes the first allowed action of each choice; 0, or the nearest to it, of continuous components. */
    void first(float[] rows, int offset, float[] chosen, int to) {
        int first = 0;
        for (int i = 0; i < choices.length; i++) {
            write(i, first, 0, rows, offset, chosen, to);
            first += choices[i];
        }
        for (int i = 0; i < low.length; i++) {
            chosen[to + i] = Math.min(Math.max(0, low[i]), high[i]);
        }
    }

    /** Writes an action drawn uniformly from the allowed ones; continuous components are drawn around 0. */
    void draw(float[] rows, int offset, RandomStream draws, long step, float[] drawn, int to) {
        int first = 0;
        for (int i = 0; i < choices.length; i++) {
            write(i, first, draws.uniform(step, i), rows, offset, drawn, to);
            first += choices[i];
        }
        for (int i = 0; i < low.length; i++) {
            float least = Math.min(Math.max(-1, low[i]), high[i]);
            float most = Math.min(Math.max(1, low[i]), high[i]);
            drawn[to + i] = least + (float) draws.uniform(step, i) * (most - least);
        }
    }

    /** Writes an allowed action of choice {@code i}, whose mask begins with element {@code first}. */
    private void write(int i, int first, double uniform, float[] rows, int offset, float[] chosen, int to) {
        int left = (int) (uniform * allowed(rows, offset, first, choices[i]));
        int action = -1;
        while (left >= 0 && action < choices[i] - 1) {
            action++;
            left -= allows(first + action) ? 1 : 0;
        }
        chosen[to + i] = action;
    }

    private int allowed(float[] rows, int offset, int first, int count) {
        slot.at(rows, offset, space.size());
        int allowed = 0;
        for (int action = first; action < first + count; action++) {
            allowed += allows(action) ? 1 : 0;
        }
        return allowed;
    }

    private boolean allows(int action) {
        return space.mask() == 0 || space.allows(slot, action);
    }
}
