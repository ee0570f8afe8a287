package io.htsrl.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.environments.CartPole;
import io.htsrl.trainer.report.EnvironmentReport;
import io.htsrl.trainer.report.TrainingListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Environments of Java have chance of their own: the check before a run finds them. */
class UnseededTest {

    /** CartPole whose third reward of an episode, and those after it, have noise. */
    private static final class Noisy implements Environment {
        private final CartPole cartPole = new CartPole();
        private final DoubleSupplier noise;
        private int steps;

        Noisy(DoubleSupplier noise) {
            this.noise = noise;
        }

        @Override
        public EnvironmentSpec spec() {
            return cartPole.spec();
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            steps = 0;
            cartPole.reset(seed, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            cartPole.step(actions, offset, out, result);
            if (++steps > 2) {
                result.set(result.reward + noise.getAsDouble(), result.terminated, result.truncated);
            }
        }
    }

    private static Environment drawing() {
        return new Noisy(Math::random);
    }

    /** Draws equally in all replicas, and not as a function of the episode's seed. */
    private static Environment seededOnce() {
        Random random = new Random(3);
        return new Noisy(random::nextDouble);
    }

    private static Training training(Supplier<Environment> environments) {
        return Training.of("a2c", environments)
                .set("num-envs", 2)
                .set("sync-interval", 8)
                .timesteps(64);
    }

    @Test
    void shouldRefuseChanceThatNoSeedDecides() {
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, training(UnseededTest::drawing)::run);

        assertTrue(
                refused.getMessage()
                        .startsWith("--env CartPole-v1: it must give the same for one seed and equal actions, and two "
                                + "replicas of it differ in step 3 of episode 1: the reward is 1."),
                refused.getMessage());
        assertTrue(refused.getMessage().endsWith("or run with --allow-nondeterminism"), refused.getMessage());
    }

    @Test
    void shouldRefuseChanceThatIsSeededOnceForAllEpisodes() {
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, training(UnseededTest::seededOnce)::run);

        assertTrue(refused.getMessage().contains("two replicas of it differ in step 3"), refused.getMessage());
    }

    @Test
    void shouldTellWhatDiffersWhereItIsAllowed() throws Exception {
        List<EnvironmentReport> reports = new ArrayList<>();
        training(UnseededTest::drawing)
                .set("allow-nondeterminism", true)
                .listener(hearing(reports))
                .run();

        assertEquals(1, reports.size());
        assertTrue(reports.get(0).differs().contains("step 3 of episode 1"), reports::toString);
        assertEquals(1, reports.get(0).allWarnings().size(), reports::toString);
    }

    @Test
    void shouldFindNothingInASoundEnvironment() throws Exception {
        List<EnvironmentReport> reports = new ArrayList<>();
        training(CartPole::new).listener(hearing(reports)).run();

        assertEquals("", reports.get(0).differs());
        assertEquals(List.of(), reports.get(0).allWarnings());
        assertTrue(reports.get(0).steps() > 0);
    }

    private static TrainingListener hearing(List<EnvironmentReport> reports) {
        return new TrainingListener() {
            @Override
            public void onEnvironmentCheck(EnvironmentReport report) {
                reports.add(report);
            }
        };
    }
}
