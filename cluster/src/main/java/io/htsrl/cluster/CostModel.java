package io.htsrl.cluster;

import io.htsrl.cluster.pekko.Probe;
import java.util.Locale;

/**
 * What a connection costs an interval: the parameters to a node, the bank back, and a few round trips
 * (docs/cluster.md). Pure functions; doubles, for people.
 */
final class CostModel {
    private static final double ROUND_TRIPS = 2; // a unit and its columns, each confirmed

    private CostModel() {}

    /**
     * Seconds that an interval takes longer on one node than its rollout does.
     *
     * @param parameters bytes of them
     * @param bank       bytes of the columns that come back; it is on its way while others are filled, but for the last
     */
    static double overhead(Probe.Speed speed, double parameters, double bank) {
        return ROUND_TRIPS * speed.roundTrip() + parameters / speed.out() + bank / speed.in();
    }

    /** One line of it. */
    static String line(String what, Probe.Speed speed, double parameters, double bank) {
        return String.format(
                Locale.ROOT,
                "%s: %s there, %s back: %.1f ms an interval and node",
                what,
                bytes(parameters),
                bytes(bank),
                overhead(speed, parameters, bank) * 1e3);
    }

    private static String bytes(double bytes) {
        return bytes < 1e6
                ? String.format(Locale.ROOT, "%.0f KB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.2f MB", bytes / 1e6);
    }
}
