package io.htsrl.cli.train;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.rundir.TraceFile;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes a run's timeline when all its threads have ended, if the user wants one. One thread. */
final class TraceOutput {
    private final ResolvedRun run;
    private final Optional<Path> file;
    private final Timeline timeline;
    private final PrintWriter err;

    /**
     * Takes the run; writes nothing yet.
     *
     * @param folder the run directory
     * @param from the checkpoint that the run was resumed from, whose earlier trace is kept; or null
     */
    TraceOutput(ResolvedRun run, Path folder, CheckpointFile from, PrintWriter err) {
        this.run = run;
        this.file = run.trace().file().map(path -> path.toString().isEmpty() ? folder.resolve(name(from)) : path);
        this.timeline = run.trace().timeline();
        this.err = err;
    }

    /** Returns the timeline that the run records on. */
    Timeline timeline() {
        return timeline;
    }

    private static String name(CheckpointFile from) {
        return from == null ? "trace.json" : "trace-" + from.metadata("interval") + ".json";
    }

    /**
     * Writes the file, and returns a line about it.
     *
     * @throws RunDirectoryException when it cannot be written
     */
    Optional<String> write() {
        return file.map(path -> {
            TraceFile.write(path, timeline, about());
            timeline.recorders().forEach(this::warnOfDropped);
            long spans =
                    timeline.recorders().stream().mapToLong(SpanRecorder::size).sum();
            return Numbers.text("%s: %,d spans; open it in https://ui.perfetto.dev", path, spans);
        });
    }

    /** Writes the trace of a failed run up to the failure, which has been reported and matters more. */
    void writeOfFailed(RunControl control) {
        if (file.isPresent() && control.hasStragglers()) {
            ErrorOutput.printWarning(err, "no trace is written, for a thread has not ended and may be recording yet");
            return;
        }
        try {
            write();
        } catch (RunDirectoryException e) {
            ErrorOutput.printWarning(err, e.getMessage());
        }
    }

    private void warnOfDropped(SpanRecorder recorder) {
        if (recorder.dropped() > 0) {
            ErrorOutput.printWarning(
                    err,
                    Numbers.text(
                            "the trace holds the last %,d spans of %s, without "
                                    + "%,d earlier ones; give --trace-limit %d to keep all",
                            recorder.size(),
                            recorder.thread(),
                            recorder.dropped(),
                            recorder.size() + recorder.dropped()));
        }
    }

    private Map<String, String> about() {
        RunConfig config = run.config();
        Map<String, String> about = new LinkedHashMap<>();
        about.put("algo", config.algorithm().algorithm());
        about.put("env", config.env());
        about.put("schedule", config.pipeline().schedule().toString());
        about.put("seed", Long.toString(config.seed()));
        return about;
    }
}
