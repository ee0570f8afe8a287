package io.htsrl.core.time;

import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The length of a run over which values are annealed: the planned length. If the plan was extended during a run,
 * earlier places keep the earlier plan, so that past annealing does not change. In the caller's units: intervals,
 * updates, steps of a replica. Immutable, any thread.
 *
 * @param planned length planned after all of {@code earlier}
 * @param earlier earlier plans, in the order of the places
 */
public record AnnealingHorizon(long planned, List<Earlier> earlier) {

    /**
     * One earlier plan.
     *
     * @param until first place at which it no longer applied
     * @param planned its length
     */
    public record Earlier(long until, long planned) {}

    public AnnealingHorizon {
        earlier = List.copyOf(earlier);
    }

    /** Returns the horizon of a run whose plan was never extended. */
    public static AnnealingHorizon of(long planned) {
        return new AnnealingHorizon(planned, List.of());
    }

    /** Returns the length planned at {@code place}, from 0. Without an iterator: executors call it at every step. */
    public long at(long place) {
        for (int i = 0; i < earlier.size(); i++) {
            if (place < earlier.get(i).until()) {
                return earlier.get(i).planned();
            }
        }
        return planned;
    }

    /** Returns the length planned just before {@code place}. */
    public long before(long place) {
        return at(place - 1);
    }

    /** Returns this horizon in smaller units, of which {@code units} make one of the present units. */
    public AnnealingHorizon times(long units) {
        return mapped(place -> place * units, planned -> planned * units);
    }

    /** Returns this horizon for an event that happens {@code lag} places later than it is counted. */
    public AnnealingHorizon late(long lag) {
        return mapped(place -> place - lag, planned -> planned);
    }

    /** Returns the horizon of a {@code share} of the planned length. */
    public AnnealingHorizon share(double share) {
        return mapped(place -> place, planned -> (long) (share * planned));
    }

    private AnnealingHorizon mapped(LongUnaryOperator place, LongUnaryOperator amount) {
        return new AnnealingHorizon(
                amount.applyAsLong(planned),
                earlier.stream()
                        .map(part -> new Earlier(place.applyAsLong(part.until()), amount.applyAsLong(part.planned())))
                        .toList());
    }
}
