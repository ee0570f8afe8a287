package io.htsrl.trainer.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.OptimizerConfig;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

class RunSchemaTest {

    /** Somebody's settings, one of which no text can become. */
    public record Wrong(
            OptimizerConfig optimizer,
            double gamma,
            @Setting(help = "What nobody can write.") Lock lock) implements AlgorithmConfig {
        @Override
        public String algorithm() {
            return "wrong";
        }

        @Override
        public void check(PipelineConfig pipeline, int frameStack, Violations violations) {}
    }

    /** Somebody's algorithm. */
    private record Given(Class<? extends AlgorithmConfig> settings) implements Algorithm {
        @Override
        public String name() {
            return "given";
        }

        @Override
        public String title() {
            return "Given";
        }

        @Override
        public Learner learner(AlgorithmConfig config, LearnerInputs inputs) {
            throw new IllegalStateException("never run");
        }
    }

    private static String refusal(Class<? extends AlgorithmConfig> settings) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> RunSchema.add(new Given(settings), new Schema.Builder("Algorithm")))
                .getMessage();
    }

    @Test
    void shouldTellInOneMessageWhatIsWrongWithSomebodysAlgorithm() {
        assertTrue(
                refusal(Wrong.class).contains("no setting can be of type interface java.util.concurrent.locks.Lock"));
        assertTrue(refusal(AlgorithmConfig.class).contains("must be a record"));
        assertTrue(refusal(Wrong.class).contains(Given.class.getName()));
    }

    @Test
    void shouldKnowWhoseASettingIs() {
        Schema schema = RunSchema.ofRun();

        assertEquals(List.of("ppo"), RunSchema.algorithms(schema.get("clip-coef")));
        assertEquals(List.of("a2c", "acktr", "bc", "ppo", "trpo"), RunSchema.algorithms(schema.get("shared-torso")));
        assertEquals(Algorithms.names(), RunSchema.algorithms(schema.get("num-envs")));
    }
}
