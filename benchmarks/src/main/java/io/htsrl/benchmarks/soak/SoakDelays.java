package io.htsrl.benchmarks.soak;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Perturbation.Point;
import io.htsrl.determinism.verify.Delays;
import java.util.EnumSet;

/**
 * Delays of a run of a soak: none, random ones, or one part that is always slow. Immutable.
 *
 * @param kind kind of delays
 * @param point point of the delays; null for random ones at all points
 * @param index environment or actor that is slow
 * @param micros maximum delay
 * @param seed seed of the delays
 */
record SoakDelays(Kind kind, Point point, long index, int micros, long seed) {
    private static final double CHANCE = 0.05;

    enum Kind {
        NONE,
        JITTER,
        SLOW
    }

    static SoakDelays drawn(RandomDraws draws, int envs, int servers) {
        Kind kind = draws.of(Kind.NONE, Kind.NONE, Kind.JITTER, Kind.SLOW);
        Point point = draws.of(Point.values());
        boolean everywhere = draws.chance(0.5);
        int index = switch (point) {
            case EXECUTOR_STEP -> draws.between(0, envs - 1);
            case ACTOR_BATCH -> draws.between(0, servers - 1);
            default -> (int) Delays.EVERYONE;
        };
        int micros = draws.between(1, kind == Kind.SLOW ? 50 : 400);
        return new SoakDelays(kind, kind == Kind.JITTER && everywhere ? null : point, index, micros, draws.bits());
    }

    Perturbation perturbation() {
        return switch (kind) {
            case NONE -> Perturbation.NONE;
            case JITTER ->
                Delays.jitter(
                        seed, point == null ? EnumSet.allOf(Point.class) : EnumSet.of(point), CHANCE, micros * 1000L);
            case SLOW -> Delays.slow(point, index, micros * 1000L);
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case NONE -> "none";
            case JITTER -> "up to " + micros + " µs at 1 in 20 passages, " + (point == null ? "everywhere" : point);
            case SLOW -> micros + " µs at each " + point + (index < 0 ? "" : " of " + index);
        };
    }
}
