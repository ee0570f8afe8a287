package io.htsrl.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
    private final StringWriter out = new StringWriter();
    private final AtomicReference<ResolvedRun> examined = new AtomicReference<>();
    private final CommandLineFixture hts = new CommandLineFixture();

    private int run(Finding finding, String... arguments) {
        DoctorCommand doctor = new DoctorCommand(run -> {
            examined.set(run);
            return new Examinations.Doctor().with("any", () -> List.of(finding));
        });
        return doctor.commandLine().setOut(new PrintWriter(out)).execute(arguments);
    }

    @Test
    void shouldExitWithOneAndTheRemedyWhereSomethingIsWrong() {
        assertEquals(ExitCode.FAILED, run(Finding.wrong("disk", "full", "make room")));

        assertTrue(out.toString().contains("WRONG disk        full\n                  -> make room\n"), out::toString);
        assertTrue(out.toString().endsWith("something is wrong: see the lines that begin with WRONG\n"), out::toString);
    }

    @Test
    void shouldExitWithZeroWhereNothingIs() {
        assertEquals(ExitCode.OK, run(Finding.slow("kernel", "scalar", "add the module")));

        assertTrue(out.toString().contains("SLOW  kernel      scalar\n                  -> add the module\n"));
        assertTrue(out.toString().endsWith("nothing is wrong\n"), out::toString);
    }

    @Test
    void shouldExamineForPpoOnCartPoleUnlessTold() {
        run(Finding.ok("a", "b"));
        assertEquals("ppo", examined.get().config().algorithm().algorithm());
        assertEquals("CartPole-v1", examined.get().config().env());

        run(Finding.ok("a", "b"), "--algo", "dqn", "--hidden-sizes", "9", "--num-envs", "3");
        assertEquals("dqn", examined.get().config().algorithm().algorithm());
        assertEquals(3, examined.get().config().pipeline().numEnvs());
    }

    @Test
    void shouldRefuseSettingsAsTrainDoes() {
        assertEquals(ExitCode.MISTAKE, hts.run("doctor", "--num-envs", "0"));

        assertTrue(hts.errors().contains("--num-envs 0"), hts.err::toString);
    }

    /** Whatever this machine is, the tests have run on it so far. */
    @Test
    void shouldFindNothingWrongHere() {
        assertEquals(ExitCode.OK, hts.run("doctor", "--hidden-sizes", "8"), hts.out::toString);

        for (String what : List.of(
                "java",
                "heap",
                "kernel",
                "processor",
                "features",
                "backend",
                "ring",
                "environment",
                "cache line",
                "network",
                "self-check",
                "disk")) {
            assertTrue(
                    hts.out.toString().lines().anyMatch(line -> line.matches("(ok|SLOW) +" + what + " .*")),
                    () -> what + " in " + hts.out);
        }
    }
}
