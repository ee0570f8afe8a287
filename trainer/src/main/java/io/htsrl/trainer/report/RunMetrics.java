package io.htsrl.trainer.report;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A read-only view of a run's counters. Each answer is a copy, a little late, and no two are of the same moment. Any
 * thread may read, at no cost to the run and without waiting, where a method states no thread of its own.
 */
public interface RunMetrics {

    /** Where the time of its threads went so far. */
    TimeUse timeUse();

    /** Policy forwards since this process began, by their number of states. */
    SortedMap<Integer, Long> batchSizes();

    /** Rollouts learnt from since this process began, by lag. On the thread of {@link TrainingListener#onInterval}. */
    SortedMap<Integer, Long> lags();

    /**
     * Some of the priorities above 0 in the replay memory, from evenly spaced slots; empty without a memory and after the
     * run. On the thread of {@link TrainingListener#onInterval}.
     *
     * @param most of them
     */
    double[] somePriorities(int most);

    /** The activities of each thread; no spans where the run records none. See {@link SpanRecorder#newest}. */
    List<SpanRecorder> spans();

    /** The machines that collect its rollouts; none where they are collected here. */
    List<NodeGauge> nodes();

    int replicas();

    /** Steps of a replica in an interval. */
    int steps();

    /** The step of its interval that a replica takes next; {@link #steps} when its interval is complete. */
    int step(int replica);

    /** Whether a replica's environment is at work. */
    boolean calling(int replica);

    /** Prepares {@link #portrait}. Inside {@link TrainingListener#onStart} alone. */
    void prepareFrames();

    /** Frames of a replica's environment; empty where it renders none, or {@link #prepareFrames} was not called. */
    Optional<FrameSource> portrait(int replica);
}
