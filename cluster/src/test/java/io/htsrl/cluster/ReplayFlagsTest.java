package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is refused before a node is waited for. */
class ReplayFlagsTest {
    private final ClusterEngine engine = new ClusterEngine();

    private static RunConfig config(String algorithm, String... more) {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments(algorithm, "CartPole-v1", 1, 3));
        arguments.addAll(List.of(more));
        return Hts.configure(arguments.toArray(String[]::new));
    }

    private List<Violations.Violation> refusals(int nodes, int localNodes, int replayNodes, RunConfig config) {
        Violations violations = new Violations();
        engine.check(SmallRuns.settings(nodes, localNodes, 0, replayNodes), config, violations);
        return violations.list();
    }

    private void refuses(String rule, String remedy, int nodes, int localNodes, int replayNodes, RunConfig config) {
        List<Violations.Violation> refusals = refusals(nodes, localNodes, replayNodes, config);
        assertEquals(1, refusals.size(), refusals::toString);
        assertEquals("--replay-nodes", refusals.get(0).setting());
        assertTrue(refusals.get(0).rule().contains(rule), refusals::toString);
        assertTrue(refusals.get(0).remedy().contains(remedy), refusals::toString);
    }

    private boolean remembersElsewhere(int replayNodes) {
        return engine.source(SmallRuns.settings(1, 0, 0, replayNodes), config("dqn"), line -> {})
                .remembersElsewhere();
    }

    @Test
    void shouldTakeShardsOnNodesThatAreWaitedFor() {
        assertEquals(List.of(), refusals(2, 0, 2, config("dqn", "--replay-shards", "4")));
        assertEquals(List.of(), refusals(0, 1, 1, config("dqn")));
        assertEquals(List.of(), refusals(0, 0, 0, config("ppo")));
        assertTrue(remembersElsewhere(1));
        assertFalse(remembersElsewhere(0));
    }

    @Test
    void shouldRefuseColumnsThatLocalNodesHaveNoRoomFor() {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments("ppo", "CartPole-v1", 1, 3));
        arguments.set(arguments.indexOf("--num-envs") + 1, "4000");
        arguments.set(arguments.indexOf("--sync-interval") + 1, "1000");
        RunConfig large = Hts.configure(arguments.toArray(String[]::new));

        List<Violations.Violation> refusals = refusals(0, 1, 0, large);

        assertEquals(1, refusals.size(), refusals::toString);
        assertEquals("--local-nodes", refusals.get(0).setting());
        assertTrue(
                refusals.get(0).rule().startsWith("must be enough: 4000 columns of 1000 steps need "),
                refusals::toString);
        assertTrue(refusals.get(0).remedy().contains("give --local-nodes 3, fewer --num-envs"), refusals::toString);
        assertEquals(List.of(), refusals(0, 3, 0, large));
        assertEquals(List.of(), refusals(3, 0, 0, large));
        assertTrue(LocalNodes.command(HostPort.of("127.0.0.1:1").orElseThrow(), Optional.empty())
                .contains("-Xmx" + (ClusterEngine.LOCAL_HEAP >> 20) + "m"));
    }

    @Test
    void shouldRefuseWhatHasNoShardsForNodes() {
        refuses("has no replay memory", "leave it out", 1, 0, 1, config("ppo"));
        refuses("and there are 1", "give --nodes 2 too", 0, 1, 2, config("dqn", "--replay-shards", "2"));
        refuses("and there are 0", "give --nodes 1 too", 0, 0, 1, config("dqn"));
        refuses("at most --replay-shards (1)", "give --replay-shards 2 too", 2, 0, 2, config("dqn"));
        refuses(
                "--max-times-sampled",
                "leave it out",
                1,
                0,
                1,
                config("dqn", "--max-times-sampled", "4", "--per-alpha", "0"));
    }
}
