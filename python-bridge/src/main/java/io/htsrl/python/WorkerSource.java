package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The worker's own Python, which travels through its pipe. Immutable. */
final class WorkerSource {
    private static final List<String> MODULES =
            List.of("hts_channel", "hts_spaces", "hts_rows", "hts_making", "hts_replica", "hts_probe", "hts_main");

    private final String boot;
    private final byte[] modules;

    private WorkerSource(String boot, byte[] modules) {
        this.boot = boot;
        this.modules = modules;
    }

    static WorkerSource read() {
        ArrayNode list = Json.object().putArray("modules");
        for (String module : MODULES) {
            list.addArray().add(module).add(text(module));
        }
        return new WorkerSource(text("boot"), Json.bytes(list));
    }

    private static String text(String module) {
        try (InputStream in = WorkerSource.class.getResourceAsStream("worker/" + module + ".py")) {
            if (in == null) {
                throw new IllegalStateException("the jar of python-bridge lacks worker/" + module + ".py");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("worker/" + module + ".py cannot be read from the jar of python-bridge", e);
        }
    }

    /** What {@code python -c} runs. */
    String boot() {
        return boot;
    }

    /** What it reads then, behind the length. */
    byte[] modules() {
        return modules.clone();
    }
}
