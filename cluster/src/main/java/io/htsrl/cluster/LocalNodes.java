package io.htsrl.cluster;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.core.error.RunFailedException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Nodes as processes of this machine. Each process ends when its standard input closes. The system closes it however
 * this process ends, so no node survives it. One thread.
 */
public final class LocalNodes implements AutoCloseable {
    private static final List<String> OWN = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
    /** JVM flags for memory, garbage collector and agents. */
    private static final String NOT_INHERITED = "-Xmx.*|-Xms.*|-XX:MaxRAM.*|-XX:[+-]Use.*GC|-javaagent.*|-agentlib.*";

    private final List<Process> processes = new ArrayList<>();

    /**
     * Starts {@code count} nodes.
     *
     * @param flags further flags of each node
     * @param drawn a secret that is in no file: it is the first line of each node's standard input, which no other
     *     process can read
     */
    public void start(int count, HostPort learner, Optional<Path> secret, List<String> flags, Optional<Secret> drawn) {
        for (int i = 0; i < count; i++) {
            try {
                List<String> command = command(learner, secret);
                command.addAll(flags);
                drawn.ifPresent(any -> command.add(NodeCommand.SECRET_FROM_INPUT));
                Process process = new ProcessBuilder(command)
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.INHERIT)
                        .start();
                processes.add(process);
                if (drawn.isPresent()) {
                    process.getOutputStream().write((drawn.get().line() + "\n").getBytes(StandardCharsets.UTF_8));
                    process.getOutputStream().flush();
                }
            } catch (IOException e) {
                throw new RunFailedException("a local node cannot be started: " + e.getMessage(), -1, e);
            }
        }
    }

    /** Returns the command that starts a node. The node ends when its standard input closes. */
    public static List<String> command(HostPort learner, Optional<Path> secret) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.matches(NOT_INHERITED))
                .forEach(command::add);
        command.addAll(OWN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.htsrl.cli.Hts"));
        command.addAll(List.of("node", "--join", learner.toString(), "--until-input-ends"));
        secret.ifPresent(file -> command.addAll(List.of("--secret-file", file.toString())));
        return command;
    }

    /** Returns all processes that were started, in order; some may have ended. */
    public List<Process> processes() {
        return List.copyOf(processes);
    }

    /** Returns a future that completes when the first process ends, and never where there is no process. */
    CompletableFuture<?> firstEnd() {
        return CompletableFuture.anyOf(processes.stream().map(Process::onExit).toArray(CompletableFuture<?>[]::new));
    }

    /** Returns the exit codes of the processes that have ended, separated by commas. */
    public String ended() {
        return processes.stream()
                .filter(process -> !process.isAlive())
                .map(process -> String.valueOf(process.exitValue()))
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        for (Process process : processes) {
            boolean ended = false;
            try {
                process.getOutputStream().close(); // closes its standard input
                ended = process.waitFor(3, TimeUnit.SECONDS);
            } catch (IOException e) {
                // destroyed as one that does not end
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!ended) {
                process.destroyForcibly();
            }
        }
    }
}
