package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests refusals before a node is waited for. */
class ClusterFlagsTest {

    private static List<Violations.Violation> refusals(int nodes, int localNodes, int learnerNodes, RunConfig config) {
        Violations violations = new Violations();
        ClusterSettings settings = SmallRuns.settings(nodes, localNodes, learnerNodes);
        new ClusterEngine().check(settings, config, violations);
        new ClusterEngine().checkWithEnvironment(settings, config, violations);
        return violations.list();
    }

    private static String wrong(String algorithm, int nodes, int learnerNodes) {
        return refusals(nodes, 0, learnerNodes, SmallRuns.config(algorithm, "CartPole-v1", 1))
                .toString();
    }

    @Test
    void shouldTakeSomeOfTheNodesForAlgorithmsThatShareRows() {
        assertEquals("[]", wrong("ppo", 2, 2));
        assertEquals("[]", wrong("a2c", 2, 1));
        assertEquals("[]", wrong("dqn", 2, 0));
    }

    @Test
    void shouldRefuseMoreThanThereAreNodes() {
        assertTrue(wrong("ppo", 2, 3).contains("must be 2 at most: they are some of the nodes"));
        assertTrue(wrong("ppo", 0, 1).contains("must be 0 at most"));
    }

    @Test
    void shouldRefuseAlgorithmsThatReplay() {
        String message = wrong("dqn", 2, 1);

        assertTrue(message.contains("must be 0 with --algo dqn, whose minibatches no machines share"), message);
        assertTrue(message.contains("leave it out, or choose one of a2c, ppo"), message);
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
    void shouldExamineTheMemoryOfLocalNodesOnlyWhereTheNetworkFits() {
        String error = error("--network", "minatar");

        assertTrue(error.startsWith("error: --network minatar: it reads frames"), error);
    }

    @Test
    void shouldRefuseALeaseOutOfRange() { // of the second, ten times are more nanoseconds than a long holds
        for (String lease : List.of("499ms", "200000h")) {
            String error = error("--node-lease", lease);

            assertTrue(error.startsWith("error: --node-lease " + lease + ": it must be between 500ms and 24h"), error);
        }
    }

    private static String error(String flag, String value) {
        String[] line = {"train", "--algo", "ppo", "--env", "CartPole-v1", "--local-nodes", "1", flag, value};
        StringWriter errors = new StringWriter();

        int code = Hts.program(line).setErr(new PrintWriter(errors, true)).execute(line);

        assertEquals(2, code, errors::toString);
        return errors.toString();
    }

    @Test
    void shouldRefuseASecretBesideCertificates() {
        Layer flags = Layer.ofCommandLine();
        flags.add("secret-file", "secret");
        flags.add("tls-keystore", "hts.p12");
        Violations violations = new Violations();

        assertTrue(ClusterSettings.of(flags, violations).tlsGiven());

        assertEquals(1, violations.list().size());
        assertTrue(violations.list().get(0).rule().contains("either the secret or certificates decide who joins"));
    }

    @Test
    void shouldTellTheExitCodesOfLocalNodesThatEnded() throws Exception {
        try (LocalNodes nodes = new LocalNodes()) {
            HostPort nobody = HostPort.of("127.0.0.1:1").orElseThrow();
            nodes.start(2, nobody, Optional.empty(), List.of(), Optional.empty());
            Process second = nodes.processes().get(1);

            second.destroyForcibly().waitFor();

            assertTrue(List.of(nodes.ended().split(", ")).contains(String.valueOf(second.exitValue())), nodes::ended);
            nodes.firstEnd().get(1, TimeUnit.MINUTES);
        }
    }
}
