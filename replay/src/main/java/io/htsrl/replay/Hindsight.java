package io.htsrl.replay;

import io.htsrl.core.environment.GoalReward;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;

/**
 * Reads transitions with goals that their episode achieved (Andrychowicz et al. 2017, section 3.3). Whether a row of a
 * batch gets another goal, and which, are draws at the row's coordinates; reward and termination follow from the goals.
 * Thread rule of {@link StepRings}.
 *
 * <p>A goal is one that the memory holds: of an episode that goes on, or whose beginning was overwritten, the rest
 * counts. The observation after a terminated step is not stored, so this step is drawn with its own goal, and its
 * achieved goal is none of the others'. Reading takes time in proportion to the rest of the episode.
 */
final class Hindsight {
    /** Position in place of a goal's for a transition with its own goal. */
    static final long OWN = Long.MAX_VALUE;
    /** Coordinates of the draws beside a row's: those of leaves count attempts from 0. */
    private static final long WHETHER = -1;

    private static final long WHICH = -2;

    private final HindsightConfig config;
    private final StepRings rings;
    private final GoalReward.Goals goals;
    private final int nStep;
    private final double gamma;

    Hindsight(ReplayConfig config, StepRings rings) {
        this.config = config.hindsight();
        this.rings = rings;
        this.goals = config.frameSpace().goals().orElseThrow();
        this.nStep = config.nStep();
        this.gamma = config.gamma();
    }

    /** Returns the step whose achieved goal a row gets, or {@link #OWN}. */
    long goal(int environment, long position, RandomStream draws, int row) {
        if (draws.uniform(row, WHETHER) >= config.ratio()) {
            return OWN;
        }
        long last = last(environment, position);
        if (last < position) {
            return OWN;
        }
        return switch (config.goalSelectionStrategy()) {
            case FUTURE -> drawn(position, last, draws, row);
            case FINAL -> last;
            case EPISODE -> drawn(first(environment, position), last, draws, row);
        };
    }

    private static long drawn(long first, long last, RandomStream draws, int row) {
        return first + (long) (draws.uniform(row, WHICH) * (last - first + 1));
    }

    /** Returns the last step of an episode after which an observation is stored. */
    private long last(int environment, long position) {
        long head = rings.head(environment);
        long last = position;
        while ((flags(environment, last) & (StepRings.TERMINATED | StepRings.TRUNCATED)) == 0 && last + 2 < head) {
            last++;
        }
        return (flags(environment, last) & StepRings.TERMINATED) == 0 ? last : last - 1;
    }

    private long first(int environment, long position) {
        long oldest = rings.oldest(rings.head(environment));
        long first = position;
        while ((flags(environment, first) & StepRings.FIRST) == 0 && first > oldest) {
            first--;
        }
        return first;
    }

    private byte flags(int environment, long position) {
        return rings.flags[rings.place(environment, position)];
    }

    /**
     * Fills a row as {@link StepRings#read} does, with the goal achieved by the step at {@code goal}. Its n steps end
     * before a step that reaches another goal and terminates.
     */
    void read(int environment, long position, long goal, ReplayBatch batch, int row) {
        float[] wanted = batch.goal;
        ObservationSlot next = readFrame(environment, goal + 1, batch.next(row));
        System.arraycopy(next.floats(), next.offset() + goals.achieved(), wanted, 0, goals.size());
        want(readFrame(environment, position, batch.observation(row)), wanted);
        rings.readAction(environment, position, batch, row);
        double sum = 0;
        double discount = 1;
        boolean reached;
        long after = position;
        do {
            after++;
            next = readFrame(environment, after, batch.next(row));
            int achieved = next.offset() + goals.achieved();
            sum += discount * goals.reward().reward(next.floats(), achieved, wanted, 0, goals.size());
            discount *= gamma;
            reached = goals.reward().terminates(next.floats(), achieved, wanted, 0, goals.size());
        } while (!reached && after - position < nStep && goesOn(environment, after));
        batch.returns()[row] = (float) sum;
        batch.discounts()[row] = reached ? 0 : (float) discount;
        if (reached) {
            rings.frames.clear(next, 1);
        } else {
            want(next, wanted);
        }
    }

    private boolean goesOn(int environment, long position) {
        return (flags(environment, position) & (StepRings.FINAL | StepRings.TERMINATED)) == 0;
    }

    private ObservationSlot readFrame(int environment, long position, ObservationSlot to) {
        rings.frames.read(rings.place(environment, position), to, 0);
        return to;
    }

    private void want(ObservationSlot row, float[] goal) {
        System.arraycopy(goal, 0, row.floats(), row.offset() + goals.desired(), goals.size());
    }
}
