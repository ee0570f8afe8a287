package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.Hts;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.bisect.Bisection;
import io.htsrl.determinism.bisect.Checkout;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Checkouts hold a shell script, whose runs have the digests of the file {@code bits} of its commit. */
@Tag("slow")
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the builds are shell scripts")
class BisectCommandTest {
    private static final List<String> TRAINING = List.of("--algo", "a2c", "--env", "CartPole-v1", "--norm-obs");
    private static final String SCRIPT = """
            #!/bin/sh
            here=$(dirname "$0")
            echo "$*" >> "$here/calls"
            [ "$1" = train ] || { echo "no command $1"; exit 2; }
            [ ! -e "$here/broken" ] || { echo "the build failed"; exit 2; }
            while [ "$1" != --out ]; do shift; done
            mkdir "$2"
            echo 'algo: a2c' > "$2/config.yaml"
            k=0
            while read digest; do
              echo "{\\"interval\\":$k,\\"timesteps\\":$((k * 8 + 8)),\\"digest\\":\\"$digest$digest$digest$digest\\"}"
              k=$((k + 1))
            done < "$here/bits" > "$2/digests.jsonl"
            """;

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    static boolean gitIsThere() throws InterruptedException {
        try {
            Process git = new ProcessBuilder("git", "--version").start();
            return git.waitFor(30, TimeUnit.SECONDS) && git.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Path repository() throws Exception {
        Path repository = Files.createDirectory(parent.resolve("checkout"));
        git(repository, "init", "--quiet");
        return repository;
    }

    private static void git(Path repository, String... words) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("git", "-C", repository.toString(), "-c", "user.name=x", "-c", "user.email=x@localhost"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, git.waitFor());
    }

    /** Adds a build whose last interval has these bits, an eighth of a digest. */
    private static Path build(Path folder, String bits) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("bits"), "00000000\n11111111\n" + bits + "\n");
        Path script = Files.writeString(folder.resolve("hts"), SCRIPT);
        assertTrue(script.toFile().setExecutable(true));
        return folder;
    }

    private static void commit(Path repository, String title, String bits, boolean broken) throws Exception {
        build(repository, bits);
        Files.writeString(repository.resolve("title"), title);
        Path mark = repository.resolve("broken");
        if (broken) {
            Files.writeString(mark, "");
        } else {
            Files.deleteIfExists(mark);
        }
        git(repository, "add", "--all");
        git(repository, "commit", "--quiet", "-m", title);
    }

    /** Bisects commits of a checkout, which need not be the working directory here. */
    private int bisect(Path repository, String good, String bad) throws Exception {
        Path work = Files.createTempDirectory(parent, "work");
        RunControl control = new RunControl();
        Checkout checkout = new Checkout(repository, parent.resolve("builds"), work, control);
        RunConfig config = Hts.configure(TRAINING.toArray(String[]::new));
        return new Bisection(config, TRAINING, checkout, work, control, new PrintWriter(hts.out)).run(good, bad);
    }

    private int bisect(Path good, Path bad, String... more) {
        return hts.run(Stream.of(
                        Stream.of("bisect", "--good", good.toString(), "--bad", bad.toString()),
                        more.length == 0 ? TRAINING.stream() : Stream.of(more))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }

    private void assertPrints(String... parts) {
        for (String part : parts) {
            assertTrue(hts.out.toString().contains(part), hts.out + hts.errors());
        }
    }

    @Test
    @EnabledIf("gitIsThere")
    void shouldFindTheFirstCommitWithOtherBits() throws Exception {
        Path repository = repository();
        for (int i = 0; i < 9; i++) {
            commit(repository, "change " + i, i < 6 ? "aaaaaaaa" : i < 8 ? "bbbbbbbb" : "cccccccc", false);
        }
        Files.writeString(repository.resolve("bits"), "not committed, so it does not matter");

        assertEquals(ExitCode.DIFFERENT, bisect(repository, "HEAD~8", "HEAD"));
        assertPrints(
                "equal", "differs, recorded first in interval 2", " commits left", "first commit with other bits: ");
        assertPrints(" change 6\n", "cannot be compared by value (hts verify-child of ", "no command verify-child");
        assertEquals(5, calls("train"), "both and a search among seven");
        assertTrue(Files.readString(repository.resolve("bits")).startsWith("not committed"));

        hts.out.getBuffer().setLength(0);
        assertEquals(ExitCode.DIFFERENT, bisect(repository, "HEAD~8", "HEAD"));
        assertPrints("first commit with other bits: ", " change 6\n");
        assertEquals(10, calls("train"), "in the same worktrees");
        assertEquals(ExitCode.OK, bisect(repository, "HEAD~8", "HEAD~3"));
        assertPrints("equal: 3 intervals, digest aaaaaaaa");
    }

    private long calls(String command) throws IOException {
        try (Stream<Path> files = Files.walk(parent.resolve("builds"))) {
            long calls = 0;
            for (Path file : files.filter(each -> each.endsWith("calls")).toList()) {
                calls += Files.readAllLines(file).stream()
                        .filter(line ->
                                line.startsWith(command + " --algo a2c --env CartPole-v1 --norm-obs --quiet --out "))
                        .count();
            }
            return calls;
        }
    }

    @Test
    @EnabledIf("gitIsThere")
    void shouldSkipCommitsThatGiveNoRunAndNameThem() throws Exception {
        Path repository = repository();
        commit(repository, "good", "aaaaaaaa", false);
        commit(repository, "equal", "aaaaaaaa", false);
        commit(repository, "broken", "bbbbbbbb", true);
        commit(repository, "bad", "bbbbbbbb", false);

        assertEquals(ExitCode.DIFFERENT, bisect(repository, "HEAD~3", "HEAD"));
        assertPrints("skipped: hts train of ", " broken ended with status 2: the build failed");
        assertPrints("first commit with other bits: ", " bad\n", "  or ", ", which was skipped\n");
        Repetitions.RepetitionFailedException refused =
                assertThrows(Repetitions.RepetitionFailedException.class, () -> bisect(repository, "HEAD~3", "HEAD~1"));
        assertTrue(refused.getMessage().contains("the build failed"), refused::getMessage);
    }

    @Test
    @EnabledIf("gitIsThere")
    void shouldMakeAWorktreeAgainThatAKilledOneLeft() throws Exception {
        Path repository = repository();
        commit(repository, "good", "aaaaaaaa", false);
        commit(repository, "bad", "bbbbbbbb", false);
        bisect(repository, "HEAD~1", "HEAD");
        try (Stream<Path> files = Files.list(parent.resolve("builds"))) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(Files.isDirectory(file) ? file.resolve("hts") : file);
            }
        }
        hts.out.getBuffer().setLength(0);

        assertEquals(ExitCode.DIFFERENT, bisect(repository, "HEAD~1", "HEAD"));
        assertPrints("first commit with other bits: ", " bad\n");
    }

    @Test
    @EnabledIf("gitIsThere")
    void shouldRefuseWhatIsNoCommitAndNoAncestor() throws Exception {
        Path repository = repository();
        commit(repository, "good", "aaaaaaaa", false);
        commit(repository, "bad", "bbbbbbbb", false);

        assertRefused("--bad nothing: it must be a commit", () -> bisect(repository, "HEAD", "nothing"));
        assertRefused("--good --help: it must be a commit", () -> bisect(repository, "--help", "HEAD"));
        assertRefused("--good HEAD: it must be an ancestor of HEAD~1", () -> bisect(repository, "HEAD", "HEAD~1"));
        assertRefused("--good HEAD: it must be a commit", () -> bisect(parent, "HEAD", "HEAD~1"));
    }

    private static void assertRefused(String message, Executable bisection) {
        ConfigurationException refused = assertThrows(ConfigurationException.class, bisection);
        assertTrue(refused.getMessage().contains(message), refused::getMessage);
    }

    @Test
    void shouldCompareFolders() throws IOException {
        Path good = build(parent.resolve("good"), "aaaaaaaa");
        Path bad = build(parent.resolve("bad"), "bbbbbbbb");
        assertEquals(ExitCode.OK, bisect(good, good), hts::errors);
        assertEquals(ExitCode.DIFFERENT, bisect(good, bad), hts::errors);
        assertPrints("equal: 3 intervals", "differs, recorded first in interval 2", "bad\n");
        Files.writeString(bad.resolve("broken"), "");
        assertEquals(ExitCode.FAILED, bisect(good, bad));
        assertTrue(hts.errors().contains("bad ended with status 2: the build failed"), hts::errors);
    }

    @Test
    void shouldRefuseSettingsBeforeAnythingRuns() throws IOException {
        Path good = build(parent.resolve("good"), "aaaaaaaa");
        assertEquals(ExitCode.MISTAKE, bisect(good, good, "--algo", "a2c", "--out", "x"));
        assertEquals(ExitCode.MISTAKE, bisect(good, good, "--algo", "none", "--env", "CartPole-v1"));
        assertEquals(
                ExitCode.MISTAKE, bisect(good, good, parent.resolve("missing").toString()));
        assertEquals(
                ExitCode.MISTAKE, bisect(good, good, "--algo", "a2c", "--env", "CartPole-v1", "--schedule", "async"));
        assertTrue(hts.errors().contains("promises no bits"), hts::errors);
        assertEquals(ExitCode.MISTAKE, hts.run("bisect", "--good", good.toString()));
        assertFalse(Files.exists(good.resolve("calls")));
    }

    /** The build is a shell that waits for a program, as that of a checkout waits for Maven. */
    @Test
    void shouldEndTheProgramsThatABuildHasStarted() throws Exception {
        Path slow = Files.createDirectory(parent.resolve("slow"));
        Path pids = slow.resolve("pids");
        Path script = Files.writeString(
                slow.resolve("hts"),
                "#!/bin/sh\nsleep 3000 &\necho $$ $! > '" + pids + ".new'\nmv '" + pids + ".new' '" + pids
                        + "'\nwait\n");
        assertTrue(script.toFile().setExecutable(true));
        RunControl control = new RunControl();
        Checkout checkout = new Checkout(parent, parent.resolve("builds"), parent, control);
        RunConfig config = Hts.configure(TRAINING.toArray(String[]::new));
        Bisection bisection = new Bisection(config, TRAINING, checkout, parent, control, new PrintWriter(hts.out));
        Thread user = new Thread(() -> {
            while (Files.notExists(pids)) {
                Thread.yield();
            }
            control.requestStop();
        });
        user.start();

        assertThrows(RunAbortedException.class, () -> bisection.run(slow.toString(), slow.toString()));
        user.join();
        for (String pid : Files.readString(pids).strip().split(" ")) {
            ProcessHandle.of(Long.parseLong(pid))
                    .ifPresent(left -> left.onExit().join());
        }
    }

    /** Of two programs of this class path, one trains with another coefficient. */
    @Tag("thorough")
    @Test
    void shouldNameTheFieldThatDiffersBetweenTwoBuilds() throws IOException {
        Path good = Files.createDirectory(parent.resolve("good"));
        Path bad = Files.createDirectory(parent.resolve("bad"));
        for (Path folder : List.of(good, bad)) {
            String more = folder.equals(bad) ? "[ \"$1\" != train ] || set -- \"$@\" --vf-coef 0.25\n" : "";
            Path script = Files.writeString(
                    folder.resolve("hts"),
                    "#!/bin/sh\n" + more + "exec '" + System.getProperty("java.home")
                            + "/bin/java' -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path")
                            + "' io.htsrl.cli.Hts \"$@\"\n");
            assertTrue(script.toFile().setExecutable(true));
        }
        String small =
                "--algo a2c --env CartPole-v1 --num-envs 4 --sync-interval 8 --hidden-sizes 8 --total-timesteps 320";

        assertEquals(ExitCode.DIFFERENT, bisect(good, bad, small.split(" ")), hts::errors);
        assertPrints("differs, recorded first in interval 1", "first difference: interval 1, field ", " (parameter): ");
    }
}
