package io.htsrl.core.time;

import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Over how much is annealed what falls over a run: over all that is planned. A run that was given more on its way has
 * planned less before that place, so that what was annealed there stays as it was. In units of the caller's: intervals,
 * updates, steps of a replica. Immutable, any thread.
 *
 * @param planned what is planned behind all of {@code earlier}
 * @param earlier what was planned before, in the order of the places
 */
public record AnnealingHorizon(long planned, List<Earlier> earlier) {

    /**
     * What was planned once.
     *
     * @param until   the place from which on it no longer was
     * @param planned as then
     */
    public record Earlier(long until, long planned) {}

    public AnnealingHorizon {
        earlier = List.copyOf(earlier);
    }

    /** A run that was never given more. */
    public static AnnealingHorizon of(long planned) {
        return new AnnealingHorizon(planned, List.of());
    }

    /** What is planned at {@code place}, from 0. Without an iterator: executors ask at every step. */
    public long at(long place) {
        for (int i = 0; i < earlier.size(); i++) {
            if (place < earlier.get(i).until()) {
                return earlier.get(i).planned();
            }
        }
        return planned;
    }

    /** What was planned by those who came to {@code place}. */
    public long before(long place) {
        return at(place - 1);
    }

    /** The same in units of which each of these is {@code units}. */
    public AnnealingHorizon times(long units) {
        return mapped(place -> place * units, planned -> planned * units);
    }

    /** The same for what happens {@code lag} places later than it is counted. */
    public AnnealingHorizon late(long lag) {
        return mapped(place -> place - lag, planned -> planned);
    }

    /** What falls over a {@code share} of what is planned. */
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
