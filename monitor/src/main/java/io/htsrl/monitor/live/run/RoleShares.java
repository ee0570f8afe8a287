package io.htsrl.monitor.live.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TimeUse.Role;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SortedMap;

/** What each role made of its time in the last seconds: the difference of two looks at the clocks. One thread. */
final class RoleShares {
    private static final int LOOKS = 12;

    private final Deque<SortedMap<String, Role>> looks = new ArrayDeque<>();

    /** Takes another look, and writes the difference to one of three seconds before. */
    void write(TimeUse use, JsonGenerator json) throws IOException {
        looks.add(use.roles());
        SortedMap<String, Role> then = looks.size() > LOOKS ? looks.remove() : looks.peek();
        json.writeArrayFieldStart("roles");
        for (Map.Entry<String, Role> entry : use.roles().entrySet()) {
            Role now = entry.getValue();
            Role before = then == use.roles() ? new Role(0, 0, 0, 0, 0) : then.get(entry.getKey());
            double seconds = now.threadSeconds() - before.threadSeconds();
            json.writeStartObject();
            json.writeStringField("role", entry.getKey());
            json.writeNumberField("threads", now.threads());
            json.writeNumberField("busy", share(now.busySeconds() - before.busySeconds(), seconds));
            json.writeNumberField("barrier", share(now.barrierSeconds() - before.barrierSeconds(), seconds));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static double share(double part, double all) {
        return all > 0 ? Math.max(0, Math.min(1, part / all)) : 0;
    }
}
