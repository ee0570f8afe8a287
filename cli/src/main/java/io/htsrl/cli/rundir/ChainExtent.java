package io.htsrl.cli.rundir;

/**
 * How far a digest chain reaches. Immutable.
 *
 * @param intervals how many are recorded
 * @param timesteps environment steps of these, over all replicas
 * @param digest    the last, of the closing line where there is one; empty where nothing is recorded
 * @param closed    whether the learning after the last rollout is recorded: never under {@code sync}, which has none
 */
public record ChainExtent(long intervals, long timesteps, String digest, boolean closed) {
    static final ChainExtent NONE = new ChainExtent(0, 0, "", false);

    ChainExtent with(DigestLine line) {
        return new ChainExtent(
                line.closing() ? intervals : line.interval() + 1, line.timesteps(), line.digest(), line.closing());
    }
}
