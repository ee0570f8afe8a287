package io.htsrl.cli.sweep;

import java.util.List;
import java.util.Map;

/** Proposes combinations of the varied settings. Stateless, any thread. */
@FunctionalInterface
interface SweepSampler {

    /**
     * Returns a combination, as text by key: a function of the arguments alone.
     *
     * @param draw      number of the draw, from 0
     * @param bestFirst combinations that have been run, ranked
     */
    Map<String, String> at(long draw, List<Map<String, String>> bestFirst);
}
