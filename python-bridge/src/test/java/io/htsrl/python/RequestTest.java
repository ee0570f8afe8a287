package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.core.error.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {
    @Test
    void shouldReadAnIdWithAndWithoutAModule() {
        Request registered = Request.parse("gym:ALE/Pong-v5", Map.of(), Map.of());
        assertNull(registered.module());
        assertEquals("ALE/Pong-v5", registered.name());

        Request own = Request.parse("gym:games.chain:Chain", Map.of(), Map.of());
        assertEquals("games.chain", own.module());
        assertEquals("Chain", own.name());
    }

    @Test
    void shouldTakeItsOwnOptionsAndPassTheOthersOn() {
        Request request = Request.parse(
                "gym:A-v1",
                Map.of("python", "python3.11", "wrapper", "a.b:c", "python-workers", "3", "size", "4", "name", "x y"),
                Map.of());
        assertEquals("python3.11", request.interpreter().executable());
        assertEquals("a.b:c", request.wrapper());
        assertEquals(3, request.workers());
        assertEquals(3, new PythonProvider().processes("gym:A-v1", Map.of("python-workers", "3", "size", "4")));
        assertEquals("{\"name\":\"x y\",\"size\":4}", request.kwargs());
    }

    @ParameterizedTest
    @CsvSource({"Infinity", "-Infinity", "NaN"})
    void shouldPassNumbersOnThatAreNotFinite(String number) {
        JsonNode passed = Request.parse("gym:A-v1", Map.of("size", number), Map.of())
                .json()
                .at("/kwargs/size");
        assertTrue(passed.isNumber(), passed::toString);
        assertEquals(Double.parseDouble(number), passed.asDouble());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gym:       | a=1            | --env gym:: it must be gym:ID or gym:MODULE:NAME; give gym:CartPole-v1, or gym:my_package.my_module:MyEnv, for example
                    gym:1a:B   | a=1            | --env gym:1a:B: it must be gym:ID or gym:MODULE:NAME; give gym:CartPole-v1, or gym:my_package.my_module:MyEnv, for example
                    gym:A      | wrapper=wrap   | option wrapper wrap: it must be MODULE:FUNCTION; give my_module:wrap, for example
                    gym:A      | frame-skip=4   | option frame-skip: it is not understood by gym:A, whose options are keyword arguments; leave it out
                    """)
    void shouldRefuseWhatItDoesNotUnderstand(String id, String option, String told) {
        String[] pair = option.split("=");
        ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> Request.parse(id, Map.of(pair[0], pair[1]), Map.of()));
        assertEquals(told, e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "x", "5000"})
    void shouldRefuseAnImpossibleNumberOfWorkers(String workers) {
        ConfigurationException e = assertThrows(
                ConfigurationException.class,
                () -> Request.parse("gym:A", Map.of("python-workers", workers), Map.of()));
        assertEquals("option python-workers", e.violations().get(0).setting());
        assertEquals(
                Runtime.getRuntime().availableProcessors(),
                new PythonProvider().processes("gym:A", Map.of("python-workers", workers)));
    }
}
