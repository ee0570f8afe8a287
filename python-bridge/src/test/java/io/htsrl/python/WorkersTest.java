package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.htsrl.python.Python#there")
class WorkersTest {

    @Test
    void shouldEndAProcessWhoseEnvironmentCannotBeMade() throws Exception {
        List<ProcessHandle> others = ProcessHandle.current().children().toList();
        Workers workers = new Workers(Request.parse("gym:odd:MaskedBox", Map.of("python", Python.PLAIN), Map.of()), 0);

        assertThrows(ConfigurationException.class, workers::description);

        for (ProcessHandle own : ProcessHandle.current()
                .children()
                .filter(child -> !others.contains(child)) // none if it has ended by now
                .toList()) {
            own.onExit().get(20, TimeUnit.SECONDS);
        }
    }
}
