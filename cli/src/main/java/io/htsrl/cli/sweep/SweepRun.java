package io.htsrl.cli.sweep;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunState;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One run of a sweep. Immutable.
 *
 * @param run    quiet, and with its folder
 * @param folder where its files are, or will be
 */
record SweepRun(ResolvedRun run, Path folder) {

    /** {@code run} as a part of the sweep in {@code sweep}. */
    static SweepRun in(Path sweep, ResolvedRun run) {
        String name = run.config().env().replace('/', '-').replace('\\', '-') + "__"
                + run.config().algorithm().algorithm() + "__" + run.config().seed();
        Path folder = sweep.resolve(name);
        return new SweepRun(run.quietlyIn(folder), folder);
    }

    String algorithm() {
        return run.config().algorithm().algorithm();
    }

    long seed() {
        return run.config().seed();
    }

    /** Such as {@code ppo seed 3}. */
    String name() {
        return algorithm() + " seed " + seed();
    }

    /** Whether there is something of an earlier sweep in the folder. */
    boolean isBegun() {
        return Files.exists(folder.resolve("config.yaml"));
    }

    /** Whether an earlier sweep has brought it to its end. */
    boolean isFinished() {
        return isBegun() && RunReader.open(folder).state() == RunState.FINISHED;
    }

    /** Adds what is wrong with what is in the folder: the files of a run with other settings. */
    void check(Violations violations) {
        try {
            String there = isBegun() ? RunFiles.readString(folder.resolve("config.yaml")) : ConfigYaml.of(run);
            boolean same =
                    there.equals(ConfigYaml.of(run)) || there.equals(ConfigYaml.of(run.fixed())); // of before auto
            violations.check(
                    same,
                    "--out",
                    folder.getParent(),
                    "must hold runs of the same settings, and " + folder.resolve("config.yaml") + " has others",
                    "choose another --out, or give the settings of that sweep");
        } catch (IOException e) {
            violations.add(
                    "--out",
                    folder.getParent(),
                    "must be readable (" + RunDirectoryException.reason(e) + ")",
                    "fix its permissions");
        }
    }
}
