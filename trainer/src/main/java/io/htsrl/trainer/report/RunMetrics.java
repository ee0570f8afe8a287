package io.htsrl.trainer.report;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A read-only view of a run's counters. Each answer is a copy, a little late, and no two are of the same moment. Any
 * thread may read without waiting and at no cost to the run, unless a method names its thread.
 */
public interface RunMetrics {

    /** Returns the use of the threads' time so far. */
    TimeUse timeUse();

    /** Returns the number of policy forwards since this process began, by their number of states. */
    SortedMap<Integer, Long> batchSizes();

    /**
     * Returns the number of rollouts learnt from since this process began, by lag. On the thread of
     * {@link TrainingListener#onInterval}.
     */
    SortedMap<Integer, Long> lags();

    /**
     * Returns some of the priorities above 0 in the replay memory, from evenly spaced slots; empty without a memory and
     * after the run. On the thread of {@link TrainingListener#onInterval}.
     *
     * @param most the greatest number of priorities
     */
    double[] somePriorities(int most);

    /** Returns the activities of each thread; no spans if the run records none. See {@link SpanRecorder#newest}. */
    List<SpanRecorder> spans();

    /** Returns the machines that collect its rollouts; none if this process collects them. */
    List<Rollouts.NodeGauge> nodes();

    int replicas();

    /** Returns the number of a replica's steps in an interval. */
    int steps();

    /** Returns the step of its interval that a replica takes next; {@link #steps} when its interval is complete. */
    int step(int replica);

    /** Returns whether a replica's environment is executing a call. */
    boolean calling(int replica);

    /** Prepares {@link #portrait}. Called inside {@link TrainingListener#onStart} only. */
    void prepareFrames();

    /**
     * Returns the frames of a replica's environment; empty if it renders none, or {@link #prepareFrames} was not
     * called.
     */
    Optional<FrameSource> portrait(int replica);
}
