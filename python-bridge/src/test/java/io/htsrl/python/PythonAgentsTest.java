package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.Trust;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PettingZoo's parallel API has environments of several agents: {@code crowd.py}, whose agents come and go. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonAgentsTest {

    private static Environment crowd(Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(options);
        all.put("python", Python.PLAIN);
        return new PythonProvider().create("pettingzoo:crowd", all);
    }

    private static Training training(String algo, Map<String, String> options) {
        return Training.of(algo, "pettingzoo:crowd")
                .set("python", Python.PLAIN)
                .set("env-option", options)
                .set("num-envs", 6)
                .set("sync-interval", 16)
                .set("hidden-sizes", List.of(16, 16))
                .timesteps(576);
    }

    private static String digest(Training training) throws Exception {
        return training.run().result().orElseThrow().digest();
    }

    @Test
    void shouldDescribeItsAgents() {
        try (Environment crowd = crowd(Map.of("masked", "true", "state", "true"))) {
            Agents agents = crowd.agents().orElseThrow();
            EnvironmentSpec spec = agents.spec();
            assertEquals(List.of("a", "b", "c"), agents.names());
            assertEquals("discrete 3", spec.actionSpace().toString());
            assertEquals(3, spec.observationSpace().mask());
            assertEquals(
                    List.of("observation", "state"),
                    spec.observationSpace().parts().stream()
                            .map(part -> part.name())
                            .toList());
            assertEquals(
                    ObservationSpace.floats(3 * (2 + 3 + 3 + 3)), crowd.spec().observationSpace());
            assertTrue(crowd.replayable());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, masked=true, executors=1 python-workers=1",
        "ppo, masked=true, executors=3 actors=2 actor-batch=2 python-workers=2",
        "a2c, masked=false, executors=2 python-workers=2 wait=blocking",
    })
    void shouldGiveTheSerialDigestWhateverTheThreads(String algo, String option, String settings) throws Exception {
        String[] pair = option.split("=");
        Map<String, String> options = Map.of(pair[0], pair[1]);
        Training training = training(algo, options);
        for (String setting : settings.split(" ")) {
            training.set(setting.split("=")[0], setting.split("=")[1]);
        }
        assertEquals(digest(training(algo, options).set("schedule", "serial")), digest(training));
    }

    /** Agent b sees and does more than the others. */
    @ParameterizedTest
    @ValueSource(strings = {"ppo", "pqn"})
    void shouldGiveTheSerialDigestWithAgentsOfDifferentSpaces(String algo) throws Exception {
        for (String masked : List.of("true", "false")) {
            Map<String, String> options = Map.of("fault", "spaces", "masked", masked, "state", "true");
            String oracle = digest(
                    training(algo, options).set("policies", "b=b,*=others").set("schedule", "serial"));
            Training threads = training(algo, options)
                    .set("policies", "b=b,*=others")
                    .set("executors", 3)
                    .set("actors", 2);
            assertEquals(oracle, digest(threads));
        }
    }

    /** Its episodes are replayed: whose agents have left by then, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldGoOnFromACheckpointAsIfNothingHadBeen(int last, @TempDir Path folder) throws Exception {
        Training stopped = training("a2c", Map.of()).set("sync-interval", 5).checkpoints(folder, 1);
        stopped.onInterval(report -> {
            if (report.interval() == last) {
                stopped.stop();
            }
        });
        assertTrue(stopped.run().result().orElseThrow().stopped());
        assertEquals(
                digest(training("a2c", Map.of()).set("sync-interval", 5)),
                Training.resume(folder, Trust.RECORDED)
                        .run()
                        .result()
                        .orElseThrow()
                        .digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stranger|its agent 'z' is none of possible_agents: ['a', 'b', 'c']",
                "unseen|it gave no observation of its agent 'b'",
                "reward|agent a has a reward or an ending, and was not alive",
                "silent|agent a left without an ending: set terminated or truncated",
                "spaces|--policies shared: it must be a policy of agents with equal spaces, and a has (float32[2], discrete "
                        + "3), b (float32[3], discrete 4); give separate, or a policy for each kind of agent",
                "kinds|must have agents with actions all discrete or all continuous, and has both; wrap it: --wrapper "
                        + "MODULE:FUNCTION",
            })
    void shouldNameWhatIsWrongWithItsAgents(String fault, String message) {
        Exception thrown = assertThrows(
                Exception.class, () -> training("a2c", Map.of("fault", fault)).run());
        String told = String.valueOf(thrown.getMessage());
        assertTrue(told.contains(message), told);
        assertFalse(told.contains("hts_agents"), told);
    }

    @Test
    void shouldRefuseAModuleOfNoAgents() {
        String message = assertThrows(
                        Exception.class,
                        () -> new PythonProvider().create("pettingzoo:chain", Map.of("python", Python.PLAIN)))
                .getMessage();
        assertEquals(
                "--env pettingzoo:chain: it must name a module with parallel_env or env, as PettingZoo's have, and chain "
                        + "has neither; name another, or pettingzoo:MODULE:FUNCTION",
                message);
    }
}
