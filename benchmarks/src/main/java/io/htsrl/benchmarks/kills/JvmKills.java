package io.htsrl.benchmarks.kills;

import io.htsrl.benchmarks.kills.Outcome.Verdict;
import io.htsrl.cli.Hts;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run in a sequence of JVMs, each killed at a random moment and followed by one that resumes the run. Checks that the
 * files of the finished run equal those of an undisturbed one, and that no worker outlives its JVM. One thread.
 */
final class JvmKills {
    private static final long LEAST_MILLIS = 500;
    private static final long MOST_MILLIS = 4000;
    /** An orphan is a worker that never ends: the limit is long, so that a busy machine is not taken for one. */
    private static final long ORPHAN_SECONDS = 120;

    private static final long PATIENCE_SECONDS = 120;
    private static final List<String> COMPARED = List.of("digests.jsonl", "episodes.csv");

    private final String python;
    private final Path folder;
    private final RandomStream draws;
    private final List<Outcome> outcomes = new ArrayList<>();

    /** @param folder empty folder for the files of the runs */
    JvmKills(String python, Path folder, RandomStream draws) {
        this.python = python;
        this.folder = folder;
        this.draws = draws;
    }

    /** Kills JVMs, finishes the run and returns an outcome for each kill. */
    List<Outcome> run(int kills) throws IOException, InterruptedException {
        Path killed = folder.resolve("killed");
        List<String> next = train(killed);
        for (int kill = 0; kill < kills; kill++) {
            kill(next, draws.uniform(kill), kill);
            boolean resumes = checkpointed(killed);
            if (!resumes) {
                delete(killed);
            }
            next = resumes ? List.of("resume", killed.toString(), "--quiet") : train(killed);
        }
        Path whole = folder.resolve("whole");
        finish(next);
        finish(train(whole));
        for (String file : COMPARED) {
            if (outcomes.stream().allMatch(each -> each.verdict().passes())
                    && Files.mismatch(whole.resolve(file), killed.resolve(file)) >= 0) {
                outcomes.set(0, new Outcome(Verdict.DIFFERENCE, file + " differs; see " + folder));
            }
        }
        return outcomes;
    }

    private List<String> train(Path run) {
        List<String> arguments = new ArrayList<>(List.of("train", "--quiet", "--run-dir", run.toString()));
        arguments.addAll(WalkFlags.of(python, "--checkpoint-every", "20", "--total-timesteps", "40000"));
        return arguments;
    }

    /** Stops the JVM by SIGSTOP while its workers are counted, then kills it. */
    private void kill(List<String> arguments, double moment, int number) throws IOException, InterruptedException {
        Process jvm = start(arguments);
        jvm.waitFor(LEAST_MILLIS + (long) (moment * (MOST_MILLIS - LEAST_MILLIS)), TimeUnit.MILLISECONDS);
        Signals.send("STOP", jvm.pid());
        List<ProcessHandle> workers = jvm.descendants().toList();
        jvm.destroyForcibly().waitFor();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ORPHAN_SECONDS);
        while (workers.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        List<ProcessHandle> left =
                workers.stream().filter(ProcessHandle::isAlive).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        outcomes.add(
                left.isEmpty()
                        ? new Outcome(Verdict.RESUMED, "")
                        : new Outcome(
                                Verdict.ORPHAN,
                                "kill " + number + ": orphans after " + ORPHAN_SECONDS + " s: " + left.size()));
    }

    /** Runs to the end, within seconds that are counted one by one: a machine may have been suspended. */
    private void finish(List<String> arguments) throws IOException, InterruptedException {
        Process jvm = start(arguments);
        boolean ended = false;
        for (int second = 0; second < PATIENCE_SECONDS && !ended; second++) {
            ended = jvm.waitFor(1, TimeUnit.SECONDS);
        }
        jvm.destroyForcibly();
        if (!ended || jvm.exitValue() != 0) {
            outcomes.set(0, new Outcome(ended ? Verdict.DIFFERENCE : Verdict.HANG, arguments + ": " + log()));
        }
    }

    private Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                Hts.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    private static boolean checkpointed(Path run) throws IOException {
        Path checkpoints = run.resolve("checkpoints");
        if (!Files.isDirectory(checkpoints)) {
            return false;
        }
        try (Stream<Path> all = Files.list(checkpoints)) {
            return all.anyMatch(each -> !each.getFileName().toString().contains("tmp"));
        }
    }

    private static void delete(Path run) throws IOException {
        if (Files.exists(run)) {
            try (Stream<Path> all = Files.walk(run)) {
                for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
