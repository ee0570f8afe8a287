package io.htsrl.cli.train;

import io.htsrl.cli.signals.Signals.Interrupts;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.trainer.logging.RunHandle.OpenPage;
import java.io.PrintWriter;
import java.time.Duration;

/** Keeps the page of a run open when the run has ended, until Ctrl-C or for its duration. One thread. */
record PageAfterRun(OpenPage page, PrintWriter out) {
    private static final Duration UNTIL_CTRL_C = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * Waits, and closes the page.
     *
     * @param quiet whether a terminal's user would not see why the command waits
     */
    void await(boolean quiet) {
        Duration stay = page.stay().orElse(Terminal.isInteractive() && !quiet ? UNTIL_CTRL_C : Duration.ZERO);
        try (Interrupts interrupts = new Interrupts()) {
            if (!stay.isZero() && !quiet) {
                String until = stay.equals(UNTIL_CTRL_C) ? "until" : "for " + TimeSpan.text(stay) + " or until";
                out.println("The page stays at " + page.url() + " " + until + " Ctrl-C");
                out.flush();
            }
            interrupts.await(stay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            page.close().run();
        }
    }
}
