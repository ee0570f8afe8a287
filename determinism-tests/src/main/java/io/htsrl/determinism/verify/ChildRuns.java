package io.htsrl.determinism.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import io.htsrl.cli.settings.ConfigYaml;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs in child JVMs: passes the configuration as a file, and receives the {@link Chain} as a file. The child runs
 * {@code hts verify-child} on this JVM's class path. One thread.
 *
 * @param folder folder of the files that parent and child exchange
 */
public record ChildRuns(Path folder) {
    /** Name of the hidden command. */
    public static final String COMMAND = "verify-child";

    private static final String CHAIN = "chain.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long POLL_MILLIS = 100;
    private static final int MESSAGE_LINES = 6;

    /** Writes the child's result for its parent. */
    public static void answer(Chain chain, Path folder) throws IOException {
        JSON.writeValue(folder.resolve(CHAIN).toFile(), chain);
    }

    /** Reads the child's result. */
    public static Chain answer(Path folder) throws IOException {
        return JSON.readValue(folder.resolve(CHAIN).toFile(), Chain.class);
    }

    Chain run(PerturbedRun run, Repetitions.Recording recording, RunControl session)
            throws Repetitions.RepetitionFailedException, InterruptedException {
        Path log = folder.resolve("child.log");
        try {
            Path config = folder.resolve("child.yaml");
            Files.writeString(config, ConfigYaml.of(ResolvedRun.plain(run.config())));
            Files.deleteIfExists(folder.resolve(CHAIN));
            Map<String, String> variables = run.jvm().orElseThrow().environment();
            int status = run(command(run, config, recording), variables, log, session);
            if (status != 0) {
                throw new Repetitions.RepetitionFailedException(
                        "the JVM ended with status " + status + message(log), null);
            }
            return answer(folder);
        } catch (IOException e) {
            throw new Repetitions.RepetitionFailedException("the JVM could not be run: " + e.getMessage(), e);
        }
    }

    private List<String> command(PerturbedRun run, Path config, Repetitions.Recording recording) {
        ChildJvm jvm = run.jvm().orElseThrow();
        List<String> command = new ArrayList<>(jvm.prefix());
        command.add(jvm.java().toString());
        command.addAll(jvm.flags());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Hts.class.getName(),
                COMMAND,
                config.toString(),
                folder.toString(),
                String.valueOf(run.intervals())));
        if (recording != null) {
            command.addAll(List.of(
                    recording.file().toString(),
                    String.valueOf(recording.last()),
                    String.valueOf(recording.maxBytes())));
        }
        return command;
    }

    /**
     * Runs a program without input to its end, or to that of the session, and returns its status.
     *
     * @param variables environment variables beside the inherited ones
     * @param log receives what it prints
     * @throws RunAbortedException when the session was ended
     */
    public static int run(List<String> command, Map<String, String> variables, Path log, RunControl session)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(nothing()));
        builder.environment().putAll(variables);
        int status = await(builder.start(), session);
        if (session.stopRequested() || session.aborted()) {
            throw RunAbortedException.INSTANCE;
        }
        return status;
    }

    private static File nothing() {
        return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    }

    /** Waits for the child; destroys it, and its own children, when the session ends. */
    private static int await(Process process, RunControl session) throws InterruptedException {
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (session.stopRequested() || session.aborted()) {
                    process.descendants().forEach(ProcessHandle::destroy); // such as Maven, for which a shell waits
                    process.destroy();
                }
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns the first lines that are not the JVM's warnings. */
    public static String message(Path log) throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8); // of any program
        String lines = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("WARNING:"))
                .limit(MESSAGE_LINES)
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? " and printed nothing" : ": " + lines;
    }
}
