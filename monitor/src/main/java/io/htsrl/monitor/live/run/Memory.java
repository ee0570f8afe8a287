package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory of this process. Stateless, any thread. */
final class Memory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private Memory() {}

    static void write(JsonGenerator json) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        json.writeObjectFieldStart("memory");
        json.writeNumberField("used", runtime.totalMemory() - runtime.freeMemory());
        json.writeNumberField("committed", runtime.totalMemory());
        json.writeNumberField("max", runtime.maxMemory());
        json.writeNumberField("resident", resident());
        json.writeEndObject();
    }

    /** What the system says; 0 where it does not say it so. */
    private static long resident() {
        try {
            for (String line : Files.isReadable(STATUS) ? Files.readAllLines(STATUS) : List.<String>of()) {
                if (line.startsWith(RESIDENT)) {
                    return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // then it is not shown
        }
        return 0;
    }
}
