package io.htsrl.cli.rundir;

import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;

/**
 * How many transitions updates have learnt from, one that is learnt from twice counted twice: the update frames of Hou et
 * al. 2023, as far as reports tell of them. Counts since this process began. Guarded by its owner's lock.
 */
public final class LearntFrames {
    private static final String UPDATES = "updates";
    private static final String EPOCHS = "epochs";
    private static final String BATCH_SIZE = "batch_size"; // where it changes

    private boolean begun;
    private double startSeconds; // of the run, where counting begins
    private double seconds;
    private double before; // updates, where counting begins
    private double updates; // with a replay memory: minibatches
    private double rows; // of these, where they are not all alike
    private double passes; // without: over the interval's steps

    /** In order of intervals. */
    public void add(IntervalReport report) {
        double soFar = report.losses().getOrDefault(UPDATES, 0.0);
        seconds = report.wallSeconds();
        if (!begun && report.interval() > 0) { // of a resumed run the first is where it begins
            startSeconds = seconds;
            before = soFar;
        } else if (!report.losses().isEmpty() && !report.losses().containsKey(UPDATES)) {
            passes += report.losses().getOrDefault(EPOCHS, 1.0);
        }
        rows += Math.max(0, soFar - before - updates) * report.losses().getOrDefault(BATCH_SIZE, 0.0);
        updates = soFar - before;
        begun = true;
    }

    /** A second; NaN before there is one. */
    public double perSecond(RunConfig config) {
        double frames = drawn(config) + passes * config.pipeline().stepsPerInterval();
        return seconds > startSeconds ? frames / (seconds - startSeconds) : Double.NaN;
    }

    private double drawn(RunConfig config) {
        if (!(config.algorithm() instanceof Replaying replaying)) {
            return 0;
        }
        ReplaySettings replay = replaying.replay();
        return replay.batches() * (replaying.growsBatches() ? rows : updates * replay.batchSize());
    }
}
