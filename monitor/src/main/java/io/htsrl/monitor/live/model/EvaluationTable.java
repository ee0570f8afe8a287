package io.htsrl.monitor.live.model;

import io.htsrl.cli.rundir.EvaluationsFile;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.evaluation.Bootstrap;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The evaluations of a run: the mean return of each policy and the ends of its 95 % confidence interval, as {@code hts
 * evaluate} computes them. An interval takes a millisecond, so a call adds only some policies of a long file. One
 * thread.
 */
final class EvaluationTable {
    private static final int AT_ONCE = 50;

    private final Path folder;
    private List<EvaluationRecord> read = List.of();
    private long length = -1;
    private Optional<ConfigurationException> damage = Optional.empty();
    private Curves curves = new Curves(false);
    private int shown;
    private EvaluationRecord last;

    EvaluationTable(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads new evaluations.
     *
     * @return whether there are more
     * @throws ConfigurationException while the file is damaged or not a regular one; evaluations read before are kept
     */
    boolean poll() throws IOException {
        Path file = folder.resolve(EvaluationsFile.NAME);
        LineTail.checkRegular(file);
        long now = Files.exists(file) ? Files.size(file) : 0;
        if (now != length) {
            length = now;
            damage = Optional.empty();
            try {
                read = EvaluationsFile.read(folder);
            } catch (ConfigurationException e) {
                damage = Optional.of(e);
                throw e;
            }
            holdBackTheLast();
            if (shown > read.size() || shown > 0 && !read.get(shown - 1).equals(last)) {
                curves = new Curves(true); // cut, or the last policy's episodes had not all been there
                shown = 0;
            }
        }
        if (damage.isPresent()) {
            throw damage.get();
        }
        int end = Math.min(read.size(), shown + AT_ONCE);
        for (; shown < end; shown++) {
            add(read.get(shown));
        }
        return shown < read.size();
    }

    /** Leaves out the last evaluation while it is being written: it has fewer episodes than the one before. */
    private void holdBackTheLast() {
        int last = read.size() - 1;
        if (last > 0
                && read.get(last).episodes().size()
                        < read.get(last - 1).episodes().size()) {
            read = read.subList(0, last);
        }
    }

    private void add(EvaluationRecord evaluation) {
        last = evaluation;
        double[] returns = evaluation.episodes().stream()
                .mapToDouble(EvaluationRecord.Episode::ret)
                .toArray();
        Bootstrap.ConfidenceInterval interval = Bootstrap.ofMean(returns);
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("interval", (double) evaluation.interval());
        row.put("timesteps", (double) evaluation.timestep());
        row.put("wall_seconds", evaluation.wallSeconds());
        row.put("mean", evaluation.meanReturn());
        row.put("low", interval.low());
        row.put("high", interval.high());
        row.put("count", (double) returns.length);
        curves.add(row);
    }

    Curves curves() {
        return curves;
    }
}
