package $package$;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.OptimizerConfig;

/** REINFORCE with a baseline (Williams 1992; Sutton, Barto 2018, Section 13.4). Stateless, any thread. */
public final class $Name$Algorithm implements Algorithm {

    /** Settings, which become flags; their defaults for this algorithm are in {@code presets/$name$.yaml}. */
    public record Settings(
            OptimizerConfig optimizer,

            @Setting(
                    defaultValue = "0.99",
                    range = "[0, 1]",
                    remedy = "give 0.99, for example",
                    help = "Discount factor.")
            double gamma)
            implements AlgorithmConfig {

        @Override
        public String algorithm() {
            return "$name$";
        }

        @Override
        public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
            optimizer.check(violations);
            RecordSettings.check(this, violations);
        }
    }

    @Override
    public String name() {
        return "$name$";
    }

    @Override
    public String title() {
        return "REINFORCE with a baseline (Williams 1992)";
    }

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public boolean runsUnder(Schedule schedule) {
        return schedule.barrier(); // under async several parameter vectors fill a bank
    }

    @Override
    public Learner learner(AlgorithmConfig settings, LearnerInputs inputs) {
        return new $Name$Learner((Settings) settings, inputs);
    }
}
