package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedCodeTest {

    @ParameterizedTest
    @CsvSource({
        "HalfCheetah-v4, gym:HalfCheetah-v5",
        "hopper, gym:Hopper-v5",
        "my.py, gym:my:CLASS",
        "'envs/my.py', 'gym:my:CLASS, with envs on PYTHONPATH'",
        "'C:\\envs\\my.py', 'gym:my:CLASS, with C:\\envs on PYTHONPATH'",
        "Nothing-v1, "
    })
    void shouldSuggestWhatAnotherNameMeans(String name, String suggestion) {
        assertEquals(Optional.ofNullable(suggestion), new PythonProvider().suggest(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CartPole-v1",
                "HalfCheetah-v5",
                "ALE/Pong-v5",
                "MiniGrid-Empty-5x5-v0",
                "phys2d/CartPole-v1",
                "FetchReach-v4",
                "AntMaze_Large_Diverse_GR-v5",
                "FrankaKitchen-v1"
            })
    void shouldNameNothingOfWhatComesWithGymnasium(String name) {
        assertEquals(
                List.of(),
                PythonProvider.namedCode("gym:" + name, Map.of("python-workers", "2", "render_mode", "rgb_array")));
    }

    /** Gymnasium imports what stands before a colon, and Shimmy what an option names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "os:system",
                "a.b:C",
                "GymV21Environment-v0",
                "mine-v0",
                "ALE/x:y-v0",
                "FetchReach:y-v0",
                "gymnasium_robotics:FetchReach-v4",
                "CartPole-v1\n",
                "CartPole-v1 "
            })
    void shouldNameWhatImportsAModule(String name) {
        assertEquals(
                List.of(new ForeignCode("env", "Python's " + name)), PythonProvider.namedCode("gym:" + name, Map.of()));
    }

    @Test
    void shouldNameInterpreterEnvironmentAndWrapperWithTheirOptions() {
        List<ForeignCode> code = PythonProvider.namedCode(
                "gym:m:E", Map.of("python", "/tmp/evil", "wrapper", "w:f", "command", "touch \"x\"", "b", "1, c=2"));
        assertEquals(
                List.of("python", "env", "wrapper"),
                code.stream().map(ForeignCode::setting).toList());
        assertEquals("the program /tmp/evil", code.get(0).text());
        assertEquals(
                "Python's m:E with {\"b\":\"1, c=2\",\"command\":\"touch \\\"x\\\"\"}",
                code.get(1).text());
        assertTrue(code.get(2).text().endsWith("w:f"));
    }
}
