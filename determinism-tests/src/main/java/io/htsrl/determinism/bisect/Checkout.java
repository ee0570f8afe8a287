package io.htsrl.determinism.bisect;

import io.htsrl.cli.Hts;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.ChildJvm;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.determinism.verify.Repetitions;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A git checkout, whose commits are put into worktrees in a cache folder, by hash. They stay there with what their
 * {@code hts} builds at its first use; the checkout's own files are neither read nor changed. One thread.
 */
public final class Checkout {
    private final Path folder;
    private final Path cache;
    private final Path log;
    private final RunControl session;

    /**
     * Takes the folders; nothing starts yet.
     *
     * @param folder the checkout, or a folder in it
     * @param cache for the worktrees
     * @param work for what git prints
     */
    public Checkout(Path folder, Path cache, Path work, RunControl session) {
        this.folder = folder.toAbsolutePath();
        this.cache = cache.toAbsolutePath();
        this.log = work.resolve("git.log");
        this.session = session;
    }

    /** Returns the hash of a commit; empty where no such commit, checkout or git exists. */
    public Optional<String> commit(String name) throws InterruptedException {
        try {
            return name.startsWith("-")
                    ? Optional.empty()
                    : Optional.of(git("rev-parse", "--verify", "--quiet", name + "^{commit}"))
                            .filter(lines -> lines.size() == 1)
                            .map(lines -> lines.get(0));
        } catch (Repetitions.RepetitionFailedException | IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the commits behind {@code good} on the first-parent line to {@code bad}, oldest first, {@code bad} last;
     * none where {@code good} is no ancestor of it.
     */
    public List<String> between(String good, String bad)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        return git("rev-list", "--max-count=1", bad + ".." + good).isEmpty()
                ? git("rev-list", "--first-parent", "--reverse", good + ".." + bad)
                : List.of();
    }

    /** Returns the build of a commit: its worktree is made, unless an earlier bisection has made it. */
    Build build(String commit) throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        Path worktree = cache.resolve(commit);
        Path whole = cache.resolve(commit + ".whole"); // a killed git leaves half a folder
        String name = String.join(" ", git("log", "-1", "--format=%h %s", commit));
        if (Files.notExists(whole) || Files.notExists(worktree)) {
            Files.deleteIfExists(whole);
            RunFolders.release(worktree);
            Files.createDirectories(cache);
            git("worktree", "add", "--force", "--force", "--detach", worktree.toString(), commit);
            Files.createFile(whole);
        }
        return Build.of(worktree)
                .map(build -> new Build(name, build.program()))
                .orElseThrow(() -> new Repetitions.RepetitionFailedException("it has no hts to build and run", null));
    }

    private List<String> git(String... words)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(words));
        int status = ChildRuns.run(command, Map.of(), log, session);
        if (status != 0) {
            throw new Repetitions.RepetitionFailedException(
                    "git " + words[0] + " failed" + ChildRuns.message(log), null);
        }
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .map(ShownText::line)
                .toList();
    }

    /**
     * A build of hts-rl that child processes run. Immutable.
     *
     * @param name for messages
     * @param program the command line that {@code hts} stands for
     */
    public record Build(String name, List<String> program) {

        /** Returns the build in a folder with {@code hts}, {@code bin/hts} or {@code lib}; empty where it has none. */
        public static Optional<Build> of(Path folder) {
            String name = folder.toString();
            return Stream.of("hts", "bin/hts")
                    .map(folder.toAbsolutePath()::resolve)
                    .filter(launcher -> Files.isRegularFile(launcher) && Files.isExecutable(launcher))
                    .map(launcher -> new Build(name, List.of(launcher.toString())))
                    .findFirst()
                    .or(() -> Optional.of(folder.toAbsolutePath().resolve("lib"))
                            .filter(Files::isDirectory)
                            .map(lib -> new Build(name, java(lib))));
        }

        private static List<String> java(Path lib) {
            ChildJvm jvm = ChildJvm.same();
            List<String> program = new ArrayList<>(List.of(jvm.java().toString()));
            program.addAll(jvm.flags());
            program.addAll(List.of("-cp", lib + File.separator + "*", Hts.class.getName()));
            return program;
        }

        /** Returns the command line with these arguments. */
        List<String> command(List<String> arguments) {
            return Stream.concat(program.stream(), arguments.stream()).toList();
        }
    }
}
