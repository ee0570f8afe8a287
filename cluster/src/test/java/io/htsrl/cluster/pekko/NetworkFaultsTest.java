package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Links that are cut, slow, late or damaged: every run ends in the digest of {@code serial}. All times are a seventh of
 * the usual ones: a lease of 0.3 s.
 */
@Timeout(1800)
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class NetworkFaultsTest {

    /** Steps of 4 ms, so that an interval lasts long enough to be disturbed. */
    private static RunConfig slowly(String algorithm, String environment) {
        List<String> arguments = new ArrayList<>(SmallRuns.arguments(algorithm, environment, 1, 3));
        arguments.addAll(List.of("--step-time", "constant:4ms"));
        return Hts.configure(arguments.toArray(String[]::new));
    }

    /** Time changes no bit: the reference need not take any. */
    private static void assertSerial(String algorithm, String digest) throws Exception {
        assertEquals(SmallRuns.serial(SmallRuns.config(algorithm, "CartPole-v1", 1)), digest);
    }

    /** Disturbs links when an interval has been learnt from. */
    @FunctionalInterface
    private interface Disturbance {
        void at(LinkedNodes linked, long interval) throws Exception;
    }

    /** Runs on two nodes. */
    private static void assertSerial(String algorithm, RunConfig config, Disturbance disturbance) throws Exception {
        try (LinkedNodes linked = new LinkedNodes(2)) {
            assertSerial(algorithm, linked.run(config, interval -> disturbance.at(linked, interval)));
        }
    }

    /**
     * A node's link is cut for one and a half leases, 3 s of 2 s: its columns go to the other, and it goes on with it
     * later. Then it hears of its work, and is not heard. In the end both links are cut: the learner is alone with its
     * own machine, and nobody else goes on with its run.
     */
    @Test
    void shouldOutliveLinksThatAreCutForAWhile() throws Exception {
        assertSerial("ppo", slowly("ppo", "CartPole-v1"), (linked, interval) -> {
            if (interval == 2) {
                linked.hold(0, true);
                linked.awaitLost(0);
            } else if (interval == 4) {
                linked.hold(0, false);
                linked.awaitBack(0);
                linked.toLearner(0).hold(true);
                linked.awaitLost(0);
            } else if (interval == 6) {
                linked.toLearner(0).hold(false);
                linked.awaitBack(0);
                linked.hold(0, true);
                linked.hold(1, true);
                linked.awaitLost(0);
                linked.awaitLost(1);
            }
        });
    }

    /** 30 s are fifteen leases of 2 s. The learner and the node have given each other up: the node joins anew. */
    @Test
    @Tag("slow")
    void shouldTakeANodeAnewWhoseLinkWasCutForLong() throws Exception {
        assertSerial("a2c", slowly("a2c", "CartPole-v1"), (linked, interval) -> {
            if (interval == 2) {
                linked.hold(0, true);
                linked.logs().await("is given up", 1);
            } else if (interval == 4) {
                linked.hold(0, false);
                linked.awaitBack(0);
            }
        });
    }

    /** It is heard, and hears of no work: the other one has nothing to do, and tries it too. */
    @Test
    @Tag("slow")
    void shouldOutliveALinkThatBringsNothingToANode() throws Exception {
        RunConfig config = slowly("a2c", "CartPole-v1");
        try (LinkedNodes linked = new LinkedNodes(2)) {
            String digest = linked.run(config, interval -> {
                if (interval == 2) {
                    linked.toNode(0).hold(true);
                }
            });

            assertSerial("a2c", digest);
            assertTrue(
                    linked.logs().lines().stream()
                            .anyMatch(line -> line.matches(
                                    ".*[1-9]\\d* retried.*|.*(columns go to others|has been silent for).*")),
                    linked.logs().toString());
        }
    }

    /** Takes the learner down inside a run. */
    @FunctionalInterface
    private interface Down {
        void take(LinkedNodes linked) throws Exception;
    }

    private static void assertCutOff(Down down) throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 1);
        try (LinkedNodes linked = new LinkedNodes(1)) {
            Throwable failure = assertThrows(
                            TrainingFailedException.class,
                            () -> linked.run(config, interval -> {
                                if (interval == 2) {
                                    down.take(linked);
                                }
                            }))
                    .getCause();

            assertTrue(
                    failure.getMessage()
                            .contains("cut off from its nodes, and has stopped; resume from its last checkpoint"),
                    failure.getMessage());
        }
    }

    @Test
    @Tag("slow")
    void shouldEndWithOneMessageWhereTheLearnerIsTakenDown() throws Exception {
        assertCutOff(LinkedNodes::takeLearnerDown);
    }

    /** Nobody fills a bank then, though all of Pekko is there. */
    @Test
    void shouldEndWithTheSameMessageWhereItsActorIsTakenDown() throws Exception {
        assertCutOff(LinkedNodes::takeLearnersActorDown);
    }

    /** The actor hangs: no bank is filled, and nobody is at work. */
    @Test
    void shouldFindThatARunStandsStillWhoseActorDoes() throws Exception {
        RunConfig config = SmallRuns.config("ppo", "CartPole-v1", 1);
        try (LinkedNodes linked = new LinkedNodes(1)) {
            Throwable failure = assertThrows(
                    TrainingFailedException.class,
                    () -> linked.run(config, Duration.ofSeconds(3), interval -> {
                        if (interval == 2) {
                            linked.hangLearnersActor();
                        }
                    }));

            assertTrue(failure.getMessage().contains("rollouts (wait for environments)"), failure.getMessage());
        }
    }

    @Test
    @Tag("slow")
    void shouldBearLinksThatAreLateAndSlow() throws Exception {
        assertSerial("dqn", SmallRuns.config("dqn", "CartPole-v1", 1), (linked, interval) -> {
            linked.toNode(0).delay(20_000_000);
            linked.toLearner(0).delay(20_000_000);
            linked.toLearner(1).rate(200_000);
        });
    }

    /**
     * What is under way is cut in two, and damaged. A column with one wrong bit would be another run: TLS ends the
     * connection, and what was lost goes again.
     */
    @Test
    void shouldSendAgainWhatWasLostOrDamaged() throws Exception {
        try (LinkedNodes linked = new LinkedNodes(2)) {
            String digest = linked.run(slowly("ppo", "CartPole-v1"), interval -> {
                int every = interval % 3 == 0 ? 5_000 : 0; // for one interval, since TLS ends each such connection
                linked.toLearner(1).damage(every);
                linked.toNode(1).damage(every);
                if (interval % 3 == 1) { // the other node: damage begins behind the first bytes of a connection
                    linked.toNode(0).reset();
                    linked.toLearner(0).reset();
                }
            });

            assertSerial("ppo", digest);
            assertTrue(linked.toLearner(1).damages() + linked.toNode(1).damages() > 0, "bits were flipped");
        }
    }

    /** Its columns are done, and the learner's own machine has the next ones: nothing is lost or done again. */
    @Test
    void shouldLoseNothingOfANodeThatIsDrained() throws Exception {
        try (LinkedNodes linked = new LinkedNodes(1, Duration.ofHours(1))) {
            String digest = linked.run(SmallRuns.config("ppo", "CartPole-v1", 1), interval -> {
                if (interval == 3) {
                    linked.drain(0);
                }
            });

            assertSerial("ppo", digest);
            assertTrue(linked.logs().any("1 node joined, 0 lost; 80 columns, 0 reassigned"), linked.logs() + "");
        }
    }
}
