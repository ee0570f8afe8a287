package io.htsrl.monitor.live.run;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Metrics of a run that has done nothing yet. */
abstract class StubMetrics implements RunMetrics {
    @Override
    public TimeUse timeUse() {
        return TimeUse.NONE;
    }

    @Override
    public SortedMap<Integer, Long> batchSizes() {
        return new TreeMap<>();
    }

    @Override
    public SortedMap<Integer, Long> lags() {
        return new TreeMap<>();
    }

    @Override
    public double[] somePriorities(int most) {
        return new double[0];
    }

    @Override
    public List<SpanRecorder> spans() {
        return List.of();
    }

    @Override
    public List<Rollouts.NodeGauge> nodes() {
        return List.of();
    }

    @Override
    public int steps() {
        return 8;
    }

    @Override
    public int step(int replica) {
        return 0;
    }

    @Override
    public boolean calling(int replica) {
        return false;
    }

    @Override
    public void prepareFrames() {}

    @Override
    public Optional<FrameSource> portrait(int replica) {
        return Optional.empty();
    }
}
