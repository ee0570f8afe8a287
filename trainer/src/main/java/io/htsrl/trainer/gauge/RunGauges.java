package io.htsrl.trainer.gauge;

import io.htsrl.core.portrait.Portrait;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.util.List;
import java.util.Optional;

/**
 * What the threads of a run leave where others can see it: copies of plain counters, each of them a little late, no two of
 * the same moment. Any thread; reading costs the run nothing and waits for nobody.
 */
public interface RunGauges {

    /** Where the time of its threads went so far. */
    TimeUse timeUse();

    /** What its threads did when, in rows; no spans where the run records none. See {@link SpanRecorder#newest}. */
    List<SpanRecorder> spans();

    /** How many replicas there are. */
    int replicas();

    /** Steps of a replica in an interval. */
    int steps();

    /** The machines that collect its rollouts; none where they are collected here, and then replicas are all there is. */
    default List<NodeGauge> nodes() {
        return List.of();
    }

    /** The step of its interval that a replica takes next; {@link #steps} when it is done with it. */
    int step(int replica);

    /** Whether a replica's environment is at work. */
    boolean calling(int replica);

    /** How its environment is seen; empty where that has no picture. */
    Optional<Portrait> portrait(int replica);
}
