package io.htsrl.experiments;

import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What one command measures, its settings concluded: cells, and what becomes of them. One thread. */
interface Experiment {

    /** The grid; each row holds a cell's settings alone. */
    List<Row> cells();

    /** A cell's flags of {@code hts train}, beside those that all cells share. */
    List<String> flags(Row cell);

    /** Settings that all cells share and that decide their figures, beside flags of {@code hts train}. */
    String settings();

    /**
     * Measures one cell; minutes, perhaps.
     *
     * @param flags  those that all cells share
     * @param folder the experiment's
     * @return the cell's results, with equal columns for all cells
     */
    Row measure(Row cell, TrainFlags flags, Path folder) throws Exception;

    /** Steps that warm the JVM up before the first cell of a kind. */
    default long warmUpSteps(Row cell) {
        return MeasuredRun.WARM_UP_STEPS;
    }

    /** The seeds of a cell's runs, whose settings are {@code config}. */
    default List<Long> seeds(RunConfig config) {
        return List.of(config.seed());
    }

    /** Columns of results for the screen, the most important ones first. */
    List<String> shown();

    /**
     * Makes tables and pictures.
     *
     * @param rows settings and results, in the order of the cells
     */
    void report(List<Row> rows, Report report) throws IOException;

    /** What the rows disprove of what hts-rl promises, in words; empty where nothing. */
    default Optional<String> broken(List<Row> rows) {
        return Optional.empty();
    }
}
