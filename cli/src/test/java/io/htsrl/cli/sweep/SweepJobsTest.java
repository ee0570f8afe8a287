package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.Hts;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.signals.RaisedSignal;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several runs train at once; with the real trainer below. */
@Timeout(1800)
class SweepJobsTest {
    @TempDir
    Path parent;

    private CommandLineFixture hts;

    private static List<SweepRun> runs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SweepRun(null, 0, null, Path.of("run-" + i), 1))
                .toList();
    }

    private static void make(
            int jobs,
            List<SweepRun> runs,
            ToIntFunction<SweepRun> task,
            ObjIntConsumer<SweepRun> ended,
            BooleanSupplier wanted) {
        new GridRunner<SweepRun, Integer>(jobs, run -> Optional.empty(), wanted)
                .run(runs, task::applyAsInt, done -> ended.accept(done.cell(), done.result()));
    }

    @Test
    void shouldMakeAsManyAtOnceAsThereAreJobs() {
        CyclicBarrier both = new CyclicBarrier(2); // opens for two that run together
        List<Path> ended = new ArrayList<>();
        make(
                2,
                runs(4),
                run -> {
                    try {
                        both.await();
                        return 0;
                    } catch (Exception e) {
                        return 1;
                    }
                },
                (run, code) -> {
                    assertEquals(0, code);
                    ended.add(run.folder());
                },
                () -> true);
        Collections.sort(ended);
        assertEquals(runs(4).stream().map(SweepRun::folder).toList(), ended);
    }

    @Test
    void shouldBeginNoMoreWhenTheUserHasEndedIt() {
        CountDownLatch stopped = new CountDownLatch(1);
        List<Path> ended = Collections.synchronizedList(new ArrayList<>());
        make(
                2,
                runs(9),
                run -> {
                    stopped.countDown();
                    return 0;
                },
                (run, code) -> ended.add(run.folder()),
                () -> stopped.getCount() > 0);
        assertTrue(ended.size() <= 2, ended::toString);
        assertFalse(ended.isEmpty());
    }

    @Test
    void shouldThrowAFaultOfTheProgramWhenTheOthersHaveEnded() {
        IllegalStateException fault = new IllegalStateException("a fault");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch thrown = new CountDownLatch(1);
        List<Path> ended = new ArrayList<>();
        assertSame(
                fault,
                assertThrows(
                        IllegalStateException.class,
                        () -> make(
                                2,
                                runs(2),
                                run -> {
                                    if (run.folder().endsWith("run-0")) {
                                        await(begun);
                                        thrown.countDown();
                                        throw fault;
                                    }
                                    begun.countDown();
                                    await(thrown);
                                    return 0;
                                },
                                (run, code) -> ended.add(run.folder()),
                                () -> true)));
        assertEquals(List.of(Path.of("run-1")), ended);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int sweep(String name, TrainingRunner runner, String more) {
        hts = new CommandLineFixture();
        return hts.run(
                runner,
                ("sweep --env CartPole-v1 --algos a2c,ppo --seeds 1-3 --num-envs 4 --num-steps 8 --total-timesteps 320 "
                                + "--hidden-sizes 8 --checkpoint-every 3 --sweep-dir " + parent.resolve(name) + " "
                                + more)
                        .strip()
                        .split(" "));
    }

    private String csv(String name) throws IOException { // without times
        return Files.readString(parent.resolve(name).resolve("sweep.csv"))
                .replaceAll("(?m)^((?:[^,]*,){6})[^,]*,[^,]*,", "$1");
    }

    @Test
    void shouldHaveTheBitsOfOneRunAfterAnother() throws IOException {
        assertEquals(ExitCode.OK, sweep("one", RecordedRuns.TRAINER, ""), () -> hts.err.toString());
        assertEquals(ExitCode.OK, sweep("three", RecordedRuns.TRAINER, "--jobs 3"), () -> hts.err.toString());

        assertEquals(csv("one"), csv("three"));
        assertEquals(7, csv("one").lines().count(), () -> "a head and six runs");
        assertTrue(hts.out.toString().contains("[6/6] "), hts.out::toString);
        assertEquals("", hts.err.toString());
    }

    /** Each job's share of the cores is written down, and another share is no other sweep. */
    @Test
    void shouldGoOnWithOtherJobs() {
        sweep("cut", RecordedRuns.TRAINER, "--jobs 256");
        Path run = parent.resolve("cut/CartPole-v1__ppo__2");
        assertEquals("1", RunReader.open(run).settings().get("learners"));

        assertEquals(ExitCode.OK, sweep("cut", RecordedRuns.TRAINER, ""), () -> hts.err.toString());
        assertTrue(hts.out.toString().contains("[6/6] ppo seed 3: done before"), hts.out::toString);
    }

    /** The signal comes when a run of each job has trained, and none of them has returned. */
    @ParameterizedTest
    @CsvSource({"INT, 1", "TERM, 1", "TERM, 2"})
    void shouldBeginNoRunAfterASignal(String name, int jobs) {
        RaisedSignal signal = new RaisedSignal(name);
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch trained = new CountDownLatch(jobs);
        TrainingRunner trainer = (config, attached) -> {
            begun.incrementAndGet();
            TrainingResult result = RecordedRuns.TRAINER.run(config, attached);
            trained.countDown();
            trained.await();
            signal.raise();
            return result;
        };
        StringWriter out = new StringWriter();
        String[] command = ("sweep --env CartPole-v1 --algos a2c,ppo --seeds 1-3 --num-envs 4 --num-steps 8 "
                        + "--total-timesteps 320 --hidden-sizes 8 --jobs " + jobs + " --sweep-dir "
                        + parent.resolve("sweep"))
                .split(" ");
        int code = Hts.commandLine(trainer, command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(signal.err))
                .execute(command);

        assertEquals(ExitCode.INTERRUPTED, code);
        assertTrue(out.toString().contains("continue with: hts sweep --out "), out::toString);
        assertEquals(jobs, begun.get(), out::toString);
    }

    @Test
    void shouldRefuseANumberThatIsNone() {
        assertEquals(ExitCode.MISTAKE, sweep("none", RecordedRuns.TRAINER, "--jobs 0"));
        assertTrue(hts.errors().contains("--jobs 0: it must be a number from 1 to 256"), hts.err::toString);
    }
}
