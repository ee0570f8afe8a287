package io.htsrl.benchmarks.kills;

import java.io.IOException;

/** Sends signals, which Java does not, by the system's program. Stateless. */
final class Signals {
    private Signals() {}

    /** @param name such as {@code SEGV} */
    static void send(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .redirectErrorStream(true)
                .start()
                .waitFor();
    }
}
