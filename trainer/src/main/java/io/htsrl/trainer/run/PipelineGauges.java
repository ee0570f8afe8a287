package io.htsrl.trainer.run;

import io.htsrl.core.portrait.Portrait;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.Replica;
import io.htsrl.trainer.gauge.RunGauges;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.rollouts.NodeGauge;
import io.htsrl.trainer.rollouts.RolloutGauges;
import java.util.List;
import java.util.Optional;

/** The gauges of a {@link Pipeline}. Any thread. */
final class PipelineGauges implements RunGauges {
    private final Pipeline pipeline;
    private final List<Replica> replicas;
    private final List<Optional<Portrait>> portraits;
    private final RolloutGauges elsewhere;

    /** Before the threads of the run begin: it tells their replicas that somebody looks. */
    PipelineGauges(Pipeline pipeline, RolloutGauges elsewhere) {
        this.pipeline = pipeline;
        this.elsewhere = elsewhere;
        this.replicas = List.copyOf(pipeline.replicas());
        this.portraits = replicas.stream().map(Replica::portrait).toList();
    }

    @Override
    public TimeUse timeUse() {
        return pipeline.times().total();
    }

    @Override
    public List<SpanRecorder> spans() {
        return pipeline.attachments().timeline().recorders();
    }

    @Override
    public int replicas() {
        return replicas.size();
    }

    @Override
    public int steps() {
        return pipeline.config().pipeline().syncInterval();
    }

    @Override
    public List<NodeGauge> nodes() {
        return elsewhere.nodes();
    }

    @Override
    public int step(int replica) {
        return replicas.get(replica).stepSeen();
    }

    @Override
    public boolean calling(int replica) {
        return replicas.get(replica).callingSeen();
    }

    @Override
    public Optional<Portrait> portrait(int replica) {
        return portraits.get(replica);
    }
}
