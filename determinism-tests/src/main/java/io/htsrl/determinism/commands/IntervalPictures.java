package io.htsrl.determinism.commands;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.trainer.report.RunMetrics;
import java.util.ArrayList;
import java.util.List;

/**
 * Pictures of one replica's environment after each step of an interval; after a step that ends an episode, the next
 * one's start. Taken on the replica's own thread; read after the run.
 */
final class IntervalPictures {
    private final int replica;
    private final List<RgbFrame> pictures = new ArrayList<>();
    private FrameSource source; // null before the run

    IntervalPictures(int replica) {
        this.replica = replica;
    }

    /** Prepares the pictures, before the run's first step. */
    void begin(RunMetrics metrics) {
        metrics.prepareFrames();
        source = metrics.portrait(replica).orElseThrow();
    }

    /** @param wanted whether to take a picture after the step that begins */
    void beforeStep(boolean wanted) {
        take();
        if (wanted) {
            source.want();
        }
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
