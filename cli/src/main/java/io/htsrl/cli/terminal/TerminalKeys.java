package io.htsrl.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Single key presses from the terminal at stdin, which {@code stty} takes out of its line mode until {@link #close} or
 * the end of the process. Ctrl-C still ends the process. One thread.
 */
public final class TerminalKeys implements AutoCloseable {
    /** The arrow keys, as {@link #next} returns them. */
    public static final int RIGHT = 256 + 'C';

    public static final int LEFT = 256 + 'D';
    private static final int ESCAPE = 27;

    private final InputStream in;
    private final Runnable restoring;

    /**
     * @param in bytes of the keys
     * @param restoring runs on closing and at the end of the process
     */
    public TerminalKeys(InputStream in, Runnable restoring) {
        this.in = in;
        this.restoring = restoring;
        Runtime.getRuntime().addShutdownHook(new Thread(restoring, "hts-terminal"));
    }

    /** Returns whether stdin and stdout are a terminal, which {@code stty} can set. */
    public static boolean present() {
        return Terminal.isInteractive() && stty("stty", "-g").isPresent();
    }

    /** Sets the terminal and returns its keys. */
    public static TerminalKeys open() {
        String saved = stty("stty", "-g").orElse("sane");
        stty("stty", "-icanon", "-echo", "min", "1");
        return new TerminalKeys(System.in, () -> stty("stty", saved));
    }

    /** Runs {@code stty}, and returns what it prints; empty where it fails. */
    private static Optional<String> stty(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.INHERIT)
                    .redirectError(Redirect.DISCARD)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return process.onExit().join().exitValue() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Waits for a key, and returns its character or {@link #RIGHT} or {@link #LEFT}; -1 at the end of the input. */
    public int next() {
        try {
            int key = in.read();
            int next = key == ESCAPE ? in.read() : key;
            boolean sequence = key == ESCAPE && (next == '[' || next == 'O');
            return sequence ? 256 + in.read() : next;
        } catch (IOException e) {
            return -1;
        }
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        restoring.run();
    }
}
