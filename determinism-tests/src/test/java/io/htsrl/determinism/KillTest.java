package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.CompilerFlags;
import io.htsrl.cli.Hts;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariant 9: processes are killed at random moments, during a checkpoint too, and resumed, until they end; then every
 * file is that of the uninterrupted run. {@code -Dhts.kills=100} is the long version; {@code -Dhts.kills.seed=N} draws
 * other moments.
 */
@Tag("slow")
@Tag("thorough")
@Timeout(3600)
class KillTest {
    private static final int KILLS = Integer.getInteger("hts.kills", Boolean.getBoolean("hts.long") ? 4 : 2);
    /** What is killed: first a replay memory with statistics, and a memory with masks and parts. */
    private static final List<String> TASKS = List.of(
            "--algo sac --env Pendulum-v1 --total-timesteps 5000 --sync-interval 64 --hidden-sizes 16,16 --batch-size 16"
                    + " --buffer-size 2000 --learning-starts 500 --noise-correlation 0.9 --per-alpha 0.6 --norm-obs"
                    + " --reset-every 300",
            "--algo ppo --env Masked-v0 --env-option kind=parts --total-timesteps 25000 --memory lstm --memory-size 16"
                    + " --norm-reward",
            "--algo dqn --env Masked-v0 --env-option kind=parts --total-timesteps 10000 --memory gru --memory-size 16"
                    + " --hidden-sizes 16 --sequence-length 9 --sequence-period 4 --burn-in 5 --learning-starts 500"
                    + " --batch-size 16",
            "--algo ppo --env Pendulum-v1 --total-timesteps 25000 --norm-obs --norm-reward --use-sde --noise-steps 700",
            "--algo a2c --env CartPole-v1 --total-timesteps 50000 --adapt --actors 3",
            "--algo dqn --env CartPole-v1 --total-timesteps 50000 --replay-shards 3 --learner-batches 2"
                    + " --reset-every 700",
            "--algo ppo --env CartPole-v1 --total-timesteps 50000 --norm-obs --norm-reward",
            "--algo a2c --env CartPole-v1 --total-timesteps 50000");

    private static final int EXIT_MISTAKE = 2;
    /** So that a run under many kills still comes to its end. */
    private static final int MOST_KILLS_OF_A_RUN = Math.max(1, KILLS / 12);

    private static final int LONGEST_LIFE_MILLIS = 1200;
    /** One kill in so many comes at any time since the process began, its start-up included. */
    private static final int EARLY = 8;

    private final RandomStream draws =
            RandomStream.root(Long.getLong("hts.kills.seed", 1)).spawn("kills");
    private int kills;
    private int inCheckpoint;
    private int killsOfThisRun;
    private int lives;
    private int fromOlder;

    @TempDir
    Path folder;

    private static List<String> train(String task, int seed, Path runDir) {
        List<String> command = new ArrayList<>(List.of(
                "train",
                "--seed",
                String.valueOf(seed),
                "--executors",
                "2",
                "--checkpoint-every",
                "3",
                "--quiet",
                "--run-dir",
                runDir.toString()));
        command.addAll(List.of(task.split(" ")));
        return command;
    }

    private static Process start(List<String> arguments, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector"));
        command.addAll(CompilerFlags.ofThisJvm());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Hts.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("OMP_NUM_THREADS", "1");
        return builder.start();
    }

    @Test
    void shouldEndInTheSameFilesHoweverOftenItIsKilled() throws Exception {
        for (int run = 0; kills < KILLS; run++) {
            String task = TASKS.get(run % TASKS.size());
            Path killed = folder.resolve("killed-" + run);
            Path whole = folder.resolve("whole-" + run);
            runUnderKills(task, run, killed, folder.resolve("log-" + run));
            runInThisProcess(train(task, run, whole));
            for (String file : List.of("digests.jsonl", "episodes.csv")) {
                assertEquals(
                        Files.readString(whole.resolve(file)),
                        Files.readString(killed.resolve(file)),
                        task + ", seed " + run + ": " + file);
            }
        }
        System.out.println(kills + " kills, " + inCheckpoint + " of them while a checkpoint was being written; " + lives
                + " processes, " + fromOlder
                + " of them from an older checkpoint; 0 differing digests, 0 unreadable states");
    }

    /** Starts and kills one run, until it ends by itself. */
    private void runUnderKills(String task, int seed, Path run, Path log) throws Exception {
        List<String> next = train(task, seed, run);
        killsOfThisRun = 0;
        while (true) {
            Process process = start(next, log);
            lives++;
            boolean killed = killAtRandom(process, run);
            int code = process.waitFor();
            if (killed && Files.exists(run.resolve("summary.json"))) {
                return; // it had come to its end before
            }
            if (killed) {
                kills++;
                killsOfThisRun++;
                inCheckpoint += hasDraft(run) ? 1 : 0;
            } else if (code == EXIT_MISTAKE && next.get(0).equals("resume") && !hasCheckpoint(run)) {
                Files.move(run, run.resolveSibling(run.getFileName() + "-lost-" + lives)); // killed too early
                next = train(task, seed, run);
                continue;
            } else {
                assertEquals(0, code, () -> read(log));
                return;
            }
            next = Files.exists(run.resolve("config.yaml")) ? resume(run) : train(task, seed, fresh(run));
        }
    }

    /** Resumes from the newest checkpoint, or from the oldest while newer ones are there. */
    private List<String> resume(Path run) {
        List<String> plain = List.of("resume", run.toString(), "--quiet");
        List<Path> checkpoints = new CheckpointFolder(run.resolve("checkpoints"), 1).list();
        if (checkpoints.size() < 2 || draws.uniform(lives, 2) < 0.5) {
            return plain;
        }
        fromOlder++;
        List<String> older = new ArrayList<>(plain);
        long oldest = CheckpointFolder.interval(checkpoints.get(checkpoints.size() - 1));
        older.addAll(List.of("--checkpoint", String.valueOf(oldest)));
        return older;
    }

    /** Mostly waits until the process has done something, then for a random while. */
    private boolean killAtRandom(Process process, Path run) throws Exception {
        if (killsOfThisRun >= MOST_KILLS_OF_A_RUN) {
            return false;
        }
        boolean early = draws.uniform(lives, 0) * EARLY < 1;
        long before = written(run);
        while (!early && process.isAlive() && written(run) == before) {
            process.waitFor(5, TimeUnit.MILLISECONDS);
        }
        long life = (long) ((early ? 3 : 1) * LONGEST_LIFE_MILLIS * draws.uniform(lives, 1));
        if (process.waitFor(life, TimeUnit.MILLISECONDS)) {
            return false;
        }
        process.destroyForcibly(); // SIGKILL
        return process.waitFor() != 0;
    }

    private static long written(Path run) throws IOException {
        Path checkpoints = run.resolve("checkpoints");
        if (!Files.exists(checkpoints)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(checkpoints)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .mapToLong(file -> file.getFileName().hashCode())
                    .sum();
        }
    }

    private static boolean hasCheckpoint(Path run) throws IOException {
        return written(run) != 0;
    }

    private static boolean hasDraft(Path run) throws IOException {
        Path checkpoints = run.resolve("checkpoints");
        if (!Files.exists(checkpoints)) {
            return false;
        }
        try (Stream<Path> files = Files.list(checkpoints)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("."));
        }
    }

    private static Path fresh(Path run) throws IOException {
        if (Files.exists(run)) {
            Files.move(run, run.resolveSibling(run.getFileName() + "-lost"));
        }
        return run;
    }

    private static void runInThisProcess(List<String> arguments) {
        String[] words = arguments.toArray(new String[0]);
        int code = Hts.program(words)
                .setErr(new PrintWriter(System.err, true, Charset.defaultCharset()))
                .execute(words);
        assertEquals(0, code);
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
