package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A population trains with the real trainer: four rounds of six intervals; more with {@code -Dhts.long=true}. */
class SweepPopulationTest {
    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final String WORDS = "--pbt --population 5 --pbt-every 192 --num-envs 4 --num-steps 8 "
            + "--total-timesteps 768 --hidden-sizes 8 ";
    private static final String PPO = "--algo ppo --seeds 1 --num-minibatches 2 --update-epochs 2 "
            + "--learning-rate 1e-4..1e-1 --clip-coef 0.1;0.2;0.3 " + WORDS;

    @TempDir
    Path parent;

    private CutSweeps sweeps() {
        return new CutSweeps(parent);
    }

    private static List<Path> forks(Path sweep) throws IOException {
        try (Stream<Path> runs = Files.list(sweep)) {
            return runs.filter(run -> run.getFileName().toString().contains(",fork="))
                    .sorted()
                    .toList();
        }
    }

    static Stream<Arguments> kinds() {
        Stream<Arguments> always = Stream.of(
                Arguments.of("CartPole-v1", PPO + "--norm-obs --eval-every 4 --eval-episodes 1 --checkpoint-every 4"),
                Arguments.of(
                        "Pendulum-v1",
                        "--algo sac --seeds 1 --learning-starts 64 --batch-size 16 --tau 0.001..0.1 " + WORDS));
        Stream<Arguments> more = Stream.of(
                Arguments.of("CartPole-v1", PPO),
                Arguments.of(
                        "CartPole-v1",
                        "--algo dqn --seeds 1 --learning-starts 64 --learning-rate 1e-4..1e-2 " + WORDS));
        return LONG ? Stream.concat(always, more) : always;
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHaveTheSamePopulationWithAnyNumberOfJobs(String env, String words) throws IOException {
        CutSweeps sweeps = sweeps();
        assertEquals(ExitCode.OK, sweeps.run("one", env, words), sweeps::errors);
        assertEquals("", sweeps.errors());
        assertEquals(ExitCode.OK, sweeps.run("four", env, words + " --jobs 4"), sweeps::errors);

        assertEquals(sweeps.csv("one"), sweeps.csv("four"));
        assertFalse(forks(parent.resolve("one")).isEmpty());
        for (Path fork : forks(parent.resolve("one"))) {
            Path same = parent.resolve("four").resolve(fork.getFileName());
            assertEquals(
                    Files.readString(fork.resolve("digests.jsonl")), Files.readString(same.resolve("digests.jsonl")));
        }
    }

    /** A fork has its origin's past, settings from the space, and begins where a round has ended. */
    @Test
    void shouldReplaceTheWorstByForksOfTheBest() throws IOException {
        CutSweeps sweeps = sweeps();
        assertEquals(
                ExitCode.OK, sweeps.run("one", "CartPole-v1", PPO.replace("seeds 1", "seeds 1,2")), sweeps::errors);

        List<Path> forks = forks(parent.resolve("one"));
        assertEquals(3 * 2, forks.size(), "one of five members after each round but the last, with two seeds");
        for (Path fork : forks) {
            RunReader run = RunReader.open(fork);
            int interval = Integer.parseInt(fork.getFileName().toString().replaceFirst(".*,fork=(\\d+)-.*", "$1"));
            assertEquals(0, interval % 6, fork::toString);
            assertTrue(run.settings().get("earlier-settings").contains("@" + interval), run.settings()::toString);
            double rate = Double.parseDouble(run.settings().get("learning-rate"));
            assertTrue(rate >= 1e-4 && rate <= 1e-1, fork::toString);
            String past = firstLines(fork, interval);
            try (Stream<Path> runs = Files.list(parent.resolve("one"))) {
                assertTrue(
                        runs.filter(other -> Files.exists(other.resolve("digests.jsonl")) && !other.equals(fork))
                                .anyMatch(other -> past.equals(firstLines(other, interval))),
                        fork::toString);
            }
        }
        String out = sweeps.out();
        assertTrue(out.contains("sweep of 5 members in "), out);
        assertTrue(out.contains("\nMEMBER  learning-rate  clip-coef  TIMESTEPS  RUNS "), out);
        assertTrue(out.contains("\nbest: member "), out);
        assertTrue(out.contains("\n  hts evaluate "), out);
        assertTrue(out.contains("\n  its settings: learning-rate "), out);
        assertTrue(Files.readString(parent.resolve("one/sweep.json")).contains("\"history\""));
    }

    private static String firstLines(Path run, int intervals) {
        try {
            List<String> lines = Files.readAllLines(run.resolve("digests.jsonl"));
            return lines.size() < intervals ? "" : String.join("\n", lines.subList(0, intervals));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The quick version cuts in the first round, between two rounds, and in a fork. */
    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldHaveThePopulationOfAnUninterruptedOne() throws IOException {
        CutSweeps sweeps = sweeps();
        String words = PPO + "--checkpoint-every 4";
        assertEquals(ExitCode.OK, sweeps.run("whole", "CartPole-v1", words), sweeps::errors);
        assertEquals(5 * 24 + 4 * 3 + 3, sweeps.intervals(), "intervals that the numbers below are of");
        for (long number : LONG ? new long[] {1, 6, 8, 30, 34, 38, 70, 105, 134} : new long[] {8, 30, 105}) {
            String cut = "cut-" + number;
            sweeps.kill(cut, number, "CartPole-v1", words);
            assertEquals(ExitCode.OK, sweeps.run(cut, "CartPole-v1", words), sweeps::errors);
            assertEquals(sweeps.csv("whole"), sweeps.csv(cut));
        }
    }

    /** A process that is killed between the forks of a round leaves some of them, or the draft of one. */
    @Test
    void shouldMakeForksAgainThatAreMissing() throws IOException {
        CutSweeps sweeps = sweeps();
        sweeps.run("whole", "CartPole-v1", PPO);
        sweeps.kill("cut", 35, "CartPole-v1", PPO);
        Path fork = forks(parent.resolve("cut")).get(0);
        Path draft = parent.resolve("cut/." + fork.getFileName() + ".fork/whole");
        Files.createDirectories(draft.getParent());
        Files.move(fork, draft);
        Files.delete(draft.resolve("config.yaml"));
        Files.createDirectories(fork);
        assertEquals(ExitCode.OK, sweeps.run("cut", "CartPole-v1", PPO), sweeps::errors);
        assertEquals(sweeps.csv("whole"), sweeps.csv("cut"));
    }

    /** A member that fails is the worst of its round. */
    @Test
    void shouldReplaceAMemberThatFails() throws IOException {
        CutSweeps sweeps = sweeps().failing("learning-rate=0.00296,");
        assertEquals(ExitCode.FAILED, sweeps.run("one", "CartPole-v1", PPO));
        assertTrue(sweeps.csv("one").contains(",failed,"), sweeps.csv("one"));
        assertTrue(sweeps.out().contains("round 4: 5 candidates"), sweeps.out());
        assertTrue(
                forks(parent.resolve("one")).stream()
                        .anyMatch(fork -> fork.toString().contains("member=1,fork=6-")),
                sweeps.out());
    }

    @Test
    void shouldSayWhatAPopulationNeeds() {
        CutSweeps sweeps = sweeps();
        assertEquals(
                ExitCode.MISTAKE,
                sweeps.run("none", "CartPole-v1", "--algo ppo --seeds 1 --pbt --population 0 --search 3 --batch 2"));
        String errors = sweeps.errors();
        assertTrue(errors.contains("--pbt: it must not be given beside --search"), errors);
        assertTrue(errors.contains("--population 0: it must be in 1 .. 10000"), errors);

        assertEquals(
                ExitCode.MISTAKE,
                sweeps.run(
                        "none",
                        "CartPole-v1",
                        "--algo ppo --seeds 1 --pbt --num-steps 8,16 --hidden-sizes 8;16 --eval-every 2 --patience 3"));
        errors = sweeps.errors();
        assertTrue(errors.contains("--num-steps: it must be a setting that can change during a run of ppo"), errors);
        assertTrue(errors.contains("--hidden-sizes: it must be a setting that can change"), errors);
        assertTrue(errors.contains("--pbt: it must not be given beside --stop-when or --patience"), errors);

        assertEquals(ExitCode.MISTAKE, sweeps.run("none", "CartPole-v1", "--algo ppo --seeds 1 --pbt-every 5"));
        assertTrue(sweeps.errors().contains("--pbt-every 5: it is for a population"), sweeps.errors());
        assertEquals(
                ExitCode.MISTAKE,
                sweeps.run("none", "CartPole-v1", "--algo ppo --seeds 1 --pbt --schedule async --gamma 0.9..0.99"));
        assertTrue(sweeps.errors().contains("--pbt: it needs runs that can be forked"), sweeps.errors());
        assertFalse(Files.exists(parent.resolve("none")));
    }
}
