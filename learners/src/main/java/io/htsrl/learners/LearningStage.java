package io.htsrl.learners;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Learner's part of an interval, under every schedule. One thread. Under a schedule with a barrier it asserts invariant
 * 3: the bank was collected by the parameters exactly {@code lag} versions back. Without a barrier it measures the lag.
 *
 * <p>Every schedule makes one update per bank. Under a lag of 1, interval 0 has no update (φ_1 = φ_0), and the update
 * from the last bank follows the last rollout.
 */
public final class LearningStage implements Stateful {
    private final Learner learner;
    private final ParameterVersions versions;
    private final Consumer<float[]> publication;
    private final IntervalRecorder recorder;
    private final Perturbation perturbation;
    private final Schedule schedule;
    private int lastLag = -1;
    private Map<String, Double> lastFigures = Map.of();

    /** @param publication receives φ_{k+1} and copies it for the actors */
    public LearningStage(
            Learner learner,
            ParameterVersions versions,
            Consumer<float[]> publication,
            IntervalRecorder recorder,
            Perturbation perturbation,
            Schedule schedule) {
        this.learner = learner;
        this.versions = versions;
        this.publication = publication;
        this.recorder = recorder;
        this.perturbation = perturbation;
        this.schedule = schedule;
    }

    /**
     * Computes φ_{k+1} from φ_k and a bank.
     *
     * @param interval k
     * @param bank bank of interval k-1 where learning overlaps the next rollout, else of interval k
     * @param measured the exchange's metrics of the bank's rollouts, added to the update's metrics
     * @param clock clock of the calling thread, here and below
     */
    public void learn(long interval, StorageBank bank, Map<String, Double> measured, RoleClock clock) {
        if (schedule.overlaps()) {
            overlapped(interval, bank, clock);
        } else {
            alternating(interval, bank, measured, clock);
        }
    }

    /**
     * Runs interval k beside its rollout: computes φ_{k+1} from φ_k and the bank of interval k-1.
     *
     * @param read bank that interval k-1 filled; unused for k = 0
     */
    void overlapped(long interval, StorageBank read, RoleClock clock) {
        versions.beginNext();
        if (interval > 0) {
            recorder.record(interval - 1, read, versions.current(), learner, lastLag, lastFigures);
            clock.lap(Activity.RECORD, interval - 1);
            update(read, versions.previous(), interval - 1, Map.of(), clock);
        }
        publish(clock);
    }

    /** Runs interval k after its rollout: computes φ_{k+1} from φ_k and the bank of interval k. */
    void alternating(long interval, StorageBank filled, Map<String, Double> measured, RoleClock clock) {
        versions.beginNext();
        update(filled, versions.current(), interval, measured, clock);
        publish(clock);
        recorder.record(interval, filled, versions.next(), learner, lastLag, lastFigures);
        clock.lap(Activity.RECORD, interval);
    }

    /**
     * Records the last update under an overlapping schedule, where no swap has followed it. Called after the last
     * update.
     */
    public void finish(RoleClock clock) {
        if (!schedule.overlaps() || versions.version() == 0) {
            return;
        }
        versions.rotate();
        recorder.finish(versions.current(), learner, lastLag, lastFigures);
        clock.lap(Activity.RECORD, versions.version() - 1); // the final parameters
    }

    private void publish(RoleClock clock) {
        publication.accept(versions.next());
        clock.lap(Activity.PUBLISH);
    }

    private void update(
            StorageBank bank, float[] behaviour, long update, Map<String, Double> measured, RoleClock clock) {
        perturbation.at(Perturbation.Point.LEARNER_UPDATE, update);
        lastLag = (int) (versions.version() - bank.oldestVersion());
        if (schedule.barrier() && lastLag != schedule.lag()) {
            throw new IllegalStateException("the bank of interval " + update + " was collected by parameters "
                    + bank.oldestVersion() + " and parameters " + versions.version() + " learn from it: a lag of "
                    + lastLag + " where the schedule has " + schedule.lag());
        }
        lastFigures = new LinkedHashMap<>(learner.update(bank, behaviour, versions.next(), update));
        lastFigures.putAll(measured);
        clock.lap(Activity.LEARN, update);
    }

    /** Saves the lag and the metrics of the last update, which an overlapping schedule records one interval later. */
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
