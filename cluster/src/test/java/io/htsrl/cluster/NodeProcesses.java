package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cluster.security.HostPort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Node processes that are started in some way of a test's, which they end with. One thread. */
final class NodeProcesses implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /** As a local node is started, but for what a test changes: {@code prefix} before all, {@code flags} of the JVM. */
    void start(HostPort learner, String java, List<String> prefix, List<String> flags, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(LocalNodes.command(learner, Optional.empty()));
        command.set(0, java);
        command.addAll(1, flags);
        command.addAll(0, prefix);
        command.addAll(arguments);
        processes.add(new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start());
    }

    /** The Java of this process. */
    static String java() {
        return ProcessHandle.current().info().command().orElseThrow();
    }

    /** Runs a program of the system, which must succeed. */
    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), String.join(" ", command) + ": " + said);
    }

    /** Returns whether it succeeds; false where no such program exists. */
    static boolean succeeds(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        for (Process process : processes) {
            process.getOutputStream().close(); // its standard input ends
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
