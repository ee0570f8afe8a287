package io.htsrl.trainer.report;

import java.util.SortedMap;

/**
 * What a run counts while it goes on, for those who look now and then: each answer is a copy. To be asked on the thread of
 * {@link TrainingListener#onInterval}, inside of it, or when the run is over. Nothing is counted for it that is not
 * counted anyway.
 */
public interface RunFigures {

    /** How many policy forwards there were of each number of states, since this process began. */
    SortedMap<Integer, Long> batchSizes();

    /** How many rollouts were learnt from at each lag, since this process began. */
    SortedMap<Integer, Long> lags();

    /**
     * Some of the priorities above 0 in the replay memory, of places evenly spread; empty where there is no memory, and
     * when the run is over.
     *
     * @param most of them
     */
    double[] somePriorities(int most);
}
