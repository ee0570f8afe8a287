package io.htsrl.cli.doctor;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rings between executors and actors, and the cache lines that counters are padded for. */
final class RingExamination implements Examination {
    private static final Path LINE = Path.of("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size");
    /** Of the sum tree's children and the Disruptor's sequences. */
    private static final int PADDED_FOR = 64;

    private final int environments;
    private final int line;

    /** @param line bytes of a cache line; 0 where the system does not tell */
    RingExamination(int environments, int line) {
        this.environments = environments;
        this.line = line;
    }

    static int cacheLine() {
        try {
            return Files.isReadable(LINE)
                    ? Integer.parseInt(Files.readString(LINE).strip())
                    : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public List<Finding> examine() {
        int slots = new DisruptorStateBuffer(environments, WaitMode.PHASED, new RunControl()).capacity();
        String text = slots + " slots for " + environments + " environments";
        return List.of(
                slots >= environments
                        ? Finding.ok("ring", text + ": publishing never waits")
                        : Finding.wrong("ring", text, "please report it"),
                line == 0
                        ? Finding.ok("cache line", "not told by this system; padded for " + PADDED_FOR + " bytes")
                        : line <= PADDED_FOR
                                ? Finding.ok("cache line", line + " bytes; padded for " + PADDED_FOR)
                                : Finding.slow(
                                        "cache line",
                                        line + " bytes, and counters are padded for " + PADDED_FOR,
                                        "none needed: right, but threads may disturb each other's lines"));
    }
}
