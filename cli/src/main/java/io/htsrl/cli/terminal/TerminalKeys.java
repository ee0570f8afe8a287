package io.htsrl.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Single key presses from the terminal at stdin, which {@code stty} takes out of its line mode until {@link #close} or
 * the end of the process. Ctrl-C still ends the process. One thread.
 */
public final class TerminalKeys implements AutoCloseable {
    private static final int ESCAPE = 27;

    /** Keys; all others are skipped. */
    public enum Key {
        LEFT,
        RIGHT,
        QUIT
    }

    private final InputStream in;
    private final Thread restoring;

    /**
     * @param in        bytes of the keys
     * @param restoring runs once, on closing or at the end of the process
     */
    public TerminalKeys(InputStream in, Runnable restoring) {
        this.in = in;
        this.restoring = new Thread(restoring, "hts-terminal");
        Runtime.getRuntime().addShutdownHook(this.restoring);
    }

    /** Returns the keys of the terminal; empty where stdin or stdout is none, or there is no {@code stty}. */
    public static Optional<TerminalKeys> open() {
        return Optional.of("-g")
                .filter(saving -> Terminal.isInteractive())
                .flatMap(TerminalKeys::stty)
                .filter(saved -> stty("-icanon", "-echo", "min", "1").isPresent())
                .map(saved -> new TerminalKeys(System.in, () -> stty(saved)));
    }

    /** Runs {@code stty}, and returns what it prints; empty where it fails. */
    private static Optional<String> stty(String... arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.INHERIT)
                    .redirectError(Redirect.DISCARD)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Waits for a key: an arrow, space or Enter as the right one, q. The end of the input counts as q. */
    public Key next() {
        try {
            for (int read = in.read(); ; read = in.read()) {
                int key = read == ESCAPE ? afterEscape() : read;
                switch (key) {
                    case -1, 'q', 'Q' -> {
                        return Key.QUIT;
                    }
                    case ' ', '\n', '\r', -'C' -> {
                        return Key.RIGHT;
                    }
                    case -'D' -> {
                        return Key.LEFT;
                    }
                    default -> {} // no key of ours
                }
            }
        } catch (IOException e) {
            return Key.QUIT;
        }
    }

    /** Returns minus the letter of an arrow, {@code ESC [ C} or {@code ESC O C}; else the next key. */
    private int afterEscape() throws IOException {
        int next = in.read();
        return next == '[' || next == 'O' ? -in.read() : next;
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(restoring);
        restoring.run();
    }
}
