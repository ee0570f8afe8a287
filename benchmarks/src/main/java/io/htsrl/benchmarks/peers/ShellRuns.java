package io.htsrl.benchmarks.peers;

import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Our training runs on CartPole-v1 as a user starts them: {@code ./hts train} in a process of its own. The seconds to a
 * bar are those from the start of the process to its exit, less those of the run after the bar. One thread.
 */
final class ShellRuns {
    private static final int WARM_UPS = 2;
    private static final int WARM_UP_STEPS = 4096;
    /** Seconds that a stopped process has to save its run and exit. */
    private static final long EXIT_SECONDS = 60;

    private final Path hts;
    private boolean prepared;

    /** @param hts the launcher */
    ShellRuns(Path hts) {
        this.hts = hts;
    }

    /** Builds the program, and makes the archive of classes, as the second training of an installation does. */
    private void prepare(String algorithm) throws IOException, InterruptedException {
        if (!prepared) {
            for (int i = 0; i < WARM_UPS; i++) {
                run(algorithm, 1, WARM_UP_STEPS, Double.NaN, TimeUnit.HOURS.toSeconds(1));
            }
            prepared = true;
        }
    }

    /**
     * Trains by our preset and returns the progress to the bar; stops the run after {@code seconds}.
     *
     * @throws IOException when the process fails
     */
    RunProgress measure(String algorithm, int seed, long mostSteps, double bar, double seconds)
            throws IOException, InterruptedException {
        prepare(algorithm);
        return run(algorithm, seed, mostSteps, bar, seconds);
    }

    private RunProgress run(String algorithm, int seed, long mostSteps, double bar, double seconds)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("time-to-bar");
        try {
            List<String> command = new ArrayList<>(List.of(hts.toAbsolutePath().toString(), "train"));
            command.addAll(List.of("--algo", algorithm, "--env", "CartPole-v1", "--seed", "" + seed));
            command.addAll(List.of("--total-timesteps", "" + mostSteps, "--log-interval", "1", "--quiet"));
            command.addAll(List.of("--out", folder.resolve("run").toString()));
            long start = System.nanoTime();
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(folder.resolve("errors").toFile())
                    .start();
            boolean ended = process.waitFor((long) (seconds * 1000), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroy(); // stops the run, which saves what it has
                process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
            }
            double wall = (System.nanoTime() - start) / 1e9;
            if (ended && process.exitValue() != 0) {
                throw new IOException(
                        String.join(" ", command) + " failed: " + Files.readString(folder.resolve("errors")));
            }
            return progress(folder.resolve("run"), bar, wall);
        } finally {
            RunFolders.release(folder);
        }
    }

    private static RunProgress progress(Path run, double bar, double wall) {
        if (!Files.exists(run.resolve("summary.json"))) {
            return RunProgress.unknown(wall);
        }
        RunOutcome outcome = RunOutcome.read(run, bar);
        return outcome.reached()
                .map(at -> new RunProgress(true, bar, wall - (outcome.wallSeconds() - at.wallSeconds()), at.timestep()))
                .orElseGet(() -> new RunProgress(false, outcome.meanReturn100(), wall, outcome.timesteps()));
    }
}
