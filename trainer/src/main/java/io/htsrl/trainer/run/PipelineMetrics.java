package io.htsrl.trainer.run;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.Replica;
import io.htsrl.trainer.report.RunMetrics;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The metrics of a {@link Pipeline}. Thread rules of {@link RunMetrics}. */
final class PipelineMetrics implements RunMetrics {
    private final Pipeline pipeline;
    private volatile List<Optional<FrameSource>> portraits = List.of();
    private volatile boolean over; // a closed learner has no memory

    PipelineMetrics(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /** Marks the end: the threads have ended, and the learner is about to be closed. */
    void end() {
        over = true;
    }

    @Override
    public TimeUse timeUse() {
        return pipeline.times().total();
    }

    @Override
    public SortedMap<Integer, Long> batchSizes() {
        return pipeline.times().batchSizes();
    }

    @Override
    public SortedMap<Integer, Long> lags() {
        return pipeline.recorder().newLags();
    }

    @Override
    public double[] somePriorities(int most) {
        return over ? new double[0] : pipeline.learner().somePriorities(most);
    }

    @Override
    public List<SpanRecorder> spans() {
        return pipeline.attachments().timeline().recorders();
    }

    @Override
    public List<Rollouts.NodeGauge> nodes() {
        return pipeline.elsewhere() == null
                ? List.of()
                : pipeline.elsewhere().rollouts().nodes();
    }

    @Override
    public int replicas() {
        return pipeline.replicas().size();
    }

    @Override
    public int steps() {
        return pipeline.config().pipeline().syncInterval();
    }

    @Override
    public int step(int replica) {
        return pipeline.replicas().get(replica).stepSeen();
    }

    @Override
    public boolean calling(int replica) {
        return pipeline.replicas().get(replica).callingSeen();
    }

    @Override
    public void prepareFrames() {
        portraits = pipeline.replicas().stream().map(Replica::portrait).toList();
    }

    @Override
    public Optional<FrameSource> portrait(int replica) {
        return portraits.isEmpty() ? Optional.empty() : portraits.get(replica);
    }
}
