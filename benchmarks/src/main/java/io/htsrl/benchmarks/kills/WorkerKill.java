package io.htsrl.benchmarks.kills;

import io.htsrl.benchmarks.IdleComponents;
import io.htsrl.benchmarks.kills.Outcome.Verdict;
import io.htsrl.cli.Hts;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A run in this JVM, one of whose workers receives a signal at a random moment. Checks that the run's error names the
 * worker and the signal. One thread, beside the training thread.
 */
final class WorkerKill {
    private static final long MOST_MILLIS = 1000;
    private static final long AFTERWARDS_MILLIS = 3000;
    private static final long PATIENCE_SECONDS = 60;

    private final String python;
    private final RandomStream draws;
    private final int number;
    private Throwable thrown; // published by the end of its thread

    /** @param draws stream of this kill alone */
    WorkerKill(String python, RandomStream draws, int number) {
        this.python = python;
        this.draws = draws;
        this.number = number;
    }

    Outcome run() throws InterruptedException, IOException {
        Set<ProcessHandle> before = workers();
        RunControl control = new RunControl();
        Thread training = new Thread(() -> train(control), "training-" + number);
        training.setDaemon(true);
        training.start();
        List<ProcessHandle> started = awaitWorkers(before, training);
        training.join(1 + (long) (draws.uniform(0) * MOST_MILLIS));
        ProcessHandle victim = started.get((int) (draws.uniform(1) * started.size()));
        String signal = draws.uniform(2) < 0.5 ? "KILL" : "SEGV";
        Signals.send(signal, victim.pid());
        training.join(AFTERWARDS_MILLIS);
        control.requestStop(); // ends a run that did not need the worker
        for (int second = 0; second < PATIENCE_SECONDS && training.isAlive(); second++) { // see JvmKills.finish
            training.join(1000);
        }
        return outcome(training, signal, victim.pid());
    }

    private Outcome outcome(Thread training, String signal, long pid) {
        String kill = "kill " + number + " by SIG" + signal + " of " + pid + ": ";
        if (training.isAlive()) {
            return new Outcome(Verdict.HANG, kill + "the run has not ended after a minute");
        }
        if (thrown == null || thrown instanceof RunAbortedException) { // stopped here, perhaps before its first step
            return new Outcome(Verdict.UNHARMED, "");
        }
        String text = String.valueOf(thrown.getMessage());
        boolean named = text.contains("worker process " + pid) && text.contains("SIG" + signal);
        return new Outcome(named ? Verdict.NAMED : Verdict.UNNAMED, kill + thrown);
    }

    /** Waits until the run has started a worker and returns all that it has. */
    private static List<ProcessHandle> awaitWorkers(Set<ProcessHandle> before, Thread training)
            throws InterruptedException {
        List<ProcessHandle> found = List.of();
        while (found.isEmpty() && training.isAlive()) {
            TimeUnit.MILLISECONDS.timedJoin(training, 1);
            found = workers().stream().filter(each -> !before.contains(each)).toList();
        }
        if (found.isEmpty()) {
            throw new IllegalStateException("the run ended before it started a worker");
        }
        return found;
    }

    private static Set<ProcessHandle> workers() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    private void train(RunControl control) {
        try {
            List<String> flags =
                    WalkFlags.of(python, "--env-option", "run=" + number, "--total-timesteps", "100000000");
            RunConfig config = Hts.configure(flags.toArray(String[]::new));
            new Trainer(
                            config,
                            Attachments.none().with(new IdleComponents(false)).with(control))
                    .run();
        } catch (Exception e) {
            thrown = e;
        }
    }
}
