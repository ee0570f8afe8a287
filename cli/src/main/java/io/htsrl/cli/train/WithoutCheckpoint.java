package io.htsrl.cli.train;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunState;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.nio.file.Path;

/**
 * What a run that nothing can go on from is refused with: why there is no checkpoint, and what to do instead. Immutable.
 *
 * @param run      the run's files
 * @param resolved its settings
 */
record WithoutCheckpoint(RunReader run, ResolvedRun resolved) {

    /** The refusal. */
    ConfigurationException refusal() {
        return new ConfigurationException(new Violations()
                .add(
                        "RUN",
                        folder(),
                        resolved.config().pipeline().schedule().checkpoints()
                                ? "must hold a checkpoint" + why()
                                : "must have another schedule than async, which takes no checkpoints",
                        run.state() == RunState.FINISHED ? fromItsParameters() : again()));
    }

    private String why() {
        if (run.state() == RunState.STOPPED) {
            return ", and was " + stopped();
        }
        return isToTakeSome() ? "" : ", and was made without --checkpoint-every and not stopped by Ctrl-C";
    }

    private String stopped() {
        return run.summary()
                .filter(summary -> summary.path("timesteps").asLong() > 0)
                .map(summary -> summary.has("error")
                        ? "aborted"
                        : "stopped without one: " + resolved.checkpoints().whyNone(resolved.config()))
                .orElse("stopped before an interval was complete");
    }

    private String again() {
        boolean helps = resolved.config().pipeline().schedule().checkpoints() && !isToTakeSome();
        return "start again with 'hts train --config " + run.configFile() + "'"
                + (helps ? ", and with --checkpoint-every 10, for example" : "");
    }

    private boolean isToTakeSome() {
        return resolved.checkpoints().every() > 0;
    }

    /** The remedy for a run that has ended. */
    String fromItsParameters() {
        return "train on from its parameters with 'hts train --config " + run.configFile() + " --init-from " + folder()
                + "', which begins with a new optimizer; give --checkpoint-every 10, for example, where a run is to be "
                + "gone on with later";
    }

    private Path folder() {
        return run.folder();
    }
}
