package io.htsrl.determinism.commands;

import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.trainer.report.RunMetrics;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a picture of one replica's environment after each step of an interval; after a step that ends an episode it
 * shows the next one's start. Asks for it before the step, on the replica's own thread; read after the run.
 */
final class IntervalPictures {
    private final int replica;
    private final long first;
    private final long end;
    private final List<RgbFrame> pictures = new ArrayList<>();
    private FrameSource source; // null before the run

    /** @param steps of each replica in an interval */
    IntervalPictures(int replica, long interval, int steps) {
        this.replica = replica;
        this.first = interval * steps;
        this.end = first + steps;
    }

    /** Prepares the pictures, before the run's first step. */
    void begin(RunMetrics metrics) {
        metrics.prepareFrames();
        source = metrics.portrait(replica).orElseThrow();
    }

    /** Returns the selector of a replica, which is called once before each of its steps. */
    ActionSelector around(ActionSelector made, int environment) {
        return environment != replica
                ? made
                : new ActionSelector() {
                    @Override
                    public void select(
                            float[] outputs,
                            int outputAt,
                            RandomStream draws,
                            long step,
                            float[] actions,
                            int actionAt) {
                        take();
                        if (step >= first && step < end) {
                            source.want();
                        }
                        made.select(outputs, outputAt, draws, step, actions, actionAt);
                    }

                    @Override
                    public void beginEpisode() {
                        made.beginEpisode();
                    }

                    @Override
                    public void save(DataOutput out) throws IOException {
                        made.save(out);
                    }

                    @Override
                    public void restore(DataInput in) throws IOException {
                        made.restore(in);
                    }
                };
    }

    private void take() {
        source.take().ifPresent(pictures::add);
    }

    /** Returns the reason why painting ended; empty where it did not. */
    String fault() {
        return source.fault();
    }

    /** Returns the pictures; to be called after the run. */
    List<RgbFrame> pictures() {
        take();
        return pictures;
    }
}
