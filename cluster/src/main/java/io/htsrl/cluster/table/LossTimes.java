package io.htsrl.cluster.table;

/**
 * How long columns were lost: from a node's last sign of life to when that was noticed (detection), and to when somebody
 * else had filled all that it had (recovery). Of the losses that are made good. Immutable; in seconds.
 *
 * @param count how many those are
 */
public record LossTimes(
        long count, double sumDetection, double mostDetection, double sumRecovery, double mostRecovery) {
    static final LossTimes NONE = new LossTimes(0, 0, 0, 0, 0);

    public double meanDetection() {
        return sumDetection / count;
    }

    public double meanRecovery() {
        return sumRecovery / count;
    }

    LossTimes with(Recovery recovery) {
        double detection = recovery.unnoticed() / 1e9;
        double whole = detection + recovery.rerun() / 1e9;
        return new LossTimes(
                count + 1,
                sumDetection + detection,
                Math.max(mostDetection, detection),
                sumRecovery + whole,
                Math.max(mostRecovery, whole));
    }
}
