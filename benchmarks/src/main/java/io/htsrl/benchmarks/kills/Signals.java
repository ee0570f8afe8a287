package io.htsrl.benchmarks.kills;

import java.io.IOException;

/** Sends signals by the program {@code kill}; Java has no call for it. Stateless. */
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
