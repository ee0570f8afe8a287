package consumer;

import io.htsrl.core.PipelineConfig;
import io.htsrl.core.RunControl;
import io.htsrl.core.Schedule;
import io.htsrl.core.WaitMode;
import io.htsrl.learners.DqnConfig;
import io.htsrl.learners.OptimizerConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.trainer.RunConfig;
import io.htsrl.trainer.Trainer;
import io.htsrl.trainer.TrainingListener;
import io.htsrl.trainer.TrainingResult;
import java.util.List;
import java.util.Map;

/** Trains a little, and prints the digest. */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws Exception {
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0, 0);
        DqnConfig dqn = new DqnConfig(adam, 0.99, new DqnConfig.Exploration(1, 0.05, 0.5, false),
                new DqnConfig.Replay(200, 8, 1, 0.6, 0.4, 1e-6, false), 0, 1, 16, 1, true, true);
        PipelineConfig pipeline = new PipelineConfig(Schedule.HTS, 2, 4, 1, 2, 2, WaitMode.PHASED, 1);
        RunConfig run = new RunConfig("CartPole-v1", Map.of(), null, 1, 160, pipeline,
                new MlpConfig(List.of(16), MlpConfig.Activation.TANH, true), dqn);

        TrainingResult result = new Trainer(run, new TrainingListener() { }, new RunControl()).run();

        System.out.println("trained " + result.timesteps() + " steps, digest " + result.digest());
        System.exit(0); // threads of native libraries must not keep the process
    }
}
