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
import java.util.concurrent.TimeUnit;

/**
 * Nodes as processes of this machine. Each ends when its standard input does, which the system closes however this process
 * ends: none is left behind, whatever happens here. One thread.
 */
public final class LocalNodes implements AutoCloseable {
    private static final List<String> OWN = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
    private static final long END_SECONDS = 3;

    private final List<Process> processes = new ArrayList<>();

    /** Starts some. */
    public void start(int count, HostPort learner, Optional<Path> secret) {
        start(count, learner, secret, TlsSettings.NONE, Optional.empty());
    }

    /**
     * The same, encrypted.
     *
     * @param drawn a secret that is in no file: their standard input begins with it, which nobody else can read
     */
    void start(int count, HostPort learner, Optional<Path> secret, TlsSettings tls, Optional<Secret> drawn) {
        for (int i = 0; i < count; i++) {
            try {
                List<String> command = command(learner, secret);
                command.addAll(tls.flags());
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

    /** What starts one; it ends with its standard input. */
    public static List<String> command(HostPort learner, Optional<Path> secret) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(LocalNodes::inherited)
                .forEach(command::add);
        command.addAll(OWN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.htsrl.cli.Hts"));
        command.addAll(List.of("node", "--join", learner.toString(), "--until-input-ends"));
        secret.ifPresent(file -> command.addAll(List.of("--secret-file", file.toString())));
        return command;
    }

    /** Memory, collector and agents are each process's own. */
    private static boolean inherited(String flag) {
        return !flag.startsWith("-Xmx")
                && !flag.startsWith("-Xms")
                && !flag.startsWith("-XX:MaxRAM")
                && !flag.matches("-XX:[+-]Use.*GC")
                && !flag.startsWith("-javaagent")
                && !flag.startsWith("-agentlib");
    }

    /** All that were started, in this order; some may have ended. */
    public List<Process> processes() {
        return List.copyOf(processes);
    }

    @Override
    public void close() {
        for (Process process : processes) {
            try {
                process.getOutputStream().close(); // its standard input ends
                if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (IOException e) {
                process.destroyForcibly();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
