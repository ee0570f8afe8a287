package io.htsrl.learners;

import io.htsrl.core.Activity;
import io.htsrl.core.Perturbation;
import io.htsrl.core.RoleClock;
import io.htsrl.core.Stateful;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The learner's part of an interval, the same code under every schedule: one thread, whichever runs the schedule.
 * Asserts invariant 3: the bank learnt from was collected by the parameters exactly {@code lag} versions back.
 *
 * <p>The number of updates is the number of banks under every schedule: under a lag of 1 nothing is learnt in interval
 * 0 (φ_1 = φ_0), and the last bank is learnt from after the last rollout ({@link #drain}).
 */
public final class LearningStage implements Stateful {
    private final Learner learner;
    private final ParameterVersions versions;
    private final IntervalRecorder recorder;
    private final Perturbation perturbation;
    private final int lag;
    private int lastLag = -1;
    private Map<String, Double> lastFigures = Map.of();

    /** @param lag 1 under {@code hts} and {@code serial}, 0 under {@code sync} */
    public LearningStage(Learner learner, ParameterVersions versions, IntervalRecorder recorder,
            Perturbation perturbation, int lag) {
        this.learner = learner;
        this.versions = versions;
        this.recorder = recorder;
        this.perturbation = perturbation;
        this.lag = lag;
    }

    /**
     * Interval k while its rollout is under way: φ_k and the bank of interval k-1 give φ_{k+1}.
     *
     * @param read  the bank that interval k-1 filled; unused for k = 0
     * @param clock of the thread that calls, here and below
     */
    public void overlapped(long interval, StorageBank read, RoleClock clock) {
        versions.beginNext();
        if (interval > 0) {
            recorder.record(interval - 1, read, versions.current(), learner, lastLag, lastFigures);
            clock.lap(Activity.RECORD, interval - 1);
            update(read, versions.previous(), interval - 1, clock);
        }
        publish(clock);
    }

    /** Interval k after its rollout: φ_k and the bank of interval k give φ_{k+1}. */
    public void alternating(long interval, StorageBank filled, RoleClock clock) {
        versions.beginNext();
        update(filled, versions.current(), interval, clock);
        recorder.record(interval, filled, versions.next(), learner, lastLag, lastFigures);
        clock.lap(Activity.RECORD, interval);
        publish(clock);
    }

    /** After the last rollout of an overlapped schedule: records and learns from the last bank. */
    public void drain(long intervals, StorageBank read, RoleClock clock) {
        if (lag == 0 || intervals == 0) {
            return;
        }
        recorder.record(intervals - 1, read, versions.current(), learner, lastLag, lastFigures);
        clock.lap(Activity.RECORD, intervals - 1);
        versions.beginNext();
        update(read, versions.previous(), intervals - 1, clock);
        publish(clock);
        versions.rotate();
        recorder.finish(versions.current(), learner, lastLag, lastFigures);
        clock.lap(Activity.RECORD, intervals); // the final parameters
    }

    private void publish(RoleClock clock) {
        versions.publishNext();
        clock.lap(Activity.PUBLISH);
    }

    private void update(StorageBank bank, float[] behaviour, long update, RoleClock clock) {
        perturbation.at(Perturbation.Point.LEARNER_UPDATE, update);
        long observed = versions.version() - bank.collectedUnder();
        if (observed != lag) {
            throw new IllegalStateException("the bank of interval " + update + " was collected by parameters "
                    + bank.collectedUnder() + " and parameters " + versions.version() + " learn from it: a lag of "
                    + observed + " where the schedule has " + lag);
        }
        lastLag = (int) observed;
        lastFigures = learner.update(bank, behaviour, versions.next(), update);
        clock.lap(Activity.LEARN, update);
    }

    /** The lag and the figures of the last update, which an overlapped schedule records an interval later. */
    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(lastLag);
        out.writeInt(lastFigures.size());
        for (Map.Entry<String, Double> figure : lastFigures.entrySet()) {
            out.writeUTF(figure.getKey());
            out.writeDouble(figure.getValue());
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        lastLag = in.readInt();
        int count = in.readInt();
        lastFigures = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            lastFigures.put(in.readUTF(), in.readDouble());
        }
    }
}
