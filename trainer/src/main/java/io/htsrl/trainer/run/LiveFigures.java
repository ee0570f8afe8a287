package io.htsrl.trainer.run;

import io.htsrl.learners.Learner;
import io.htsrl.trainer.report.RunFigures;
import java.util.SortedMap;

/**
 * What the parts of a run count. Batches are counted by other threads: up to the last swap all are seen, of those behind it
 * some.
 */
final class LiveFigures implements RunFigures {
    private final TimeSheet times;
    private final Recorder recorder;
    private final Learner learner;
    private volatile boolean over; // a closed learner has no memory any more

    LiveFigures(TimeSheet times, Recorder recorder, Learner learner) {
        this.times = times;
        this.recorder = recorder;
        this.learner = learner;
    }

    /** The threads have ended, and the learner is about to be closed. */
    void end() {
        over = true;
    }

    @Override
    public SortedMap<Integer, Long> batchSizes() {
        return times.batchSizes();
    }

    @Override
    public SortedMap<Integer, Long> lags() {
        return recorder.newLags();
    }

    @Override
    public double[] somePriorities(int most) {
        return over ? new double[0] : learner.somePriorities(most);
    }
}
