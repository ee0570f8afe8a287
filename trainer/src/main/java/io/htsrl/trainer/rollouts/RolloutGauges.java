package io.htsrl.trainer.rollouts;

import java.util.List;
import java.util.Map;

/**
 * What an engine leaves where others can see it: copies, a little late. Any thread; reading costs the engine nothing and
 * waits for nobody. No figure reaches a bit of the run.
 */
public interface RolloutGauges {
    /** Of an engine that shows nothing. */
    RolloutGauges NONE = new RolloutGauges() {
        @Override
        public Map<String, Double> figures() {
            return Map.of();
        }

        @Override
        public List<NodeGauge> nodes() {
            return List.of();
        }
    };

    /** Of the run so far, by names that {@link io.htsrl.trainer.report.NodeFigures} knows: they join an interval's. */
    Map<String, Double> figures();

    /** The machines that take part, some of them where they are many. */
    List<NodeGauge> nodes();
}
